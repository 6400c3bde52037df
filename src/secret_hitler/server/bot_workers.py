"""Thinking: what bots do in their seats, from what those seats were shown; the clever ones in processes of their own."""

import asyncio
import os
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

import structlog
from msgspec import Struct

from ..bots import Bot, Talk, sit
from ..bots.personality import PERSONALITIES
from ..rules import AnyEvent, Claim, Decision, Ruleset, Seat, View, onlooking
from ..wire.table import Level
from .table import Watch

SHORTEST, LONGEST = 0.7, 2.6
QUICK_TO_THINK = (Level.RANDOM, Level.PARTY_LINE)

_journal = structlog.get_logger()


def pause(rng: random.Random) -> float:
    """Seconds a bot takes, whatever it holds and whatever it is asked."""
    return rng.uniform(SHORTEST, LONGEST)


class Chair(Struct, frozen=True):
    """Which bot is meant: one seat of one game of one table."""

    code: str
    game: int
    seat: Seat
    level: Level
    rules: Ruleset
    seats: int


class Thought(Struct):
    """What a bot would do now; `known` is how many updates it has taken in."""

    known: int
    action: Decision | None = None
    claims: list[Claim] = []
    talk: list[Talk] = []


class Minds:
    """Asks bots what they would do, without ever holding up a table."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._process: ProcessPoolExecutor | None = None
        self._sent: dict[tuple[str, int, Seat, Level], int] = {}

    async def think(self, chair: Chair, watch: Watch) -> Thought:
        if chair.level in QUICK_TO_THINK:
            return self.think_quickly(chair.level, watch.view)
        try:
            return await self._ask(chair, watch.updates)
        except Exception as error:  # a bot that fails, however it fails, must not hold up the table
            _journal.error("bot failed", table=chair.code, level=chair.level, error=repr(error))
            self.stop()
            return self.think_quickly(Level.PARTY_LINE, watch.view)

    def think_quickly(self, level: Level, view: View) -> Thought:
        """These bots remember nothing, so they need nothing but the view."""
        return Thought(known=0, action=sit(level, view, self._rng).decide() if view.choices else None)

    async def _ask(self, chair: Chair, updates: list[list[AnyEvent]]) -> Thought:
        """Send what the bot has not seen yet; a process that knows less than it should is told everything again."""
        if self._process is None:
            self._process = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=_leave_with_the_server)
        key, now = (chair.code, chair.game, chair.seat, chair.level), len(updates)
        loop = asyncio.get_running_loop()
        for sent in (self._sent.get(key, 0), 0):
            thought = await loop.run_in_executor(self._process, _think, chair, sent, updates[sent:now])
            if thought is not None:
                self._sent[key] = now
                return thought
        raise AssertionError("a bot that was told everything knows it")

    def stop(self) -> None:
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)
        self._process, self._sent = None, {}


# In the process of the bots


def _leave_with_the_server() -> None:
    """A server that was killed cannot say goodbye to its bots."""
    Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


_REMEMBERED = 4000
_seated: dict[tuple[str, int, Seat, Level], tuple[Bot, int]] = {}


def _think(chair: Chair, sent: int, updates: list[list[AnyEvent]]) -> Thought | None:
    """Take the new updates in and decide; None if earlier ones are missing."""
    key = (chair.code, chair.game, chair.seat, chair.level)
    bot, known = _seated.pop(key, (None, 0))
    if bot is None or sent == 0:
        if sent:
            return None
        rng = random.Random(f"{chair.code} {chair.game} {chair.seat} {random.random()}")
        person = rng.choice(list(PERSONALITIES.values()))
        bot, known = sit(chair.level, onlooking(chair.rules, chair.seats, chair.seat), rng, person), 0
    if known != sent:
        return None
    for events in updates:
        bot.see(list(bot.view.see(events)))
    while len(_seated) >= _REMEMBERED:
        del _seated[next(iter(_seated))]
    _seated[key] = (bot, sent + len(updates))
    return Thought(
        known=sent + len(updates), action=bot.decide() if bot.view.choices else None, claims=list(bot.claims()), talk=list(bot.talk())
    )
