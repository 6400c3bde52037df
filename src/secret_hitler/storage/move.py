"""Move everything a server keeps from a folder into a database for nodes, or back: all of it, checked row by row, or nothing."""

import asyncio
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from . import StorageFailure, data_folder
from .data_folder import KEY, TABLES, DataFolder, key_of
from .postgres_database import KEY_VARIABLE, LOST, OPERATORS, PostgresError, connect, kept, migrate
from .sqlite import connect as open_file
from .sqlite import migrate as migrate_file

SCHEME = ("postgresql://", "postgres://")
MODERATION = "moderation.jsonl"
ROWS_AT_ONCE = 1000

Row = tuple[Any, ...]


def is_database(place: str) -> bool:
    return place.startswith(SCHEME)


def move(source: str, target: str) -> dict[str, int]:
    """Copy everything, and return how many rows there are of each kind. Neither may be in use, and the target must have no tables."""
    match is_database(source), is_database(target):
        case False, True:
            return asyncio.run(_into_database(Path(source), target))
        case True, False:
            return asyncio.run(_into_folder(source, Path(target)))
        case _:
            raise StorageFailure("name a folder and postgresql://...; to copy a folder, use backup and restore")


async def _into_database(source: Path, url: str) -> dict[str, int]:
    data_folder.check_holds_tables(source)
    with closing(DataFolder(source)), closing(_opened(source / TABLES)) as file:
        async with _unused(url) as database:
            if await database.fetchval("SELECT EXISTS (SELECT FROM tables)"):
                raise StorageFailure("the database already holds tables. Name an empty one.")
            for table, names in _columns(file).items():
                await database.copy_records_to_table(table, records=_rows(file, table, names), columns=names)
            await _put_beside(database, source)
            return await _compared(file, database)


async def _into_folder(url: str, target: Path) -> dict[str, int]:
    data_folder.check_holds_no_tables(target, "name another folder")
    with closing(DataFolder(target)), tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=f".{target.name}.") as scratch:
        copy = Path(scratch) / TABLES
        data_folder.create_private(copy)
        async with _unused(url) as database:
            with closing(_opened(copy)) as file:
                file.execute("BEGIN IMMEDIATE")
                for table, names in _columns(file).items():
                    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608  because the schema names them
                    async for rows in _fetched(database, table, names):
                        file.executemany(insert, rows)
                file.execute("COMMIT")
                moved = await _compared(file, database)
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            await _take_from_beside(database, target)
        copy.replace(target / TABLES)
        data_folder.sync_folder(target)
        return moved


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = open_file(path)
        migrate_file(connection)
    except sqlite3.Error as error:
        raise StorageFailure(f"can't read {path} ({error}). Run secret-hitler doctor.") from error
    return connection


@asynccontextmanager
async def _unused(url: str) -> AsyncIterator[Any]:
    """Begin a transaction on one moment of a database without nodes, and keep nodes from starting."""
    try:
        connection = await connect(url)
        try:
            await migrate(connection)
            async with connection.transaction(isolation="repeatable_read"):
                await connection.execute("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE")
                alive = await connection.fetch("SELECT node FROM nodes WHERE alive_until > clock_timestamp()")
                if alive:
                    raise StorageFailure(f"nodes use the database. Stop them first: {', '.join(node for (node,) in alive)}")
                yield connection
        finally:
            await connection.close()
    except (*LOST, PostgresError) as error:
        raise StorageFailure(f"the database refused: {error}") from error


def _columns(file: sqlite3.Connection) -> dict[str, list[str]]:
    """Name the tables of the folder's database and their columns, which the other schema has too."""
    tables = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").fetchall()
    return {table: [row[1] for row in file.execute(f"PRAGMA table_info({table})")] for (table,) in tables}


def _rows(file: sqlite3.Connection, table: str, names: list[str]) -> Iterator[Row]:
    try:
        yield from file.execute(f"SELECT {', '.join(names)} FROM {table}")  # noqa: S608  because the schema names them
    except sqlite3.Error as error:
        raise StorageFailure(f"can't read the table {table} ({error}). Run secret-hitler doctor.") from error


async def _fetched(database: Any, table: str, names: list[str]) -> AsyncIterator[list[Row]]:
    cursor = await database.cursor(f"SELECT {', '.join(names)} FROM {table}")  # noqa: S608  as above
    while rows := await cursor.fetch(ROWS_AT_ONCE):
        yield [tuple(row) for row in rows]


async def _compared(file: sqlite3.Connection, database: Any) -> dict[str, int]:
    """Check that both hold the same rows, and return how many of each kind."""
    counts: dict[str, int] = {}
    for table, names in _columns(file).items():
        there = (0, 0)
        async for rows in _fetched(database, table, names):
            there = _counted(rows, there)
        here = _counted(_rows(file, table, names))
        if here != there:
            raise StorageFailure(f"the copy differs: {there[0]} {table} in the database, {here[0]} in the file")
        counts[table] = here[0]
    return counts


def _counted(rows: Iterable[Row], before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Return how many rows there are and the sum of their hashes, which any order leaves the same."""
    count, total = before
    for row in rows:
        count, total = count + 1, total + int.from_bytes(hashlib.sha256(repr(row).encode()).digest()[:16])
    return count, total % (1 << 128)


async def _put_beside(database: Any, folder: Path) -> None:
    """Store the key, the operators and the moderation log from the folder's files."""
    key = key_of(folder)
    if os.environ.get(KEY_VARIABLE, key.hex()) != key.hex():
        raise StorageFailure(f"{KEY_VARIABLE} isn't the key of {folder}, so nobody could return to their seat")
    beside = {KEY: key}
    if (folder / OPERATORS).exists():
        beside[OPERATORS] = (folder / OPERATORS).read_bytes()
    put = "INSERT INTO kept VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
    await database.executemany(put, list(beside.items()))
    if (folder / MODERATION).exists():
        whole, _, _ = (folder / MODERATION).read_bytes().rpartition(b"\n")
        await database.executemany("INSERT INTO moderation (body) VALUES ($1)", [(line,) for line in whole.splitlines()])


async def _take_from_beside(database: Any, folder: Path) -> None:
    key = bytes.fromhex(os.environ.get(KEY_VARIABLE, "")) or await kept(database, KEY)
    if key is None:
        raise StorageFailure(f"the database has no key and {KEY_VARIABLE} isn't set, so nobody could return to their seat")
    data_folder.write_private(folder / KEY, key)
    operators = await kept(database, OPERATORS)
    if operators is not None:
        data_folder.write_private(folder / OPERATORS, operators)
    moderated = await database.fetch("SELECT body FROM moderation ORDER BY seq")
    data_folder.write_private(folder / MODERATION, b"".join(body + b"\n" for (body,) in moderated))
