"""Pace: how long a bot takes, whatever it holds, whatever it is asked and however long it thinks."""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from math import ceil
from typing import Protocol, TypeVar

T = TypeVar("T")

SHORTEST, LONGEST = 0.7, 2.6
ROOM = 0.5
"""The last part of a pause, in which a bot thinks: several times what any level needs, and late enough to have heard what was said."""
BEAT = 0.1
"""A late answer is rounded up to a multiple of this, so that thinking time leaks nothing."""


class Pace(Protocol):
    async def wait(self, seconds: float) -> None:
        """Wait for what takes a person that long."""

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        """Return a thought that takes a person that long."""

    def patience(self, seconds: float) -> float:
        """Return how long bots wait for a claim that the table gives that long for."""


class SteadyPace:
    """A server's pace: 1 is that of a person, and infinity does not wait."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        return await paced(seconds / self._speed, think)

    def patience(self, seconds: float) -> float:
        return seconds / max(1.0, self._speed)


INSTANT = SteadyPace(math.inf)


class SteadyClock:
    """Seconds since 1970, read from the system once and counted from there: a system clock that jumps moves no deadline."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._offset + time.monotonic()

    def follow(self, now: float, within: float) -> None:
        """Go by another clock, read with that uncertainty, where they differ by more."""
        if abs(self() - now) > within:
            self._offset += now - self()


def pause(rng: random.Random) -> float:
    """Draw the seconds that a bot takes, at the pace of a person."""
    return rng.uniform(SHORTEST, LONGEST)


async def paced(seconds: float, think: Callable[[], Awaitable[T]]) -> T:
    """Return a thought after so many seconds, in which it is thought. From outside only whole beats of lateness can be seen."""
    loop = asyncio.get_running_loop()
    due = loop.time() + seconds
    await asyncio.sleep(seconds - ROOM)
    thought = await think()
    late = loop.time() - due
    await asyncio.sleep(-late if late <= 0 else ceil(late / BEAT) * BEAT - late)
    return thought
