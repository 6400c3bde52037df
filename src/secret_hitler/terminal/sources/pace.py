"""Pace: how long a table waits before a bot moves; people change it, stop it, step it and hurry it."""

import asyncio

SLOWEST, FASTEST = 0.25, 16.0


class Pace:
    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self.paused = False
        self.hurried = False
        """No pause until the table waits for a person again."""
        self._steps = 0
        self._changed = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Be over when the time is, or at a step; a change of speed begins the wait anew."""
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
