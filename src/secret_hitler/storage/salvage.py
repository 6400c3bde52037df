"""Salvage: every row of a damaged database that can still be read, copied into a sound one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from .data_folder import create_private
from .raw_pages import Value, rows_of_pages
from .sqlite import connect, migrate

_COLUMNS = {"lines": "code, seq, body", "documents": "kind, key, owner, time, body", "tables": "code, wake_at, closed, aside"}
_KEYS = {"lines": ("code", "seq"), "documents": ("kind", "key"), "tables": ("code",)}
_COUNT_NO_RECORD_TWICE = "INSERT OR IGNORE INTO documents (kind, key, body) SELECT 'rated', key, x'' FROM documents WHERE kind = 'record'"
_OPEN_THE_REST = "INSERT OR IGNORE INTO tables (code, wake_at) SELECT code, 0 FROM lines WHERE seq = 0"


def salvage(damaged: Path, sound: Path) -> None:
    """Copy what can be read. A table whose row is lost is looked at when the server starts."""
    create_private(sound)
    with closing(connect(damaged)) as source, closing(connect(sound)) as target:
        migrate(target)
        with contextlib.suppress(sqlite3.DatabaseError):
            source.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        target.execute("BEGIN IMMEDIATE")
        for table in _COLUMNS:
            for order in ("ASC", "DESC"):
                for row in _rows(source, table, order):
                    _insert(target, table, row)
        for row in rows_of_pages(damaged):  # those that nothing leads to any more; what was found above stays
            _insert(target, _table_of(row), row)
        target.execute(_COUNT_NO_RECORD_TWICE)
        _cut_at_gaps(target)
        target.execute(_OPEN_THE_REST)
        target.execute("COMMIT")


def _rows(source: sqlite3.Connection, table: str, order: str) -> Iterator[tuple[Value, ...]]:
    """As far as one gets from one end."""
    keys = ", ".join(f"{key} {order}" for key in _KEYS[table])
    with contextlib.suppress(sqlite3.DatabaseError):
        yield from source.execute(f"SELECT {_COLUMNS[table]} FROM {table} ORDER BY {keys}")  # noqa: S608  because all of it stands above


def _insert(target: sqlite3.Connection, table: str | None, row: tuple[Value, ...]) -> None:
    if table is not None:
        marks = ", ".join("?" * len(row))
        target.execute(f"INSERT OR IGNORE INTO {table} ({_COLUMNS[table]}) VALUES ({marks})", row)  # noqa: S608  because all of it stands above


def _table_of(row: tuple[Value, ...]) -> str | None:
    """Which table a row belongs to can be told from its values alone."""
    match row:
        case (str(), int(), bytes()):
            return "lines"
        case (str(), str(), str(), int() | float() | None, bytes()):
            return "documents"
        case (str(), int() | float() | None, int() | float() | None, str() | None):
            return "tables"
        case _:
            return None


def _cut_at_gaps(target: sqlite3.Connection) -> None:
    """Lines after one that is lost cannot be understood without it."""
    gaps = target.execute("SELECT code FROM lines GROUP BY code HAVING count(*) != max(seq) + 1").fetchall()
    for (code,) in gaps:
        numbers = [seq for (seq,) in target.execute("SELECT seq FROM lines WHERE code = ? ORDER BY seq", (code,))]
        gap = next((number for number, seq in enumerate(numbers) if number != seq), len(numbers))
        target.execute("DELETE FROM lines WHERE code = ? AND seq >= ?", (code, gap))
