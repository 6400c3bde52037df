"""Attendance: who is at a table, as far as one node knows; what nodes tell each other of the tables they share."""

from msgspec import Struct

from ..wire.api import TableSummary


class Attendance(Struct, frozen=True, omit_defaults=True):
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
