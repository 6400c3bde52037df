"""FinishedGames: replays, beliefs, reviews and pictures, computed in other processes and cached."""

import asyncio
import random
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sized
from contextlib import contextmanager
from time import monotonic
from typing import Any

import msgspec

from ...belief import lines_of
from ...bots.levels import sit
from ...paper.files import AnyGame, game_from_line, game_to_line
from ...paper.hand_notation import print_paper
from ...play import Session
from ...records import Record, UnfitRecord, print_record
from ...review import NoReview, check_reviewable, review
from ...review.poster import moment_poster, picture, poster
from ...rules import Onlooker, Party, Ruleset, Seat
from ...rules.model_check import Checked, check
from ...rules.ruleset import FirstPresident
from ...storage import Kind, Put, Storage
from ...tables.refusal import Refusal
from ...tables.replies import check_length, replayed, summary
from ...wire import api
from ...wire.refusals import Denial
from ...wire.review import Review
from ...words import Words
from .pool import FairTurns, Pool, Priority, ProcessFailed, note

WAITING, WAITING_OF_ONE = 60, 8
"""Maximum number of waiting questions, in all and from one address."""
ANSWER_SECONDS, REVIEW_SECONDS = 20.0, 120.0
"""A job that takes longer is stopped, and not repeated for a while."""
FAILED_SECONDS, FAILED_REMEMBERED = 600.0, 1000
BALANCE_GAMES, BALANCE_MOVES = 40, 5_000
"""Of bots, to see how often each side wins: so many games, or as many as so many moves allow."""
REMEMBERED_BYTES = 16_000_000
SECONDS_OF_ANSWER, SECONDS_OF_REVIEW = 1, 3
"""Usual maximum times, to tell clients when to ask again."""


class FinishedGames:
    """A finished game never changes, so its answers can be cached."""

    def __init__(self, storage: Storage, pool: Pool) -> None:
        self._storage = storage
        self._pool = pool
        self._asked: dict[Hashable, asyncio.Task[bytes]] = {}
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._reviews: dict[str, asyncio.Task[bytes]] = {}
        self._parts: dict[str, float] = {}
        self._review_turns = FairTurns()
        self._waiting: Counter[str] = Counter()
        self._failed: OrderedDict[Hashable, float] = OrderedDict()

    def remembers(self, what: Hashable) -> bool:
        return what in self._answers

    async def answer(self, what: Hashable, asker: str, work: Callable[..., bytes], *given: Any) -> bytes:
        """Return what a function says of a game, from the cache if possible; callers with the same question share one job."""
        if what in self._answers:
            self._answers.move_to_end(what)
            return self._answers[what]
        if what not in self._asked:
            self._begin_waiting(what, asker, self._asked, SECONDS_OF_ANSWER)
            self._asked[what] = asyncio.create_task(self._work_out(what, asker, work, given))
        return await asyncio.shield(self._asked[what])

    def _begin_waiting(self, what: Hashable, asker: str, waiting: Sized, seconds: int) -> None:
        if monotonic() < self._failed.get(what, 0.0):
            raise Refusal(Denial.FAILED)
        if len(waiting) >= WAITING or self._waiting[asker] >= WAITING_OF_ONE:
            raise Refusal(Denial.TOO_MANY, after=WAITING_OF_ONE * seconds)
        self._waiting[asker] += 1

    @contextmanager
    def _counted(self, what: Hashable, asker: str) -> Iterator[None]:
        """Count the caller's address while it waits; don't repeat a failed job soon."""
        try:
            yield
        except ProcessFailed as error:
            self._failed[what] = monotonic() + FAILED_SECONDS
            while len(self._failed) > FAILED_REMEMBERED:
                self._failed.popitem(last=False)
            raise Refusal(Denial.FAILED) from error
        finally:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker]

    async def _work_out(self, what: Hashable, asker: str, work: Callable[..., bytes], given: tuple[Any, ...]) -> bytes:
        try:
            with self._counted(what, asker):
                answer = await self._pool.run(work, *given, priority=Priority.SHOWN_AT_ONCE, asker=asker, seconds=ANSWER_SECONDS)
        finally:
            del self._asked[what]
        self._answers[what] = answer
        self._bytes += len(answer)
        while self._bytes > REMEMBERED_BYTES and len(self._answers) > 1:
            self._bytes -= len(self._answers.popitem(last=False)[1])
        return answer

    async def check_rules(self, rules: Ruleset, asker: str) -> Checked:
        """Look at every way a game can go by these rules, or at as many as a second allows."""
        written = msgspec.json.encode(rules)
        return _checked.decode(await self.answer(("rules", written), asker, checked_of, written))

    async def balance(self, rules: Ruleset, players: int, asker: str) -> tuple[int, int]:
        """Return how many games equal bots played by these rules, and how many the liberals won."""
        written = msgspec.json.encode(rules)
        return _balance.decode(await self.answer(("balance", players, written), asker, balance_of, written, players))

    # Reviews

    async def review(self, id: str) -> bytes | None:
        return await self._storage.get(Kind.REVIEW, id)

    def progress(self, id: str) -> float | None:
        """Return a review's progress; None if it wasn't asked for."""
        return self._parts.get(id, 0.0) if id in self._reviews else None

    def begin_review(self, id: str, game: AnyGame, asker: str = "") -> "asyncio.Task[bytes]":
        """Begin a review, or join a running one; it goes on without its caller."""
        if id not in self._reviews:
            try:
                check_reviewable(game)
                check_length(game)
            except (NoReview, UnfitRecord) as error:
                raise Refusal(Denial.NO_REVIEW) from error
            self._begin_waiting(id, asker, self._reviews, SECONDS_OF_REVIEW)
            task = self._reviews[id] = asyncio.create_task(self._work(id, asker, game))
            task.add_done_callback(lambda done: self._forget(id, done))
        return self._reviews[id]

    async def _work(self, id: str, asker: str, game: AnyGame) -> bytes:
        with self._counted(id, asker):
            await self._review_turns.take(asker)  # one at a time, to keep a process free for quicker answers
            try:
                body: bytes = await self._pool.run(
                    review_of,
                    game_to_line(game),
                    priority=Priority.IN_THE_BACKGROUND,
                    seconds=REVIEW_SECONDS,
                    noted=lambda part: self._parts.update({id: part}),
                )
            finally:
                self._review_turns.pass_on()
        await self._storage.write(Put(Kind.REVIEW, id, body))
        return body

    def _forget(self, id: str, done: "asyncio.Task[bytes]") -> None:
        del self._reviews[id]
        self._parts.pop(id, None)
        if not done.cancelled():
            done.exception()  # because the callers already know


# In the process

_reviews = msgspec.json.Decoder(Review)
_checked = msgspec.json.Decoder(Checked)
_balance = msgspec.json.Decoder(tuple[int, int])


def checked_of(rules: bytes) -> bytes:
    return msgspec.json.encode(check(msgspec.json.decode(rules, type=Ruleset)))


def balance_of(rules: bytes, players: int) -> bytes:
    """Let bots play that think, claim and don't chat; a game that goes on and on counts for nobody."""
    told, rng = msgspec.json.decode(rules, type=Ruleset), random.Random(0)
    seats = [Seat(seat) for seat in range(players)]
    games = won = moves = 0
    while games < BALANCE_GAMES and moves < BALANCE_MOVES:
        session = Session(told, players, rng.randrange, seats, None if told.first_president is FirstPresident.RANDOM else seats[0])
        bots = {seat: sit("regular", session.views[seat], rng) for seat in seats}
        seen = session.let_nature_act()
        while session.game.ending is None and moves < BALANCE_MOVES:
            for onlooker, events in seen.items():
                bots[Seat(int(onlooker))].see(events)
            claims = ((seat, claim) for seat in seats for claim in bots[seat].claims())
            awaited = session.game.awaited[0]
            seat, action = next(claims, None) or (awaited, bots[awaited].decide())
            seen = session.act(seat, action)
            moves += 1
        note(games / BALANCE_GAMES)  # because a busy machine takes longer for all of them than one answer may
        games += session.game.ending is not None
        won += session.game.ending is not None and session.game.ending.winner is Party.LIBERAL
    return msgspec.json.encode((games, won))


def replay_of(id: str, line: str, onlooker: Onlooker) -> bytes:
    return replayed(id, game_from_line(line), onlooker)


def text_of(line: str) -> bytes:
    game = game_from_line(line)
    return (print_record(game) if isinstance(game, Record) else print_paper(game)).encode()


def summary_of(id: str, line: str) -> bytes:
    return msgspec.json.encode(summary(id, game_from_line(line)))


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
