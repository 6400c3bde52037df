"""admin move: a server alone becomes a cluster and back; every table, seat, record and rule of the house is there each time."""

import asyncio
import random
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from secret_hitler.cli import main
from secret_hitler.client import TableClient
from secret_hitler.client.http import open_table
from secret_hitler.storage.postgres_database import prepare
from secret_hitler.storage.sqlite import connect, migrate
from secret_hitler.wire.table import Options
from tests.postgres import PostgresCluster
from tests.server.people import gathered, play_to_the_end
from tests.server.process import ServerProcess

pytestmark = pytest.mark.sqlite

OF_NODES = {"kept", "moderation", "nodes", "attendance", "schema_version"}
"""What a folder has in files, or does not need."""


def contents(folder: Path) -> dict[str, object]:
    """Everything a folder holds."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}  # noqa: S608  because the schema names them
    files = ("secret.key", "operator.token", "moderation.jsonl")
    return {**rows, **{name: (folder / name).read_bytes() for name in files}}


async def test_a_server_moves_into_a_database_and_back_and_nothing_is_lost(tmp_path: Path, postgres: PostgresCluster) -> None:
    database = postgres.new_database()

    async def an_evening(server: ServerProcess) -> tuple[str, str, str]:
        async with gathered(server.url, 5) as people:
            await play_to_the_end(people, random.Random(3))
            record = people[0].table.record
            assert record is not None
        waiting = await open_table(server.url, "Ann", Options())
        return waiting.code, waiting.token, record

    async def goes_on(url: str, code: str, token: str, record: str, said: str) -> None:
        async with TableClient(url, code, token) as table:
            assert table.seat == 0
            await table.say(said)
        with await asyncio.to_thread(urllib.request.urlopen, f"{url}/api/records/{record}") as answer:
            assert answer.status == 200

    with ServerProcess(tmp_path / "before") as server:
        code, token, record = await an_evening(server)
        admin = ["admin", "--server", server.url, "--data", str(server.data)]
        assert await asyncio.to_thread(main, [*admin, "forbid", "abracadabra"]) == 0
    with closing(sqlite3.connect(tmp_path / "before" / "tables.sqlite")) as connection, connection:
        connection.execute("INSERT INTO documents VALUES ('review', ?, '', NULL, ?)", (record, b"\x00 what happened \xff"))
        connection.execute("INSERT INTO documents VALUES ('profile', 'ann', 'ann', NULL, ?)", (b"her name",))
        connection.execute("INSERT INTO documents VALUES ('played', 'ann/' || ?, 'ann', 1.0e9, ?)", (record, b"she won"))
    assert await asyncio.to_thread(main, ["admin", "move", str(tmp_path / "before"), database]) == 0
    assert await asyncio.to_thread(main, ["admin", "move", database, str(tmp_path / "back")]) == 0
    assert contents(tmp_path / "back") == contents(tmp_path / "before")

    with ServerProcess(tmp_path / "unused", database=database) as node:
        await goes_on(node.url, code, token, record, "here among nodes")
    assert await asyncio.to_thread(main, ["admin", "move", database, str(tmp_path / "after")]) == 0
    with ServerProcess(tmp_path / "after") as server:
        await goes_on(server.url, code, token, record, "and alone again")


def test_nothing_is_moved_that_is_in_use_or_onto_something(
    tmp_path: Path, postgres: PostgresCluster, capsys: pytest.CaptureFixture[str]
) -> None:
    database, full = postgres.new_database(), postgres.new_database()
    prepare(full)
    postgres.does("INSERT INTO tables VALUES ('ABCDEFGH', 0)", full)

    def refused(source: str | Path, target: str | Path, why: str) -> None:
        assert main(["admin", "move", str(source), str(target)]) == 2
        assert why in capsys.readouterr().err

    with ServerProcess(tmp_path / "running") as alone, ServerProcess(tmp_path / "unused", database=database):
        refused(alone.data, full, "another server uses")
        refused(database, tmp_path / "new", "nodes use the database")
    refused(tmp_path / "running", full, "already holds tables")
    refused(full, tmp_path / "running", "already holds tables")
    refused(tmp_path / "nowhere", database, "Is it a server's folder?")
    refused(tmp_path / "running", tmp_path / "other", "name a folder and postgresql")
    refused(tmp_path / "running", "postgresql://tester@127.0.0.1:1/none", "the database refused")
    assert postgres.does("SELECT count(*) FROM lines", database)[0][0] == 0


def test_both_schemas_hold_the_same(tmp_path: Path, postgres: PostgresCluster) -> None:
    database = postgres.new_database()
    prepare(database)
    columns = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    shared = {tuple(row) for row in postgres.does(columns, database) if row[0] not in OF_NODES} - {("tables", "holder")}
    columns = "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'"
    with closing(connect(tmp_path / "tables.sqlite")) as connection:
        migrate(connection)
        assert set(connection.execute(columns)) == shared
