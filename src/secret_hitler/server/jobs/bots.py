"""ProcessBots: bots that think in other processes, so they can't hold up a table."""

import asyncio

import structlog
from msgspec.structs import replace

from ...tables.bots_at_work import THINKS_QUICKLY, BotBriefing, BotMemory, BotQuestion, BotSeat, Heard, Thought, think_quickly
from ...tables.dealt_game import ViewerLog
from ...wire.table import Level
from ..metrics import BOT_FALLBACKS, BOT_THOUGHT_SECONDS, BOT_WAIT_SECONDS
from .pool import Pool, Worker

THOUGHT_SECONDS = 5.0
"""A bot that thinks longer is stopped along with its process."""
QUEUE_SECONDS = 5.0
"""A bot that waits longer for its turn goes without thinking."""

_journal = structlog.get_logger()


class ProcessBots:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._briefings: dict[Worker, BotBriefing] = {}
        for worker in pool.bots:
            worker.ended = lambda worker=worker: self._briefings.update({worker: BotBriefing()})  # type: ignore[misc]  # of the loop's worker
            worker.ended()

    @property
    def waiting(self) -> int:
        return sum(len(worker.turns) for worker in self._pool.bots)

    async def think(self, seat: BotSeat, log: ViewerLog, heard: list[Heard]) -> Thought:
        """Ask a bot; if it waits or thinks too long, or fails, play the party line."""
        if seat.level in THINKS_QUICKLY:
            return think_quickly(seat, log)
        worker = self._pool.worker_of(seat.code)
        try:
            with BOT_WAIT_SECONDS.time():
                await asyncio.wait_for(worker.turns.take(seat.code), QUEUE_SECONDS)
        except TimeoutError:
            BOT_FALLBACKS.labels("busy").inc()
            _journal.warning("bots are busy", table=seat.code, waiting=len(worker.turns))
            thought = None
        else:
            # The caller may give up, but the answer must be fetched before the next question.
            asking = asyncio.create_task(self._ask(worker, seat, log, heard))
            asking.add_done_callback(lambda _: worker.turns.pass_on())
            thought = await asyncio.shield(asking)
        return thought or think_quickly(replace(seat, level=Level.PARTY_LINE), log)

    async def _ask(self, worker: Worker, seat: BotSeat, log: ViewerLog, heard: list[Heard]) -> Thought | None:
        try:
            for question in self._briefings[worker].questions(seat, log.updates, heard):
                with BOT_THOUGHT_SECONDS.time():
                    thought = await worker.run(think, question, seconds=THOUGHT_SECONDS)
                if thought is not None:
                    return thought
        except Exception as error:  # because no failing bot may hold up the table
            if not worker.stopped:
                BOT_FALLBACKS.labels("failed").inc()
                _journal.error("bot failed", table=seat.code, level=seat.level, error=repr(error))
            worker.end_process()
        return None

    def forget(self, code: str) -> None:
        self._briefings[self._pool.worker_of(code)].forget(code)

    def stop(self) -> None:
        self._pool.stop()


# In the process

_memory = BotMemory()


def think(question: BotQuestion) -> Thought | None:
    return _memory.answer(question)
