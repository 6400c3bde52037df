"""A game on paper can be written by hand under every rule set, and mistakes are named by line and column."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.paper.files import read_games
from secret_hitler.paper.filling import paper_moments
from secret_hitler.paper.hand_notation import TITLE, parse_paper, print_paper
from secret_hitler.paper.paper_game import PaperGame
from secret_hitler.records import UnfitRecord
from secret_hitler.rules import RULESETS
from tests.games import random_record

from .written_down import written_down

DOCUMENT = Path(__file__).parents[2] / "docs" / "by-hand.md"
EXAMPLES = re.findall(rf"```text\n({re.escape(TITLE)}.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
OFFICIAL = next(example for example in EXAMPLES if '"official"' in example)


def test_there_is_a_worked_example_of_every_rule_set() -> None:
    assert [parse_paper(example).rules for example in EXAMPLES] == list(RULESETS.values())


@pytest.mark.parametrize("example", EXAMPLES, ids=RULESETS)
def test_every_worked_example_is_a_whole_game_that_fits(example: str, tmp_path: Path) -> None:
    *_, last = paper_moments(parse_paper(example))
    assert last.view.board.ending is not None
    path = tmp_path / "evening.txt"
    path.write_text(example, encoding="utf-8")
    command = [sys.executable, "-m", "secret_hitler", "replay", str(path), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 games, 1 fit")


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_printed_is_read_as_it_was(name: str) -> None:
    for number in range(15):
        paper = written_down(random_record(RULESETS[name], 5 + number % 6, random.Random(f"{name} {number}")))
        assert parse_paper(print_paper(paper)) == paper


def test_votes_may_be_left_out_and_seats_be_numbers() -> None:
    paper = parse_paper(OFFICIAL)
    text = OFFICIAL.replace("JNJJJ", "elected").replace("first Cem; nominates Ben", "first 2; nominates 1 {we forgot the votes}")
    assert len(parse_paper(text).entries) == len(paper.entries)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("format 1", "format 2", "line 1, column 1: a game on paper begins with"),
        ("players = [", "players = ", "line 2, column 17: header: "),
        ("---", "", "line 1, column 1: the header must end"),
        ("nominates Ben; JNJJJ", "nominates Bruno; JNJJJ", "line 7, column 16: there's no player 'Bruno'"),
        ("enacts F\n 2.", "devours F\n 2.", "line 7, column 38: can't read 'devours F'"),
        (" 2. nominates Anna", " 2. nominates Ben", "line 8, column 5: round 2: nominated .*was the last elected chancellor"),
        (" 3. nominates", " 4. nominates", "line 9, column 5: this is round 3, not 4"),
        ("JNNNN", "JNNN", "line 8, column 21: round 2: voted .*"),
        ("executes Dora", "investigates Dora", "line 12, column 50: nobody investigates now: the president executes a player"),
        ("claims got LL", "claims ate LL", "line 9, column 21: cannot read 'ate LL"),
        (" 5. ", "five ", "line 11, column 1: a line begins with the number of its round"),
        ("roles FHLLL", "roles FHLLX", "line 15, column 62: 'X' is not a valid Role"),
    ],
)
def test_a_mistake_is_named_by_line_and_column(old: str, new: str, reason: str) -> None:
    assert old in OFFICIAL
    with pytest.raises(UnfitRecord, match=reason):
        parse_paper(OFFICIAL.replace(old, new, 1))


def test_a_file_may_hold_several_games_and_names_the_line_of_a_mistake_in_any(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(OFFICIAL + OFFICIAL.replace("enacts L", "enacts X") + OFFICIAL, encoding="utf-8")
    first, second, third = read_games(path)
    assert isinstance(first, PaperGame)
    assert isinstance(third, PaperGame)
    wrong = next(number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1) if "enacts X" in line)
    assert str(second).startswith(f"line {wrong}, column ")
