"""Salvage: every row of a damaged database that can still be read, copied into a sound one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from . import Kind
from .data_folder import create_private
from .raw_pages import Value, rows_of_pages
from .sqlite import connect, migrate

Row = tuple[Any, ...]

_COPIED = {
    "lines": "INSERT OR IGNORE INTO lines (code, seq, body) VALUES (?, ?, ?)",
    "documents": "INSERT OR IGNORE INTO documents (kind, key, owner, time, body) VALUES (?, ?, ?, ?, ?)",
    "tables": "INSERT OR IGNORE INTO tables (code, wake_at, closed, aside) VALUES (?, ?, ?, ?)",
}
_COUNT_NO_RECORD_TWICE = "INSERT OR IGNORE INTO documents (kind, key, body) SELECT 'rated', key, x'' FROM documents WHERE kind = 'record'"
_OPEN_THE_REST = "INSERT OR IGNORE INTO tables (code, wake_at) SELECT code, 0 FROM lines WHERE seq = 0"


def salvage(damaged: Path, sound: Path) -> None:
    """What is known of each table is kept where it can be read; a table whose row is lost is looked at when the server starts."""
    create_private(sound)
    with closing(connect(damaged)) as source, closing(connect(sound)) as target:
        migrate(target)
        with contextlib.suppress(sqlite3.DatabaseError):
            source.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        target.execute("BEGIN IMMEDIATE")
        codes = {*_keys(source, "tables", "code"), *_keys(source, "lines", "code")}
        for code in sorted(codes):
            target.executemany(_COPIED["lines"], _lines(source, code))
            target.executemany(_COPIED["tables"], _rows(source, "SELECT code, wake_at, closed, aside FROM tables WHERE code = ?", code))
        for kind in Kind:
            for key in _keys(source, "documents", "key", f"kind = '{kind}' AND "):
                rows = _rows(source, "SELECT kind, key, owner, time, body FROM documents WHERE kind = ? AND key = ?", kind, key)
                target.executemany(_COPIED["documents"], rows)
        for row in rows_of_pages(damaged):  # those that nothing leads to any more; what was found above stays
            table = _table_of(row)
            if table is not None:
                target.execute(_COPIED[table], row)
        target.execute(_COUNT_NO_RECORD_TWICE)
        _cut_at_gaps(target)
        target.execute(_OPEN_THE_REST)
        target.execute("COMMIT")


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


def _keys(source: sqlite3.Connection, table: str, key: str, where: str = "") -> Iterator[str]:
    """Every key from both ends, as far as one gets."""
    for better, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
        query = f"SELECT {better}({key}) FROM {table} WHERE {where}{key} {beyond} ?"  # noqa: S608  because all of it stands above
        at: str | None = end
        with contextlib.suppress(sqlite3.DatabaseError):
            while True:
                ((at,),) = source.execute(query, (at,)).fetchall()
                if at is None:
                    return
                yield at


def _lines(source: sqlite3.Connection, code: str) -> Iterator[Row]:
    """The lines of a table up to the first that is lost: those after it cannot be understood without it."""
    seq = 0
    while rows := _rows(source, "SELECT code, seq, body FROM lines WHERE code = ? AND seq = ?", code, seq):
        yield rows[0]
        seq += 1


def _rows(source: sqlite3.Connection, query: str, *values: object) -> list[Row]:
    try:
        return source.execute(query, values).fetchall()
    except sqlite3.DatabaseError:
        return []
