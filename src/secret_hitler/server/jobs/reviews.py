"""ReviewWork: reviews of finished games, worked out one at a time in another process and kept with the record."""

import asyncio

from ...paper.files import AnyGame, game_to_line
from ...review import NoReview, check_reviewable
from ...storage import Kind, Put, Storage
from ...tables.refusal import Refusal
from ...wire.refusals import Denial
from .functions import review_of
from .process import WorkProcess

WAITING = 30
SECONDS_EACH = 3
REVIEW_NICENESS = 10
"""They take seconds, and nobody sits and waits: everything else goes first."""


class ReviewWork:
    """Whoever asks for a review that is not there yet is told how far it is."""

    def __init__(self, storage: Storage, process: WorkProcess) -> None:
        self._storage = storage
        self._process = process
        self._one = asyncio.Lock()
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._at = ""
        """The game now worked on."""

    async def kept(self, id: str) -> bytes | None:
        return await self._storage.get(Kind.REVIEW, id)

    def progress(self, id: str) -> float | None:
        """How far the review is; None if nobody asked for it."""
        if id not in self._running:
            return None
        return float(self._process.part_done.value) if self._at == id else 0.0

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
            self._at, self._process.part_done.value = id, 0.0
            body = await self._process.run(review_of, game_to_line(game))
        await self._storage.write(Put(Kind.REVIEW, id, body))
        return body

    def _forget(self, id: str, done: "asyncio.Task[bytes]") -> None:
        del self._running[id]
        if not done.cancelled():
            done.exception()  # whoever waits has been told
