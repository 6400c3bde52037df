"""Salvage: copy every readable row of a damaged SQLite file into a sound one."""

import contextlib
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

from .data_folder import create_private
from .sqlite import connect, migrate

# Tables without rowid keep their rows in pages of indices, inner ones included; SQLite's manual describes the format.
_INNER, _LEAF = 2, 10
_HEAD = 100
_MAGIC = b"SQLite format 3\0"
_HEAD_OF_OURS = _MAGIC + (4096).to_bytes(2, "big") + bytes(82)
"""How our files begin, as far as it matters here; for files whose first page is destroyed."""
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_LONGEST_VARINT = 9

Value = None | int | float | str | bytes
_COLUMNS = {"lines": "code, seq, body", "documents": "kind, key, owner, time, body", "tables": "code, wake_at, closed, aside"}
_KEYS = {"lines": ("code", "seq"), "documents": ("kind", "key"), "tables": ("code",)}
_COUNT_NO_RECORD_TWICE = "INSERT OR IGNORE INTO documents (kind, key, body) SELECT 'rated', key, x'' FROM documents WHERE kind = 'record'"
_OPEN_THE_REST = "INSERT OR IGNORE INTO tables (code, wake_at) SELECT code, 0 FROM lines WHERE seq = 0"


def salvage(damaged: Path, sound: Path) -> None:
    """Copy what's readable. The server looks at tables whose row is lost when it starts."""
    create_private(sound)
    with closing(connect(sound)) as target:
        migrate(target)
        target.execute("BEGIN IMMEDIATE")
        with contextlib.suppress(sqlite3.DatabaseError), closing(connect(damaged)) as source:  # without its first page it is no database
            with contextlib.suppress(sqlite3.DatabaseError):
                source.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            for table, order in product(_COLUMNS, ("ASC", "DESC")):
                for row in _rows(source, table, order):
                    _insert(target, table, row)
        for row in rows_of_pages(damaged):  # rows that nothing leads to any more; those found above stay
            _insert(target, _table_of(row), row)
        target.execute(_COUNT_NO_RECORD_TWICE)
        _cut_at_gaps(target)
        target.execute(_OPEN_THE_REST)
        target.execute("COMMIT")


def _rows(source: sqlite3.Connection, table: str, order: str) -> Iterator[tuple[Value, ...]]:
    """Read as far as possible from one end."""
    keys = ", ".join(f"{key} {order}" for key in _KEYS[table])
    with contextlib.suppress(sqlite3.DatabaseError):
        yield from source.execute(f"SELECT {_COLUMNS[table]} FROM {table} ORDER BY {keys}")  # noqa: S608  because all of it stands above


def _insert(target: sqlite3.Connection, table: str | None, row: tuple[Value, ...]) -> None:
    if table is not None:
        marks = ", ".join("?" * len(row))
        target.execute(f"INSERT OR IGNORE INTO {table} ({_COLUMNS[table]}) VALUES ({marks})", row)  # noqa: S608  because all of it stands above


def _table_of(row: tuple[Value, ...]) -> str | None:
    """Tell a row's table from its values alone."""
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
    """Delete the lines after a lost one, because they make no sense without it."""
    gaps = target.execute("SELECT code FROM lines GROUP BY code HAVING count(*) != max(seq) + 1").fetchall()
    for (code,) in gaps:
        numbers = [seq for (seq,) in target.execute("SELECT seq FROM lines WHERE code = ? ORDER BY seq", (code,))]
        gap = next((number for number, seq in enumerate(numbers) if number != seq), len(numbers))
        target.execute("DELETE FROM lines WHERE code = ? AND seq >= ?", (code, gap))


def rows_of_pages(path: Path) -> Iterator[tuple[Value, ...]]:
    """Find everything that looks like a row, in no order."""
    file = _File(path.read_bytes())
    for number in range(1, file.pages + 1):
        try:
            cells = list(file.cells(number))
        except (IndexError, struct.error):
            continue
        for cell in cells:
            try:
                yield _row(file.payload(number, cell))
            except (IndexError, KeyError, ValueError, struct.error):
                continue


class _File:
    def __init__(self, content: bytes) -> None:
        self._content = content
        head = content[:_HEAD] if content.startswith(_MAGIC) else _HEAD_OF_OURS
        self._size = int.from_bytes(head[16:18], "big")
        self._size = 65_536 if self._size == 1 else max(self._size, 512)
        self._usable = self._size - head[20]
        self.pages = len(content) // self._size

    def page(self, number: int) -> bytes:
        if not 0 < number <= self.pages:
            raise IndexError(number)
        return self._content[(number - 1) * self._size : number * self._size]

    def cells(self, number: int) -> Iterator[int]:
        """Find where a page's rows begin."""
        page, start = self.page(number), _HEAD if number == 1 else 0
        kind = page[start]
        if kind not in (_INNER, _LEAF):
            return
        (count,) = struct.unpack_from(">H", page, start + 3)
        for (at,) in struct.iter_unpack(">H", page[start + (12 if kind == _INNER else 8) :][: 2 * count]):
            yield at + (4 if kind == _INNER else 0)

    def payload(self, number: int, at: int) -> bytes:
        page = self.page(number)
        length, at = _varint(page, at)
        most, least = (self._usable - 12) * 64 // 255 - 23, (self._usable - 12) * 32 // 255 - 23
        if length <= most:
            return page[at : at + length]
        fitting = least + (length - least) % (self._usable - 4)
        here = fitting if fitting <= most else least
        content = page[at : at + here]
        (further,) = struct.unpack_from(">I", page, at + here)
        while len(content) < length:
            overflow = self.page(further)
            content += overflow[4 : self._usable][: length - len(content)]
            (further,) = struct.unpack_from(">I", overflow)
        return content


def _row(payload: bytes) -> tuple[Value, ...]:
    length, at = _varint(payload, 0)
    kinds, values = [], []
    while at < length:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    for kind in kinds:
        value, at = _value(payload, kind, at)
        values.append(value)
    if at != len(payload):
        raise ValueError("not a row")
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        (value,) = struct.unpack_from(">d", payload, at)
        return float(value), at + 8
    if kind < 12:
        length = _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at : at + length], "big", signed=True), at + length
    length = (kind - 12) // 2
    content = payload[at : at + length]
    return (content.decode() if kind % 2 else content), at + length


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for number in range(_LONGEST_VARINT):
        byte = content[at + number]
        if number == _LONGEST_VARINT - 1:
            return value << 8 | byte, at + number + 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + number + 1
    raise AssertionError("the last byte of a number ends it")
