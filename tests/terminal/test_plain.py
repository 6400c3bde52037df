"""A game in plain lines: the person may claim before the bots vote, and whatever is typed that is no number is said aloud."""

import re
from collections.abc import Iterator

import pytest

from secret_hitler.rules import OFFICIAL, Seat
from secret_hitler.tables.names import BOT_NAMES
from secret_hitler.terminal.launch_options import GameSetup
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
    asked = [place for place, line in enumerate(lines) if re.match(r"My [23] tiles in round", line)]
    assert asked
    for place in asked:
        later = lines[place:]
        claimed = next(number for number, line in enumerate(later) if "Mira claims" in line)
        counted = next(number for number, line in enumerate(later) if re.match("  (Elected|Voted down)", line))
        assert claimed < counted


def test_the_claims_of_bots_are_heard_before_anything_is_asked() -> None:
    lines = game(always("1"))
    enacted = next(place for place, line in enumerate(lines) if line.endswith("policy is enacted."))
    claims = [place for place, line in enumerate(lines) if "claims to have" in line and "Mira" not in line]
    asked = [place for place, line in enumerate(lines) if line.startswith("Your choice") and place > enacted]
    assert min(claims) < min(asked)


def test_a_sentence_is_said_aloud_and_answered_by_whom_it_names() -> None:
    def answers() -> Iterator[str]:
        yield "Good evening, Ada!"
        yield ""
        yield "99"
        yield from always("1")

    lines = game(answers())
    said = lines.index("  Mira: Good evening, Ada!")
    assert lines[said + 1].startswith("  Ada: ")
    assert sum(re.fullmatch(r"Type a number from 1 to \d, or a sentence to say it aloud\.", line) is not None for line in lines) == 2


@pytest.mark.parametrize(
    ("language", "text", "phrase", "seat"),
    [
        ("en", "ada, why did you vote nein", Phrase.WHY_NEIN, 0),
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
