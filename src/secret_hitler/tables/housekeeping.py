"""Housekeeping: wake tables when something is due, drop idle ones from memory, and close and delete old ones."""

import asyncio
import gc
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec import Struct

from ..storage import StorageFailure
from ..wire.table import Stage
from .host import Host
from .live_table import LiveTable
from .log_lines import delete_talk
from .refusal import Refusal
from .table import Table

ROUND_SECONDS = 5.0
AHEAD_SECONDS = 4 * ROUND_SECONDS
"""Tables with something due this soon are in memory, where timers are exact."""
DELETE_SECONDS = 3600.0
AT_ONCE = 16
"""How many tables load or go to sleep together: on a busy server every step of it waits its turn."""
COLLECT_SECONDS = 300.0
"""Closed sockets leave reference cycles; collect them as rarely as possible."""

EMPTY_SECONDS = 3600.0
"""How long to keep a table that never had a game, in case its one visitor comes back."""
DAY = 86_400.0
T = TypeVar("T")


class Retention(Struct, frozen=True):
    """How long a server waits for people and keeps their data, in days."""

    close_alone_after: float
    close_after: float
    close_games_after: float
    keep_talk: float
    keep_tables: float
    keep_records: float

    def patience(self, table: Table) -> float:
        """Return the seconds without visitors after which to close the table; its records stay."""
        lobby = table.lobby
        if not table.games and len(lobby.humans()) < 2:
            return min(EMPTY_SECONDS, self.close_alone_after * DAY)
        if lobby.quick_for or len(lobby.humans()) < 2:
            return self.close_alone_after * DAY
        return (self.close_games_after if table.stage is Stage.PLAYING else self.close_after) * DAY

    def closes_at(self, table: Table) -> float:
        return max(table.touched, table.lobby.options.opens_at or 0.0) + self.patience(table)

    def talk_ends_at(self, table: Table) -> float | None:
        """Tell when to delete the oldest talk of the table."""
        return None if table.talk.oldest is None else table.talk.oldest + self.keep_talk * DAY


class Housekeeping:
    def __init__(self, tables: Host, retention: Retention, forget_after: float) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._retention = retention
        self._forget_after = forget_after
        self._deleted_at: float | None = None
        self._collected_at = time.monotonic()

    async def restore(self) -> None:
        """Resume what was running when a server stopped; StorageFailure if part of it can't be read now."""
        if failures := await self._wake(await self._storage.active_tables()):
            raise failures[0]

    async def run_for_ever(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND_SECONDS, self._forget_after))
            try:
                await self.round()
            except StorageFailure as failure:
                self._tables.hooks.failed("housekeeping put off", "", failure)

    async def round(self) -> None:
        await self._wake(await self._storage.due_tables(self._tables.clock() + AHEAD_SECONDS))
        lives = self._tables.by_code.values()
        await _a_few_at_once(self._put_to_sleep, deque(live for live in lives if self._idle(live) and not live.lock.taken))
        if time.monotonic() - self._collected_at >= COLLECT_SECONDS:
            gc.collect()
            self._collected_at = time.monotonic()
        if self._deleted_at is None or time.monotonic() - self._deleted_at >= DELETE_SECONDS:
            now, keep = self._tables.clock(), self._retention
            await self._storage.delete_old(closed_before=now - keep.keep_tables * DAY, documents_before=now - keep.keep_records * DAY)
            self._deleted_at = time.monotonic()

    async def _wake(self, codes: list[str]) -> list[StorageFailure]:
        failures: list[StorageFailure] = []

        async def wake(code: str) -> None:
            try:
                await self._tables.find(code)
            except (StorageFailure, Refusal) as failure:
                self._tables.hooks.failed("table not restored", code, failure)
                if isinstance(failure, StorageFailure):
                    failures.append(failure)

        await _a_few_at_once(wake, deque(codes))
        return failures

    def _idle(self, live: LiveTable) -> bool:
        return not live.connections and not live.arriving and time.monotonic() - live.needed_at >= self._forget_after

    async def _put_to_sleep(self, live: LiveTable) -> None:
        tables, table = self._tables, live.table
        async with live.lock:
            if not self._idle(live):
                return
            if not live.on_duty or live.elsewhere:  # because another node is responsible, or soon will be
                tables.forget(live)
                return
            now, closes_at = tables.clock(), self._retention.closes_at(table)
            if now >= closes_at:
                await self._storage.close_table(table.code, now)
                tables.forget(live)
                return
            talk_ends_at = self._retention.talk_ends_at(table)
            if talk_ends_at is not None and talk_ends_at <= now:
                await delete_talk(self._storage, table.code, now - self._retention.keep_talk * DAY)
                await self._storage.sleep_until(table.code, table.lines, now)  # so that the next look sees the table without that talk
                tables.forget(live)
                return
            dues = (tables.timers.next_due(live), talk_ends_at, closes_at)
            wakes_at = min(due for due in dues if due is not None)
            if wakes_at > now + AHEAD_SECONDS:
                await self._storage.sleep_until(table.code, table.lines, wakes_at)
                if self._idle(live):  # because someone may have asked for it meanwhile
                    tables.forget(live)


async def _a_few_at_once(work: Callable[[T], Awaitable[None]], left: deque[T]) -> None:
    """Use up what's left; a thousand tables dropped together would take long."""

    async def one_after_another() -> None:
        while left:
            await work(left.popleft())
            await asyncio.sleep(0)  # because work that has nothing to wait for gives nobody else a turn

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
