"""What the texts hold besides the rules: the setting, what is said aloud, advice for each role, questions and answers."""

from collections.abc import Iterator

from ..rules import Power, Ruleset
from ..rules.ruleset import VetoStyle
from .speaker import Words
from .summary import Line, Section, by_hand

_SOMEBODY = "…"


def guide(rules: Ruleset, words: Words) -> list[Section]:
    """Nothing is advised or answered that a rule set does not know."""
    parts = {
        "setting": [words.say("rulebook.setting")],
        "phrases": phrases(rules, words),
        "L": [words.say(f"rulebook.advice.L.{number}", k=rules.hitler_threshold) for number in _advice_for_liberals(rules)],
        "F": [words.say(f"rulebook.advice.F.{number}") for number in _advice_for_fascists(rules)],
        "H": [words.say(f"rulebook.advice.H.{number}") for number in (1, 2)],
        "questions": [words.say(f"rulebook.question.{question}") for question in _questions(rules)],
    }
    return [Section(words.say(f"rulebook.guide.{part}"), [Line(said) for said in told]) for part, told in parts.items() if told]


def phrases(rules: Ruleset, words: Words) -> list[str]:
    """The formal phrases of president and chancellor."""
    said = [power.value for power in (Power.INVESTIGATE, Power.EXECUTE) if power in rules.powers_used()]
    if rules.veto is VetoStyle.REQUEST and rules.veto_threshold < rules.fascist_goal:
        said += ["veto", "agree", "refuse"]
    return [words.say(f"rulebook.phrase.{phrase}", name=_SOMEBODY) for phrase in said]


def _advice_for_liberals(rules: Ruleset) -> Iterator[int]:
    yield from (1, 2)
    if Power.SPECIAL_ELECTION in rules.powers_used():
        yield 3
    yield 4


def _advice_for_fascists(rules: Ruleset) -> Iterator[int]:
    yield from (1, 2)
    if Power.INVESTIGATE in rules.powers_used():
        yield 3
    if Power.EXECUTE in rules.powers_used():
        yield 4


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
