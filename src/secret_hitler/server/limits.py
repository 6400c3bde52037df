"""Limits: how often a client may ask and how much one address may hold, generous enough for a houseful of friends behind one address."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic
from weakref import WeakKeyDictionary

from ..tables.names import CODE_LENGTH, CODE_LETTERS
from ..tables.refusal import Refusal
from ..wire.refusals import Denial

REMEMBERED = 10_000
"""Addresses, players or tables that a limit remembers."""
FOUND_AN_HOUR = 0.02
"""Tables that all guessers together find in an hour, on average, from any number of addresses."""
FEWEST_TABLES = 1000
"""Count guesses as if there were at least this many tables."""
PLACES_FREE_AFTER = 30
"""Seconds until it's worth asking again for a place someone else holds."""


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
        """Count what another node granted; a negative balance takes longer to refill."""
        self._left = max(-self._burst, self._left - requests)

    @property
    def empty(self) -> bool:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left < 1

    @property
    def wait(self) -> int:
        """Return whole seconds until the next request would be granted."""
        return max(1, ceil((1 - self._left) / self._rate))


class Allowances:
    """One bucket for each address, player or table; forget the least recently seen."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: OrderedDict[str, Allowance] = OrderedDict()
        self.untold: Counter[str] | None = None
        """What was spent here and other nodes don't know yet, if there are others."""

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
        """Check that something is left, without taking any."""
        bucket = self._buckets.get(whose)
        if bucket is not None and bucket.empty:
            raise Refusal(Denial.TOO_MANY, after=bucket.wait)


class Places:
    """How many of something one address may hold at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.held: Counter[str] = Counter()
        self.untold: set[str] | None = None
        """Addresses whose number changed and other nodes don't know yet, if there are others."""
        self.elsewhere: dict[str, dict[str, int]] = {}
        """Numbers reported by other nodes."""

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
    """What one address, player or table may ask for; `rate` is the setting `address_rate`."""

    def __init__(self, rate: float) -> None:
        self.questions = Allowances(burst=200 * rate, rate=20 * rate)
        self.questions_of_player = Allowances(burst=100 * rate, rate=10 * rate)
        self.openings = Allowances(burst=15 * rate, rate=rate / 4)
        self.openings_of_site = Allowances(burst=60 * rate, rate=rate)
        self.accounts = Allowances(burst=25 * rate, rate=25 * rate / 86_400)
        self.joinings = Allowances(burst=60 * rate, rate=rate)
        self.passwords = Allowances(burst=5 * rate, rate=rate / 20)
        self.entries_on_paper = Allowances(burst=120 * rate, rate=4 * rate)
        self.archive = Allowances(burst=60 * rate, rate=2 * rate)
        self.passkeys = Allowances(burst=20 * rate, rate=rate / 4)
        self.reviews = Allowances(burst=10 * rate, rate=rate / 8)
        self.beliefs = Allowances(burst=10 * rate, rate=rate / 4)
        self.guesses = Allowances(burst=10 * rate, rate=rate / 20)
        self._guesses_of_all = Allowance(burst=1 + 1000 * FOUND_AN_HOUR, rate=1000 * FOUND_AN_HOUR / 3600)  # in thousandths of a table
        self.connecting = Allowances(burst=150 * rate, rate=5 * rate)
        self.arriving = Allowances(burst=350 * rate, rate=25 * rate)
        self.floods = Allowances(burst=max(1, 3 * rate), rate=rate / 10)
        self.connections_of_address = int(150 * rate)
        self.sockets = Places(int(100 * rate))
        self.streams = Places(4)
        self.watchers_of_address = int(15 * rate)
        self._messages: WeakKeyDictionary[object, dict[str, Allowance]] = WeakKeyDictionary()

    def check_guesses(self, address: str) -> None:
        """Check that an outsider may look up a code; otherwise show no tables at all, whether the code is right or wrong."""
        self.guesses.check(address)
        if self._guesses_of_all.empty:
            raise Refusal(Denial.CODES, after=self._guesses_of_all.wait)

    def guessed(self, address: str, tables: int) -> None:
        """Charge a wrong code to its sender, and to everyone by the chance that it could have been right."""
        self._guesses_of_all.take_off(1000 * max(FEWEST_TABLES, tables) / len(CODE_LETTERS) ** CODE_LENGTH)
        self.guesses.spend(address)

    def messages_of(self, table: object, player: str, rate: float) -> Allowance:
        """Return a player's allowance at a table, shared by all their devices; each of a spectator's connections has its own."""
        fresh = Allowance(burst=5 * rate, rate=rate)
        return self._messages.setdefault(table, {}).setdefault(player, fresh) if player else fresh

    @property
    def allowances(self) -> dict[str, Allowances]:
        return {name: each for name, each in vars(self).items() if isinstance(each, Allowances)}
