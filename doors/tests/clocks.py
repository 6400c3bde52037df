"""Time that runs faster, for a door and the platform it talks to alike."""

import asyncio
import time

from secret_hitler_doors.pacing import Clock


class FastClock(Clock):
    def __init__(self, speed: float) -> None:
        self._speed = speed

    def now(self) -> float:
        return time.monotonic() * self._speed

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)
