"""Bots of one table cannot starve those of another, however many tables a stranger fills with them."""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from secret_hitler.rules import Game, Phase
from secret_hitler.server.jobs.pool import WorkerProcess
from secret_hitler.wire.table import Level, Options
from tests.security.attacker import Stranger
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer

GREEDY = 3


def _voting(game: Game) -> bool:
    return game.board.phase is Phase.ELECTION and len(game.awaited) == game.board.seats


def _table(bots: int) -> LaidOut:
    """Everybody votes, the person too, who lets the others wait."""
    return laid_out(_voting, bots=bots, options=Options(bot_level=Level.EXPERT, claim_seconds=0))


async def test_a_strangers_bots_do_not_keep_the_others_bots_from_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All think in one process; between two thoughts of the modest table, each greedy one has one at most."""
    asked: list[str] = []
    thought: Queue[str] = Queue()

    def ask(process: WorkerProcess, work: Any, given: Any, *rest: Any) -> Any:
        (question,) = given
        asked.append(question.seat.code)
        answer = whole_ask(process, work, given, *rest)
        thought.put(question.seat.code)
        return answer

    whole_ask = WorkerProcess.ask
    monkeypatch.setattr(WorkerProcess, "ask", ask)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with LiveServer(tmp_path / "data") as server:
        greedy, modest = [_table(bots=9) for _ in range(GREEDY)], _table(bots=4)
        for table in (*greedy, modest):
            server.lay_out(table)
        stranger = Stranger(server.url)
        async with AsyncExitStack() as stack:
            for table in (*greedy, modest):
                await stack.enter_async_context(stranger.connects(table.code))
            voted = 0
            while voted < 4:
                voted += await asyncio.to_thread(thought.get, timeout=60) == modest.code
        first, *_, last = [number for number, code in enumerate(asked) if code == modest.code][:4]
        assert last - first <= 3 * (GREEDY + 1), "they waited for more than a turn of each other table"
        assert len(set(asked[:last])) == GREEDY + 1, "there was nobody to wait for"
