"""Explain a rule set on a page or two, with advice: in print, as "How to play" and in docs/rules.md."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from ..rules import Power, Role, Ruleset
from ..rules.readings import READINGS, USUAL, may_veto
from ..rules.ruleset import Cards, Count, VetoStyle
from .opening import Cue, cue_in_words, openings, table_setting
from .speaker import Words, span

_POWERS: Final = tuple(power for power in Power if power is not Power.NONE)

Sign = Role | Power | Literal["veto"]
_SOMEBODY = "…"


class Line(NamedTuple):
    words: str
    sign: Sign | None = None
    """Drawn before the words."""
    lead: str = ""
    """Before the words: the number of a step."""


class Section(NamedTuple):
    heading: str
    lines: list[Line]


def sections(rules: Ruleset, words: Words) -> list[Section]:
    failed = words.say("print.sum.fail.text", n=rules.tracker_length)
    return [
        *_different(rules, words),
        Section(words.say("print.sum.sides"), list(_sides(rules, words))),
        Section(words.say("print.sum.setup"), list(_setup(rules, words))),
        Section(
            words.say("print.sum.round"), [Line(step, lead=str(n)) for n, step in enumerate(round_steps(rules, words).values(), start=1)]
        ),
        Section(words.say("print.sum.fail"), [Line(failed), Line(words.say(f"print.sum.reset.{rules.tracker_reset}"))]),
        *_powers(rules, words),
        *veto_section(rules, words),
        *_ordinary_deck(rules, words),
    ]


def _different(rules: Ruleset, words: Words) -> Iterator[Section]:
    """Say first what holds at this table instead of what the sections below say."""
    fields = [reading.field for reading in READINGS if reading.field in USUAL and getattr(rules, reading.field) != USUAL[reading.field]]
    if fields:
        yield Section(words.say("rulebook.different"), [Line(asked_and_answered(rules, field, words)) for field in fields])


def question(field: str, words: Words) -> str:
    return words.say(f"rulebook.reading.{field}")


def answer(field: str, value: bool | int | str, words: Words) -> str:
    """Say a value of a reading as an answer to its question."""
    said = told(field, value, words)
    return f"{words.upper(said[0])}{said[1:].rstrip('.')}."


def asked_and_answered(rules: Ruleset, field: str, words: Words) -> str:
    return f"{question(field, words)} {answer(field, getattr(rules, field), words)}"


def told(field: str, value: bool | int | str, words: Words) -> str:
    if field == "first_president":
        return words.say(f"print.sum.first.{value}")
    if value and not isinstance(value, bool):
        return words.say("rulebook.hitlerKnows", n=value)
    return words.say("rulebook.yes" if value else "rulebook.no")


def everything(rules: Ruleset, words: Words) -> list[Section]:
    """List everything about a rule set: how to play it, its opening, advice, questions and answers."""
    opening = [section._replace(heading=f"{words.say('paper.opening')}, {section.heading}") for section in opening_sections(rules, words)]
    return [*sections(rules, words), *opening, *guide(rules, words)]


def opening_sections(rules: Ruleset, words: Words) -> list[Section]:
    """List what the narrator says for each number of players, with the silence in which players look."""
    return [
        Section(words.say("print.cover.players", span=span(players)), _steps(cues, words))
        for cues, players in openings(rules).items()
        if cues
    ]


def _steps(cues: tuple[Cue, ...], words: Words) -> list[Line]:
    said = [f"{cue_in_words(words, cue)} {words.say('print.opening.pause', n=cue.pause) if cue.look else ''}".rstrip() for cue in cues]
    return [Line(sentence, lead=str(step)) for step, sentence in enumerate(said, start=1)]


def _sides(rules: Ruleset, words: Words) -> Iterator[Line]:
    executions = execution_wins(rules)
    yield Line(words.say("print.sum.win.L" if executions else "print.sum.win.L.policies", n=rules.liberal_goal), Role.LIBERAL)
    yield Line(words.say("print.sum.win.F", n=rules.fascist_goal, k=rules.hitler_threshold), Role.FASCIST)


def _setup(rules: Ruleset, words: Words) -> Iterator[Line]:
    yield Line(words.say("print.sum.roles" if by_hand(rules) else "print.sum.envelopes"))
    yield Line(words.say("print.sum.deck", l=rules.liberal_tiles, f=rules.fascist_tiles))
    yield Line(words.say("print.sum.opening"))
    yield Line(words.say(f"print.sum.first.{rules.first_president}"))


def round_steps(rules: Ruleset, words: Words) -> dict[str, str]:
    onward = "print.sum.nominate.right" if table_setting(rules).passes_right else "print.sum.nominate"
    session = [words.say("print.sum.session", n=rules.draw, m=rules.draw - 1)]
    if rules.session_silence:
        session.append(words.say("print.sum.silence"))
    return {
        "nominate": " ".join([words.say(onward), *term_limits(rules, words)]),
        "vote": words.say(f"print.sum.vote{hands(rules)}"),
        "check": words.say("print.sum.check", k=rules.hitler_threshold),
        "session": " ".join([*session, words.say("print.sum.claims")]),
        "reshuffle": words.say("print.sum.reshuffle.populace" if rules.reshuffle_after_populace else "print.sum.reshuffle", n=rules.draw),
    }


def term_limits(rules: Ruleset, words: Words) -> list[str]:
    exempt = [words.say(f"print.sum.exempt.{rules.president_exempt_by}", n=rules.president_exempt_at)] if exempts(rules) else []
    return [words.say(f"print.sum.limits.{rules.term_limits}"), *exempt]


def exempts(rules: Ruleset) -> bool:
    """Tell whether the table can ever nominate the last president."""
    return rules.president_exempt_by is Count.ALIVE or rules.president_exempt_at >= min(rules.fascists)


def _powers(rules: Ruleset, words: Words) -> Iterator[Section]:
    used = [power for power in _POWERS if power in rules.powers_used()]
    if not used:
        return
    lines = [Line(words.say("print.sum.powers.text")), *(Line(power_in_words(power, rules, words), power) for power in used)]
    lines += [Line(words.say("rulebook.powers", span=players, powers=track), lead="•") for players, track in power_tracks(rules, words)]
    track, beyond = table_setting(rules).beyond or ((), Power.NONE)
    if track in rules.powers.values():
        lines.append(Line(words.say(f"print.sum.power.{beyond}.beyond"), beyond))
    yield Section(words.say("print.sum.powers"), lines)


def power_in_words(power: Power, rules: Ruleset, words: Words) -> str:
    manners = dict.fromkeys((Power.INVESTIGATE, Power.SHOW_PARTY), hands(rules))
    manners[Power.SPECIAL_ELECTION] = ".self" if rules.special_election_of_self else ""
    told = words.say(f"print.sum.power.{power}{manners.get(power, '')}", n=rules.draw)
    return f"{words.say(f'power.short.{power}')}: {told}"


def power_tracks(rules: Ruleset, words: Words) -> list[tuple[str, str]]:
    """List numbers of players, and the powers of their fascist policies in turn."""
    groups: dict[tuple[Power, ...], list[int]] = {}
    for players in sorted(rules.fascists):
        groups.setdefault(rules.powers[players], []).append(players)
    short = {power: words.say("rulebook.power.none" if power is Power.NONE else f"power.short.{power}") for power in rules.powers_used()}
    return [(span(players), ", ".join(short[power] for power in track)) for track, players in groups.items()]


def by_hand(rules: Ruleset) -> bool:
    """Tell whether hands replace ballots, party cards and envelopes."""
    return rules.cards is Cards.FRENCH_DECK


def hands(rules: Ruleset) -> str:
    """Choose the sentence without envelopes, ballots or party cards if there are none."""
    return ".hands" if by_hand(rules) else ""


def veto_manner(rules: Ruleset) -> str:
    return "fascist" if rules.veto is not VetoStyle.SEALED and rules.veto_needs_fascist_hand else rules.veto.value


def veto_section(rules: Ruleset, words: Words) -> Iterator[Section]:
    if not may_veto(rules):
        return
    manner = f"{rules.veto}.fascist" if veto_manner(rules) == "fascist" else rules.veto
    yield Section(words.say("print.sum.veto", n=rules.veto_threshold), [Line(words.say(f"print.sum.veto.{manner}"), "veto")])


def _ordinary_deck(rules: Ruleset, words: Words) -> Iterator[Section]:
    if rules.cards is Cards.FRENCH_DECK:
        meaning = Words(words.language, "game" if words.wording == "cards" else words.wording)
        yield Section(words.say("print.sum.deckcards"), [Line(meaning.say("print.sum.deckcards.text", **suits(rules, words)))])


RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def suits(rules: Ruleset, words: Words) -> dict[str, str]:
    """Name the ordinary cards of each policy by their ranks; cards beyond a suit come from a second deck."""
    return {"diamonds": _ranks(rules.liberal_tiles, words), "hearts": _ranks(rules.fascist_tiles, words)}


def _ranks(cards: int, words: Words) -> str:
    more = f" {words.say('paper.secondDeck', n=cards - len(RANKS))}" if cards > len(RANKS) else ""
    return f"{RANKS[0]}–{RANKS[:cards][-1]}{more}"  # noqa: RUF001  because print has the dash for ranges


def aim_in_words(words: Words, role: Role, rules: Ruleset, seats: int | None = None) -> str:
    """Say what a role wants, without executions if a game can't have any."""
    if role is not Role.LIBERAL:
        return words.say(f"role.aim.{role.value}", n=rules.fascist_goal, k=rules.hitler_threshold)
    return words.say("role.aim.L" if execution_wins(rules, seats) else "role.aim.L.policies", n=rules.liberal_goal)


def execution_wins(rules: Ruleset, seats: int | None = None) -> bool:
    return rules.hitler_death_wins and Power.EXECUTE in rules.powers_used(seats)


def guide(rules: Ruleset, words: Words) -> list[Section]:
    """Give advice and answers that fit this rule set."""
    used = rules.powers_used()
    liberal = [1, 2, *([3] if Power.SPECIAL_ELECTION in used else []), 4]
    fascist = [1, 2, *([3] if Power.INVESTIGATE in used else []), *([4] if Power.EXECUTE in used else [])]
    parts = {
        "setting": [words.say("rulebook.setting")],
        "phrases": phrases(rules, words),
        "L": [words.say(f"rulebook.advice.L.{number}", k=rules.hitler_threshold) for number in liberal],
        "F": [words.say(f"rulebook.advice.F.{number}") for number in fascist],
        "H": [words.say(f"rulebook.advice.H.{number}") for number in (1, 2)],
        "questions": [words.say(f"rulebook.question.{asked}") for asked in _questions(rules)],
        "readings": [asked_and_answered(rules, each.field, words) for each in READINGS if each.bites(rules)],
    }
    return [Section(words.say(f"rulebook.guide.{part}"), [Line(said) for said in lines]) for part, lines in parts.items() if lines]


def phrases(rules: Ruleset, words: Words) -> list[str]:
    said = [power.value for power in (Power.INVESTIGATE, Power.EXECUTE) if power in rules.powers_used()]
    if rules.veto is VetoStyle.REQUEST and may_veto(rules):
        said += ["veto", "agree", "refuse"]
    return [words.say(f"rulebook.phrase.{phrase}", name=_SOMEBODY) for phrase in said]


def _questions(rules: Ruleset) -> Iterator[str]:
    used = rules.powers_used()
    yield "lie"
    if Power.INVESTIGATE in used:
        yield f"cards{hands(rules)}"
    yield "random"
    if used - {Power.NONE}:
        yield "advice"
    yield "limits"
    if Power.SPECIAL_ELECTION in used:
        yield "rotation"
    if Power.EXECUTE in used:
        yield "dead"
    if may_veto(rules):
        yield "veto.fascist" if veto_manner(rules) == "fascist" else "veto.any"
    yield "deck"
