"""Check a server's folder: say what's wrong with it, and repair what can be repaired."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec

from ...paper.files import AnyGame, game_from_line
from ...records import UnfitRecord
from ...storage import StorageFailure
from ...storage.data_folder import FILE_MODE, FOLDER_MODE, keep_private, key_of
from ...storage.salvage import salvage
from ...storage.sqlite import connect, is_current
from ...tables.log_entries import LogLine
from ...tables.table import Table
from ...wire.table import Stage

_lines = msgspec.json.Decoder(LogLine)


class Damage(msgspec.Struct, frozen=True):
    """A table whose log is readable only up to some line."""

    code: str
    good_lines: int
    reason: str


class Checkup:
    """Read everything, and change nothing before `repair`."""

    def __init__(self, folder: Path, database: Path | None = None) -> None:
        self.folder = folder
        self.database = database or folder / "tables.sqlite"
        self.tables = self.records = 0
        self.damaged_file = ""
        self.damaged_tables: list[Damage] = []
        self.damaged_records: list[str] = []
        self.quarantined: list[str] = []
        self.others: list[str] = []
        """Sentences about the folder and its key."""
        self._look()

    @property
    def sound(self) -> bool:
        return not (self.damaged_file or self.damaged_tables or self.damaged_records or self.quarantined or self.others)

    def _look(self) -> None:
        self.others = [*_rights(self.folder), *_key(self.folder)]
        try:
            with closing(_reading(self.database)) as connection:
                first = _column(connection, "PRAGMA integrity_check(1)")[0]
                self.damaged_file = "" if first == "ok" else first
                for code in _column(connection, "SELECT code FROM tables WHERE closed IS NULL ORDER BY code"):
                    self._look_at_table(connection, code)
                self.quarantined = _column(connection, "SELECT code FROM tables WHERE aside IS NOT NULL ORDER BY code")
                for id in _column(connection, "SELECT key FROM documents WHERE kind = 'record' ORDER BY key"):
                    self.records += 1
                    try:
                        _record(connection, id)
                    except (sqlite3.DatabaseError, UnfitRecord):
                        self.damaged_records.append(id)
        except sqlite3.DatabaseError as error:
            self.damaged_file = self.damaged_file or str(error)

    def _look_at_table(self, connection: sqlite3.Connection, code: str) -> None:
        self.tables += 1
        table, number = Table(code), 0
        try:
            for seq, body in connection.execute("SELECT seq, body FROM lines WHERE code = ? ORDER BY seq", (code,)):
                if seq != number:
                    raise StorageFailure(f"line {number} is missing")
                table.apply(_lines.decode(body))
                number += 1
        except Exception as error:  # because finding any error of a damaged line is the point
            self.damaged_tables.append(Damage(code, number, f"{type(error).__name__}: {error}"))

    def readable_games(self) -> Iterator[AnyGame]:
        """Yield every finished game: the records, and games in a table's log without a record."""
        found: set[str] = set()
        with closing(_reading(self.database)) as connection:
            for id in _column(connection, "SELECT key FROM documents WHERE kind = 'record' ORDER BY time"):
                if id not in self.damaged_records:
                    found.add(id)
                    yield _record(connection, id)
            for code in _column(connection, "SELECT code FROM tables ORDER BY code"):
                yield from _ended_games(connection, code, found)

    def repair(self) -> Path | None:
        """Repair what can be repaired. If that changes the database, keep the old one and return where."""
        for each in (self.folder, *self.folder.iterdir()):
            keep_private(each)
        if not (self.damaged_file or self.damaged_tables or self.damaged_records or self.quarantined):
            return None
        sound = self.database.with_name("tables.sqlite.repaired")
        names = (self.database.with_name(f"{self.database.name}.damaged-{number}") for number in count(1))
        kept = next(path for path in names if not path.exists())
        sound.unlink(missing_ok=True)
        salvage(self.database, sound)
        copy = Checkup(self.folder, sound)
        with closing(connect(sound)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for damage in copy.damaged_tables:
                connection.execute("DELETE FROM lines WHERE code = ? AND seq >= ?", (damage.code, damage.good_lines))
            connection.executemany("DELETE FROM documents WHERE kind = 'record' AND key = ?", [(id,) for id in copy.damaged_records])
            connection.execute("UPDATE tables SET aside = NULL, wake_at = 0 WHERE aside IS NOT NULL AND closed IS NULL")
            connection.execute("DELETE FROM tables WHERE closed IS NULL AND code NOT IN (SELECT code FROM lines WHERE seq = 0)")
            connection.execute("COMMIT")
        for ending in ("", "-wal", "-shm"):
            leftover = self.database.with_name(self.database.name + ending)
            if leftover.exists():
                leftover.replace(kept.with_name(kept.name + ending))
        sound.replace(self.database)
        return kept


def _reading(database: Path) -> sqlite3.Connection:
    if not database.is_file():
        raise StorageFailure(f"{database.parent} has no tables.sqlite: is it a server's data folder?")
    connection = connect(database)
    if not is_current(connection):
        connection.close()
        raise StorageFailure(f"{database} was written by another version: start a server of this version to upgrade it")
    return connection


def _column(connection: sqlite3.Connection, query: str) -> list[str]:
    return [value for (value,) in connection.execute(query)]


def _record(connection: sqlite3.Connection, id: str) -> AnyGame:
    ((body,),) = connection.execute("SELECT body FROM documents WHERE kind = 'record' AND key = ?", (id,)).fetchall()
    return game_from_line(body)


def _ended_games(connection: sqlite3.Connection, code: str, found: set[str]) -> Iterator[AnyGame]:
    table = Table(code)
    try:
        for (body,) in connection.execute("SELECT body FROM lines WHERE code = ? ORDER BY seq", (code,)):
            table.apply(_lines.decode(body))
            if table.stage is Stage.OVER and table.playing.dealt.record not in found:
                found.add(table.playing.dealt.record)
                yield table.record()
    except Exception:  # because games after the damage can't be read; those before it were yielded
        return


def _rights(folder: Path) -> Iterator[str]:
    if os.name != "posix":
        return
    for path, mode in ((folder, FOLDER_MODE), *((file, FILE_MODE) for file in sorted(folder.iterdir()) if file.is_file())):
        if path.stat().st_mode & 0o077:
            yield f"{path} is readable by others: chmod {mode:o} {path}"


def _key(folder: Path) -> Iterator[str]:
    if not (folder / "secret.key").exists():
        yield f"{folder} has no secret.key: a server will make a new one, and players will lose their seats"
        return
    try:
        key_of(folder)
    except StorageFailure as error:
        yield str(error)
