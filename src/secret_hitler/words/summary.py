"""A rule set on a page or two: how to win, set up and play a round, and advice; printed, shown as "How to play" and in docs/rules.md."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from ..rules import Power, Role, Ruleset
from ..rules.ruleset import Cards, Count, VetoStyle
from .opening import Cue, cue_in_words, openings
from .speaker import Words, span

_POWERS: Final = tuple(power for power in Power if power is not Power.NONE)

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
    failed = words.say("print.sum.fail.text", n=rules.tracker_length)
    return [
        Section(words.say("print.sum.sides"), list(_sides(rules, words))),
        Section(words.say("print.sum.setup"), list(_setup(rules, words))),
        Section(words.say("print.sum.round"), [Line(step, lead=str(n)) for n, step in enumerate(_round(rules, words), start=1)]),
        Section(words.say("print.sum.fail"), [Line(failed), Line(words.say(f"print.sum.reset.{rules.tracker_reset}"))]),
        *_powers(rules, words),
        *_veto(rules, words),
        *_ordinary_deck(rules, words),
    ]


def opening_sections(rules: Ruleset, words: Words) -> list[Section]:
    """List what the narrator says for each number of players; a step names the silence in which somebody looks."""
    return [
        Section(words.say("print.cover.players", span=span(players)), _steps(cues, words))
        for cues, players in openings(rules).items()
        if cues
    ]


def _steps(cues: tuple[Cue, ...], words: Words) -> list[Line]:
    said = [f"{cue_in_words(words, cue)} {words.say('print.opening.pause', n=cue.pause) if cue.look else ''}".rstrip() for cue in cues]
    return [Line(sentence, lead=str(step)) for step, sentence in enumerate(said, start=1)]


def _sides(rules: Ruleset, words: Words) -> Iterator[Line]:
    executions = Power.EXECUTE in rules.powers_used()
    yield Line(words.say("print.sum.win.L" if executions else "print.sum.win.L.policies", n=rules.liberal_goal), Role.LIBERAL)
    yield Line(words.say("print.sum.win.F", n=rules.fascist_goal, k=rules.hitler_threshold), Role.FASCIST)


def _setup(rules: Ruleset, words: Words) -> Iterator[Line]:
    yield Line(words.say("print.sum.roles" if by_hand(rules) else "print.sum.envelopes"))
    yield Line(words.say("print.sum.deck", l=rules.liberal_tiles, f=rules.fascist_tiles))
    yield Line(words.say("print.sum.opening"))
    yield Line(words.say(f"print.sum.first.{rules.first_president}"))


def _round(rules: Ruleset, words: Words) -> Iterator[str]:
    limits = [words.say("print.sum.nominate"), words.say(f"print.sum.limits.{rules.term_limits}")]
    if exempts(rules):
        limits.append(words.say(f"print.sum.exempt.{rules.president_exempt_by}", n=rules.president_exempt_at))
    yield " ".join(limits)
    yield words.say("print.sum.vote.hands" if by_hand(rules) else "print.sum.vote")
    yield words.say("print.sum.check", k=rules.hitler_threshold)
    session = [words.say("print.sum.session", n=rules.draw, m=rules.draw - 1)]
    if rules.session_silence:
        session.append(words.say("print.sum.silence"))
    yield " ".join([*session, words.say("print.sum.claims")])
    yield words.say("print.sum.reshuffle.populace" if rules.reshuffle_after_populace else "print.sum.reshuffle", n=rules.draw)


def exempts(rules: Ruleset) -> bool:
    """Tell whether the last president can ever be nominated."""
    return rules.president_exempt_by is Count.ALIVE or rules.president_exempt_at >= min(rules.fascists)


def _powers(rules: Ruleset, words: Words) -> Iterator[Section]:
    used = [power for power in _POWERS if power in rules.powers_used()]
    if not used:
        return
    lines = [Line(words.say("print.sum.powers.text"))]
    for power in used:
        told = words.say(f"print.sum.power.{power}{_manner(power, rules)}", n=rules.draw)
        lines.append(Line(f"{words.say(f'power.short.{power}')}: {told}", power))
    lines += [Line(words.say("rulebook.powers", span=players, powers=track), lead="•") for players, track in power_tracks(rules, words)]
    yield Section(words.say("print.sum.powers"), lines)


def _manner(power: Power, rules: Ruleset) -> str:
    if power is Power.SPECIAL_ELECTION and rules.special_election_of_self:
        return ".self"
    return ".hands" if power is Power.INVESTIGATE and by_hand(rules) else ""


def power_tracks(rules: Ruleset, words: Words) -> list[tuple[str, str]]:
    """List numbers of players, and the powers of their fascist policies in turn."""
    groups: dict[tuple[Power, ...], list[int]] = {}
    for players in sorted(rules.fascists):
        groups.setdefault(rules.powers[players], []).append(players)
    short = {power: words.say("rulebook.power.none" if power is Power.NONE else f"power.short.{power}") for power in rules.powers_used()}
    return [(span(players), ", ".join(short[power] for power in track)) for track, players in groups.items()]


def by_hand(rules: Ruleset) -> bool:
    """Palm or fist, thumb up or down: played without ballots, party cards and envelopes."""
    return rules.cards is Cards.FRENCH_DECK


def veto_manner(rules: Ruleset) -> str:
    return "fascist" if rules.veto is not VetoStyle.SEALED and rules.veto_needs_fascist_hand else rules.veto.value


def _veto(rules: Ruleset, words: Words) -> Iterator[Section]:
    if rules.veto_threshold >= rules.fascist_goal:
        return
    key = f"print.sum.veto.{rules.veto}"
    if rules.veto is VetoStyle.REQUEST and rules.veto_needs_fascist_hand:
        key += ".fascist"
    yield Section(words.say("print.sum.veto", n=rules.veto_threshold), [Line(words.say(key), "veto")])


def _ordinary_deck(rules: Ruleset, words: Words) -> Iterator[Section]:
    if rules.cards is Cards.FRENCH_DECK:
        meaning = Words(words.language, "game" if words.wording == "cards" else words.wording)
        yield Section(words.say("print.sum.deckcards"), [Line(meaning.say("print.sum.deckcards.text"))])


def aim_in_words(words: Words, role: Role, rules: Ruleset, seats: int | None = None) -> str:
    """Say what a role wants; where no game can come to an execution, no card speaks of one."""
    if role is not Role.LIBERAL:
        return words.say(f"role.aim.{role.value}", n=rules.fascist_goal, k=rules.hitler_threshold)
    executions = Power.EXECUTE in rules.powers_used(seats)
    return words.say("role.aim.L" if executions else "role.aim.L.policies", n=rules.liberal_goal)


_SOMEBODY = "…"


def guide(rules: Ruleset, words: Words) -> list[Section]:
    """Advise and answer; nothing that a rule set does not know."""
    used = rules.powers_used()
    liberal = [1, 2, *([3] if Power.SPECIAL_ELECTION in used else []), 4]
    fascist = [1, 2, *([3] if Power.INVESTIGATE in used else []), *([4] if Power.EXECUTE in used else [])]
    parts = {
        "setting": [words.say("rulebook.setting")],
        "phrases": phrases(rules, words),
        "L": [words.say(f"rulebook.advice.L.{number}", k=rules.hitler_threshold) for number in liberal],
        "F": [words.say(f"rulebook.advice.F.{number}") for number in fascist],
        "H": [words.say(f"rulebook.advice.H.{number}") for number in (1, 2)],
        "questions": [words.say(f"rulebook.question.{question}") for question in _questions(rules)],
    }
    return [Section(words.say(f"rulebook.guide.{part}"), [Line(said) for said in told]) for part, told in parts.items() if told]


def phrases(rules: Ruleset, words: Words) -> list[str]:
    said = [power.value for power in (Power.INVESTIGATE, Power.EXECUTE) if power in rules.powers_used()]
    if rules.veto is VetoStyle.REQUEST and rules.veto_threshold < rules.fascist_goal:
        said += ["veto", "agree", "refuse"]
    return [words.say(f"rulebook.phrase.{phrase}", name=_SOMEBODY) for phrase in said]


def _questions(rules: Ruleset) -> Iterator[str]:
    used = rules.powers_used()
    yield "lie"
    if Power.INVESTIGATE in used:
        yield "cards.hands" if by_hand(rules) else "cards"
    yield "random"
    if used - {Power.NONE}:
        yield "advice"
    yield "limits"
    if Power.SPECIAL_ELECTION in used:
        yield "rotation"
    if Power.EXECUTE in used:
        yield "dead"
    if rules.veto_threshold < rules.fascist_goal:
        yield "veto.fascist" if rules.veto is VetoStyle.REQUEST and rules.veto_needs_fascist_hand else "veto.any"
    yield "deck"
