"""What people type is understood, or let pass: 325 lines written by hand in four languages, with what they mean."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from secret_hitler.words.typed import Meaning, understand

LINES = Path(__file__).with_name("typed_lines.txt")
NAMES = {seat: (name,) for seat, name in enumerate(("Ada", "Bruno", "Clara", "Doro", "Emil", "Frieda", "Gustav"))}
UNDERSTOOD = 0.95


def lines() -> Iterator[tuple[str, Meaning | None]]:
    for line in LINES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text, code, *seats = (part.strip() for part in line.split("|"))
            other, suspect = [*map(int, seats), None, None][:2]
            yield text, None if code == "-" else Meaning(code, other, suspect)


def meant(text: str) -> Meaning | None:
    found = understand(text, NAMES)
    return found if found is None else Meaning(found.code, found.other, found.suspect)


def test_what_people_type_is_understood() -> None:
    written = list(lines())
    assert len(written) > 300
    wrong = [(text, wanted, meant(text)) for text, wanted in written if meant(text) != wanted]
    assert len(wrong) <= (1 - UNDERSTOOD) * len(written), wrong


@pytest.mark.parametrize("text", ["my internet is slow", "was für ein spiel", "c'est long", "qué partida", "where is round 3"])
def test_what_is_not_about_the_game_is_let_pass(text: str) -> None:
    assert understand(text, NAMES) is None


@pytest.mark.parametrize(
    ("text", "tiles"),
    [("i got ffl", "FFL"), ("3 fascists, I swear", "FFF"), ("zwei faschisten", "FF"), ("I had RRB", "FFL"), ("dos liberales", "LL")],
)
def test_a_claim_says_which_policies(text: str, tiles: str) -> None:
    found = understand(text, NAMES)
    assert found is not None
    assert (found.code, found.tiles) == ("told", tiles)


def test_a_name_alone_is_a_mention() -> None:
    assert understand("Doro has a nice hat", NAMES) == Meaning("named", 3)


def test_french_elides_before_a_name() -> None:
    assert understand("la carte d\u2019Ada est louche", NAMES) == Meaning("phrase-suspect", 0)
