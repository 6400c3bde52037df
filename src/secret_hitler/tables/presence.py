"""Presence: who is connected to a table at a moment, and since when the others are not."""

from msgspec import Struct


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
