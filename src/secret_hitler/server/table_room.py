"""Room for tables: when it runs short, keep it for addresses without tables, and close empty ones."""

from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from ..tables.host import Host
from ..tables.live_table import LiveTable
from ..tables.refusal import Refusal
from ..wire.refusals import Denial
from ..wire.table import Stage

KEPT = 0.25
"""The share of tables reserved for addresses that have none."""
EMPTY_SECONDS = 300.0
"""A table with at most one player makes room after this long without changes."""


class TableRoom:
    def __init__(self, tables: Host, most: int, close: Callable[[LiveTable], Awaitable[None]]) -> None:
        self._tables, self._most, self._close = tables, most, close
        self._sites: WeakKeyDictionary[LiveTable, str] = WeakKeyDictionary()

    def opened(self, live: LiveTable, site: str) -> None:
        self._sites.setdefault(live, site)

    async def make(self, site: str) -> None:
        """Make sure this site may open a table; raise Refusal otherwise."""
        tables = self._tables.by_code
        if len(tables) < self._most * (1 - KEPT):
            return
        if any(self._sites.get(live) == site for live in tables.values()):
            raise Refusal(Denial.SERVER_FULL)
        if len(tables) >= self._most:
            empty = min(filter(self._is_empty, tables.values()), key=lambda live: live.table.touched, default=None)
            if empty is None:
                raise Refusal(Denial.SERVER_FULL)
            await self._close(empty)

    def _is_empty(self, live: LiveTable) -> bool:
        table = live.table
        quiet = self._tables.clock() - table.touched >= EMPTY_SECONDS
        return quiet and table.stage is not Stage.PLAYING and len(table.lobby.humans()) < 2
