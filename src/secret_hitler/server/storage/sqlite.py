"""Storage in one SQLite file: one writer thread, group commit."""

import asyncio
import queue
import sqlite3
import threading
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ...paper.files import AnyGame, game_from_line, game_to_line
from ..log_entries import LogLine
from . import SeqTaken, StorageFailure

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LogLine)

_INSERT_LINE = "INSERT INTO lines (code, seq, body) VALUES (?, ?, ?)"
_INSERT_RECORD = "INSERT OR IGNORE INTO records (id, code, ended, body) VALUES (?, ?, ?, ?)"
_CLOSE = "INSERT OR IGNORE INTO closed (code, time) VALUES (?, ?)"


class PendingWrite(NamedTuple):
    """One statement, and who waits for it."""

    statement: str
    values: tuple[object, ...]
    loop: asyncio.AbstractEventLoop
    written: "asyncio.Future[None]"


class SqliteStorage:
    def __init__(self, path: Path) -> None:
        self.path = path
        with closing(_connect(path)) as connection:
            _migrate(connection)
        self._waiting: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_for_ever, name="storage", daemon=True)
        self._thread.start()

    # Writing

    async def append(self, code: str, seq: int, line: LogLine) -> None:
        await self._write(_INSERT_LINE, (code, seq, _encoder.encode(line)))

    async def keep_record(self, id: str, code: str, ended: float, game: AnyGame) -> None:
        await self._write(_INSERT_RECORD, (id, code, ended, game_to_line(game).encode()))

    async def close_table(self, code: str, time: float) -> None:
        await self._write(_CLOSE, (code, time))

    async def close(self) -> None:
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _write(self, statement: str, values: tuple[object, ...]) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._waiting.put(PendingWrite(statement, values, loop, written))
        await written

    def _write_for_ever(self) -> None:
        """Everything that waits goes to disk in one transaction."""
        with closing(_connect(self.path)) as connection:
            going_on = True
            while going_on:
                batch = [self._waiting.get()]
                while not self._waiting.empty():
                    batch.append(self._waiting.get())
                going_on = None not in batch
                _commit(connection, [write for write in batch if write is not None])

    # Reading

    async def open_tables(self) -> list[str]:
        rows = await self._read("SELECT code FROM lines WHERE seq = 0 AND code NOT IN (SELECT code FROM closed) ORDER BY code")
        return [code for (code,) in rows]

    async def lines(self, code: str, since: int = 0) -> list[LogLine]:
        rows = await self._read("SELECT body FROM lines WHERE code = ? AND seq >= ? ORDER BY seq", code, since)
        return [_decoder.decode(body) for (body,) in rows]

    async def record(self, id: str) -> AnyGame | None:
        rows = await self._read("SELECT body FROM records WHERE id = ?", id)
        return game_from_line(rows[0][0]) if rows else None

    async def _read(self, query: str, *values: object) -> list[Any]:
        def fetch() -> list[Any]:
            with closing(_connect(self.path)) as connection:
                return connection.execute(query, values).fetchall()

        return await asyncio.to_thread(fetch)


def _commit(connection: sqlite3.Connection, batch: list[PendingWrite]) -> None:
    failure: StorageFailure | None = None
    try:
        connection.execute("BEGIN IMMEDIATE")
        for write in batch:
            connection.execute(write.statement, write.values)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(batch) > 1:
            for write in batch:
                _commit(connection, [write])
            return
        kind = SeqTaken if isinstance(error, sqlite3.IntegrityError) else StorageFailure
        failure = kind(f"the log could not be written: {error}")
    for write in batch:
        write.loop.call_soon_threadsafe(_answer, write.written, failure)


def _answer(written: "asyncio.Future[None]", failure: StorageFailure | None) -> None:
    if written.done():
        return
    if failure is None:
        written.set_result(None)
    else:
        written.set_exception(failure)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    """Forward only: numbered files, and the number reached in user_version."""
    (reached,) = connection.execute("PRAGMA user_version").fetchone()
    steps = sorted(files(__package__).joinpath("migrations").iterdir(), key=lambda step: step.name)
    steps = [step for step in steps if step.name.endswith(".sql")]
    if reached > len(steps):
        raise StorageFailure(f"the data was written by a newer version (schema {reached}, this program knows {len(steps)})")
    for number, step in enumerate(steps[reached:], start=reached + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step.read_text(encoding='utf-8')} PRAGMA user_version = {number}; COMMIT;")
