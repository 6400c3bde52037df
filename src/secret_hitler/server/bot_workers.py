"""Bot workers: what bots do in their seats, from what those seats were shown; the clever ones in processes of their own."""

import asyncio
import hashlib
import os
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

import structlog
from msgspec import Struct
from msgspec.structs import replace

from ..bots import Bot, Talk, sit
from ..bots.personality import PERSONALITIES
from ..rules import AnyEvent, Claim, Decision, Ruleset, Seat, onlooking
from ..wire.table import Level
from .dealt_game import Watch

SHORTEST, LONGEST = 0.7, 2.6
Heard = tuple[Seat, Talk]
"""Something said aloud at the table, and by whom."""
QUICK_TO_THINK = (Level.RANDOM, Level.PARTY_LINE)

_journal = structlog.get_logger()


def pause(rng: random.Random) -> float:
    """Seconds a bot takes, whatever it holds and whatever it is asked."""
    return rng.uniform(SHORTEST, LONGEST)


def bot_seed(deal: str, seat: Seat) -> str:
    """A bot's chance follows from the deal, which it does not tell the bot: the same deal played the same way goes the same way."""
    return hashlib.sha256(f"{deal} bot {seat}".encode()).hexdigest()


class BotSeat(Struct, frozen=True):
    """Which bot is meant: one seat of one game of one table."""

    code: str
    game: int
    seat: Seat
    level: Level
    rules: Ruleset
    seats: int
    seed: str


class Thought(Struct):
    """What a bot would do now; `known` is how many updates it has taken in."""

    known: int
    action: Decision | None = None
    claims: list[Claim] = []
    talk: list[Talk] = []


class BotWorkers:
    """Asks bots what they would do, without ever holding up a table."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None
        self._sent: dict[str, dict[tuple[int, Seat, Level], int]] = {}
        """By table: how many updates each bot was sent."""

    async def think(self, seat: BotSeat, watch: Watch, heard: list[Heard]) -> Thought:
        if seat.level in QUICK_TO_THINK:
            return self.think_quickly(seat, watch)
        try:
            return await self._ask(seat, watch.updates, heard)
        except Exception as error:  # a bot that fails, however it fails, must not hold up the table
            _journal.error("bot failed", table=seat.code, level=seat.level, error=repr(error))
            self.stop()
            return self.think_quickly(replace(seat, level=Level.PARTY_LINE), watch)

    def think_quickly(self, seat: BotSeat, watch: Watch) -> Thought:
        """These bots remember nothing, so they need nothing but the view."""
        rng = random.Random(f"{seat.seed} {len(watch.updates)}")
        return Thought(known=0, action=sit(seat.level, watch.view, rng).decide() if watch.view.choices else None)

    async def _ask(self, seat: BotSeat, updates: list[list[AnyEvent]], heard: list[Heard]) -> Thought:
        """Send what the bot has not seen yet; a process that knows less than it should is told everything again."""
        if self._process is None:
            self._process = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=_leave_with_the_server)
        key, now = (seat.game, seat.seat, seat.level), len(updates)
        loop = asyncio.get_running_loop()
        for sent in (self._sent.get(seat.code, {}).get(key, 0), 0):
            thought = await loop.run_in_executor(self._process, _think, seat, sent, updates[sent:now], heard)
            if thought is not None:
                self._sent.setdefault(seat.code, {})[key] = now
                return thought
        raise AssertionError("a bot that was told everything knows it")

    def forget(self, code: str) -> None:
        self._sent.pop(code, None)

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


def _think(seat: BotSeat, sent: int, updates: list[list[AnyEvent]], heard: list[Heard]) -> Thought | None:
    """Take the new updates in and decide; None if earlier ones are missing."""
    key = (seat.code, seat.game, seat.seat, seat.level)
    bot, known = _seated.pop(key, (None, 0))
    if bot is None or sent == 0:
        if sent:
            return None
        rng = random.Random(seat.seed)
        person = rng.choice(list(PERSONALITIES.values()))
        bot, known = sit(seat.level, onlooking(seat.rules, seat.seats, seat.seat), rng, person), 0
    if known != sent:
        return None
    for events in updates:
        bot.see(list(bot.view.see(events)))
    for speaker, talk in heard:
        bot.hear(speaker, talk)
    while len(_seated) >= _REMEMBERED:
        del _seated[next(iter(_seated))]
    _seated[key] = (bot, sent + len(updates))
    return Thought(
        known=sent + len(updates), action=bot.decide() if bot.view.choices else None, claims=list(bot.claims()), talk=list(bot.talk())
    )
