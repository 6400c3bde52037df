"""The commands that scripts rely on, run as a person would run them."""

import argparse
import json
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from secret_hitler.cli import main, parser
from secret_hitler.records import Record, read_records, write_records
from secret_hitler.rules import OFFICIAL, RULESETS, Party
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


PACKAGE = (sys.executable, "-m", "secret_hitler")


def run(*arguments: object, answers: str = "", program: Sequence[str] = PACKAGE) -> subprocess.CompletedProcess[str]:
    command = [*program, *map(str, arguments)]
    return subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(("arguments", "status"), [(("--version",), 0), (("rules", "online"), 0), (("rules", "chess"), 2), ((), 2)])
def test_the_package_runs_as_the_command_does(arguments: tuple[str, ...], status: int) -> None:
    package, command = run(*arguments), run(*arguments, program=(str(Path(sys.executable).with_name("secret-hitler")),))
    assert package.returncode == status
    assert (package.stdout, package.stderr, package.returncode) == (command.stdout, command.stderr, command.returncode)


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
    assert "Longest game: 33 rounds. No dead ends." in run("rules", house).stdout
    house.write_text("liberal_goal = 9\n")
    done = run("simulate", "--rules", house)
    assert done.returncode == 2
    assert "liberals need 9 policies" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_reading_is_checked_with_a_line_for_each_number_of_players(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("fascists = { 5 = 1 }\nveto_threshold = 6\nname = 'ours'\n")
    done = run("rules", house, "--check-all")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("ours, as written, 5 players: ")
    assert " states, 4 endings, 30 rounds, " in lines[0]
    assert [line.split(", ")[1] for line in lines if "chaos_enacts" in line and "no end" in line] == ["chaos_enacts = False"]
    assert not any("veto" in line for line in lines)


def test_replay_counts_the_games_that_fit(tmp_path: Path) -> None:
    rng = random.Random(4)
    path = tmp_path / "games.jsonl"
    write_records(path, [random_record(OFFICIAL, 7, rng) for _ in range(3)])
    done = run("replay", path, "--check")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "3 games, 3 fit")
    path.write_text(path.read_text() + "{}\n")
    done = run("replay", path, "--check")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "4 games, 3 fit")
    assert "game 3: line 4, column 1: not a record" in done.stderr
    assert "no seed and commitment" in run("replay", path, "--verify").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "--out", "statistics.xml"), "written as .csv or .parquet, not as .xml"),
        (("simulate", "--plot", "statistics.mp3"), "not as .mp3"),
        (("simulate", "--out", "no/such/folder/a.csv"), "there's no folder no/such/folder to write into"),
        (("arena", "--out", "."), "is a folder"),
        (("arena", "--games", 0), "at least one game"),
        (("cards", "--out", "no/such/folder/a.pdf"), "there's no folder"),
        (("replay", "/dev/null"), "there's no game"),
        (("belief", "/dev/null"), "there's no game"),
        (("simulate", "--players", 4), "is for 5 to 10 players, not 4"),
        (("simulate", "--games", 0), "at least one game"),
        (("simulate", "--players", "5,x"), "numbers with commas"),
        (("simulate", "--rules", "chess"), "there's no rule set or file 'chess'"),
        (("replay", "no-such-file"), "cannot be read"),
        (("sing",), "there's no such command"),
        (("srve",), "Did you mean serve?"),
        (("doctor", "postgresql://owl:secret@host/db"), "takes a server's folder"),
        (("backup", "postgresql://owl:secret@host/db", "file"), "takes a server's folder"),
        (("mcp", "--http", "--port", 99999999), "99999999 isn't a port"),
        (("serve", "--public-url", "ftp://owls.example"), "--public-url can't be 'ftp://owls.example'"),
        (("serve", "--log-format", "xml"), "--log-format can't be 'xml'"),
        (("serve", "--bot-pace", -1), "--bot-pace"),
    ],
)
def test_a_mistake_gets_a_clear_message(arguments: tuple[object, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "owl:secret" not in done.stderr.replace("\n", "")


def test_replay_tells_the_game_in_words_with_the_names_that_were_written_down(tmp_path: Path) -> None:
    record = random_record(OFFICIAL, 5, random.Random(3))
    record.notes = {f"seat {seat}": name for seat, name in enumerate(("Ada", "Bruno", "Clara", "Doro", "Emil"))}
    path = tmp_path / "game.txt"
    write_records(path, [record])
    told = run("replay", path).stdout.splitlines()
    assert told[0].startswith("game 0: 5 seats, official, ")
    assert any(line.endswith(" for chancellor.") and " nominates " in line for line in told)
    assert "seat" not in "".join(told[1:-1])
    believed = run("belief", path).stdout
    assert "Emil: " in believed
    assert "seat" not in believed


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_the_arena_keeps_its_games(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    asked = ("arena", "--players", 5, "--games", 25, "--liberals", "random", "--fascists", "party-line", "--workers", 2, "--json")
    result = json.loads(run(*asked, "--out", path).stdout)
    records = [record for record in read_records(path) if isinstance(record, Record)]
    assert len(records) == result["games"] == 25
    won = sum(record.ending is not None and record.ending.winner is Party.LIBERAL for record in records)
    assert won / 25 == result["liberal_win_rate"]
    assert run("replay", path, "--check").stdout == "25 games, 25 fit\n"


def test_work_that_takes_long_says_a_line_now_and_then_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("secret_hitler.cli.output.LINE_EVERY", 0.0)
    assert main(["simulate", "--games", "3", "--engine", "reference", "--json"]) == 0
    told = capsys.readouterr()
    assert re.fullmatch(r"(\d of 3 games in \d+ s, about \d+ s left\n){3}", told.err)
    assert json.loads(told.out)["games"] == 3


def test_colour_is_for_terminals_that_want_it() -> None:
    assert "\x1b" not in run("simulate", "--games", 20, "--engine", "reference").stdout


def test_bash_completes_commands_options_and_values() -> None:
    script = run("completion", "bash").stdout
    assert completed(script, "secret-hitler", "to") == ["tournament"]
    assert completed(script, "secret-hitler", "arena", "--lib") == ["--liberals"]
    assert completed(script, "secret-hitler", "arena", "--liberals", "ded") == ["deducer"]
    assert completed(script, "secret-hitler", "cards", "--rules", "fre") == ["french-deck"]
    assert completed(script, "secret-hitler", "serve", "--port", "") == []


def completed(script: str, *words: str) -> list[str]:
    typed = " ".join(f"'{word}'" for word in words)
    asked = f'COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _secret_hitler; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_told_every_command_and_option(shell: str) -> None:
    script = run("completion", shell).stdout
    (commands,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    options = {
        option.lstrip("-") for command in commands.choices.values() for action in command._actions for option in action.option_strings
    }
    assert all(re.search(rf"\b{word}\b", script) for word in {*commands.choices, *options})


def test_a_whole_game_can_be_played_in_lines() -> None:
    done = run("play", "--players", 5, "--seed", 2, answers="nonsense\n" + "1\n2\n3\n" * 300)
    assert done.returncode == 0, done.stderr
    assert "Type a number from 1 to" in done.stdout
    assert "s win: " in done.stdout


def test_a_game_can_be_left() -> None:
    assert "You left the game" in run("play", answers="").stdout


def test_a_bot_in_the_current_folder_plays_wherever_a_bot_is_named(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(
        "from secret_hitler.bots.baselines import PartyLine\n\n\nclass Mine(PartyLine):\n"
        "    def __init__(self, view, rng, person):\n        super().__init__(view, rng)\n"
    )
    for command in (
        ["arena", "--liberals", "my_bots:Mine", "--fascists", "random", "--games", "40", "--workers", "2", "--json"],
        ["tournament", "--bots", "random,my_bots:Mine", "--games", "2", "--players", "5", "--workers", "1", "--json"],
        ["play", "--plain", "--watch", "--level", "my_bots:Mine", "--seed", "3"],
    ):
        run = subprocess.run([sys.executable, "-m", "secret_hitler", *command], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        wrong = [word.replace(":Mine", ":Yours") for word in command]
        run = subprocess.run([sys.executable, "-m", "secret_hitler", *wrong], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 2
        assert "module 'my_bots' has no attribute 'Yours'" in run.stderr
