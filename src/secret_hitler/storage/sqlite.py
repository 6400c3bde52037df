"""Storage in one SQLite file: one writer thread with group commit, and a few readers."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from . import ACTIVE, ANY, Change, Drop, DropOwner, Put, SeqTaken, StorageFailure, Unreadable
from .sql import DELETE_DOCUMENTS, DELETE_WITHOUT_RECORD, DELETED_AT_ONCE, DUE_AT_ONCE, SqlStorage, read_migrations, settle

READERS = 2
LINES_AT_ONCE = 100
"""In one statement; SQLite keeps this many forms of it prepared."""

_SLEEP = "UPDATE tables SET wake_at = $3 WHERE code = $1 AND NOT EXISTS (SELECT 1 FROM lines WHERE code = $1 AND seq >= $2)"
_DUE = "SELECT code FROM tables WHERE wake_at > $1 AND wake_at <= $2 ORDER BY wake_at LIMIT $3"
_CLOSED_BEFORE = "SELECT code FROM tables WHERE closed > 0 AND closed < ? LIMIT ?"
_PUT = (
    "INSERT INTO documents (kind, key, owner, time, body) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (kind, key) DO UPDATE SET owner = excluded.owner, time = excluded.time, body = excluded.body"
)

Transaction = Callable[[sqlite3.Connection], object]


class PendingWrite(NamedTuple):
    write: Transaction
    loop: asyncio.AbstractEventLoop
    written: "asyncio.Future[None]"
    alone: bool = False
    """SQLite can't do it within a transaction."""
    line: tuple[str, int, bytes] | None = None
    """The row of `lines` that it adds, if that's all it does."""


class SqliteStorage(SqlStorage):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        try:
            with closing(connect(path)) as connection:
                migrate(connection)
                for column in ("code", "wake_at"):  # read both indices, through which we find every table
                    connection.execute(f"SELECT count({column}) FROM tables WHERE {column} IS NOT NULL").fetchone()  # noqa: S608  as above
        except sqlite3.Error as error:
            raise _unread(error, f"can't open {path}") from error
        self._gathered: list[PendingWrite] = []
        """The writes of this turn of the loop."""
        self._waiting: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()
        self._active: set[str] = set()
        """Tables that the writer knows to be open and active."""
        self._thread = threading.Thread(target=self._write_for_ever, name="storage", daemon=True)
        self._thread.start()
        self._reading = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, "storage reader", self._begin_reading)

    async def append(self, code: str, seq: int, line: bytes) -> None:
        row = (code, seq, line)

        def write(connection: sqlite3.Connection) -> None:
            self._wake(connection, code, seq == 0)
            connection.execute(_insert_lines(1), row)

        await self._write(write, line=row)

    def _wake(self, connection: sqlite3.Connection, code: str, new: bool) -> None:
        if new:
            connection.execute("INSERT INTO tables (code, wake_at) VALUES (?, ?)", (code, ACTIVE))
        elif code not in self._active:
            is_open = connection.execute("SELECT wake_at FROM tables WHERE code = ? AND closed IS NULL", (code,)).fetchone()
            if is_open is None:
                raise StorageFailure(f"the table {code} is closed")
            if is_open[0] != ACTIVE:
                connection.execute("UPDATE tables SET wake_at = ? WHERE code = ?", (ACTIVE, code))
        self._active.add(code)

    async def rewrite_lines(self, code: str, lines: Mapping[int, bytes]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            rows = [(body, code, seq) for seq, body in lines.items()]
            connection.executemany("UPDATE lines SET body = ? WHERE code = ? AND seq = ?", rows)

        await self._write(write)
        await self._empty_write_ahead_log()

    async def sleep_until(self, code: str, lines: int, wake_at: float) -> None:
        await self._change_table(_SLEEP, code, lines, wake_at)

    async def delete_old(self, closed_before: float, documents_before: float) -> None:
        def write(connection: sqlite3.Connection) -> None:
            codes = connection.execute(_CLOSED_BEFORE, (closed_before, DELETED_AT_ONCE)).fetchall()
            connection.executemany("DELETE FROM lines WHERE code = ?", codes)
            connection.executemany("UPDATE tables SET closed = 0 WHERE code = ?", codes)
            connection.execute(_numbered(DELETE_DOCUMENTS), (documents_before,))
            connection.execute(DELETE_WITHOUT_RECORD)

        await self._write(write)
        await self._empty_write_ahead_log()

    async def write(self, *changes: Change) -> bool:
        written: list[bool] = []

        def write(connection: sqlite3.Connection) -> None:
            written[:] = [all(_is_expected(connection, change) for change in changes)]
            if written[0]:
                for change in changes:
                    _carry_out(connection, change)

        owners = [change for change in changes if isinstance(change, DropOwner)]
        changes = (*owners, *(change for change in changes if not isinstance(change, DropOwner)))
        await self._write(write)
        if owners and written[0]:
            await self._empty_write_ahead_log()
        return written[0]

    async def _empty_write_ahead_log(self) -> None:
        """Empty SQLite's log: it overwrites deleted rows in the file, but the log may hold older copies of their pages."""
        await self._write(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall(), alone=True)

    async def _change_table(self, statement: str, code: str, *values: object) -> None:
        def write(connection: sqlite3.Connection) -> None:
            self._active.discard(code)  # look it up again before the next line
            connection.execute(_numbered(statement), (code, *values))

        await self._write(write)

    async def close(self) -> None:
        self._hand_over()
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()

    async def _write(self, write: Transaction, alone: bool = False, line: tuple[str, int, bytes] | None = None) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(PendingWrite(write, loop, written, alone, line))
        await written

    def _hand_over(self) -> None:
        """Wake the writer once for all writes together, because waking takes longer than writing a line."""
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._waiting.put(gathered)

    def _write_for_ever(self) -> None:
        """Write everything that waits in one transaction."""
        with closing(connect(self.path)) as connection:
            going_on = True
            while going_on:
                gathered = [self._waiting.get()]
                while not self._waiting.empty():
                    gathered.append(self._waiting.get())
                going_on = None not in gathered
                batch = [pending for each in gathered if each is not None for pending in each]
                if together := [pending for pending in batch if not pending.alone]:
                    self._commit(connection, together)
                for pending in batch:
                    if pending.alone:
                        self._commit(connection, [pending])

    def _commit(self, connection: sqlite3.Connection, batch: list[PendingWrite]) -> None:
        failure: StorageFailure | None = None
        before = connection.total_changes
        try:
            self._execute(connection, batch)
        except (sqlite3.Error, StorageFailure) as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._active.clear()
            if len(batch) > 1:
                for pending in batch:
                    self._commit(connection, [pending])
                return
            kind = SeqTaken if isinstance(error, sqlite3.IntegrityError) else StorageFailure
            failure = error if isinstance(error, StorageFailure) else kind(f"can't write the log: {error}")
            self._stored_at = self._stored_at if isinstance(error, sqlite3.IntegrityError | StorageFailure) else None
        else:
            # A write that changed nothing doesn't show that there's room.
            self._stored_at = time.monotonic() if connection.total_changes > before else self._stored_at
        for loop in {pending.loop for pending in batch}:
            loop.call_soon_threadsafe(settle, failure, *[pending.written for pending in batch if pending.loop is loop])

    def _execute(self, connection: sqlite3.Connection, batch: list[PendingWrite]) -> None:
        """Execute in one transaction; in the usual case, lines of active tables, in one statement."""
        lines = [pending.line for pending in batch if pending.line is not None and pending.line[0] in self._active and pending.line[1]]
        if len(lines) == len(batch) <= LINES_AT_ONCE:
            connection.execute(_insert_lines(len(lines)), [value for line in lines for value in line])
            return
        if not batch[0].alone:
            connection.execute("BEGIN IMMEDIATE")
        for pending in batch:
            pending.write(connection)
        if connection.in_transaction:
            connection.execute("COMMIT")

    async def _probe(self) -> None:
        version = f"PRAGMA user_version = {len(_steps())}"  # writes a page, and changes nothing
        await self._write(lambda connection: connection.execute(version))

    async def active_tables(self) -> list[str]:
        return [code for (code,) in await self.ask("SELECT code FROM tables WHERE wake_at = $1", ACTIVE)]

    async def due_tables(self, by: float) -> list[str]:
        return [code for (code,) in await self.ask(_DUE, ACTIVE, by, DUE_AT_ONCE)]

    async def size(self) -> int:
        return self.path.stat().st_size

    def _begin_reading(self) -> None:
        self._reading.connection = connect(self.path, check_same_thread=False)  # because another thread closes it
        self._connections.append(self._reading.connection)

    async def ask(self, query: str, *values: object) -> list[Any]:
        def fetch() -> list[Any]:
            connection: sqlite3.Connection = self._reading.connection
            try:
                return connection.execute(_numbered(query), values).fetchall()
            except sqlite3.Error as error:
                raise _unread(error, "can't read the log") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, fetch)


def _is_expected(connection: sqlite3.Connection, change: Change) -> bool:
    if isinstance(change, DropOwner) or change.expected is ANY:
        return True
    row = connection.execute("SELECT body FROM documents WHERE kind = ? AND key = ?", (change.kind, change.key)).fetchone()
    return bool(change.expected == (row and row[0]))


def _carry_out(connection: sqlite3.Connection, change: Change) -> None:
    match change:
        case Put():
            connection.execute(_PUT, (change.kind, change.key, change.owner, change.time, change.body))
        case Drop():
            connection.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (change.kind, change.key))
        case DropOwner():
            connection.execute("DELETE FROM documents WHERE owner = ? AND owner <> ''", (change.owner,))


def _numbered(statement: str) -> str:
    """Write $1 as SQLite does, ?1."""
    return statement.replace("$", "?")


@cache
def _insert_lines(number: int) -> str:
    return f"INSERT INTO lines (code, seq, body) VALUES {', '.join(['(?, ?, ?)'] * number)}"  # noqa: S608  because all of it stands here


def _unread(error: sqlite3.Error, what: str) -> StorageFailure:
    """Return Unreadable if the file itself is broken, so that trying again is no use."""
    damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return (Unreadable if damaged else StorageFailure)(f"{what}: {error}")


def connect(path: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=check_same_thread)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Run the steps that are missing, and keep their number in user_version."""
    reached, steps = _reached(connection), _steps()
    if reached > len(steps):
        raise StorageFailure(f"the data comes from a newer version (schema {reached}; this program knows {len(steps)})")
    for number, step in enumerate(steps[reached:], start=reached + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step} PRAGMA user_version = {number}; COMMIT;")


def is_current(connection: sqlite3.Connection) -> bool:
    return _reached(connection) == len(_steps())


def _reached(connection: sqlite3.Connection) -> int:
    (reached,) = connection.execute("PRAGMA user_version").fetchone()
    return int(reached)


@cache
def _steps() -> list[str]:
    return read_migrations("migrations")
