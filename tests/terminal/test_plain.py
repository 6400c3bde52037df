"""A game in plain lines: the person may claim before the bots vote, and whatever is typed that is no number is said aloud."""

import re
from collections.abc import Iterator

import pytest

from secret_hitler.rules import OFFICIAL, Seat
from secret_hitler.tables.names import BOT_NAMES
from secret_hitler.terminal.game_setup import GameSetup
from secret_hitler.terminal.plain import play_in_lines
from secret_hitler.terminal.words import phrase_in, speak
from secret_hitler.wire.commands import Phrase

SETUP = GameSetup(players=5, seed=2, level="regular", rules=OFFICIAL, seat=Seat(2), name="Mira", speed=1.0, save=None)


def game(answers: Iterator[str]) -> list[str]:
    """All that was told, and what was asked and answered."""
    lines: list[str] = []

    def ask(question: str) -> str:
        answer = next(answers)
        lines.append(f"{question}{answer}")
        return answer

    play_in_lines(SETUP, ask=ask, tell=lambda text: lines.extend(text.splitlines()))
    return lines


def always(answer: str) -> Iterator[str]:
    while True:
        yield answer


def test_who_governed_is_asked_for_a_claim_before_the_next_vote_is_counted() -> None:
    lines = game(always("1"))
    asked = [place for place, line in enumerate(lines) if re.match(r"In round \d+ my [23] cards were", line)]
    assert asked
    for place in asked:
        later = lines[place:]
        claimed = next(number for number, line in enumerate(later) if "Mira claims" in line)
        counted = next(number for number, line in enumerate(later) if re.match("  (Elected|Rejected)", line))
        assert claimed < counted


def test_the_claims_of_bots_are_heard_before_anything_is_asked() -> None:
    lines = game(always("1"))
    enacted = next(place for place, line in enumerate(lines) if line.endswith("policy is enacted."))
    claims = [place for place, line in enumerate(lines) if "claims to have" in line and "Mira" not in line]
    asked = [place for place, line in enumerate(lines) if line.startswith("Your choice") and place > enacted]
    assert min(claims) < min(asked)


def test_what_bots_say_of_a_vote_stands_before_its_result() -> None:
    lines: list[str] = []
    play_in_lines(SETUP, watch=True, tell=lambda text: lines.extend(text.splitlines()))
    elected = [(place, found) for place, line in enumerate(lines) if (found := re.match(r"  Elected .*: (\w+) and (\w+)\.", line))]
    assert elected
    for place, found in elected:
        rest = lines[place + 1 :]
        session = rest[: next((end for end, line in enumerate(rest) if "is enacted" in line), len(rest))]
        assert not [line for line in session if line.startswith(tuple(f"  {name}: " for name in found.groups()))]


def test_a_sentence_is_said_aloud_and_answered_by_whom_it_names() -> None:
    def answers() -> Iterator[str]:
        yield "Good evening, Ada!"
        yield ""
        yield "99"
        yield from always("1")

    lines = game(answers())
    said = lines.index("  Mira: Good evening, Ada!")
    assert lines[said + 1].startswith("  Ada: ")
    assert sum(re.fullmatch(r"Type a number from 1 to \d, or a sentence to say it out loud\.", line) is not None for line in lines) == 2


def test_the_rule_behind_a_barred_choice_is_told_on_request() -> None:
    def answers() -> Iterator[str]:
        yield from ("why 3", "3", "why 3")
        yield from always("1")

    lines = game(answers())
    barred = next(place for place, line in enumerate(lines) if line.startswith("  3) Mira") and "is running for president" in line)
    after = lines[barred : lines.index("You can't: is running for president. Type “why 3” to see the rule.") + 4]
    assert [line for line in after if line.startswith("  The president nominates")] == [
        "  The president nominates another player for chancellor."
    ] * 2
    assert after.count("  Official rules, Each round") == 2
    assert not any("Mira: why" in line for line in lines), "it isn't said aloud"


@pytest.mark.parametrize(
    ("language", "text", "phrase", "seat"),
    [
        ("en", "why did you vote nein, ada", Phrase.WHY_NEIN, 0),
        ("de", "Ich vertraue Bruno.", Phrase.TRUST, 1),
        ("en", "Why?", Phrase.WHY, None),
    ],
)
def test_the_common_phrases_are_found_in_what_is_typed(language: str, text: str, phrase: Phrase, seat: int | None) -> None:
    speak(language)
    try:
        assert phrase_in(text, [Seat(0), Seat(1)], lambda seat: BOT_NAMES[seat]) == (phrase, seat)
    finally:
        speak("en")


def test_what_is_no_phrase_is_said_as_it_is() -> None:
    assert phrase_in("I like you, Bruno", [Seat(0), Seat(1)], lambda seat: BOT_NAMES[seat]) is None
