"""Housekeeping: tables are woken when something falls due at them, forgotten when nobody needs them, closed when nobody comes back."""

import asyncio
import contextlib
import time

import structlog

from ..wire.table import Stage
from .live import LiveTable
from .refusal import Refusal
from .storage import StorageFailure
from .table import Table
from .tables import Tables

ROUND_SECONDS = 5.0
AHEAD_SECONDS = 4 * ROUND_SECONDS
"""What falls due within this time is in memory, where a timer is exact."""
PATIENCE = 2 * 24 * 3600
PATIENCE_WITH_GAMES = 60 * 24 * 3600
"""Seconds after which a table that nobody is connected to is closed; games by mail are given two months."""

_journal = structlog.get_logger()


class Housekeeping:
    def __init__(self, tables: Tables, forget_after: float) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._forget_after = forget_after

    async def restore(self) -> None:
        """Whatever was going on when a server stopped goes on."""
        await self._wake(await self._storage.awake())

    async def run_for_ever(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND_SECONDS, self._forget_after))
            with contextlib.suppress(StorageFailure):
                await self.round()

    async def round(self) -> None:
        await self._wake(await self._storage.due(self._tables.clock() + AHEAD_SECONDS))
        idle = [live for live in self._tables.by_code.values() if self._unneeded(live) and not live.lock.locked()]
        await asyncio.gather(*map(self._let_go, idle))

    async def _wake(self, codes: list[str]) -> None:
        for code in codes:
            try:
                await self._tables.find(code)
            except (StorageFailure, Refusal) as failure:
                _journal.error("table not restored", table=code, reason=str(failure))

    def _unneeded(self, live: LiveTable) -> bool:
        return not live.connections and time.monotonic() - live.needed_at >= self._forget_after

    async def _let_go(self, live: LiveTable) -> None:
        tables, table = self._tables, live.table
        async with live.lock:
            now, closes_at = tables.clock(), table.touched + patience(table)
            if now >= closes_at:
                await self._storage.close_table(table.code, now)
                tables.forget(live)
                return
            wakes_at = min(tables.timers.next_due(live) or closes_at, closes_at)
            if wakes_at > now + AHEAD_SECONDS:
                await self._storage.rest(table.code, table.lines, wakes_at)
                if self._unneeded(live):  # nobody asked for it meanwhile
                    tables.forget(live)


def patience(table: Table) -> float:
    """How long nobody may come before it is closed; its records stay."""
    return PATIENCE_WITH_GAMES if table.stage is Stage.PLAYING else PATIENCE
