"""Salvage: every row of a damaged database that can still be read, copied into a sound one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from .data_folder import create_private
from .sqlite import connect, migrate

Row = tuple[Any, ...]

_COPIED = {
    "lines": "INSERT OR IGNORE INTO lines (code, seq, body) VALUES (?, ?, ?)",
    "records": "INSERT OR IGNORE INTO records (id, code, ended, body) VALUES (?, ?, ?, ?)",
    "tables": "INSERT OR IGNORE INTO tables (code, wake_at, closed, aside) VALUES (?, ?, ?, ?)",
}
_OPEN_THE_REST = "INSERT OR IGNORE INTO tables (code, wake_at) SELECT code, 0 FROM lines WHERE seq = 0"


def salvage(damaged: Path, sound: Path) -> None:
    """What is known of each table is kept where it can be read; a table whose row is lost is looked at when the server starts."""
    create_private(sound)
    with closing(connect(damaged)) as source, closing(connect(sound)) as target:
        migrate(target)
        target.execute("BEGIN IMMEDIATE")
        codes = {*_keys(source, "tables", "code"), *_keys(source, "lines", "code")}
        for code in sorted(codes):
            target.executemany(_COPIED["lines"], _lines(source, code))
            target.executemany(_COPIED["tables"], _rows(source, "SELECT code, wake_at, closed, aside FROM tables WHERE code = ?", code))
        for id in sorted(set(_keys(source, "records", "id"))):
            target.executemany(_COPIED["records"], _rows(source, "SELECT id, code, ended, body FROM records WHERE id = ?", id))
        target.execute(_OPEN_THE_REST)
        target.execute("COMMIT")


def _keys(source: sqlite3.Connection, table: str, key: str) -> Iterator[str]:
    """Every key from both ends, as far as one gets."""
    for better, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
        query = f"SELECT {better}({key}) FROM {table} WHERE {key} {beyond} ?"  # noqa: S608  because all of it stands above
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
