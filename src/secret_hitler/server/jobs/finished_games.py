"""FinishedGames: replays, beliefs, reviews and pictures, worked out in other processes and remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from ...belief import lines_of
from ...paper.files import AnyGame, game_from_line, game_to_line
from ...review import NoReview, check_reviewable, review
from ...review.poster import moment_poster, picture, poster
from ...rules import Onlooker
from ...storage import Kind, Put, Storage
from ...tables.refusal import Refusal
from ...tables.replies import replayed
from ...wire import api
from ...wire.refusals import Denial
from ...wire.review import Review
from ...words import Words
from .pool import Pool, Priority, ProcessFailed, note

WAITING = 30
REMEMBERED_BYTES = 16_000_000
SECONDS_OF_ANSWER, SECONDS_OF_REVIEW = 1, 3
"""What one takes at most as a rule; for telling when to ask again."""


class FinishedGames:
    """A finished game never changes, so neither does any answer about it."""

    def __init__(self, storage: Storage, pool: Pool) -> None:
        self._storage = storage
        self._pool = pool
        self._asked: dict[Hashable, asyncio.Task[bytes]] = {}
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._reviews: dict[str, asyncio.Task[bytes]] = {}
        self._parts: dict[str, float] = {}
        self._one_review = asyncio.Lock()

    async def answer(self, what: Hashable, work: Callable[..., bytes], *given: Any) -> bytes:
        """Return what a function says of a game, from memory if it was asked for lately; whoever asks meanwhile waits for the same."""
        if what in self._answers:
            self._answers.move_to_end(what)
            return self._answers[what]
        if what not in self._asked:
            if len(self._asked) >= WAITING:
                raise Refusal(Denial.TOO_MANY, after=WAITING * SECONDS_OF_ANSWER)
            self._asked[what] = asyncio.create_task(self._work_out(what, work, given))
        return await asyncio.shield(self._asked[what])

    async def _work_out(self, what: Hashable, work: Callable[..., bytes], given: tuple[Any, ...]) -> bytes:
        try:
            answer = await self._pool.run(work, *given, priority=Priority.SHOWN_AT_ONCE)
        except ProcessFailed as error:
            raise Refusal(Denial.FAILED) from error
        finally:
            del self._asked[what]
        self._answers[what] = answer
        self._bytes += len(answer)
        while self._bytes > REMEMBERED_BYTES and len(self._answers) > 1:
            self._bytes -= len(self._answers.popitem(last=False)[1])
        return answer

    # Reviews

    async def review(self, id: str) -> bytes | None:
        return await self._storage.get(Kind.REVIEW, id)

    def progress(self, id: str) -> float | None:
        """Return how far a review is; None if nobody asked for it."""
        return self._parts.get(id, 0.0) if id in self._reviews else None

    def begin_review(self, id: str, game: AnyGame) -> "asyncio.Task[bytes]":
        """Begin a review, or join the one that is under way; it goes on whether or not whoever asked stays."""
        if id not in self._reviews:
            try:
                check_reviewable(game)
            except NoReview as error:
                raise Refusal(Denial.NO_REVIEW) from error
            if len(self._reviews) >= WAITING:
                raise Refusal(Denial.TOO_MANY, after=WAITING * SECONDS_OF_REVIEW)
            task = self._reviews[id] = asyncio.create_task(self._work(id, game))
            task.add_done_callback(lambda done: self._forget(id, done))
        return self._reviews[id]

    async def _work(self, id: str, game: AnyGame) -> bytes:
        async with self._one_review:  # so that a process is left for what people wait for
            try:
                body: bytes = await self._pool.run(
                    review_of,
                    game_to_line(game),
                    priority=Priority.IN_THE_BACKGROUND,
                    noted=lambda part: self._parts.update({id: part}),
                )
            except ProcessFailed as error:
                raise Refusal(Denial.FAILED) from error
        await self._storage.write(Put(Kind.REVIEW, id, body))
        return body

    def _forget(self, id: str, done: "asyncio.Task[bytes]") -> None:
        del self._reviews[id]
        self._parts.pop(id, None)
        if not done.cancelled():
            done.exception()  # whoever waits has been told


# In the process

_reviews = msgspec.json.Decoder(Review)


def replay_of(id: str, line: str, onlooker: Onlooker) -> bytes:
    return replayed(id, game_from_line(line), onlooker)


def beliefs_of(line: str) -> bytes:
    believed = [
        api.Believed(round=each.round, fascist=each.fascist, hitler=each.hitler, liberal_win=each.liberal_win)
        for each in lines_of(game_from_line(line))
    ]
    return msgspec.json.encode(believed)


def review_of(line: str) -> bytes:
    return msgspec.json.encode(review(game_from_line(line), note))


def poster_of(body: bytes, language: str, move: int) -> bytes:
    reviewed, words = _reviews.decode(body), Words(language)
    return picture(moment_poster(reviewed, words, move) if move else poster(reviewed, words))
