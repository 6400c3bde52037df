"""Bot workers: what bots do in their seats, from what those seats were shown; the clever ones in processes of their own, one a core.

No table waits long for its bots, whatever the others ask: tables take turns, a thought has a time limit, and a bot that was not heard
in time plays the party line.
"""

import asyncio
import hashlib
import os
import random
import zlib
from concurrent.futures import ThreadPoolExecutor

import structlog
from msgspec.structs import replace

from ...bots import sit
from ...rules import AnyEvent, Seat
from ...tables.dealt_game import Watch
from ...wire.table import Level
from ..metrics import BOT_FALLBACKS, BOT_THOUGHT_SECONDS, BOT_WAIT_SECONDS
from .bot_process import BotKey, BotProcess, BotQuestion, BotSeat, Heard, Thought
from .queue import FairTurns

THOUGHT_SECONDS = 5.0
"""A bot that thinks longer is stopped, and its process with it."""
QUEUE_SECONDS = 5.0
"""A bot whose turn to think does not come in this time does without."""
QUICK_TO_THINK = (Level.RANDOM, Level.PARTY_LINE)

_journal = structlog.get_logger()


def bot_seed(deal: str, seat: Seat) -> str:
    """A bot's chance follows from the deal, which it does not tell the bot: the same deal played the same way goes the same way."""
    return hashlib.sha256(f"{deal} bot {seat}".encode()).hexdigest()


class BotWorkers:
    """Asks bots what they would do, without ever holding up a table."""

    def __init__(self, processes: int | None = None) -> None:
        self._workers = [BotWorker() for _ in range(processes or os.cpu_count() or 1)]

    async def think(self, seat: BotSeat, watch: Watch, heard: list[Heard]) -> Thought:
        if seat.level in QUICK_TO_THINK:
            return self.think_quickly(seat, watch)
        worker = self._workers[zlib.crc32(seat.code.encode()) % len(self._workers)]
        thought = await worker.think(seat, watch.updates, heard)
        return thought or self.think_quickly(replace(seat, level=Level.PARTY_LINE), watch)

    def think_quickly(self, seat: BotSeat, watch: Watch) -> Thought:
        """These bots remember nothing, so they need nothing but the view."""
        rng = random.Random(f"{seat.seed} {len(watch.updates)}")
        return Thought(known=0, action=sit(seat.level, watch.view, rng).decide() if watch.view.choices else None)

    @property
    def processes(self) -> int:
        return len(self._workers)

    @property
    def waiting(self) -> int:
        """How many bots wait for their turn to think."""
        return sum(len(worker.turns) for worker in self._workers)

    def forget(self, code: str) -> None:
        for worker in self._workers:
            worker.forget(code)

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()


class BotWorker:
    """A process of bots, started when the first is asked; the bots of a table are always in the same one, which remembers them."""

    def __init__(self) -> None:
        self.turns = FairTurns()
        self._process: BotProcess | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._sent: dict[str, dict[BotKey, tuple[int, int]]] = {}
        """By table: how many updates each bot was sent, and the number of the last thing said."""
        self._stopped = False

    async def think(self, seat: BotSeat, updates: list[list[AnyEvent]], heard: list[Heard]) -> Thought | None:
        """None if the bot's turn does not come, if it thinks too long, or if it fails."""
        try:
            with BOT_WAIT_SECONDS.time():
                await asyncio.wait_for(self.turns.take(seat.code), QUEUE_SECONDS)
        except TimeoutError:
            BOT_FALLBACKS.labels("busy").inc()
            _journal.warning("bots are busy", table=seat.code, waiting=len(self.turns))
            return None
        # Whoever asked may go away, but the answer must be fetched before the next question.
        asking = asyncio.create_task(self._ask(seat, updates, heard))
        asking.add_done_callback(lambda _: self.turns.pass_on())
        return await asyncio.shield(asking)

    async def _ask(self, seat: BotSeat, updates: list[list[AnyEvent]], heard: list[Heard]) -> Thought | None:
        """Send what the bot has not seen yet; a process that knows less than it should is told everything again."""
        now, loop = len(updates), asyncio.get_running_loop()
        try:
            for sent, told in (self._sent.get(seat.code, {}).pop(seat.key, (0, 0)), (0, 0)):
                question = BotQuestion(seat, sent, updates[sent:now], [said for said in heard if said.number > told])
                with BOT_THOUGHT_SECONDS.time():
                    thought = await loop.run_in_executor(self._thread, self._exchange, question)
                if thought is not None:
                    self._sent.setdefault(seat.code, {})[seat.key] = (now, heard[-1].number if heard else 0)
                    return thought
        except Exception as error:  # a bot that fails, however it fails, must not hold up the table
            if not self._stopped:
                BOT_FALLBACKS.labels("failed").inc()
                _journal.error("bot failed", table=seat.code, level=seat.level, error=repr(error))
            self._end_process()
        return None

    def _exchange(self, question: BotQuestion) -> Thought | None:
        if self._stopped:
            return None
        if self._process is None:
            self._process = BotProcess()
            if self._stopped:  # while it started
                self._end_process()
                return None
        return self._process.ask(question, THOUGHT_SECONDS)

    def forget(self, code: str) -> None:
        self._sent.pop(code, None)

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._process, self._sent = None, {}

    def stop(self) -> None:
        self._stopped = True
        self._end_process()
        self._thread.shutdown(wait=False, cancel_futures=True)
