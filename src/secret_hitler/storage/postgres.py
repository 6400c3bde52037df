"""Storage in PostgreSQL for any number of nodes: the key (code, seq) decides who was first, and the database announces writes."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from . import ANY, Change, DropOwner, Put, SeqTaken, StorageFailure
from .postgres_database import AGAIN_SECONDS, LOST, PATIENCE, Link, Links, PostgresError
from .sql import DELETE_DOCUMENTS, DELETE_WITHOUT_RECORD, DELETED_AT_ONCE, DUE_AT_ONCE, PROBE_SECONDS, SqlStorage, settle

READERS = 3
WRITERS = 2
"""Transactions in parallel when there's much to write: while one waits for the disk, the other prepares lines of other tables."""
LINES_AT_ONCE = 1000
GATHER_SECONDS = 0.02
FEW, MANY = 2, 50
"""Transactions with this many lines keep their distance, because each costs every node a read."""
LOTS = 100
"""This many lines are worth a second transaction beside the first."""
PAGE = 8192
"""Too much for a full disk."""
WRITTEN, TAKEN = 0, 1
"""The outcome of a line; anything else means that its table is closed."""

_DELETE_LINES = """
    WITH gone AS (SELECT code FROM tables WHERE closed > 0 AND closed < $1 LIMIT $2),
    emptied AS (DELETE FROM lines WHERE code IN (SELECT code FROM gone))
    UPDATE tables SET closed = 0 WHERE code IN (SELECT code FROM gone)
"""
_LINES_SINCE = """
    SELECT lines.code, lines.seq, lines.body FROM unnest($1::text[], $2::integer[]) AS known (code, seq)
    JOIN lines ON lines.code = known.code AND lines.seq >= known.seq ORDER BY lines.code, lines.seq
"""
_REWRITE = """
    UPDATE lines SET body = changed.body FROM unnest($2::integer[], $3::bytea[]) AS changed (seq, body)
    WHERE lines.code = $1 AND lines.seq = changed.seq
"""
_WRITE = "SELECT write_documents($1, $2, $3, $4, $5, $6, $7, $8, $9)"
_PROBE = "INSERT INTO kept VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET body = excluded.body"


class WaitingLine(Struct):
    code: str
    seq: int
    body: bytes
    written: "asyncio.Future[None]"
    until: float
    """When to give up."""
    tried: bool = False
    """It may have been written already, because the connection broke before the answer."""


class PostgresStorage(SqlStorage):
    def __init__(self, url: str, node: str) -> None:
        super().__init__()
        self.node = node
        self._waiting: deque[WaitingLine] = deque()
        self._writers = [Link(url) for _ in range(WRITERS)]
        self._writing: dict[Link, asyncio.Task[None]] = {}
        self._under_way: set[str] = set()
        """Tables with lines in an open transaction, for which their next lines wait."""
        self._gathering_until = 0.0
        self._links = Links(url, READERS)

    async def append(self, code: str, seq: int, line: bytes) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingLine(code, seq, line, written, time.monotonic() + PATIENCE))
        if not self._writing or (len(self._writing) < WRITERS and len(self._waiting) >= LOTS):
            idle = next(link for link in self._writers if link not in self._writing)
            self._writing[idle] = asyncio.create_task(self._write(idle), name="storage")
        await written

    async def _write(self, link: Link) -> None:
        """Write what waits in one transaction, or two if it's much; gather a moderate flow."""
        try:
            while self._waiting and (len(self._writing) == 1 or len(self._waiting) >= LOTS):
                early = self._gathering_until - time.monotonic()
                if early > 0 and len(self._waiting) < MANY:
                    await asyncio.sleep(early)
                began, batch = time.monotonic(), self._batch()
                if not batch:
                    break
                codes = {line.code for line in batch}
                self._under_way |= codes
                try:
                    await self._commit(link, batch)
                finally:
                    self._under_way -= codes
                self._gathering_until = began + GATHER_SECONDS if FEW <= len(batch) < MANY else 0.0
        finally:
            del self._writing[link]

    def _batch(self) -> list[WaitingLine]:
        """Take lines up to one whose number is among them already: the next transaction will find that it's taken."""
        batch: dict[tuple[str, int], WaitingLine] = {}
        share = LINES_AT_ONCE if self._under_way else max(LOTS, len(self._waiting) // WRITERS)
        for line in islice(self._waiting, min(share, LINES_AT_ONCE)):
            if line.code in self._under_way or batch.setdefault((line.code, line.seq), line) is not line:
                break
        for _ in batch:
            self._waiting.popleft()
        return list(batch.values())

    async def _commit(self, link: Link, batch: list[WaitingLine]) -> None:
        columns = [line.code for line in batch], [line.seq for line in batch], [line.body for line in batch]
        try:
            connection = await link.connection()
            outcomes = await connection.fetchval("SELECT append_lines($1, $2, $3, $4)", self.node, *columns)
        except LOST as error:
            link.drop()
            self._stored_at = None
            await self._try_again(batch, error)
        except (PostgresError, StorageFailure) as error:
            self._stored_at = None
            settle(StorageFailure(f"can't write the log: {error}"), *(line.written for line in batch))
        else:
            self._stored_at = time.monotonic()
            for line, outcome in zip(batch, outcomes, strict=True):
                if outcome == WRITTEN or (outcome == TAKEN and line.tried and await self._is_ours(line)):
                    settle(None, line.written)
                elif outcome == TAKEN:
                    settle(SeqTaken(f"the table {line.code} has a line {line.seq}"), line.written)
                else:
                    settle(StorageFailure(f"the table {line.code} is closed"), line.written)

    async def _try_again(self, batch: list[WaitingLine], error: BaseException) -> None:
        """Put lines back to survive a short outage; writing a line twice writes it once."""
        now = time.monotonic()
        for line in reversed(batch):
            line.tried = True
            if now < line.until:
                self._waiting.appendleft(line)
            else:
                settle(StorageFailure(f"the database doesn't answer: {error!r}"), line.written)
        await asyncio.sleep(AGAIN_SECONDS)

    async def _is_ours(self, line: WaitingLine) -> bool:
        try:
            rows = await self._links.fetch("SELECT body FROM lines WHERE code = $1 AND seq = $2", line.code, line.seq)
        except StorageFailure:
            return False
        return bool(rows) and rows[0][0] == line.body

    async def rewrite_lines(self, code: str, lines: Mapping[int, bytes]) -> None:
        await self.ask(_REWRITE, code, list(lines), list(lines.values()))

    async def sleep_until(self, code: str, lines: int, wake_at: float) -> None:
        await self.ask("SELECT rest_table($1, $2, $3)", code, lines, wake_at)

    async def delete_old(self, closed_before: float, documents_before: float) -> None:
        await self.ask(_DELETE_LINES, closed_before, DELETED_AT_ONCE)
        await self.ask(DELETE_DOCUMENTS, documents_before)
        await self.ask(DELETE_WITHOUT_RECORD)

    async def write(self, *changes: Change) -> bool:
        owners = [change.owner for change in changes if isinstance(change, DropOwner)]
        rows = [
            (
                change.kind,
                change.key,
                *((change.owner, change.time, change.body) if isinstance(change, Put) else ("", None, None)),
                change.expected is not ANY,
                None if change.expected is ANY else change.expected,
            )
            for change in changes
            if not isinstance(change, DropOwner)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * 7
        ((written,),) = await self._links.fetch(_WRITE, False, owners, *columns, again=(True, owners, *columns))
        return bool(written)

    async def _probe(self) -> None:
        async with asyncio.timeout(PROBE_SECONDS):
            await self.ask(_PROBE, secrets.token_bytes(PAGE))

    async def close(self) -> None:
        if self._writing:
            await asyncio.wait(self._writing.values())
        await asyncio.gather(*(link.close() for link in self._writers))
        await self._links.close()

    async def rows_since(self, known: dict[str, int]) -> dict[str, list[tuple[int, bytes]]]:
        """Return the new lines of many tables, given how many of each are known."""
        rows: dict[str, list[tuple[int, bytes]]] = {}
        for code, seq, body in await self.ask(_LINES_SINCE, list(known), list(known.values())):
            rows.setdefault(code, []).append((seq, body))
        return rows

    async def active_tables(self) -> list[str]:
        """Return those that no other living node takes care of; this one does from now on."""
        return await self._unattended(True, 0)

    async def due_tables(self, by: float) -> list[str]:
        """Return these and the active tables of dead nodes."""
        return await self._unattended(False, by)

    async def _unattended(self, mine: bool, by: float) -> list[str]:
        return [code for (code,) in await self.ask("SELECT claim_unattended($1, $2, $3, $4)", self.node, mine, by, DUE_AT_ONCE)]

    async def size(self) -> int:
        return int((await self.ask("SELECT pg_database_size(current_database())"))[0][0])

    async def ask(self, query: str, *values: object) -> list[Any]:
        """Ask something that's safe to ask twice."""
        return await self._links.fetch(query, *values)
