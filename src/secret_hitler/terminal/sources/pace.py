"""AdjustablePace: how long bots take at a table of this process; people change it, stop it, step it and hurry it."""

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from typing import TypeVar

SLOWEST, FASTEST = 0.25, 16.0

T = TypeVar("T")


class AdjustablePace:
    def __init__(self, speed: float = 1.0, waits_for_claims: bool = False) -> None:
        """With `waits_for_claims` bots wait for a claim as long as it takes."""
        self.speed = speed
        self.paused = False
        self.hurried = False
        """No pause until the table waits for a person again."""
        self._waits_for_claims = waits_for_claims
        self._steps = 0
        self._changed = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait, or until a step; a change of speed begins the wait anew."""
        while True:
            self._changed.clear()
            if self._steps:
                self._steps -= 1
                return
            if self.hurried:
                await asyncio.sleep(0)
                return
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.paused else seconds / self.speed)
            except TimeoutError:
                return

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        await self.wait(seconds)
        return await think()

    def patience(self, seconds: float) -> float:
        if self.hurried:
            return 0.0
        return inf if self._waits_for_claims else seconds / max(1.0, self.speed)

    def faster(self) -> None:
        self._set_speed(self.speed * 2)

    def slower(self) -> None:
        self._set_speed(self.speed / 2)

    def _set_speed(self, speed: float) -> None:
        self.speed = min(max(speed, SLOWEST), max(FASTEST, self.speed))
        self._changed.set()

    def pause(self) -> None:
        self.paused = not self.paused
        self._changed.set()

    def step(self) -> None:
        self.paused = True
        self._steps += 1
        self._changed.set()

    def hurry(self) -> None:
        self.hurried = True
        self._changed.set()
