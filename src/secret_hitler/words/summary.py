"""A rule set on one page: how to win, to set up and to play a round; printed, shown as "How to play" and part of docs/rules.md."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from ..rules import Power, Role, Ruleset
from ..rules.ruleset import Cards, Count, VetoStyle
from .speaker import Words, span

_POWERS: Final = (Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.PEEK, Power.EXECUTE)

Sign = Role | Power | Literal["veto"]


class Line(NamedTuple):
    words: str
    sign: Sign | None = None
    """What is drawn before the words."""
    lead: str = ""
    """Stands before the words: the number of a step."""


class Section(NamedTuple):
    heading: str
    lines: list[Line]


def sections(rules: Ruleset, words: Words) -> list[Section]:
    return [
        Section(words.say("how.sides"), list(_sides(rules, words))),
        Section(words.say("print.sum.setup"), list(_setup(rules, words))),
        Section(words.say("how.round"), [Line(step, lead=str(n)) for n, step in enumerate(_round(rules, words), start=1)]),
        Section(words.say("print.sum.fail"), list(_failures(rules, words))),
        *_powers(rules, words),
        *_veto(rules, words),
        *_ordinary_deck(rules, words),
    ]


def _sides(rules: Ruleset, words: Words) -> Iterator[Line]:
    executions = Power.EXECUTE in _used(rules)
    yield Line(words.say("print.sum.win.L" if executions else "print.sum.win.L.policies", n=rules.liberal_goal), Role.LIBERAL)
    yield Line(words.say("print.sum.win.F", n=rules.fascist_goal, k=rules.hitler_threshold), Role.FASCIST)


def _setup(rules: Ruleset, words: Words) -> Iterator[Line]:
    yield Line(words.say("print.sum.envelopes"))
    yield Line(words.say("print.sum.deck", l=rules.liberal_tiles, f=rules.fascist_tiles))
    yield Line(words.say("print.sum.eyes"))
    opened: dict[tuple[Role, ...], list[int]] = {}
    for players in sorted(rules.fascists):
        opened.setdefault(rules.informed(players), []).append(players)
    keys = {(Role.FASCIST, Role.HITLER): "both", (Role.FASCIST,): "fascists", (Role.HITLER,): "hitler", (): "nobody"}
    for eyes, players_so in opened.items():
        yield Line(words.say(f"print.sum.eyes.{keys[eyes]}", span=span(players_so)), lead="•")
    yield Line(words.say(f"print.sum.first.{rules.first_president}"))


def _round(rules: Ruleset, words: Words) -> Iterator[str]:
    limits = [words.say("print.sum.nominate"), words.say(f"print.sum.limits.{rules.term_limits}")]
    if rules.president_exempt_by is Count.ALIVE or rules.president_exempt_at >= min(rules.fascists):
        limits.append(words.say(f"print.sum.exempt.{rules.president_exempt_by}", n=rules.president_exempt_at))
    yield " ".join(limits)
    yield words.say("print.sum.vote")
    yield words.say("print.sum.check", k=rules.hitler_threshold)
    session = [words.say("print.sum.session", n=rules.draw, m=rules.draw - 1)]
    if rules.session_silence:
        session.append(words.say("print.sum.silence"))
    yield " ".join([*session, words.say("print.sum.claims")])
    yield words.say("print.sum.reshuffle.populace" if rules.reshuffle_after_populace else "print.sum.reshuffle", n=rules.draw)


def _failures(rules: Ruleset, words: Words) -> Iterator[Line]:
    yield Line(words.say("print.sum.fail.text", n=rules.tracker_length))
    yield Line(words.say(f"print.sum.reset.{rules.tracker_reset}"))


def _powers(rules: Ruleset, words: Words) -> Iterator[Section]:
    used = [power for power in _POWERS if power in _used(rules)]
    if not used:
        return
    lines = [Line(words.say("print.sum.powers.text"))]
    for power in used:
        own = power is Power.SPECIAL_ELECTION and rules.special_election_of_self
        told = words.say(f"print.sum.power.{power}.self" if own else f"print.sum.power.{power}", n=rules.draw)
        lines.append(Line(f"{words.say(f'power.short.{power}')}: {told}", power))
    yield Section(words.say("how.powers"), lines)


def _veto(rules: Ruleset, words: Words) -> Iterator[Section]:
    if rules.veto_threshold >= rules.fascist_goal:
        return
    key = f"print.sum.veto.{rules.veto}"
    if rules.veto is VetoStyle.REQUEST and rules.veto_needs_fascist_hand:
        key += ".fascist"
    yield Section(words.say("print.sum.veto", n=rules.veto_threshold), [Line(words.say(key), "veto")])


def _ordinary_deck(rules: Ruleset, words: Words) -> Iterator[Section]:
    if rules.cards is Cards.FRENCH_DECK:
        yield Section(words.say("print.sum.deckcards"), [Line(words.say("print.sum.deckcards.text"))])


def _used(rules: Ruleset) -> set[Power]:
    return {power for players in rules.fascists for power in rules.powers[players]}
