"""Retention: how long a server waits for people, and how long it keeps what they left."""

from msgspec import Struct

from ..server.settings import Settings
from ..wire.table import Stage
from .table import Table

DAY = 86_400.0


class Retention(Struct, frozen=True):
    """All in days."""

    close_alone_after: float
    close_after: float
    close_games_after: float
    keep_talk: float
    keep_tables: float
    keep_records: float

    def patience(self, table: Table) -> float:
        """Seconds that nobody may come before the table is closed; its records stay."""
        lobby = table.lobby
        if lobby.quick_for or len(lobby.humans()) < 2:
            return self.close_alone_after * DAY
        return (self.close_games_after if table.stage is Stage.PLAYING else self.close_after) * DAY

    def talk_ends_at(self, table: Table) -> float | None:
        """When the oldest talk of the table has to be deleted."""
        return None if table.talk.oldest is None else table.talk.oldest + self.keep_talk * DAY


def retention_of(settings: Settings) -> Retention:
    return Retention(**{field: getattr(settings, field) for field in Retention.__struct_fields__})
