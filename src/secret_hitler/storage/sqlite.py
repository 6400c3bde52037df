"""Storage in one SQLite file: one writer thread with group commit, and a few readers."""

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import astuple

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..tables.log_entries import LogLine
from . import SeqTaken, StorageFailure, StoredIntermission, StoredRating, StoredTable, Unreadable
from .line_bodies import body_of, lines_of, without_talk

AWAKE = 0.0
READERS = 2
DUE_AT_ONCE = DELETED_AT_ONCE = 1000
PROBE_SECONDS = 1.0
LINES_AT_ONCE = 100
"""In one statement: so many forms of it SQLite keeps ready."""

_OPEN = "INSERT INTO tables (code, wake_at) VALUES (?, ?)"
_IS_OPEN = "SELECT wake_at FROM tables WHERE code = ? AND closed IS NULL"
_WAKE = "UPDATE tables SET wake_at = ? WHERE code = ?"
_REST = "UPDATE tables SET wake_at = ? WHERE code = ? AND NOT EXISTS (SELECT 1 FROM lines WHERE code = ? AND seq >= ?)"
_CLOSE = "UPDATE tables SET closed = ?, wake_at = NULL WHERE code = ?"
_SET_ASIDE = "UPDATE tables SET aside = ?, wake_at = NULL WHERE code = ?"
_KEEP_INTERMISSION = (
    "INSERT INTO intermissions (code, lines, form, body) SELECT ?, ?, ?, ? FROM tables WHERE code = ? AND closed IS NULL "
    "ON CONFLICT (code) DO UPDATE SET lines = excluded.lines, form = excluded.form, body = excluded.body WHERE excluded.lines > lines"
)
_KEEP_REVIEW = "INSERT INTO reviews (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body"
_KEEP_IDENTITY = "INSERT INTO identities (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body"
_KEEP_PLAYED = (
    "INSERT INTO played (identity, ended, record, body) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (identity, record) DO UPDATE SET body = excluded.body"
)
_KEEP_RATING = (
    "INSERT INTO ratings (season, identity, side, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (season, identity, side) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"
)
_RATINGS = "SELECT identity, side, mu, sigma, games FROM ratings WHERE season = ?"
_RATINGS_OF = f"{_RATINGS} AND identity IN (SELECT value FROM json_each(?))"  # noqa: S608  because all of it stands above
_INSERT_RECORD = "INSERT OR IGNORE INTO records (id, code, ended, body) VALUES (?, ?, ?, ?)"

_LINES_WITH_TALK = 'SELECT seq, body FROM lines WHERE code = ? AND instr(body, CAST(\'"type":"Spoke"\' AS BLOB))'
_REPLACE_LINE = "UPDATE lines SET body = ? WHERE code = ? AND seq = ?"
_CLOSED_BEFORE = "SELECT code FROM tables WHERE closed > 0 AND closed < ? LIMIT ?"

Transaction = Callable[[sqlite3.Connection], object]


class PendingWrite(NamedTuple):
    """What is to be written, all or nothing, and who waits for it."""

    write: Transaction
    loop: asyncio.AbstractEventLoop
    written: "asyncio.Future[None]"
    alone: bool = False
    """What SQLite does not do within a transaction."""
    line: tuple[str, int, bytes] | None = None
    """The row of `lines` that it adds, if it does nothing else."""


class SqliteStorage:
    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with closing(connect(path)) as connection:
                migrate(connection)
                for column in ("code", "wake_at"):  # what every table is found by, in its two orders
                    connection.execute(f"SELECT count({column}) FROM tables WHERE {column} IS NOT NULL").fetchone()  # noqa: S608  as above
        except sqlite3.Error as error:
            kind = Unreadable if is_damage(error) else StorageFailure
            raise kind(f"{path} cannot be opened: {error}") from error
        self._gathered: list[PendingWrite] = []
        """What was asked for since the loop went round."""
        self._waiting: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()
        self._awake: set[str] = set()
        """Tables that are known to be open and awake; for the writer alone."""
        self._stored_at: float | None = time.monotonic()
        """When something was stored last; None if the last attempt failed."""
        self._thread = threading.Thread(target=self._write_for_ever, name="storage", daemon=True)
        self._thread.start()
        self._reading = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, "storage reader", self._begin_reading)

    # Writing

    async def append(self, code: str, seq: int, line: LogLine) -> None:
        row = (code, seq, body_of(line))

        def write(connection: sqlite3.Connection) -> None:
            self._wake(connection, code, seq == 0)
            connection.execute(_insert_lines(1), row)

        await self._write(write, line=row)

    def _wake(self, connection: sqlite3.Connection, code: str, new: bool) -> None:
        if new:
            connection.execute(_OPEN, (code, AWAKE))
        elif code not in self._awake:
            is_open = connection.execute(_IS_OPEN, (code,)).fetchone()
            if is_open is None:
                raise StorageFailure(f"the table {code} is closed")
            if is_open[0] != AWAKE:
                connection.execute(_WAKE, (AWAKE, code))
        self._awake.add(code)

    async def rest(self, code: str, lines: int, wake_at: float) -> None:
        await self._let_rest(code, _REST, wake_at, code, code, lines)

    async def set_aside(self, code: str, reason: str) -> None:
        await self._let_rest(code, _SET_ASIDE, reason, code)

    async def close_table(self, code: str, time: float) -> None:
        await self._let_rest(code, _CLOSE, time, code)

    async def keep_intermission(self, code: str, lines: int, kept: StoredIntermission) -> None:
        await self._execute(_KEEP_INTERMISSION, code, lines, kept.form, kept.body, code)

    async def _let_rest(self, code: str, statement: str, *values: object) -> None:
        def write(connection: sqlite3.Connection) -> None:
            self._awake.discard(code)
            connection.execute(statement, values)

        await self._write(write)

    async def delete_talk(self, code: str, before: float) -> None:
        def write(connection: sqlite3.Connection) -> None:
            for seq, body in connection.execute(_LINES_WITH_TALK, (code,)).fetchall():
                silent = without_talk(body, before)
                if silent is not None:
                    connection.execute(_REPLACE_LINE, (silent, code, seq))

        await self._write(write)
        await self._empty_write_ahead_log()

    async def delete_old(self, closed_before: float, records_before: float) -> None:
        def write(connection: sqlite3.Connection) -> None:
            codes = connection.execute(_CLOSED_BEFORE, (closed_before, DELETED_AT_ONCE)).fetchall()
            connection.executemany("DELETE FROM lines WHERE code = ?", codes)
            connection.executemany("UPDATE tables SET closed = 0 WHERE code = ?", codes)
            connection.execute("DELETE FROM records WHERE ended < ?", (records_before,))
            connection.execute("DELETE FROM reviews WHERE id NOT IN (SELECT id FROM records)")
            connection.execute("DELETE FROM played WHERE ended < ?", (records_before,))
            connection.execute("DELETE FROM rated WHERE record NOT IN (SELECT id FROM records)")

        await self._write(write)
        await self._empty_write_ahead_log()

    async def _empty_write_ahead_log(self) -> None:
        """Deleted rows are overwritten in the file; older copies of their pages may stand in the log of SQLite until it is emptied."""
        await self._write(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall(), alone=True)

    async def keep_record(self, id: str, code: str, ended: float, game: AnyGame) -> None:
        await self._execute(_INSERT_RECORD, id, code, ended, game_to_line(game).encode())

    async def keep_review(self, id: str, body: bytes) -> None:
        await self._execute(_KEEP_REVIEW, id, body)

    async def keep_identity(self, id: str, body: bytes) -> None:
        await self._execute(_KEEP_IDENTITY, id, body)

    async def forget_identity(self, id: str) -> None:
        def write(connection: sqlite3.Connection) -> None:
            for table in ("played", "ratings", "recovery"):
                connection.execute(f"DELETE FROM {table} WHERE identity = ?", (id,))  # noqa: S608  because all of it stands above
            connection.execute("DELETE FROM identities WHERE id = ?", (id,))

        await self._write(write)
        await self._empty_write_ahead_log()

    async def keep_played(self, record: str, ended: float, bodies: dict[str, bytes]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(_KEEP_PLAYED, [(identity, ended, record, body) for identity, body in bodies.items()])

        await self._write(write)

    async def keep_note(self, program: str, kind: str, key: str, body: bytes) -> None:
        await self._execute("INSERT OR REPLACE INTO program_notes (program, kind, key, body) VALUES (?, ?, ?, ?)", program, kind, key, body)

    async def drop_note(self, program: str, kind: str, key: str) -> None:
        await self._execute("DELETE FROM program_notes WHERE program = ? AND kind = ? AND key = ?", program, kind, key)

    async def keep_ratings(self, season: str, record: str, ratings: list[StoredRating]) -> bool:
        late: list[StoredRating] = []

        def write(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM rated WHERE record = ?", (record,)).fetchone():
                return
            was = {
                (who, side): games
                for who, side, *_, games in connection.execute(_RATINGS_OF, (season, json.dumps([each.identity for each in ratings])))
            }
            late[:] = [each for each in ratings if each.games != was.get((each.identity, each.side), each.games - 1) + 1]
            if not late:
                connection.execute("INSERT INTO rated (record) VALUES (?)", (record,))
                connection.executemany(_KEEP_RATING, [(season, *astuple(each)) for each in ratings])

        await self._write(write)
        return not late

    async def keep_recovery(self, identity: str, codes: list[str]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM recovery WHERE identity = ?", (identity,))
            connection.executemany("INSERT INTO recovery (code, identity) VALUES (?, ?)", [(code, identity) for code in codes])

        await self._write(write)

    async def use_recovery(self, code: str) -> str | None:
        found: list[str] = []

        def write(connection: sqlite3.Connection) -> None:
            found[:] = [identity for (identity,) in connection.execute("SELECT identity FROM recovery WHERE code = ?", (code,))]
            connection.execute("DELETE FROM recovery WHERE code = ?", (code,))

        await self._write(write)
        return found[0] if found else None

    async def close(self) -> None:
        self._hand_over()
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()

    async def _execute(self, statement: str, *values: object) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        await self._write(write)

    async def _write(self, write: Transaction, alone: bool = False, line: tuple[str, int, bytes] | None = None) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(PendingWrite(write, loop, written, alone, line))
        await written

    def _hand_over(self) -> None:
        """Once for everything that was asked for together: to wake another thread takes longer than to write a line."""
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._waiting.put(gathered)

    def _write_for_ever(self) -> None:
        """Everything that waits goes to disk in one transaction."""
        with closing(connect(self.path)) as connection:
            going_on = True
            while going_on:
                gathered = [self._waiting.get()]
                while not self._waiting.empty():
                    gathered.append(self._waiting.get())
                going_on = None not in gathered
                batch = [pending for each in gathered if each is not None for pending in each]
                together = [pending for pending in batch if not pending.alone]
                if together:
                    self._commit(connection, together)
                for pending in batch:
                    if pending.alone:
                        self._commit(connection, [pending])

    def _commit(self, connection: sqlite3.Connection, batch: list[PendingWrite]) -> None:
        failure: StorageFailure | None = None
        before = connection.total_changes
        try:
            self._carry_out(connection, batch)
        except (sqlite3.Error, StorageFailure) as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._awake.clear()
            if len(batch) > 1:
                for pending in batch:
                    self._commit(connection, [pending])
                return
            failure = _failure(error)
            self._stored_at = self._stored_at if isinstance(error, sqlite3.IntegrityError | StorageFailure) else None
        else:
            # Whoever changed nothing needed no room.
            self._stored_at = time.monotonic() if connection.total_changes > before else self._stored_at
        for loop in {pending.loop for pending in batch}:
            loop.call_soon_threadsafe(_answer, [pending.written for pending in batch if pending.loop is loop], failure)

    def _carry_out(self, connection: sqlite3.Connection, batch: list[PendingWrite]) -> None:
        """In one transaction; what is usual, lines of tables that are awake, in one statement."""
        lines = [pending.line for pending in batch if pending.line is not None and pending.line[0] in self._awake and pending.line[1]]
        if len(lines) == len(batch) <= LINES_AT_ONCE:
            connection.execute(_insert_lines(len(lines)), [value for line in lines for value in line])
            return
        if not batch[0].alone:
            connection.execute("BEGIN IMMEDIATE")
        for pending in batch:
            pending.write(connection)
        if connection.in_transaction:
            connection.execute("COMMIT")

    async def writable(self) -> bool:
        if self._stored_at is None or time.monotonic() - self._stored_at > PROBE_SECONDS:
            with contextlib.suppress(StorageFailure):
                await self._execute(f"PRAGMA user_version = {len(_steps())}")  # writes a page, and changes nothing
                self._stored_at = time.monotonic()
        return self._stored_at is not None

    # Reading

    async def lines(self, code: str, since: int = 0) -> list[LogLine]:
        rows = await self._read("SELECT seq, body FROM lines WHERE code = ? AND seq >= ? ORDER BY seq", code, since)
        return lines_of(rows, since)

    async def intermission(self, code: str) -> StoredIntermission | None:
        rows = await self._read("SELECT form, body FROM intermissions WHERE code = ?", code)
        return StoredIntermission(*rows[0]) if rows else None

    async def table(self, code: str) -> StoredTable | None:
        rows = await self._read("SELECT wake_at, closed, aside FROM tables WHERE code = ?", code)
        return StoredTable(awake=rows[0][0] == AWAKE, closed=rows[0][1] is not None, aside=rows[0][2] is not None) if rows else None

    async def awake(self) -> list[str]:
        rows = await self._read("SELECT code FROM tables WHERE wake_at = ?", AWAKE)
        return [code for (code,) in rows]

    async def due(self, by: float) -> list[str]:
        query = "SELECT code FROM tables WHERE wake_at > ? AND wake_at <= ? ORDER BY wake_at LIMIT ?"
        rows = await self._read(query, AWAKE, by, DUE_AT_ONCE)
        return [code for (code,) in rows]

    async def record(self, id: str) -> AnyGame | None:
        rows = await self._read("SELECT body FROM records WHERE id = ?", id)
        return game_from_line(rows[0][0]) if rows else None

    async def size(self) -> int:
        return self.path.stat().st_size

    async def review(self, id: str) -> bytes | None:
        rows = await self._read("SELECT body FROM reviews WHERE id = ?", id)
        return rows[0][0] if rows else None

    async def identity(self, id: str) -> bytes | None:
        rows = await self._read("SELECT body FROM identities WHERE id = ?", id)
        return rows[0][0] if rows else None

    async def identities(self) -> list[tuple[str, bytes]]:
        return [(id, body) for id, body in await self._read("SELECT id, body FROM identities")]

    async def played(self, identity: str) -> list[bytes]:
        rows = await self._read("SELECT body FROM played WHERE identity = ? ORDER BY ended DESC", identity)
        return [body for (body,) in rows]

    async def notes(self, program: str, kind: str) -> list[tuple[str, bytes]]:
        rows = await self._read("SELECT key, body FROM program_notes WHERE program = ? AND kind = ? ORDER BY key", program, kind)
        return [(key, body) for key, body in rows]

    async def ratings(self, season: str, of: Collection[str] | None = None) -> list[StoredRating]:
        asked = [_RATINGS, season] if of is None else [_RATINGS_OF, season, json.dumps(list(of))]
        return [StoredRating(*row) for row in await self._read(*asked)]

    async def recovery(self, identity: str) -> int:
        return len(await self._read("SELECT code FROM recovery WHERE identity = ?", identity))

    def _begin_reading(self) -> None:
        self._reading.connection = connect(self.path, check_same_thread=False)  # it is closed by another thread
        self._connections.append(self._reading.connection)

    async def _read(self, query: str, *values: object) -> list[Any]:
        def fetch() -> list[Any]:
            connection: sqlite3.Connection = self._reading.connection
            try:
                return connection.execute(query, values).fetchall()
            except sqlite3.Error as error:
                kind = Unreadable if is_damage(error) else StorageFailure
                raise kind(f"the log could not be read: {error}") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, fetch)


def _failure(error: sqlite3.Error | StorageFailure) -> StorageFailure:
    if isinstance(error, StorageFailure):
        return error
    kind = SeqTaken if isinstance(error, sqlite3.IntegrityError) else StorageFailure
    return kind(f"the log could not be written: {error}")


@cache
def _insert_lines(number: int) -> str:
    return f"INSERT INTO lines (code, seq, body) VALUES {', '.join(['(?, ?, ?)'] * number)}"  # noqa: S608  because all of it stands here


def _answer(waiting: "list[asyncio.Future[None]]", failure: StorageFailure | None) -> None:
    for written in waiting:
        if written.done():
            continue
        if failure is None:
            written.set_result(None)
        else:
            written.set_exception(failure)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, so that trying again is no use."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def connect(path: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=check_same_thread)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Forward only: numbered files, and the number reached in user_version."""
    reached, steps = _reached(connection), _steps()
    if reached > len(steps):
        raise StorageFailure(f"the data was written by a newer version (schema {reached}, this program knows {len(steps)})")
    for number, step in enumerate(steps[reached:], start=reached + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step.read_text(encoding='utf-8')} PRAGMA user_version = {number}; COMMIT;")


def is_current(connection: sqlite3.Connection) -> bool:
    return _reached(connection) == len(_steps())


def _reached(connection: sqlite3.Connection) -> int:
    (reached,) = connection.execute("PRAGMA user_version").fetchone()
    return int(reached)


def _steps() -> list[Traversable]:
    steps = (step for step in files(__package__).joinpath("migrations").iterdir() if step.name.endswith(".sql"))
    return sorted(steps, key=lambda step: step.name)
