"""Damaged files: a table that cannot be read is set aside and named, all others go on; the doctor explains, repairs and exports."""

import json
import os
import shutil
import sqlite3
import stat
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from secret_hitler.cli import main
from secret_hitler.paper.files import read_games
from secret_hitler.records import Record
from secret_hitler.server.admin.checkup import Checkup
from secret_hitler.server.services import Services
from secret_hitler.server.settings import Settings
from secret_hitler.storage.data_folder import write_private
from secret_hitler.storage.salvage import rows_of_pages
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.refusal import Refusal
from secret_hitler.wire.table import Stage
from tests.cli.test_serve import refused
from tests.server.laid_out import LaidOut
from tests.server.process import ServerProcess

pytestmark = pytest.mark.sqlite

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights: there the folder above decides")


async def stored(data: Path, count: int, ended: bool = False) -> list[LaidOut]:
    """Tables with a game each; one line of the log of each table is its last move."""
    tables = []
    for number in range(count):
        table = LaidOut(people=5, bots=0, seed=f"damage {number}")
        table.deals()
        moves = iter(range(20))
        table.comes_to(lambda game, moves=moves: not ended and next(moves, None) is None, None)  # type: ignore[misc]  # because the default binds the loop's value
        tables.append(table)

    data.mkdir(mode=0o700, exist_ok=True)
    storage = SqliteStorage(data / "tables.sqlite")
    for table in tables:
        await table.store(storage)
    await storage.close()
    (data / "tables.sqlite").chmod(0o600)
    return tables


def spoil(data: Path, code: str, seq: int, body: bytes = b'{"time":') -> None:
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        assert connection.execute("UPDATE lines SET body = ? WHERE code = ? AND seq = ?", (body, code, seq)).rowcount == 1
        connection.commit()


def asked(server: ServerProcess, code: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"{server.url}/api/tables/{code}") as answer:
            return answer.status, json.load(answer)["code"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["code"]


@pytest.mark.parametrize(
    "body", [b'{"time":', b"\xff\xfe", b'{"time":1.0,"entries":[{"type":"TakenBack","seat":77}]}'], ids=["cut", "noise", "nonsense"]
)
async def test_one_unreadable_row_sets_one_table_aside(tmp_path: Path, body: bytes) -> None:
    bad, *good = [table.code for table in await stored(tmp_path / "data", 3)]
    spoil(tmp_path / "data", bad, 9, body)
    with ServerProcess(tmp_path / "data") as server:
        assert [asked(server, code) for code in good] == [(200, code) for code in good]
        assert asked(server, bad) == (500, "unreadable")
        journal = server.journal.read_text()
    assert journal.count("table set aside") == 1
    assert bad in journal
    assert "line 9" in journal


async def test_whichever_page_is_unreadable_the_server_starts_and_says_what_is_lost(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    tables = {table.code: table for table in await stored(tmp_path / "whole", 12)}
    whole = (tmp_path / "whole" / "tables.sqlite").read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    pages = len(whole) // size
    assert pages > 12
    served_in_all = 0
    for page in range(1, pages):
        data = tmp_path / f"page {page}"
        data.mkdir()
        (data / "tables.sqlite").write_bytes(whole[: page * size] + b"\xa5" * size + whole[(page + 1) * size :])
        served = await _served(data, tables)
        served_in_all += len(served)
    assert served_in_all >= (pages - 3) * (len(tables) - 3), "a page holds a few tables; only the root leads to all of them"


async def _served(data: Path, tables: dict[str, LaidOut]) -> list[str]:
    """List the tables that are as they were; check that every other one is refused."""
    services = Services(Settings(data=data))
    await services.housekeeping.restore()
    served = []
    for code, table in tables.items():
        try:
            live = await services.tables.find(code)
        except Refusal as refusal:
            assert refusal.code == "unreadable"
            continue
        if live is not None and live.table.lines == table.table.lines:
            assert live.table.playing.moves == table.table.playing.moves
            served.append(code)
    await services.tables.close()
    await services.storage.close()
    services.store.close()
    return served


async def test_whichever_page_is_unreadable_the_doctor_brings_back_all_that_is_not_on_it(tmp_path: Path) -> None:
    """Also where the page is one that leads to all the others; a table goes on from before its first line that was on the page."""
    (tmp_path / "whole").mkdir()
    codes = sorted(table.code for table in await stored(tmp_path / "whole", 8))
    whole = (tmp_path / "whole" / "tables.sqlite").read_bytes()
    everything = _lines_in_pages(tmp_path / "whole" / "tables.sqlite")
    assert everything == _stored_lines(tmp_path / "whole" / "tables.sqlite")
    size = int.from_bytes(whole[16:18], "big")
    for page in range(1, len(whole) // size):
        data = tmp_path / f"page {page}"
        data.mkdir()
        database = data / "tables.sqlite"
        database.write_bytes(whole[: page * size] + b"\xa5" * size + whole[(page + 1) * size :])
        lost = everything - _lines_in_pages(database)
        Checkup(data).repair()
        after = Checkup(data)
        assert (after.damaged_file, after.damaged_tables, after.damaged_records) == ("", [], []), page
        first = {code: min((seq for table, seq, _ in lost if table == code), default=10**6) for code in codes}
        assert _stored_lines(database) == {row for row in everything if row[1] < first[row[0]]}, page


def _lines_in_pages(database: Path) -> set[tuple[str, int, bytes]]:
    rows = [row for row in rows_of_pages(database) if len(row) == 3]
    return {(code, seq, body) for code, seq, body in rows if isinstance(code, str) and isinstance(seq, int) and isinstance(body, bytes)}


def _stored_lines(database: Path) -> set[tuple[str, int, bytes]]:
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT code, seq, body FROM lines"))


async def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (table,) = await stored(data, 1)
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("DELETE FROM lines WHERE code = ? AND seq = 7", (table.code,))
        connection.commit()
    (damage,) = Checkup(data).damaged_tables
    assert (damage.good_lines, "line 7 is missing" in damage.reason) == (7, True)
    assert await _served(data, {table.code: table}) == []


async def test_the_doctor_explains_repairs_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = tmp_path / "data", tmp_path / "games.jsonl"
    bad, *good = await stored(data, 3, ended=True)
    write_private(data / "secret.key", b"k" * 32)
    assert main(["doctor", str(data)]) == 0
    assert "3 tables, 0 records: all sound" in capsys.readouterr().out
    spoil(data, bad.code, 9)
    assert main(["doctor", str(data), "--export", str(out)]) == 1
    told = capsys.readouterr()
    assert f"table {bad.code} can't be read after the first 9 lines" in told.err
    assert "wrote 2 finished games" in told.out
    exported = list(read_games(out))
    assert [game.moves for game in exported if isinstance(game, Record)] == [
        table.table.playing.moves for table in sorted(good, key=lambda table: table.code)
    ]
    assert main(["doctor", str(data), "--repair"]) == 0
    assert (data / "tables.sqlite.damaged-1").exists()
    with ServerProcess(data) as server:
        assert asked(server, bad.code) == (200, bad.code)
        assert asked(server, good[0].code) == (200, good[0].code)
    assert main(["doctor", str(data)]) == 0


async def test_a_table_set_aside_that_can_be_read_again_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    (table,) = await stored(data, 1)
    write_private(data / "secret.key", b"k" * 32)
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("UPDATE tables SET aside = 'a version that could not read it', wake_at = NULL")
        connection.commit()
    assert main(["doctor", str(data)]) == 1
    assert f"table {table.code} was set aside, and is readable now" in capsys.readouterr().err
    assert main(["doctor", str(data), "--repair"]) == 0
    with ServerProcess(data) as server:
        assert asked(server, table.code) == (200, table.code)


async def test_the_doctor_repairs_nothing_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    (table,) = await stored(data, 1)
    spoil(data, table.code, 5)
    with ServerProcess(data):
        assert main(["doctor", str(data), "--repair"]) == 2
    assert "another server uses" in capsys.readouterr().err


def test_a_second_server_on_one_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        told = refused("--port", 0, "--data", tmp_path / "data")
        assert asked(server, "NOONE") == (404, "no-table")
        server.kill()
        server.start()
    advice = "Stop it, or choose another folder with --data."
    assert told == f"secret-hitler serve: another server uses {tmp_path / 'data'}. {advice}\n"


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 31])
def test_an_empty_or_short_key_refuses_to_start(tmp_path: Path, key: bytes) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret.key").write_bytes(key)
    told = refused("--port", 0, "--data", data)
    assert told.startswith(f"secret-hitler serve: {data / 'secret.key'} has {len(key)} bytes, but a key has 32")
    assert told.count("\n") == 1
    assert (data / "secret.key").read_bytes() == key


@POSIX
def test_files_are_for_their_owner_alone_also_those_of_an_older_version(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ServerProcess(data) as server:
        assert asked(server, "NOONE")[0] == 404
        assert _modes(data) == {0o600}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    for path in (data / "secret.key", *data.glob("tables.sqlite*")):
        path.chmod(0o644)
    data.chmod(0o755)
    with ServerProcess(data):
        assert _modes(data) == {0o600}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700


def _modes(data: Path) -> set[int]:
    names = {path.name for path in data.iterdir()}
    assert names >= {"secret.key", "tables.sqlite", "tables.sqlite-wal", "lock"}
    return {stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}


def test_what_is_written_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.key"
    write_private(path, b"first")

    def power_cut(_: int) -> None:
        raise OSError("no power")

    monkeypatch.setattr("os.fsync", power_cut)
    with pytest.raises(OSError, match="no power"):
        write_private(path, b"second")
    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["secret.key"]


async def test_the_stage_of_a_repaired_table_is_the_one_before_the_damage(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (table,) = await stored(data, 1, ended=True)
    write_private(data / "secret.key", b"k" * 32)
    spoil(data, table.code, len(table.lines) - 1)
    assert main(["doctor", str(data), "--repair"]) == 0
    services = Services(Settings(data=data))
    live = await services.tables.find(table.code)
    assert live is not None
    assert live.table.stage is Stage.PLAYING
    assert live.table.lines == len(table.lines) - 1
    await services.tables.close()
    await services.storage.close()
    services.store.close()


@pytest.mark.parametrize("noise", [bytes(4096), bytes(range(256)) * 16, b"not a database\n" * 300], ids=["zeros", "noise", "text"])
async def test_a_database_without_its_first_page_is_explained_repaired_and_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], noise: bytes
) -> None:
    """The page that says what the file is, and where its tables begin: it was the end of both commands, in a traceback."""
    tables = await stored(tmp_path / "data", 3)
    file = tmp_path / "data" / "tables.sqlite"
    file.write_bytes(noise[:4096] + file.read_bytes()[4096:])
    shutil.copytree(tmp_path / "data", tmp_path / "served")
    assert main(["doctor", str(tmp_path / "data")]) == 1
    told = capsys.readouterr()
    assert "the database is damaged (file is not a database)" in told.out + told.err
    main(["doctor", str(tmp_path / "data"), "--repair"])
    told = capsys.readouterr()
    assert "repaired; the database as it was is kept in" in told.out + told.err
    assert Checkup(tmp_path / "data").tables == len(tables)
    with ServerProcess(tmp_path / "served") as server:
        assert [asked(server, table.code) for table in tables] == [(200, table.code) for table in tables]
        assert "database repaired" in server.journal.read_text()
