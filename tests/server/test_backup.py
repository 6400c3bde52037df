"""Backup and restore: taken from a running server, and every seat, table and record is there again."""

import asyncio
import random
import shutil
import stat
import tarfile
import urllib.request
from pathlib import Path

import pytest

from secret_hitler.cli import main
from secret_hitler.client import TableClient
from secret_hitler.rules import Nominate
from tests.server.people import admitted, gathered, play_on, play_to_the_end
from tests.server.process import ServerProcess

pytestmark = pytest.mark.sqlite


async def test_a_backup_of_a_running_server_is_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "backup.tar.gz"

    async def before(server: ServerProcess) -> tuple[str, list[str], str]:
        async with gathered(server.url, 5) as finished:
            await play_to_the_end(finished, random.Random(3))
            record = finished[0].table.record
            assert record is not None
        people = await admitted(server.url, 5)
        tokens = [each.token for each in people]
        async with TableClient(server.url, people[0].code, tokens[0]) as host:
            await host.start()
            assert await asyncio.to_thread(main, ["backup", str(server.data), str(file)]) == 0, "while people are connected"
            president = host.view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
            async with TableClient(server.url, people[0].code, tokens[president]) as table:
                action = table.view.legal_actions[0]  # type: ignore[union-attr]  # because the table asks
                assert isinstance(action, Nominate)
                await table.act(action)
        return people[0].code, tokens, record

    async def after(server: ServerProcess, code: str, tokens: list[str], record: str) -> None:
        tables = [await TableClient(server.url, code, token).__aenter__() for token in tokens]
        assert {table.view.board.phase for table in tables} == {"nomination"}, "the moment of the backup"  # type: ignore[union-attr]  # because a game is on
        assert [table.seat for table in tables] == [0, 1, 2, 3, 4]
        await asyncio.gather(*(play_on(table, random.Random(1)) for table in tables))
        assert all(table.over for table in tables)
        for table in tables:
            await table.__aexit__()
        with urllib.request.urlopen(f"{server.url}/api/records/{record}") as answer:
            assert answer.status == 200

    with ServerProcess(tmp_path / "data") as server:
        (server.data / "notes.txt").write_text("whatever else is kept there")
        code, tokens, record = await before(server)
        server.kill()
    shutil.rmtree(tmp_path / "data")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["restore", str(file), str(tmp_path / "data")]) == 0
    assert "2 open tables" in capsys.readouterr().out
    assert (tmp_path / "data" / "notes.txt").read_text() == "whatever else is kept there"
    with ServerProcess(tmp_path / "data") as restored:
        await after(restored, code, tokens, record)
    assert main(["doctor", str(tmp_path / "data")]) == 0


def test_restoring_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ServerProcess(tmp_path / "data"):
        assert main(["backup", str(tmp_path / "data"), str(tmp_path / "file")]) == 0
        assert main(["restore", str(tmp_path / "file"), str(tmp_path / "data")]) == 2
    assert "already holds tables" in capsys.readouterr().err


@pytest.mark.parametrize("spoiled", ["cut", "noise", "other"])
def test_what_is_no_backup_is_refused_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], spoiled: str) -> None:
    file = tmp_path / "file"
    with ServerProcess(tmp_path / "data"):
        assert main(["backup", str(tmp_path / "data"), str(file)]) == 0
    match spoiled:
        case "cut":
            file.write_bytes(file.read_bytes()[:-200])
        case "noise":
            file.write_bytes(random.Random(1).randbytes(5000))
        case _:
            with tarfile.open(file, "w:gz") as archive:
                archive.add(tmp_path / "data" / "secret.key", "../secret.key")
    assert main(["restore", str(file), str(tmp_path / "new")]) == 2
    assert "isn't a complete backup" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "data.log", "file"]


def test_a_folder_of_no_server_has_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path), str(tmp_path / "file")]) == 2
    assert "Is it a server's folder?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
