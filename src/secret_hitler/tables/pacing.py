"""Pacing: how long a bot takes, whatever it holds, whatever it is asked and however long it thinks."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from math import ceil
from typing import TypeVar

T = TypeVar("T")

SHORTEST, LONGEST = 0.7, 2.6
ROOM = 0.5
"""The last part of a pause, in which a bot thinks: several times what any level needs, and late enough to have heard what was said."""
BEAT = 0.1
"""What takes longer is done at the next beat."""


def pause(rng: random.Random) -> float:
    """Seconds a bot takes, at the pace of a person."""
    return rng.uniform(SHORTEST, LONGEST)


async def paced(seconds: float, think: Callable[[], Awaitable[T]]) -> T:
    """The outcome of a thought, after so many seconds in which it is thought. Only how many beats it is late can be seen from outside."""
    loop = asyncio.get_running_loop()
    due = loop.time() + seconds
    await asyncio.sleep(seconds - ROOM)
    thought = await think()
    late = loop.time() - due
    await asyncio.sleep(-late if late <= 0 else ceil(late / BEAT) * BEAT - late)
    return thought
