"""Where tests store tables: in SQLite, or with --storage postgresql in a database for each folder."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from secret_hitler.storage import Storage
from secret_hitler.storage.data_folder import create_private, key_of
from secret_hitler.storage.postgres import PostgresStorage
from secret_hitler.storage.postgres_database import OPERATORS, prepare
from secret_hitler.storage.sqlite import SqliteStorage
from tests.postgres import PostgresCluster

OPERATOR = "operator the-token-of-the-operator-of-the-tests"

postgres: PostgresCluster | None = None
"""Set before the first test, if that is where tables are stored."""
_databases: dict[Path, str] = {}
_emptied: list[str] = []
_EMPTY = """DO $$ BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ')
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version');
END $$"""
"""Whatever a migration adds too."""


def database_of(folder: Path) -> str:
    """Return the address for `--database`; nothing on SQLite. Put its operator into the folder too, as a server would."""
    if postgres is None:
        return ""
    if folder not in _databases:
        url = _databases[folder] = _emptied.pop() if _emptied else postgres.new_database()
        prepare(url)
        postgres.does(f"INSERT INTO kept VALUES ('{OPERATORS}', '{OPERATOR}')", url)  # noqa: S608  because both stand here
        folder.mkdir(parents=True, exist_ok=True)
        create_private(folder / OPERATORS)
        (folder / OPERATORS).write_text(OPERATOR)
    return _databases[folder]


def empty_databases_of(folder: Path) -> None:
    """Nobody uses them any more: the next who asks gets one of them, which is quicker than a new one."""
    for used in [each for each in _databases if each.is_relative_to(folder)]:
        assert postgres is not None
        url = _databases.pop(used)
        postgres.does(_EMPTY, url)
        _emptied.append(url)


def storage_in(folder: Path) -> Storage:
    url = database_of(folder)
    return PostgresStorage(url, "tests") if url else SqliteStorage(folder / "tables.sqlite")


def key_in(folder: Path) -> bytes:
    url = database_of(folder)
    return prepare(url).key if url else key_of(folder)


def moderation_in(folder: Path) -> str:
    """Read the moderation log as it's kept."""
    if database_of(folder):
        return "\n".join(bytes(body).decode() for (body,) in rows_in(folder, "SELECT body FROM moderation ORDER BY seq"))
    return (folder / "moderation.jsonl").read_text()


def rows_in(folder: Path, statement: str) -> list[Any]:
    """Ask with SQL, the same in both."""
    url = database_of(folder)
    if url:
        assert postgres is not None
        return [tuple(row) for row in postgres.does(statement, url)]
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()
