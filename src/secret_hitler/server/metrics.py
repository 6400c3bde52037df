"""Metrics: what a server counts and times, for Prometheus. Only numbers: no names, table codes or secrets."""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from time import monotonic

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_SLOW = (0.25, 0.5, 1, 2, 3, 5, 10, 30)
"""For bots: every thought fits in the first bucket, since its duration depends on the bot's role."""

_registry = CollectorRegistry()


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"secret_hitler_{name}", text, labels, registry=_registry)


class Histogram(Collector):
    """Seconds in buckets. Every action is timed twice, and the library's own histogram takes several times as long."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...], summed: bool = True) -> None:
        """Leave out the sum where it would reveal a single observation."""
        self._summed = summed
        self._name, self._text, self._bounds = f"secret_hitler_{name}", text, bounds
        self._counts, self._sum = [0] * (len(bounds) + 1), 0.0
        _registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    @contextmanager
    def time(self) -> Iterator[None]:
        began = monotonic()
        try:
            yield
        finally:
            self.observe(monotonic() - began)

    def collect(self) -> Iterator[HistogramMetricFamily]:
        buckets = list(zip([*map(str, map(float, self._bounds)), "+Inf"], accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets, self._sum if self._summed else None)


def _gauge(name: str, text: str) -> Gauge:
    return Gauge(f"secret_hitler_{name}", text, registry=_registry)


ACTION_SECONDS = Histogram("action_seconds", "From the arrival of a command to its answer, after all news of it, being sent", _QUICK)
WRITE_SECONDS = Histogram("write_seconds", "Until a line of a log is on the disk", _QUICK)
REQUEST_SECONDS = Histogram("request_seconds", "Requests over HTTP", _QUICK)
REQUESTS = _counter("requests", "Requests over HTTP by status", "status")
REFUSALS = _counter("refusals", "What was refused, by code", "code")
ERRORS = _counter("errors", "What went wrong inside, by kind", "kind")
MOVES = _counter("moves", "Moves played")
BOT_WAIT_SECONDS = Histogram("bot_wait_seconds", "Until it is a bot's turn to think", _SLOW, summed=False)
BOT_THOUGHT_SECONDS = Histogram("bot_thought_seconds", "Until a bot has thought", _SLOW, summed=False)
BOT_FALLBACKS = _counter("bot_fallbacks", "Bots that played the party line because they were not heard in time, or failed", "reason")
RESTORE_SECONDS = Histogram("restore_seconds", "Until a table is folded from its log", _QUICK)
NEWS_SECONDS = Histogram("news_seconds", "Until what another node has written is read", _QUICK)
READERS_DROPPED = _counter("readers_dropped", "Readers that were cut off because they read nothing")

# What has not happened yet is counted as 0, so that a rise can be seen.
for _reason in ("busy", "failed"):
    BOT_FALLBACKS.labels(_reason)
ERRORS.labels("storage")

OUTGOING = _counter("outgoing", "Tries to reach push services and webhooks, by the answer's status; 0 for none", "status")

NODES = _gauge("nodes", "Nodes that serve the same tables and are alive")
TABLES = _gauge("tables", "Tables in memory")
GAMES_PLAYING = _gauge("games_playing", "Games being played")
CONNECTIONS = _gauge("connections", "Open connections to tables")
BOTS_WAITING = _gauge("bots_waiting", "Bots that wait for their turn to think")
REPORTS_OPEN = _gauge("reports_open", "Reports of players that nobody has settled")
READY = _gauge("ready", "Whether everything that was going on is restored")
MEMORY_BYTES = _gauge("memory_bytes", "Memory in use")
DISK_FREE_BYTES = _gauge("disk_free_bytes", "Room on the disk of the data folder")
DATABASE_BYTES = _gauge("database_bytes", "Size of the database")


def as_text() -> bytes:
    return generate_latest(_registry)
