"""Pacing: keep to what a platform allows, and see that what waits is shown as it is when its turn comes."""

import asyncio
import time
from collections.abc import Hashable

FORGET_AT = 1000


class Clock:
    """Time as the platform counts it; tests let it run faster."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Pacer:
    """Allow `burst` at once for each key, then one in so many seconds."""

    def __init__(self, burst: int, seconds: float, clock: Clock) -> None:
        self._early, self._seconds, self._clock = (burst - 1) * seconds, seconds, clock
        self._due: dict[Hashable, float] = {}

    async def take(self, key: Hashable) -> None:
        now = self._clock.now()
        due = max(now, self._due.get(key, now))
        self._due[key] = due + self._seconds
        if len(self._due) > FORGET_AT:
            self._due = {key: due for key, due in self._due.items() if due > now}
        await self._clock.sleep(max(0.0, due - self._early - now))

    async def ready(self, key: Hashable) -> None:
        """Wait until the next one would be allowed, without taking it."""
        while (wait := self._due.get(key, 0.0) - self._early - self._clock.now()) > 0:
            await self._clock.sleep(wait)
