"""SteadyClock: the time of day that only ever passes."""

import time


class SteadyClock:
    """Seconds since 1970, read from the system once and counted from there: a system clock that jumps moves no deadline."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._offset + time.monotonic()
