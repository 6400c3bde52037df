"""Clock jumps: an hour either way neither ends a turn nor freezes it."""

import asyncio
import time
from pathlib import Path

import pytest

from secret_hitler.tables.host import Host
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.log_lines import encode_line
from secret_hitler.wire.commands import Say, Start
from secret_hitler.wire.messages import Done
from secret_hitler.wire.table import Options
from tests.server.laid_out import LaidOut
from tests.storages import storage_in

TURN = 2
SHORTEST_STORED = 5
HOUR = 3600.0


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_turn_takes_as_long_as_it_should_whatever_the_system_clock_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    system = time.time

    async with asyncio.timeout(TURN + 25):
        storage = storage_in(tmp_path)
        tables = Host(storage)
        live, host = await tables.open("Ann", Options(decision_seconds=TURN))
        for number in range(4):
            await tables.join(live, f"Person {number}", sit=True)
        assert await tables.command(live, host, Start(id="start")) == Done(id="start")
        asked, awaited = time.monotonic(), live.table.awaited
        monkeypatch.setattr("time.time", lambda: system() + jump)
        assert await tables.command(live, host, Say(id="say", text="what time is it?")) == Done(id="say")
        while live.table.awaited == awaited:
            await asyncio.sleep(0.01)
        took = time.monotonic() - asked
        assert took > TURN - 0.5, "the jump ended the turn"
        await tables.close()
        await storage.close()


async def test_a_turn_of_a_log_that_is_ahead_of_the_clock_is_no_longer_than_a_turn(tmp_path: Path) -> None:
    """The clock went back an hour between two servers."""

    async with asyncio.timeout(TURN + 25):
        storage = storage_in(tmp_path)
        game = LaidOut(people=5, bots=0, options=Options(decision_seconds=SHORTEST_STORED))
        game.deals()
        for number, line in enumerate(game.lines):
            await storage.append(game.code, number, encode_line(LogLine(time=line.time + HOUR, entries=line.entries)))
        tables = Host(storage)
        live = await tables.find(game.code)
        assert live is not None
        awaited = live.table.awaited
        while live.table.awaited == awaited:
            await asyncio.sleep(0.01)
        await tables.close()
        await storage.close()
