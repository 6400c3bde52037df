"""Pace: how long a bot takes, independent of its cards, its question and its thinking time."""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from math import ceil
from typing import Protocol, TypeVar

from ..rules import Phase

T = TypeVar("T")

SHORTEST, LONGEST = 0.8, 3.8
ROOM = 0.5
"""The last part of a pause, when the bot thinks: several times what any level needs, and late enough to have heard the talk."""
BEAT = 0.1
"""A late answer is rounded up to a multiple of this, so that thinking time leaks nothing."""


class Pace(Protocol):
    async def wait(self, seconds: float) -> None:
        """Wait as long as a person takes for this."""

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        """Return a thought after the time a person takes for it."""

    def telling(self, seconds: float) -> float:
        """Return how long bots wait for people to see what happened."""

    def patience(self, seconds: float) -> float:
        """Return how long bots wait for a claim that the table allows so many seconds for."""


class SteadyPace:
    """A server's pace: 1 is a person's, and infinity doesn't wait."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        return await paced(seconds / self._speed, think)

    def telling(self, seconds: float) -> float:
        return seconds / self._speed

    def patience(self, seconds: float) -> float:
        return seconds / max(1.0, self._speed)


INSTANT = SteadyPace(math.inf)


class SteadyClock:
    """Seconds since 1970, counted from one reading of the system clock, so a jump of that clock moves no deadline."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._offset + time.monotonic()

    def follow(self, now: float, within: float) -> None:
        """Follow another clock, known to `within` so many seconds, if they differ by more."""
        if abs(self() - now) > within:
            self._offset += now - self()


def pause(rng: random.Random, phase: Phase) -> float:
    """Draw the seconds that a bot takes at normal speed, from what everyone sees it's asked."""
    match phase:
        case Phase.NOMINATION:
            return min(max(rng.lognormvariate(0.9, 0.5), SHORTEST), LONGEST)
        case Phase.ELECTION:
            return rng.uniform(SHORTEST, LONGEST)
        case _:
            return rng.uniform(SHORTEST, 2.6)


async def paced(seconds: float, think: Callable[[], Awaitable[T]]) -> T:
    """Return a thought after so many seconds, which include the thinking. Lateness shows only as whole beats."""
    loop = asyncio.get_running_loop()
    due = loop.time() + seconds
    await asyncio.sleep(seconds - ROOM)
    thought = await think()
    late = loop.time() - due
    await asyncio.sleep(-late if late <= 0 else ceil(late / BEAT) * BEAT - late)
    return thought
