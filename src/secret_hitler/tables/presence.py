"""Presence: who is connected to a table at a moment, and since when the others are not."""

from msgspec import Struct

from ..wire.api import TableSummary


class Presence(Struct, frozen=True):
    connected: frozenset[str]
    left: dict[str, float]
    """When those who were here went."""
    since: float
    """Nobody is known to be away for longer than this process has had the table."""
    now: float

    def __contains__(self, player: str) -> bool:
        return player in self.connected

    def away_since(self, player: str) -> float | None:
        return None if not player or player in self.connected else self.left.get(player, self.since)

    def away_for(self, player: str) -> float:
        """Seconds; nobody who is here is away."""
        since = self.away_since(player)
        return 0 if since is None else self.now - since


class Attendance(Struct, frozen=True, omit_defaults=True):
    """Who is at a table, as far as one node knows; what nodes tell each other of the tables they share."""

    players: list[str] = []
    """Who is connected there."""
    left: dict[str, float] = {}
    """When those who were connected anywhere went."""
    since: float = 0.0
    """From when on that node could know."""
    watching: dict[str, int] = {}
    """How many watch, by address."""
    summary: TableSummary | None = None
    """How the table is listed, if it is."""
