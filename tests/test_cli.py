"""The commands that scripts rely on, run as a person would run them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.records import write_records
from secret_hitler.rules import OFFICIAL, RULESETS
from tests.games import random_record

FIELDS = {
    "games",
    "seconds",
    "games_per_second",
    "decisions_per_game",
    "liberal_win_rate",
    "endings",
    "nominations",
    "sessions",
    "chaos",
    "vetoes",
}


def run(*arguments: object, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "secret_hitler.cli", *map(str, arguments)]
    return subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120, check=False)


def test_simulate_prints_one_json_object() -> None:
    done = run("simulate", "--players", 5, "--games", 50, "--seed", 1, "--rules", "manual", "--engine", "reference", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert set(summary) >= FIELDS
    assert set(summary["endings"]) == {"liberal_policies", "hitler_executed", "fascist_policies", "hitler_elected"}
    assert done.stderr == ""


def test_simulate_compares_rule_sets_and_numbers_of_players(tmp_path: Path) -> None:
    done = run("simulate", "--players", "5,10", "--rules", "manual,online", "--games", 20, "--json", "--plot", tmp_path / "plot.png")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["rules"], one["players"]) for one in told] == [("manual", 5), ("manual", 10), ("online", 5), ("online", 10)]
    assert (tmp_path / "plot.png").stat().st_size > 10_000
    table = run("simulate", "--players", "all", "--games", 5).stdout
    assert table.count("official") == 6


def test_simulate_prints_a_table_for_people() -> None:
    done = run("simulate", "--games", 20)
    assert done.returncode == 0
    assert "liberals win" in done.stdout


def test_rules_are_shown_in_words_and_as_data() -> None:
    assert all(name in run("rules").stdout for name in RULESETS)
    assert json.loads(run("rules", "online", "--json").stdout)["veto"] == "sealed"


def test_house_rules_are_checked(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("liberal_goal = 6\n")
    assert run("rules", house).returncode == 0
    house.write_text("liberal_goal = 9\n")
    done = run("simulate", "--rules", house)
    assert done.returncode == 2
    assert "liberals need 9 policies" in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_counts_the_games_that_fit(tmp_path: Path) -> None:
    import random

    rng = random.Random(4)
    path = tmp_path / "games.jsonl"
    write_records(path, [random_record(OFFICIAL, 7, rng) for _ in range(3)])
    done = run("replay", path, "--check")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "3 games, 3 fit")
    path.write_text(path.read_text() + "{}\n")
    done = run("replay", path, "--check")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "4 games, 3 fit")
    assert "game 3: not a record" in done.stderr
    assert "no seed and commitment" in run("replay", path, "--verify").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "--players", 4), "is for 5 to 10 players, not 4"),
        (("simulate", "--games", 0), "at least one game"),
        (("simulate", "--players", "5,x"), "numbers with commas"),
        (("simulate", "--rules", "chess"), "there is no rule set 'chess'"),
        (("replay", "no-such-file"), "cannot be read"),
        (("sing",), "invalid choice"),
    ],
)
def test_a_mistake_gets_a_clear_message(arguments: tuple[object, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_whole_game_can_be_played_in_lines() -> None:
    done = run("play", "--players", 5, "--seed", 2, answers="nonsense\n" + "1\n2\n3\n" * 300)
    assert done.returncode == 0, done.stderr
    assert "Type a number from 1 to" in done.stdout
    assert "s win: " in done.stdout


def test_a_game_can_be_left() -> None:
    assert "The game was left" in run("play", answers="").stdout
