"""Cluster: one of several nodes that serve the same tables from a database. The database decides what happened; this module carries news.

Every node regularly reports that it's alive, by the clock of the database. If it stops, another node takes over its bots and clocks.
If two run the same table, the key of the next line lets one of them succeed.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog

from ..storage import StorageFailure
from ..storage.postgres import PostgresStorage
from ..storage.postgres_database import AGAIN_SECONDS, LOST, Link, PostgresError, read_steps
from ..tables.connection import Attendance
from ..tables.hooks import Peers
from ..tables.host import Host
from ..tables.live_table import LiveTable
from ..tables.pace import SteadyClock
from ..wire.api import TableSummary
from ..wire.commands import FastForward, Nudge, React, TableCommand, TellOpening
from ..wire.refusals import Denial
from ..wire.table import Stage
from .admin.moderation import Moderation
from .admin.service import send_away
from .limits import Limits
from .log_notifications import LineNews, NodeNews, PassedOn, encoded, heard, in_parts
from .metrics import NODES

BEAT_SECONDS = 0.3
LEASE_SECONDS = 1.2
"""A node silent for this long loses its tables."""
LISTED = 200
ATTENDANCES_AT_ONCE = 50
"""So many are encoded before others get a turn."""
NODE_NEWS = "secret_hitler_nodes"

_ATTEND = """
    INSERT INTO attendance (code, node, listed, quick, body)
    SELECT code, $1, listed, quick, body
    FROM unnest($2::text[], $3::boolean[], $4::integer[], $5::bytea[]) AS here (code, listed, quick, body)
    ON CONFLICT (code, node) DO UPDATE SET listed = excluded.listed, quick = excluded.quick, body = excluded.body
"""
_LISTED = "SELECT DISTINCT ON (code) body FROM attendance WHERE listed AND node <> $1 AND is_alive(node) LIMIT $2"

_attendance = msgspec.json.Decoder(Attendance)
_journal = structlog.get_logger()


class Cluster(Peers):
    def __init__(
        self, storage: PostgresStorage, url: str, tables: Host, moderation: Moderation, limits: Limits, clock: SteadyClock
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._moderation = moderation
        self._limits = limits
        self._clock = clock
        self._line_news = LineNews(storage, tables, self._do)
        self._link = Link(url)
        self._others: set[str] = set()
        """Other nodes that are alive."""
        self._shared: dict[str, bytes] = {}
        """Which people other nodes reported, by table."""
        self._left: set[str] = set()
        self._schema = len(read_steps())
        self._beaten_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        for allowances in limits.allowances.values():
            allowances.untold = Counter()
        limits.sockets.untold = set()

    @property
    def node(self) -> str:
        return self._storage.node

    @property
    def others(self) -> bool:
        return bool(self._others)

    # Being a node

    async def start(self) -> None:
        connection = await self._listening()
        await self._beat(connection)
        self._do(self._stay_alive(connection))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(StorageFailure, TimeoutError):
            async with asyncio.timeout(1):
                await self._storage.ask("DELETE FROM nodes WHERE node = $1", self.node)
                await self._send(NodeNews(self.node, gone=True))
        await self._link.close()

    async def _stay_alive(self, connection: Any) -> None:
        while True:
            try:
                connection = connection or await self._listening()
                while True:
                    await asyncio.sleep(BEAT_SECONDS)
                    await self._beat(connection)
            except (*LOST, PostgresError, StorageFailure) as error:
                _journal.warning("database away", error=repr(error)[:200])
                self._link.drop()
                connection = None
                await asyncio.sleep(AGAIN_SECONDS)

    async def _listening(self) -> Any:
        """Open a connection that hears all coming news, and read what was missed before."""
        connection = await self._link.connection()
        await self._line_news.listen(connection)
        await connection.add_listener(NODE_NEWS, lambda *said: self._hear(heard(said[-1])))
        self._beaten_at = 0.0
        self._shared = {}
        for live in self._tables.by_code.values():
            live.attendance_changed = True
        self._line_news.read(self._tables.by_code)
        self._do(self._moderation.catch_up())
        return connection

    async def _beat(self, connection: Any) -> None:
        before = time.monotonic()
        clock, alive, version = await connection.fetchrow("SELECT * FROM beat($1, $2)", self.node, LEASE_SECONDS)
        took, late = time.monotonic() - before, before - self._beaten_at > LEASE_SECONDS
        self._beaten_at = before
        self._clock.follow(clock + took / 2, within=max(0.05, took))
        self._storage.schema_known = version <= self._schema
        others = set(alive) - {self.node}
        for node in self._others - others:
            self._forget_node(node)
        if others - self._others:  # because new nodes know nothing yet
            self._limits.sockets.untold = set(self._limits.sockets.held)
        self._others = others
        NODES.set(len(alive))
        await self._claim(connection, late)
        if late:
            await self._read_attendance(list(self._tables.by_code))
        await self.share(connection)
        await self._tell_of_limits()

    async def _claim(self, connection: Any, late: bool) -> None:
        """Claim tables without a node; after a long silence, check which of ours others have claimed."""
        lives = self._tables.by_code
        codes = [code for code, live in lives.items() if late or (live.holder != self.node and live.holder not in self._others)]
        if codes:
            for code, holder in await connection.fetch("SELECT * FROM claim_tables($1, $2)", self.node, codes):
                if code in lives:
                    lives[code].holder = holder or ""
                    self._tables.timers.hold(lives[code], holder == self.node)

    # Tables

    async def join(self, live: LiveTable) -> None:
        code = live.table.code
        ((_, holder),) = await self._storage.ask("SELECT * FROM claim_tables($1, $2)", self.node, [code])
        live.holder, live.on_duty = holder or "", holder == self.node
        self._left.discard(code)
        live.attend((await self._attendance([code])).get(code, {}), first=True)

    def leave(self, live: LiveTable) -> None:
        self._left.add(live.table.code)

    def close(self, code: str) -> None:
        self._do(self._send(NodeNews(self.node, closed=code)))

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None:
        if isinstance(command, FastForward | React | Nudge | TellOpening) and live.elsewhere:
            self._do(self._send(NodeNews(self.node, passed_on=PassedOn(live.table.code, player, command))))

    def wake_program(self, id: str) -> None:
        self._do(self._send(NodeNews(self.node, program=id)))

    async def quick_tables(self, players: int) -> list[str]:
        query = "SELECT DISTINCT code FROM attendance WHERE quick = $1 AND is_alive(node)"
        return [code for (code,) in await self._storage.ask(query, players)]

    async def listed(self) -> list[TableSummary]:
        found = [_attendance.decode(body).summary for (body,) in await self._storage.ask(_LISTED, self.node, LISTED)]
        return [summary for summary in found if summary is not None]

    # Who is where

    async def share(self, connection: Any = None) -> None:
        ask = self._storage.ask if connection is None else connection.fetch
        rows = []
        changed = {code: live for code, live in self._tables.by_code.items() if live.attendance_changed}
        for number, (code, live) in enumerate(changed.items(), start=1):
            if number % ATTENDANCES_AT_ONCE == 0:
                await asyncio.sleep(0)
            if live.attendance_changed:
                live.attendance_changed = False
                here, quick = live.attendance, _waits_for_strangers(live)
                body = msgspec.json.encode(here)
                if body != self._shared.get(code) and (code in self._shared or quick or here.players or here.watching or here.left):
                    rows.append((code, here.summary is not None, quick, body))
        left = [code for code in self._left if code not in self._tables.by_code]
        if rows:
            await ask(_ATTEND, self.node, *map(list, zip(*rows, strict=True)))
            self._shared.update({code: body for code, *_, body in rows})
        if left:
            await ask("DELETE FROM attendance WHERE node = $1 AND code = ANY ($2)", self.node, left)
            await ask("UPDATE tables SET holder = NULL WHERE holder = $1 AND code = ANY ($2)", self.node, left)
            for code in left:
                self._shared.pop(code, None)
                self._left.discard(code)
        for codes in in_parts([code for code, *_ in rows] + left):
            await self._send(NodeNews(self.node, attended=codes, released=[code for code in codes if code in left]))

    async def _attendance(self, codes: list[str]) -> dict[str, dict[str, Attendance]]:
        query = "SELECT code, node, body FROM attendance WHERE code = ANY ($1) AND node <> $2 AND is_alive(node)"
        found: dict[str, dict[str, Attendance]] = {}
        for code, node, body in await self._storage.ask(query, codes, self.node):
            found.setdefault(code, {})[node] = _attendance.decode(body)
        return found

    async def _read_attendance(self, codes: list[str]) -> None:
        found = await self._attendance(codes)
        for code in codes:
            live = self._tables.by_code.get(code)
            if live is not None and live.elsewhere != found.get(code, {}):
                live.attend(found.get(code, {}))
                self._watch_for_host(live)

    def _forget_node(self, node: str) -> None:
        """Forget a dead node; nobody knows where its people are."""
        self._others.discard(node)
        self._limits.sockets.elsewhere.pop(node, None)
        for live in self._tables.by_code.values():
            if node in live.elsewhere:
                live.attend({other: there for other, there in live.elsewhere.items() if other != node})
                self._watch_for_host(live)

    def _watch_for_host(self, live: LiveTable) -> None:
        if live.table.lobby.host not in live.presence:
            self._tables.timers.watch_for(live, live.table.lobby.host)

    async def _tell_of_limits(self) -> None:
        for name, allowances in self._limits.allowances.items():
            spent, allowances.untold = allowances.untold or Counter(), Counter()
            if self._others:
                for part in in_parts(list(spent)):
                    await self._send(NodeNews(self.node, spent={name: {whose: spent[whose] for whose in part}}))
        sockets = self._limits.sockets
        changed, sockets.untold = sockets.untold or set(), set()
        if self._others:
            for part in in_parts(list(changed)):
                await self._send(NodeNews(self.node, sockets={address: sockets.held[address] for address in part}))

    # News

    async def _send(self, news: NodeNews) -> None:
        await self._storage.ask("SELECT pg_notify($1, $2)", NODE_NEWS, encoded(news))

    def _hear(self, news: NodeNews) -> None:
        if news.node == self.node:
            return
        lives = self._tables.by_code
        for code in news.released:
            if code in lives:
                lives[code].holder = ""
        attended = [code for code in news.attended if code in lives]
        if attended:
            self._do(self._read_attendance(attended))
        if news.passed_on is not None and news.passed_on.code in lives:
            command = news.passed_on.command
            assert isinstance(command, TableCommand)
            self._tables.pass_on(lives[news.passed_on.code], news.passed_on.player, command)
        if news.program:
            self._tables.hooks.program_called(news.program)
        if news.moderated:
            self._do(self._moderation.catch_up())
        for name, spent in news.spent.items():
            if name in self._limits.allowances:
                for whose, requests in spent.items():
                    self._limits.allowances[name].spent_elsewhere(whose, requests)
        if news.sockets:
            self._limits.sockets.elsewhere.setdefault(news.node, {}).update(news.sockets)
        if news.closed in lives:
            live = lives[news.closed]
            self._tables.forget(live)
            send_away(live.connections | live.voices, Denial.CLOSED)
        if news.gone:
            self._forget_node(news.node)

    def _do(self, what: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        async def quietly() -> None:
            try:
                await what
            except StorageFailure as failure:
                _journal.warning("news lost", reason=str(failure))

        task = asyncio.create_task(quietly(), name="cluster")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _waits_for_strangers(live: LiveTable) -> int:
    lobby = live.table.lobby
    return lobby.quick_for if live.table.stage is Stage.LOBBY and len(lobby.humans()) < lobby.quick_for else 0
