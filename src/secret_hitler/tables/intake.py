"""Intake: what the log has, a table knows and everybody at it is told."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

import structlog

from ..records import Record
from ..rules import Seat
from ..storage import Storage, StorageFailure
from ..wire.commands import Room
from ..wire.messages import Said
from ..wire.table import Stage
from .archive import keep_record
from .live_table import LiveTable, tell
from .log_entries import LogLine
from .table import Table
from .timers import Timers
from .view_updates import encode

_journal = structlog.get_logger()


class _Change(NamedTuple):
    """A line that a table has taken in, and nobody was told of yet."""

    line: LogLine
    was: Stage
    waited_for: tuple[Seat, ...]
    said: list[Said]


class Intake:
    def __init__(
        self, storage: Storage, timers: Timers, clock: Callable[[], float], announce: Callable[[str, str], None] | None = None
    ) -> None:
        self._storage = storage
        self._timers = timers
        self._clock = clock
        self._announce = announce
        """Called with a table and a player when the table begins to wait for somebody who is not connected."""
        self._finishing: set[asyncio.Task[None]] = set()
        self.kept: Callable[[LiveTable, float], Awaitable[None]] | None = None
        """Told of each game whose record is kept."""
        self.keep_finished: Callable[[Table, float], Awaitable[None]] | None = None
        """What is done besides when a game has ended."""

    async def take_in(self, live: LiveTable, line: LogLine) -> None:
        """For whoever holds the lock of the table."""
        change = _written(live, line)
        if _ended(live, change):
            await self.keep_record(live)
        self._tell(live, change)

    def take_in_at_once(self, live: LiveTable, line: LogLine) -> bool:
        """The same for whoever does not, and does not wait for it; False, and nothing done, where somebody else has it."""
        if not _locked_at_once(live.lock):
            return False
        finishing = False
        try:
            change = _written(live, line)
            finishing = _ended(live, change)
            if finishing:
                task = asyncio.create_task(self._finish(live, change), name=f"{live.table.code} end")
                self._finishing.add(task)
                task.add_done_callback(self._finishing.discard)
            else:
                self._tell(live, change)
        finally:
            if not finishing:
                live.lock.release()
        return True

    async def _finish(self, live: LiveTable, change: _Change) -> None:
        try:
            await self.keep_record(live)
            self._tell(live, change)
        finally:
            live.lock.release()

    def _tell(self, live: LiveTable, change: _Change) -> None:
        live.publish(change.line.entries)
        for each in change.said:
            rooms = (connection for connection in live.connections if each.room in live.table.visible_rooms(connection.player))
            tell((connection for connection in rooms if live.listens(connection, each.player)), encode(each))
        if _ended(live, change) and live.table.stage is Stage.OVER:
            self._tell_what_spectators_said(live)
        self._announce_turns(live, change.waited_for)
        self._timers.set(live)

    def _announce_turns(self, live: LiveTable, waited_for: tuple[Seat, ...]) -> None:
        if self._announce is None:
            return
        for seat in set(live.table.awaited).difference(waited_for):
            player = live.table.lobby.places[seat].player
            if player and player not in live.presence:
                self._announce(live.table.code, player)

    def _tell_what_spectators_said(self, live: LiveTable) -> None:
        """The players hear what the spectators said."""
        table = live.table
        for said in table.talk.remembered:
            if said.room is Room.SPECTATORS:
                players = [connection for connection in live.connections if table.lobby.seat_of(connection.player) is not None]
                tell([connection for connection in players if live.listens(connection, said.player)], encode(said))

    # Records

    async def keep_record(self, live: LiveTable) -> None:
        """Of the game that has ended, before anybody is told of its record."""
        table = live.table
        assert table.ended is not None
        keep = partial(self._keep, live, table.ended.dealt.record, self._clock(), table.record())
        try:
            await keep()
        except StorageFailure as failure:
            _journal.error("record not kept yet", table=table.code, reason=str(failure))
            self._timers.try_again(live, f"record {table.games}", keep)

    async def _keep(self, live: LiveTable, id: str, ended_at: float, record: Record) -> None:
        table = live.table
        await keep_record(self._storage, id, table.code, ended_at, record)
        if self.kept is not None:
            await self.kept(live, ended_at)
        if self.keep_finished is not None and table.ended is not None and table.ended.dealt.record == id:
            await self.keep_finished(table, table.touched)


def _written(live: LiveTable, line: LogLine) -> _Change:
    was, waited_for = live.table.stage, live.table.awaited
    return _Change(line, was, waited_for, live.table.write(line))


def _ended(live: LiveTable, change: _Change) -> bool:
    return change.was is Stage.PLAYING and live.table.stage is not Stage.PLAYING


def _locked_at_once(lock: asyncio.Lock) -> bool:
    """Whether it was free, and nobody waits for it; it is ours then."""
    asking = lock.acquire()
    try:
        asking.send(None)
    except StopIteration:
        return True
    asking.close()
    return False
