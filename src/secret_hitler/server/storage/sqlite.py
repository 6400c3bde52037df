"""The log: one SQLite file, one writer thread, group commit. What is appended is on disk before anybody is told of it."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import msgspec

from ...paper.files import game_from_line, game_to_line
from ...paper.paper_game import PaperGame
from ...records import Record
from ..log_entries import Line

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


class LogFailure(Exception):
    """The disk did not take the line; nothing was written."""


class Wanted(NamedTuple):
    """One write, and who waits for it."""

    statement: str
    values: tuple[object, ...]
    loop: asyncio.AbstractEventLoop
    written: "asyncio.Future[None]"


_INSERT_LINE = "INSERT INTO lines (code, seq, body) VALUES (?, ?, ?)"
_INSERT_RECORD = "INSERT OR IGNORE INTO records (id, code, ended, body) VALUES (?, ?, ?, ?)"
_CLOSE = "INSERT OR IGNORE INTO closed (code, time) VALUES (?, ?)"


class Log:
    def __init__(self, path: Path) -> None:
        self.path = path
        connection = _connect(path)
        _migrate(connection)
        connection.close()
        self._wanted: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    # Writing

    async def append(self, code: str, seq: int, line: Line) -> None:
        await self._want(_INSERT_LINE, (code, seq, _encoder.encode(line)))

    async def keep_record(self, id: str, code: str, ended: float, record: Record | PaperGame) -> None:
        await self._want(_INSERT_RECORD, (id, code, ended, game_to_line(record).encode()))

    async def close_table(self, code: str, time: float) -> None:
        await self._want(_CLOSE, (code, time))

    async def _want(self, statement: str, values: tuple[object, ...]) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._wanted.put(Wanted(statement, values, loop, written))
        await written

    def _write(self) -> None:
        """Everything that waits goes to disk in one transaction."""
        connection = _connect(self.path)
        while True:
            first = self._wanted.get()
            if first is None:
                break
            batch = [first]
            stop = False
            while not self._wanted.empty():
                wanted = self._wanted.get()
                if wanted is None:
                    stop = True
                    break
                batch.append(wanted)
            _commit(connection, batch)
            if stop:
                break
        connection.close()

    def stop(self) -> None:
        self._wanted.put(None)
        self._thread.join()

    # Reading

    def lines(self) -> Iterator[tuple[str, Line]]:
        """Every line of every table that is still open, in order."""
        query = "SELECT code, body FROM lines WHERE code NOT IN (SELECT code FROM closed) ORDER BY code, seq"
        connection = _connect(self.path)
        try:
            for code, body in connection.execute(query):
                yield code, _decoder.decode(body)
        finally:
            connection.close()

    def record(self, id: str) -> Record | PaperGame | None:
        connection = _connect(self.path)
        try:
            row = connection.execute("SELECT body FROM records WHERE id = ?", (id,)).fetchone()
        finally:
            connection.close()
        return None if row is None else game_from_line(row[0])


def _commit(connection: sqlite3.Connection, batch: list[Wanted]) -> None:
    failure: LogFailure | None = None
    try:
        connection.execute("BEGIN IMMEDIATE")
        for wanted in batch:
            connection.execute(wanted.statement, wanted.values)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(batch) > 1:
            for wanted in batch:
                _commit(connection, [wanted])
            return
        failure = LogFailure(f"the log could not be written: {error}")
    for wanted in batch:
        wanted.loop.call_soon_threadsafe(_tell, wanted.written, failure)


def _tell(written: "asyncio.Future[None]", failure: LogFailure | None) -> None:
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
        raise LogFailure(f"the data was written by a newer version (schema {reached}, this program knows {len(steps)})")
    for number, step in enumerate(steps[reached:], start=reached + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step.read_text(encoding='utf-8')} PRAGMA user_version = {number}; COMMIT;")
