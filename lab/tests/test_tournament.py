"""Tournaments: the same result from any number of workers, and from a run that was killed and taken up again."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from secret_hitler.cli import main
from secret_hitler.rules import OFFICIAL, ONLINE
from secret_hitler_lab.tournament.leaderboard import draw, page
from secret_hitler_lab.tournament.ledger import Ledger, LedgerRefused
from secret_hitler_lab.tournament.standings import Standings, standings
from secret_hitler_lab.tournament.tournament import BATCH, BadTournament, Setting, games_of, matches, play_here, play_match
from secret_hitler_lab.tournament.workers import WorkerLost
from tests.processes import descendants, running

ASKED = ("tournament", "--bots", "random,party-line", "--players", "5")
COMMAND = (sys.executable, "-m", "secret_hitler", *ASKED)
SMALL = Setting(rules=OFFICIAL, bots=("party-line", "random"), players=(5, 6), games=BATCH + 2, seed=3)


def played(setting: Setting, workers: int = 1, path: Path | None = None, progress: Callable[[int], None] | None = None) -> Standings:
    with Ledger(setting, path) as ledger:
        ledger.write_all(play_here(setting, ledger.left, workers), progress)
    return standings(setting, ledger.outcomes.values())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return what a run of the small tournament writes."""
    path = tmp_path_factory.mktemp("tournament") / "games.jsonl"
    played(SMALL, path=path)
    return path.read_bytes()


@pytest.fixture
def small(file: bytes, tmp_path: Path) -> Standings:
    path = tmp_path / "small.jsonl"
    path.write_bytes(file)
    return played(SMALL, path=path)


def test_every_bot_meets_every_bot_from_both_sides_on_the_same_deals(small: Standings) -> None:
    assert len(small.pairings) == len(SMALL.players) * len(SMALL.bots) ** 2
    assert {pairing.games for pairing in small.pairings} == {SMALL.games}
    assert small.games == games_of(matches(SMALL))
    for match in matches(SMALL):
        assert list(match.deals) in (list(range(BATCH)), list(range(BATCH, SMALL.games)))


def test_the_number_of_workers_changes_nothing(small: Standings) -> None:
    assert msgspec.json.encode(played(SMALL, workers=2)) == msgspec.json.encode(small)


def test_the_order_in_which_matches_finish_changes_nothing(small: Standings) -> None:
    backwards = [play_match(SMALL, match) for match in reversed(matches(SMALL))]
    assert standings(SMALL, backwards) == small


def test_progress_counts_the_games_of_this_run_only(tmp_path: Path, file: bytes) -> None:
    counts: list[int] = []
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(file.splitlines(keepends=True)[:-3]))
    with Ledger(SMALL, path) as ledger:
        before = ledger.games_played
    played(SMALL, path=path, progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == games_of(matches(SMALL)) - before


def test_a_killed_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [*COMMAND, "--games", "60", "--seed", "7", "--workers", "2", "--out", str(path), "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as first:
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 2)
        workers = descendants(first.pid)
        first.send_signal(signal.SIGKILL)
    kept = path.read_bytes()
    setting = Setting(rules=OFFICIAL, bots=("random", "party-line"), players=(5,), games=60, seed=7)
    assert kept.count(b"\n") - 1 < len(matches(setting)), "it was killed too late to mean anything"
    assert len(workers) >= 2
    wait_for(lambda: not any(map(running, workers)))
    second = subprocess.run(command, capture_output=True, check=False, timeout=300)
    assert second.returncode == 0, second.stderr
    assert b"games are in" in second.stderr
    assert path.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert path.read_bytes().count(b"\n") - 1 == len(matches(setting)), "something was played twice, or not at all"
    assert second.stdout.strip() == msgspec.json.encode(played(setting))


@pytest.mark.parametrize("torn", [b'{"match":{"players":5,"li', b"\0" * 40, b'{"match":\n'])
def test_a_torn_last_line_is_played_again(tmp_path: Path, file: bytes, small: Standings, torn: bytes) -> None:
    path = tmp_path / "games.jsonl"
    *whole, _ = file.splitlines(keepends=True)
    path.write_bytes(b"".join(whole) + torn)
    with Ledger(SMALL, path) as ledger:
        assert len(ledger.left) == 1
    assert played(SMALL, path=path) == small
    assert path.read_bytes().count(b"\n") == len(matches(SMALL)) + 1


def test_a_torn_first_line_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(msgspec.json.encode(SMALL)[:50])
    with Ledger(SMALL, path) as ledger:
        assert ledger.left == matches(SMALL)
    assert path.read_bytes() == msgspec.json.encode(SMALL) + b"\n"


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (msgspec.structs.replace(SMALL, seed=4), "seed 4 there, 3 here"),
        (msgspec.structs.replace(SMALL, rules=ONLINE), "rules online there, official here"),
        (msgspec.structs.replace(SMALL, rules=msgspec.structs.replace(OFFICIAL, liberal_goal=4)), "other rules"),
        (msgspec.structs.replace(SMALL, version="0.0"), "version 0.0 there"),
        (msgspec.structs.replace(SMALL, minds="others"), "minds others there"),
    ],
)
def test_a_file_of_other_settings_is_refused_and_kept(tmp_path: Path, other: Setting, told: str) -> None:
    path = tmp_path / "games.jsonl"
    Ledger(other, path).close()
    before = path.read_bytes()
    with pytest.raises(LedgerRefused, match=told):
        Ledger(SMALL, path)
    assert path.read_bytes() == before


def test_a_finished_tournament_takes_more_games_bots_and_counts_of_players(tmp_path: Path, small: Standings) -> None:
    path = tmp_path / "games.jsonl"
    few = msgspec.structs.replace(SMALL, bots=("party-line",), players=(5,), games=BATCH - 7)
    played(few, path=path)
    for larger in (msgspec.structs.replace(few, games=SMALL.games), msgspec.structs.replace(few, bots=("random",), players=(6,))):
        with Ledger(larger, path) as ledger:
            assert ledger.left, "there is something to play"
            ledger.write_all(play_here(ledger.setting, ledger.left))
    assert ledger.setting == SMALL
    assert standings(SMALL, ledger.outcomes.values()) == small
    with Ledger(few, path) as ledger:
        assert ledger.left == [], "whoever asks for less is shown what is there"
        assert ledger.setting == SMALL


def test_the_standings_are_a_picture_and_a_page_that_loads_nothing(tmp_path: Path, small: Standings) -> None:
    draw(small, tmp_path / "standings.png")
    assert (tmp_path / "standings.png").read_bytes().startswith(b"\x89PNG")
    text = page(msgspec.structs.replace(small, rules="<b>my rules</b>"))
    assert "&lt;b&gt;my rules" in text
    assert text.count("<tr>") == 1 + len(SMALL.bots) + len(SMALL.players) * (1 + len(SMALL.bots))
    assert "<script" not in text
    assert not re.search(r"(src|href)=\"(?!#|data:)", text)


@pytest.mark.parametrize("text", ["dear diary", "dear diary\nit rained\n", '{"seed": 3}\n', "[]\n"])
def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(LedgerRefused, match="is not the file of a tournament"):
        Ledger(SMALL, path)
    assert path.read_text() == text


def test_a_spoilt_line_in_the_middle_is_named(tmp_path: Path, file: bytes) -> None:
    path = tmp_path / "games.jsonl"
    lines = file.splitlines(keepends=True)
    path.write_bytes(lines[0] + b"{}\n" + lines[2])
    with pytest.raises(LedgerRefused, match="line 2"):
        Ledger(SMALL, path)


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Ledger(SMALL, path), pytest.raises(LedgerRefused, match="another run"):
        Ledger(SMALL, path)
    Ledger(SMALL, path).close()


def test_a_lost_worker_is_told_and_nothing_finished_is_lost(tmp_path: Path, small: Standings) -> None:
    def kill_workers(_: int) -> None:
        for worker in descendants(os.getpid(), named="spawn_main"):
            os.kill(worker, signal.SIGKILL)

    path = tmp_path / "games.jsonl"
    with pytest.raises(WorkerLost):
        played(SMALL, workers=2, path=path, progress=kill_workers)
    assert played(SMALL, path=path) == small


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"bots": ("random", "nobody")}, "there's no bot 'nobody'"),
        ({"bots": ("random", "random")}, "named twice"),
        ({"bots": ()}, "needs a bot"),
        ({"players": (4,)}, "5 to 10 players, not 4"),
        ({"games": 0}, "at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object], told: str) -> None:
    with pytest.raises(BadTournament, match=told):
        Setting(**{**msgspec.structs.asdict(SMALL), **change})


def test_the_command_prints_a_cross_table_and_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--games", "4", "--workers", "1"]) == 0
    shown = capsys.readouterr()
    for word in ("random", "party-line", "%", "as liberals", "as fascists", "±"):
        assert word in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(
    ("option", "value"), [("--players", "five"), ("--bots", "nobody"), ("--games", "0"), ("--out", "/no/such/place/x")]
)
def test_the_command_says_what_is_wrong(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, option, value]) == 2
    assert capsys.readouterr().err.startswith("secret-hitler tournament: ")


def test_the_command_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--games", "4", "--workers", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert {rated["bot"] for rated in result["ratings"]} == {"random", "party-line"}
    assert {"mu", "sigma"} == set(result["ratings"][0]["overall"])


def wait_for(happened: Callable[[], bool], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)


def test_a_tournament_counts_what_models_and_engines_failed_at(tmp_path: Path) -> None:
    path = tmp_path / "dead.toml"
    path.write_text('model = "small"\nendpoint = "http://127.0.0.1:1"\ntries = 2\nbackoff = 0\n')
    setting = Setting(rules=OFFICIAL, bots=(str(path), "random"), players=(5,), games=2, seed=1)
    with Ledger(setting, tmp_path / "games.jsonl") as ledger:
        ledger.write_all(play_here(setting, ledger.left))
    with Ledger(setting, tmp_path / "games.jsonl") as ledger:
        assert not ledger.left
        result = standings(setting, ledger.outcomes.values())
    assert (result.games, result.void) == (8, 6)
    assert (result.usage[str(path)].failures, result.usage[str(path)].retries) == (6, 6)
    assert "the model 'small': " in next(iter(result.failures))
    assert result.pairing(5, "random", "random").games == 2
    assert result.pairing(5, str(path), "random").games == 0
    assert {rated.bot for rated in result.ratings} == {"random"}
