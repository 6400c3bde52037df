"""SteadyClock: the time of day that only ever passes."""

import time


class SteadyClock:
    """Seconds since 1970, read from the system once and counted from there: a system clock that jumps moves no deadline."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._offset + time.monotonic()

    def follow(self, now: float, within: float) -> None:
        """Go by another clock, which was read with that uncertainty, where they differ by more."""
        if abs(self() - now) > within:
            self._offset += now - self()
