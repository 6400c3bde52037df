"""Why something may not be done: the rule of the table in words, and where the five documents have it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ..rules import RULESETS, Bar, Phase, Power, Ruleset
from ..rules.powers import BY_PHASE
from .speaker import Words, known_as
from .summary import Line, Section, power_in_words, round_steps, sections, term_limits, veto_section

_DOCUMENTS: Final = Path(__file__).parents[1] / "rules" / "rulebook"
_STEPS: Final = {Bar.ALREADY_VOTED: "vote", Bar.NOT_IN_HAND: "session", Bar.IN_SESSION: "session", Bar.NOT_SEEN: "session"}
_DUE: Final = {
    Phase.NOMINATION: "nominate",
    Phase.ELECTION: "vote",
    Phase.PRESIDENT_SESSION: "session",
    Phase.CHANCELLOR_SESSION: "session",
}
"""The step of a round in which a refusal has its reason: by the refusal, or by what is due instead."""


class RuleSentence(Struct, frozen=True, kw_only=True):
    """A sentence of a document, in short words of our own."""

    document: str
    line: int
    says: str
    held: tuple[str, ...]
    """The predicates that hold it, in the tests."""
    rulesets: tuple[str, ...]
    """Whose games keep to it."""
    bars: tuple[str, ...] = ()
    """The refusals it explains; `yourself:execution` only in that phase."""


class Citation(Struct, frozen=True, kw_only=True):
    """The rule behind a refusal."""

    rules: str
    heading: str
    """The part of the rules on one page that has it."""
    lines: tuple[str, ...]
    sentences: tuple[RuleSentence, ...]
    """Where the documents of a written rule set have it; none under house rules."""


def cite(rules: Ruleset, words: Words, bar: Bar, phase: Phase | None = None) -> Citation | None:
    """Find the rule behind a refusal in a phase, with the numbers of the table; None where no rule of the game says no."""
    section = _section(rules, words, bar, phase)
    if section is None:
        return None
    own, codes = known_as(rules), {bar.value, f"{bar.value}:{phase}"}
    found = tuple(sentence for sentence in sentences() if own in sentence.rulesets and not codes.isdisjoint(sentence.bars))
    return Citation(rules=words.ruleset(rules), heading=section.heading, lines=tuple(line.words for line in section.lines), sentences=found)


def _section(rules: Ruleset, words: Words, bar: Bar, phase: Phase | None) -> Section | None:
    match bar:
        case Bar.OVER:
            return sections(rules, words)[0]
        case Bar.VETO_FIRST | Bar.VETO_CLOSED:
            return next(veto_section(rules, words), None)
        case Bar.IS_PRESIDENT:
            return _part(words, "round", words.say("why.president"))
        case Bar.WAS_PRESIDENT | Bar.WAS_CHANCELLOR | Bar.ENACTED_AS_PRESIDENT | Bar.ENACTED_AS_CHANCELLOR:
            return _part(words, "round", *term_limits(rules, words))
        case Bar.DEAD:
            return _part(words, "powers", power_in_words(Power.EXECUTE, rules, words))
        case Bar.INVESTIGATED:
            return _part(words, "powers", power_in_words(Power.INVESTIGATE, rules, words))
        case Bar.YOURSELF | Bar.NOT_AWAITED if phase in BY_PHASE:
            return _part(words, "powers", power_in_words(BY_PHASE[phase].power, rules, words))
    step = _DUE.get(phase) if bar is Bar.NOT_AWAITED and phase is not None else _STEPS.get(bar)
    return None if step is None else _part(words, "round", round_steps(rules, words)[step])


def _part(words: Words, heading: str, *lines: str) -> Section:
    return Section(words.say(f"print.sum.{heading}"), [Line(line) for line in lines])


@cache
def sentences() -> tuple[RuleSentence, ...]:
    """Return every sentence of the five documents, each document from top to bottom."""
    return tuple(sentence for name in RULESETS for sentence in _of_document(name))


def _of_document(name: str) -> Iterator[RuleSentence]:
    written = msgspec.toml.decode((_DOCUMENTS / f"{name}.toml").read_bytes())
    for row in written["sentences"]:
        others = row.get("also", []) + ([] if row.get("alone") else written.get("completes", []))
        held = row["held"] if isinstance(row["held"], list) else [row["held"]]
        told = {"document": name, "line": row["line"], "says": row["says"], "held": held, "bars": row.get("bars", [])}
        yield msgspec.convert(told | {"rulesets": [name, *others]}, RuleSentence)
