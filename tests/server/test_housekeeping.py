"""Tables are in memory while somebody or something needs them; the log holds all of them."""

import asyncio
import gc
import time
import weakref
from pathlib import Path

import pytest

from secret_hitler.play import Move
from secret_hitler.rules import Seat
from secret_hitler.server.services import retention_of
from secret_hitler.server.settings import Settings
from secret_hitler.storage import StorageFailure, StoredTable
from secret_hitler.tables.host import Host
from secret_hitler.tables.housekeeping import AHEAD_SECONDS, DAY, Housekeeping
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.log_entries import LogLine, Played
from secret_hitler.tables.log_lines import encode_line
from secret_hitler.tables.pace import INSTANT, SteadyPace
from secret_hitler.wire.commands import Act, Say
from secret_hitler.wire.messages import Done
from secret_hitler.wire.table import Level, Options, Stage
from tests.server.laid_out import LaidOut
from tests.storages import storage_in

RETENTION = retention_of(Settings())


class Hour:
    """A clock that the test moves."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def test_an_idle_table_is_forgotten_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        tables = Host(storage, clock=Hour())
        house = Housekeeping(tables, RETENTION, forget_after=0)
        live, host = await tables.open("Ann", Options())
        await tables.join(live, "Ben", sit=True)
        assert await tables.command(live, host, Say(id="once", text="hello")) == Done(id="once")
        was, gone = live.state(), weakref.ref(live)
        await house.round()
        assert tables.by_code == {}
        assert await storage.active_tables() == []
        code = live.table.code
        del live
        gc.collect()
        assert gone() is None, "something still holds the table"
        again, also = await asyncio.gather(tables.find(code), tables.find(code))
        assert again is not None
        assert again is also, "two who ask at once get the same table"
        assert again.state() == was
        assert await tables.command(again, host, Say(id="once", text="hello")) == Done(id="once")
        assert [said.text for said in again.table.talk.remembered] == ["hello"], "what was done before is not done again"
        await storage.close()


async def test_a_table_that_somebody_needs_is_not_forgotten(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        tables = Host(storage)
        await tables.open("Ann", Options())
        await Housekeeping(tables, RETENTION, forget_after=60).round()
        assert len(tables.by_code) == 1, "it was asked for just now"
        bots = LaidOut(people=1, bots=4)
        bots.deals()
        bots.comes_to(lambda game: any(seat != Seat(0) for seat in game.awaited), None)
        await bots.store(storage)
        await tables.find(bots.code)
        await Housekeeping(tables, RETENTION, forget_after=0).round()
        assert list(tables.by_code) == [bots.code], "a bot is about to move"
        await tables.close()
        await storage.close()


async def test_a_clock_runs_out_at_a_table_that_was_forgotten(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage, clock = storage_in(tmp_path), Hour()
        tables = Host(storage, clock=clock)
        house = Housekeeping(tables, RETENTION, forget_after=0)
        live, _ = await tables.open("Ann", Options(decision_seconds=86_400))
        code = live.table.code
        for number in range(4):
            await tables.join(live, f"Person {number}", sit=True)
        async with live.lock:
            await tables._write(live, tables.deal(live.table))
        president = live.table.awaited
        await house.round()
        assert tables.by_code == {}
        clock.now += 86_400 - AHEAD_SECONDS
        await house.round()
        assert list(tables.by_code) == [code], "its time comes"
        clock.now += AHEAD_SECONDS
        await tables.close()
        restarted = Host(storage, clock=clock)
        await Housekeeping(restarted, RETENTION, forget_after=0).round()
        woken = await restarted.find(code)
        assert woken is not None
        while woken.table.awaited == president:
            await asyncio.sleep(0.001)
        await restarted.close()
        await storage.close()


async def test_what_was_going_on_goes_on_after_a_restart_and_nothing_else_is_folded(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        idle = LaidOut(people=5, bots=0)
        await idle.store(storage)
        await storage.sleep_until(idle.code, 10**6, time.time() + DAY)
        game = LaidOut(people=1, bots=4, options=Options(bot_level=Level.RANDOM))
        game.deals()
        game.comes_to(lambda game: Seat(0) not in game.awaited, None)
        await game.store(storage)
        tables = Host(storage, pace=INSTANT)
        moves = len(game.table.playing.moves)
        await Housekeeping(tables, RETENTION, forget_after=60).restore()
        assert list(tables.by_code) == [game.code]
        live = tables.by_code[game.code]
        while len(live.table.playing.moves) == moves:
            await asyncio.sleep(0.001)
        await tables.close()
        await storage.close()


async def test_a_table_that_could_not_be_read_at_the_start_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        games = [LaidOut(people=1, bots=4, seed=f"start {number}") for number in range(3)]
        for game in games:
            game.deals()
            await game.store(storage)
        tables, read, broken = Host(storage, pace=SteadyPace(1 / 1000)), storage.table, [games[0].code]

        async def read_with_trouble(code: str) -> StoredTable | None:
            if code in broken:
                broken.remove(code)
                raise StorageFailure("the log could not be read: disk I/O error")
            return await read(code)

        monkeypatch.setattr(storage, "table", read_with_trouble)
        house = Housekeeping(tables, RETENTION, forget_after=60)
        with pytest.raises(StorageFailure):
            await house.restore()
        assert set(tables.by_code) == {game.code for game in games[1:]}
        await house.restore()
        assert set(tables.by_code) == {game.code for game in games}
        await tables.close()
        await storage.close()


async def test_tables_nobody_comes_back_to_are_closed(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage, clock = storage_in(tmp_path), Hour()
        tables = Host(storage, clock=clock)
        house = Housekeeping(tables, RETENTION, forget_after=0)
        live, _ = await tables.open("Ann", Options())
        await house.round()
        clock.now += DAY + 1
        await house.round()
        assert tables.by_code == {}
        assert await tables.find(live.table.code) is None
        assert await storage.due_tables(clock.now * 2) == []
        await storage.close()


async def test_two_processes_write_to_one_table_and_both_know_all_of_it(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        one, other = Host(storage, clock=Hour()), Host(storage, clock=Hour())
        here, host = await one.open("Ann", Options())
        there = await other.find(here.table.code)
        assert there is not None
        guest = await other.join(there, "Ben", sit=True)
        assert await one.command(here, host, Say(id="1", text="hello")) == Done(id="1"), "decided again after what the other wrote"
        assert await other.command(there, host, Say(id="1", text="hello")) == Done(id="1"), "sent again by another way, and done once"
        assert await other.command(there, guest, Say(id="1", text="good evening")) == Done(id="1")
        await one.join(here, "Cem", sit=True)
        assert [said.text for said in here.table.talk.remembered] == ["hello", "good evening"]
        await other.join(there, "Dora", sit=True)
        await one.join(here, "Elif", sit=True)
        await other.command(there, host, Say(id="2", text="all here"))
        assert there.state() == here.state()
        assert len(await storage.lines(here.table.code)) == there.table.lines
        await storage.close()


async def test_a_bot_that_was_too_late_goes_on_with_what_another_process_wrote(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        storage = storage_in(tmp_path)
        game = LaidOut(people=1, bots=4, options=Options(bot_level=Level.RANDOM), seed="late")
        game.deals()
        game.comes_to(lambda game: game.awaited != (Seat(0),), None)
        await game.store(storage)
        tables = Host(storage, pace=INSTANT)
        live = await tables.find(game.code)
        assert live is not None
        async with live.lock:  # which keeps the bots of this process waiting, as a slow network would
            seat = live.table.awaited[-1]
            moved = Played(moves=live.table.playing.try_move(Move(seat, live.table.viewer_logs[seat].view.legal_actions[0])).moves)
            await storage.append(game.code, live.table.lines, encode_line(LogLine(time=time.time(), entries=[moved])))
        await _to_the_end(tables, live)
        folded = await Host(storage).find(game.code)
        assert folded is not None
        assert folded.table.playing.moves == live.table.playing.moves
        await tables.close()
        await storage.close()


async def _to_the_end(tables: Host, live: LiveTable) -> None:
    """Let the only person at the table do whatever comes first."""
    while live.table.stage is Stage.PLAYING:
        if Seat(0) in live.table.awaited:
            action = live.table.viewer_logs[Seat(0)].view.legal_actions[0]
            await tables.command(live, "player 0", Act(id=str(live.table.lines), action=action))
        await asyncio.sleep(0)
