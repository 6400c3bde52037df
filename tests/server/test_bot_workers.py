"""Bots never hold up a table: tables take turns, a thought has an end, and there are as many processes as cores."""

import asyncio
import os
import signal

import pytest

from secret_hitler.rules import Seat
from secret_hitler.server.jobs import bots as bot_workers
from secret_hitler.server.jobs.bots import ProcessBots
from secret_hitler.server.jobs.pool import FairTurns, Pool
from secret_hitler.tables.bots_at_work import BotSeat, Thought, bot_seed
from secret_hitler.wire.table import Level
from tests.server.laid_out import LaidOut, laid_out


async def test_tables_take_turns_however_much_one_asks() -> None:
    served: list[str] = []

    async def ask(turns: FairTurns, table: str) -> None:
        await turns.take(table)
        served.append(table)
        await asyncio.sleep(0)
        turns.pass_on()

    turns = FairTurns()
    await asyncio.gather(*(ask(turns, table) for table in ["greedy"] * 50 + ["modest", "quiet"]))
    assert not len(turns)
    assert len(served) == 52
    assert max(served.index("modest"), served.index("quiet")) <= 4


async def test_a_turn_that_comes_as_its_owner_gives_up_goes_to_the_next() -> None:
    async with asyncio.timeout(120):
        turns = FairTurns()
        await turns.take("first")
        waiting = asyncio.create_task(turns.take("second"))
        next_one = asyncio.create_task(turns.take("third"))
        await asyncio.sleep(0)
        turns.pass_on()
        waiting.cancel()
        await next_one
        turns.pass_on()
        await turns.take("fourth")


def _asked(seed: str) -> tuple[LaidOut, Seat]:
    """Lay out a table with several policies on it, and a seat that has to decide."""
    table = laid_out(lambda game: game.board.round > 4 and bool(game.awaited), seed=seed, people=0, bots=7)
    return table, table.game.awaited[0]


def _bot_seat(table: LaidOut, seat: Seat, level: Level = Level.EXPERT) -> BotSeat:
    view = table.table.viewer_logs[seat].view
    return BotSeat(table.code, 1, seat, level, view.rules, view.board.seats, bot_seed("a deal", seat))


async def _thought(workers: ProcessBots, table: LaidOut, seat: Seat) -> Thought:
    return await workers.think(_bot_seat(table, seat), table.table.viewer_logs[seat], [])


async def test_a_bot_that_thinks_too_long_is_stopped_and_plays_something_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(120):
        table, seat = _asked("slow")
        pool = Pool(1)
        workers = ProcessBots(pool)
        try:
            own = await _thought(workers, table, seat)
            assert own.known > 0
            pid = pool.bots[0].pid
            assert pid is not None
            os.kill(pid, signal.SIGSTOP)  # as one that thinks for ever
            monkeypatch.setattr(bot_workers, "THOUGHT_SECONDS", 0.2)
            stopped = await _thought(workers, table, seat)
            assert stopped.known == 0, "it was not stopped"
            assert stopped.action in table.table.viewer_logs[seat].view.legal_actions
            monkeypatch.undo()
            again = await _thought(workers, table, seat)
            assert (again.known, again.action) == (own.known, own.action), "the process that was started anew knows less"
        finally:
            workers.stop()


async def test_a_greedy_table_does_not_starve_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ask the same process; whoever asks once is answered while most of what the other asked still waits."""

    async with asyncio.timeout(120):
        (greedy, seat), (modest, other) = _asked("greedy"), _asked("modest")
        monkeypatch.setattr(bot_workers, "QUEUE_SECONDS", 60.0)
        workers = ProcessBots(Pool(1))
        try:
            flood = [asyncio.create_task(_thought(workers, greedy, seat)) for _ in range(40)]
            await asyncio.sleep(0)
            thought = await _thought(workers, modest, other)
            assert thought.known > 0
            answered = sum(task.done() for task in flood)
            assert answered <= 3, f"{answered} of the others came first"
            await asyncio.gather(*flood)
        finally:
            workers.stop()


async def test_a_bot_whose_turn_does_not_come_does_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(120):
        table, seat = _asked("busy")
        monkeypatch.setattr(bot_workers, "QUEUE_SECONDS", 0.01)
        workers = ProcessBots(Pool(1))
        try:
            first = asyncio.create_task(_thought(workers, table, seat))
            await asyncio.sleep(0)
            second = await _thought(workers, table, seat)
            assert not first.done()
            assert second.known == 0
            assert second.action in table.table.viewer_logs[seat].view.legal_actions
            assert (await first).known > 0
        finally:
            workers.stop()


def test_there_are_as_many_processes_as_cores() -> None:
    pool = Pool()
    try:
        assert len(pool.bots) == (os.cpu_count() or 1)
    finally:
        pool.stop()
