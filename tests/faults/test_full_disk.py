"""The disk is full for a while: nothing is shown that is not stored, and every table goes on by itself when there is room again."""

import sqlite3
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from secret_hitler.wire.table import Level, Options
from tests.faults.full_disk import fill_disk, make_room, ready
from tests.server.laid_out import LaidOut
from tests.server.process import ServerProcess

pytestmark = pytest.mark.sqlite

TABLES = 6


def lines(server: ServerProcess) -> dict[str, int]:
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as connection:
        return dict(connection.execute("SELECT code, count(*) FROM lines GROUP BY code"))


def until(what: str, so: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def test_every_table_goes_on_by_itself_when_there_is_room_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", bot_pace=0.2)
    for number in range(TABLES):
        table = LaidOut(people=1, bots=6, options=Options(decision_seconds=5, bot_level=Level.RANDOM), seed=f"full {number}")
        table.deals()
        server.lay_out(table)
    with server:
        before = lines(server)
        assert len(before) == TABLES
        until("every table is played", lambda: all(now > before[code] for code, now in lines(server).items()))
        fill_disk(server)
        until("the server says that it cannot store anything", lambda: not ready(server))
        full = lines(server)
        with urllib.request.urlopen(f"{server.url}/health") as answer:
            assert answer.status == 200
        _every_timer_has_come_up(server)
        assert lines(server) == full
        make_room(server)
        until("every table goes on by itself", lambda: all(now > full[code] for code, now in lines(server).items()))
        until("the server is ready again", lambda: ready(server))


def _every_timer_has_come_up(server: ServerProcess) -> None:
    """Longer than any bot pauses and any clock runs here: each table has tried to go on, and could not."""
    deadline = time.monotonic() + 7
    while time.monotonic() < deadline:
        assert not ready(server)
        time.sleep(0.25)
