"""Limits: how often somebody may ask, and how much one address may hold; generous enough for a house full of friends behind one address."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic
from weakref import WeakKeyDictionary

from ..tables.live_table import LiveTable
from ..tables.refusal import Refusal
from ..wire.refusals import Denial

REMEMBERED = 10_000
"""Addresses, players or tables of which a limit knows at a time."""
PLACES_FREE_AFTER = 30
"""Seconds after which it is worth asking again for a place that somebody else holds."""


class Allowance:
    """A bucket that holds `burst` requests and refills at `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = burst
        self._at = monotonic()

    def take(self) -> bool:
        if self.empty:
            return False
        self._left -= 1
        return True

    def take_off(self, requests: float) -> None:
        """Count what was granted elsewhere; below nothing it takes the longer to be filled again."""
        self._left = max(-self._burst, self._left - requests)

    @property
    def empty(self) -> bool:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left < 1

    @property
    def wait(self) -> int:
        """Whole seconds until the next request is granted, once one was not."""
        return max(1, ceil((1 - self._left) / self._rate))


class Allowances:
    """One bucket for each address, player or table, forgetting those not seen for longest."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: OrderedDict[str, Allowance] = OrderedDict()
        self.untold: Counter[str] | None = None
        """What was spent here, and other nodes do not know of yet, if there are others."""

    def spend(self, whose: str) -> None:
        bucket = self._bucket(whose)
        if not bucket.take():
            raise Refusal(Denial.TOO_MANY, after=bucket.wait)
        if self.untold is not None:
            self.untold[whose] += 1

    def spent_elsewhere(self, whose: str, requests: float) -> None:
        self._bucket(whose).take_off(requests)

    def _bucket(self, whose: str) -> Allowance:
        bucket = self._buckets.pop(whose, None) or Allowance(self._burst, self._rate)
        self._buckets[whose] = bucket
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    def check(self, whose: str) -> None:
        """Check that there is anything left, without taking of it."""
        bucket = self._buckets.get(whose)
        if bucket is not None and bucket.empty:
            raise Refusal(Denial.TOO_MANY, after=bucket.wait)


class Places:
    """How many of something one address may hold at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.held: Counter[str] = Counter()
        self.untold: set[str] | None = None
        """Whose number has changed, and other nodes do not know of it yet, if there are others."""
        self.elsewhere: dict[str, dict[str, int]] = {}
        """What other nodes have told."""

    @contextmanager
    def hold(self, address: str) -> Iterator[None]:
        if self.held[address] + sum(held.get(address, 0) for held in self.elsewhere.values()) >= self._most:
            raise Refusal(Denial.TOO_MANY, after=PLACES_FREE_AFTER)
        self._change(address, 1)
        try:
            yield
        finally:
            self._change(address, -1)

    def _change(self, address: str, by: int) -> None:
        self.held[address] += by
        if not self.held[address]:
            del self.held[address]
        if self.untold is not None:
            self.untold.add(address)


class Limits:
    """What one address, one player and one table may ask for; `rate` is the setting `address_rate`."""

    def __init__(self, rate: float) -> None:
        self.questions = Allowances(burst=200 * rate, rate=20 * rate)
        self.questions_of_player = Allowances(burst=100 * rate, rate=10 * rate)
        self.questions_about_table = Allowances(burst=400 * rate, rate=40 * rate)
        self.openings = Allowances(burst=15 * rate, rate=rate / 4)
        self.joinings = Allowances(burst=60 * rate, rate=rate)
        self.passwords = Allowances(burst=5 * rate, rate=rate / 20)
        self.passwords_of_table = Allowances(burst=20 * rate, rate=rate / 2)
        self.entries_on_paper = Allowances(burst=120 * rate, rate=4 * rate)
        self.archive = Allowances(burst=60 * rate, rate=2 * rate)
        self.passkeys = Allowances(burst=20 * rate, rate=rate / 4)
        self.reviews = Allowances(burst=10 * rate, rate=rate / 8)
        self.beliefs = Allowances(burst=10 * rate, rate=rate / 4)
        self.guesses = Allowances(burst=30 * rate, rate=rate / 20)
        self.connecting = Allowances(burst=150 * rate, rate=5 * rate)
        self.sockets = Places(int(100 * rate))
        self.streams = Places(4)
        self.watchers_of_address = int(15 * rate)
        self._messages: WeakKeyDictionary[LiveTable, dict[str, Allowance]] = WeakKeyDictionary()

    def messages_of(self, live: LiveTable, player: str, rate: float) -> Allowance:
        """Return what a player may send to a table, from however many devices; a spectator has one allowance for each connection."""
        fresh = Allowance(burst=5 * rate, rate=rate)
        return self._messages.setdefault(live, {}).setdefault(player, fresh) if player else fresh

    @property
    def allowances(self) -> dict[str, Allowances]:
        return {name: each for name, each in vars(self).items() if isinstance(each, Allowances)}
