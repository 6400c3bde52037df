"""The command itself: its options are documented, its mistakes are told in words, and lines of text play with real bots."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.cli import parser
from secret_hitler.records import Record, final, read_records

PAGE = Path(__file__).resolve().parents[2] / "docs" / "terminal.md"


def run(*arguments: str, answers: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "secret_hitler", "play", *arguments]
    return subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120, check=False)


def test_every_option_is_in_the_documents() -> None:
    (commands,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    options = [option for action in commands.choices["play"]._actions for option in action.option_strings if option.startswith("--")]
    page = PAGE.read_text(encoding="utf-8")
    assert [option for option in options if option != "--help" and f"`{option}" not in page] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "4"), "is for 5 to 10 players, not 4"),
        (("--seat", "9"), "choose a chair from 1 to 7, not 9"),
        (("--speed", "0"), "choose a speed above 0"),
        (("--save", "no/such/folder/game.txt"), "there's no folder"),
        (("--join", "http://127.0.0.1:1/t/ABCDE", "--save", "game.txt"), "the server keeps a live table's games"),
        (("--join", "http://127.0.0.1:1/t/ABCDE"), "use a terminal"),
    ],
)
def test_a_mistake_gets_a_clear_message(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_lines_of_text_tell_events_in_words() -> None:
    done = run("--players", "5", "--seed", "2", "--level", "deducer", "--seat", "3", "--name", "Mira", answers="1\n2\n3\n" * 300)
    assert done.returncode == 0, done.stderr
    assert "You're Mira, in chair 3." in done.stdout
    assert "Bots play by deduction." in done.stdout
    assert "nominates" in done.stdout
    assert "ElectionHeld" not in done.stdout
    assert "You win!" in done.stdout or "You lose." in done.stdout


@pytest.mark.parametrize("name", ["game.txt", "game.jsonl"])
def test_a_game_can_be_saved(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert (
        run("--watch", "--players", "5", "--seed", "2", "--rules", "french-deck", "--level", "random", "--save", str(path)).returncode == 0
    )
    (record,) = read_records(path)
    assert isinstance(record, Record)
    assert final(record).ending is not None
    assert record.names[0] == "Ada"


def test_bots_can_be_watched_in_lines() -> None:
    done = run("--watch", "--plain", "--players", "5", "--seed", "2", "--level", "random")
    assert done.returncode == 0, done.stderr
    assert "was Hitler" in done.stdout
