"""Limits: how often somebody may ask, generous enough for a house full of friends behind one address."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Allowance:
    """A bucket that holds `burst` requests and refills at `rate` a second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class AllowanceByAddress:
    """One bucket for each address, forgetting those not seen for longest."""

    def __init__(self, burst: float, rate: float, remembered: int = 10_000) -> None:
        self._burst = burst
        self._rate = rate
        self._remembered = remembered
        self._buckets: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Allowance(self._burst, self._rate)
        self._buckets[address] = bucket
        while len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take()
