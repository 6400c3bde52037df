"""A folder with many stored tables, as a server that ran for a long time would leave it."""

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from secret_hitler.storage import ACTIVE
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.names import CODE_LENGTH, CODE_LETTERS
from tests.server.laid_out import LaidOut

KINDS = 8
MOVES = 8


def store_many(data: Path, count: int, rest_for: float | None = 86_400.0, lines: list[LogLine] | None = None) -> list[str]:
    """So many tables at rest, or awake: lobbies, and games in which the people are awaited; or all with these lines."""
    data.mkdir(parents=True, exist_ok=True)
    path = data / "tables.sqlite"
    asyncio.run(SqliteStorage(path).close())
    kinds = [_kind(number) for number in range(KINDS)] if lines is None else [_encoded(lines)]
    codes = list(itertools.islice(_codes(), count))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        wake_at = ACTIVE if rest_for is None else time.time() + rest_for
        for number, code in enumerate(codes):
            rows = [(code, seq, body) for seq, body in enumerate(kinds[number % len(kinds)])]
            connection.executemany("INSERT INTO lines (code, seq, body) VALUES (?, ?, ?)", rows)
            connection.execute("INSERT INTO tables (code, wake_at) VALUES (?, ?)", (code, wake_at))
        connection.commit()
    return codes


def _kind(number: int) -> list[bytes]:
    table = LaidOut(people=5, bots=0, seed=f"stored {number}")
    if number:
        table.deals()
        moves = iter(range(MOVES))
        table.comes_to(lambda game: next(moves, None) is None, None)
    return _encoded(table.lines)


def _encoded(lines: list[LogLine]) -> list[bytes]:
    return [msgspec.json.encode(line) for line in lines]


def _codes() -> Iterator[str]:
    return map("".join, itertools.product(CODE_LETTERS, repeat=CODE_LENGTH))
