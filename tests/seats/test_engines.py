"""Engines over stdio: whole games, whatever goes wrong with one, and that it is told what its seat knows and nothing else."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from secret_hitler.bots import BotFailed, UnknownBot, find_bot
from secret_hitler.client.engine import EngineBot, quit_idle
from secret_hitler.client.engine_process import EngineProcess
from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, RULESETS, AnyEvent, ClaimTiles, Seat, View, begin, onlooking
from secret_hitler_lab.tournament.arena import ArenaGame, Contest, attempt, play
from tests.games import random_record
from tests.server.live_server import LiveServer
from tests.twins import twin_of

from .engines import compiled_engine, node_engine, written_engine


@pytest.fixture(autouse=True)
def _no_engine_is_left() -> Iterator[None]:
    yield
    quit_idle()


def attempted(command: str) -> ArenaGame:
    """Play a game with an engine in the fascists' seats."""
    return attempt(Contest(rules=OFFICIAL, players=5, liberals="party-line", fascists=command, seed=1), 1)


def failure(command: str, seconds: float) -> str:
    """Say how a game with an engine in the fascists' seats ends."""
    seated: list[EngineBot] = []

    def seat(view: View, rng: random.Random) -> EngineBot:
        seated.append(EngineBot(command, view, rng, seconds))
        return seated[-1]

    with pytest.raises(BotFailed) as failed:
        play(OFFICIAL, 5, "party-line", seat, 1, 1)
    for engine in seated:
        engine.close()
    return str(failed.value)


@pytest.mark.daily(2)
@pytest.mark.parametrize("players", [5, 10])
@pytest.mark.parametrize("rules", RULESETS)
def test_the_engines_in_c_and_javascript_play_whole_games(rules: str, players: int, capfd: pytest.CaptureFixture[str]) -> None:
    played = play(RULESETS[rules], players, compiled_engine(), node_engine(), 3, players)
    assert any(isinstance(move.action, ClaimTiles) for move in played.record.moves)
    assert capfd.readouterr().err == ""


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (play(OFFICIAL, 7, node_engine(), compiled_engine(), 5, 2).record.moves for _ in range(2))
    assert one == other


BAD = {
    "hangs": ("time.sleep(60)", "didn't answer in time"),
    "says nothing": ("pass", "didn't answer in time"),
    "ends": ("sys.exit(3)", "ended with status 3"),
    "writes garbage": (r'tell("\x00\x7f{]"); tell("hm"); tell("answer one")', "gave 3 answers that aren't among the choices"),
    "chooses what is not there": ('[tell("answer 99") for _ in range(3)]', "gave 3 answers that aren't among the choices"),
    "chooses twice": ('[tell("answer 0 1") for _ in range(3)]', "answer with one number"),
    "floods with lines": ('[tell("info x") for _ in range(100000)]', "lines without an answer"),
    "floods with one line": ('sys.stdout.write("x" * 10_000_000); sys.stdout.flush()', "wrote a line of more than"),
    "writes no text": (r'sys.stdout.buffer.write(b"\xff\xfe\n" * 3); sys.stdout.flush()', "answers that aren't among the choices"),
}


@pytest.mark.parametrize(("go", "reason"), BAD.values(), ids=BAD)
def test_an_engine_that_fails_is_named(tmp_path: Path, go: str, reason: str) -> None:
    said = failure(written_engine(tmp_path, go), 0.3 if "in time" in reason else 20.0)
    assert reason in said
    assert re.match(r"seat \d, round \d: the engine ", said)


def test_a_game_of_an_engine_that_fails_is_void_and_says_why(tmp_path: Path) -> None:
    game = attempted(written_engine(tmp_path, "sys.exit(3)"))
    assert (game.ending, game.winner) == (None, None)
    assert "ended with status 3" in game.failure
    assert [usage.failures for usage in game.usage.values()] == [1]


def test_an_engine_that_reads_nothing_holds_nobody_up(tmp_path: Path) -> None:
    command = written_engine(tmp_path, "pass", hello='tell("format json"); tell("ready"); time.sleep(60)')
    assert "didn't answer in time" in failure(command, 0.5)


def test_a_wrong_answer_may_be_put_right(tmp_path: Path) -> None:
    game = attempted(written_engine(tmp_path, 'tell("answer -1")', error='tell("answer 0")'))
    (usage,) = game.usage.values()
    assert game.ending is not None
    assert usage.repaired == usage.calls > 0
    assert usage.failures == 0


def test_what_an_engine_writes_before_it_is_asked_is_no_answer(tmp_path: Path) -> None:
    engine = EngineProcess(written_engine(tmp_path, "pass", hello='[tell("answer 5") for _ in range(9)]; tell("ready")'))
    engine.tell("hello 1")
    while engine.hear(time.monotonic() + 20) != "ready":
        pass
    engine.forget_unread()
    engine.tell("quit")
    with pytest.raises(Exception, match="ended with status 0"):
        engine.hear(time.monotonic() + 20)
    engine.kill()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("./no_such_engine", "there's no program './no_such_engine'"),
        ("/dev/null here", "there's no program '/dev/null'"),
        (f"{sys.executable} -c pass", "ended with status 0"),
        (f"{sys.executable} -c 'print(1)'", "answered hello with '1'"),
        ("./'", "No closing quotation"),
    ],
)
def test_a_command_that_is_no_engine_is_named_before_the_first_game(command: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=reason):
        find_bot(command)


def told(record: Record, seat: Seat, folder: Path, format: str) -> str:
    """Every line that an engine in this seat is told while this game is played."""
    paper = folder / "told"
    keep = f'open({str(paper)!r}, "a").write(line)'
    command = written_engine(folder, 'tell("answer 0")', hello=f'tell("format {format}"); tell("ready")', always=keep)
    view, game = onlooking(record.rules, record.seats, seat), begin(record.rules, record.seats, record.opener)
    engine = EngineBot(command, view, random.Random(1))
    for move in record.moves:
        events: list[AnyEvent] = game.apply(move.seat, move.action)
        if seen := view.see(events):
            engine.see(seen)
            if view.claims:
                engine._claimed.clear()
                engine.claims()
            if view.legal_actions:
                engine.decide()
    engine.close()
    assert engine.failure is None
    text = paper.read_text() if paper.exists() else ""
    paper.unlink(missing_ok=True)
    return text


@pytest.mark.parametrize("format", ["text", "json"])
def test_twins_are_told_the_same(tmp_path: Path, format: str) -> None:
    rng, different = random.Random(format), 0
    for seat in (0, 3, 6):
        record = random_record(OFFICIAL, 7, rng, claims=0.05)
        prefix = msgspec.structs.replace(record, moves=record.moves[:-3], ending=None)
        twin = twin_of(prefix, Seat(seat), rng)
        lines = told(prefix, Seat(seat), tmp_path, format)
        assert "choice 0" in lines
        assert lines == told(twin, Seat(seat), tmp_path, format)
        different += prefix.moves != twin.moves
    assert different


def seat_command(server: LiveServer, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "secret_hitler", "seat", server.url, "--players", "5", "--level", "party-line", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_an_engine_takes_a_seat_at_a_live_table(server: LiveServer) -> None:
    done = seat_command(server, "--engine", node_engine(), "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    games = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
    assert [game["game"] for game in games] == [1, 2]
    assert all(game["ending"] and game["record"] for game in games)
    assert "party line" not in done.stderr


def test_an_engine_that_ends_at_a_live_table_leaves_the_game_untouched(server: LiveServer, tmp_path: Path) -> None:
    done = seat_command(server, "--engine", written_engine(tmp_path, "sys.exit(1)"))
    assert done.returncode == 1, "a game that the party line played isn't the engine's"
    assert done.stderr.count("ended with status 1; the party line decides for it") == 1
    assert "game 1: seat 0" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--engine", "./nobody"), "there's no program './nobody'"),
        (("--engine", f"{sys.executable} -c pass"), "ended with status 0"),
        (("--engine", "./nobody", "--option", "depth"), "NAME=VALUE"),
    ],
)
def test_what_is_wrong_with_a_seat_is_said(server: LiveServer, arguments: tuple[str, ...], reason: str) -> None:
    done = seat_command(server, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
