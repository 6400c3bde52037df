"""ReviewWork: reviews of finished games, worked out one at a time in a process of their own and kept with the record."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import msgspec

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..review import NoReview, check_reviewable, review
from ..wire.refusals import Denial
from .refusal import Refusal
from .storage import Storage

WAITING = 30
SECONDS_EACH = 3
IDLE_SECONDS = 120.0
NICENESS = 10

_done: Any = None
"""What part of the review is done, shared by the process that works on it and the one that asks."""


class ReviewWork:
    """Whoever asks for a review that is not there yet is told how far it is."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._one = asyncio.Lock()
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._at = ""
        """The game now worked on."""
        self._done: Any = get_context("spawn").RawValue("d", 0.0)
        self._pool: ProcessPoolExecutor | None = None
        self._rest: asyncio.TimerHandle | None = None

    async def kept(self, id: str) -> bytes | None:
        return await self._storage.review(id)

    def progress(self, id: str) -> float | None:
        """How far the review is; None if nobody asked for it."""
        if id not in self._running:
            return None
        return float(self._done.value) if self._at == id else 0.0

    def begin(self, id: str, game: AnyGame) -> asyncio.Task[bytes]:
        """Goes on whether or not whoever asked stays; nobody asks twice for the same."""
        if id not in self._running:
            try:
                check_reviewable(game)
            except NoReview as error:
                raise Refusal(Denial.NO_REVIEW) from error
            if len(self._running) >= WAITING:
                raise Refusal(Denial.TOO_MANY, after=WAITING * SECONDS_EACH)
            task = self._running[id] = asyncio.create_task(self._work(id, game))
            task.add_done_callback(lambda done: self._forget(id, done))
        return self._running[id]

    async def _work(self, id: str, game: AnyGame) -> bytes:
        async with self._one:
            self._at, self._done.value = id, 0.0
            if self._rest is not None:
                self._rest.cancel()
            try:
                body = await asyncio.get_running_loop().run_in_executor(self._workers(), explain, game_to_line(game))
            except BrokenProcessPool as error:
                self.stop()
                raise Refusal(Denial.FAILED) from error
            self._rest = asyncio.get_running_loop().call_later(IDLE_SECONDS, self.stop)
        await self._storage.keep_review(id, body)
        return body

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self._done,))
        return self._pool

    def _forget(self, id: str, done: "asyncio.Task[bytes]") -> None:
        del self._running[id]
        if not done.cancelled():
            done.exception()  # whoever waits has been told

    def stop(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin(done: Any) -> None:
    global _done
    _done = done
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def explain(line: str) -> bytes:
    """In the other process."""
    return msgspec.json.encode(review(game_from_line(line), _note))


def _note(done: float) -> None:
    if _done is not None:
        _done.value = done
