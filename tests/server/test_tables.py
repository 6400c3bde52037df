"""The tables of this process, with a real log: what survives a restart, what is swept away, what the journal must not say."""

import asyncio
import json
import random
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from secret_hitler.client import open_table
from secret_hitler.rules import Seat
from secret_hitler.server.services import retention_of
from secret_hitler.server.settings import Settings
from secret_hitler.storage import StorageFailure
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.host import Host
from secret_hitler.tables.housekeeping import DAY, Housekeeping
from secret_hitler.tables.log_entries import LogLine, TakenBack
from secret_hitler.tables.log_lines import find_record
from secret_hitler.tables.pace import INSTANT
from secret_hitler.wire.commands import Act, Say, Sit, Start
from secret_hitler.wire.messages import Done
from secret_hitler.wire.table import Level, Options, Stage
from secret_hitler.words import ENGLISH
from tests.server.live_server import LiveServer
from tests.server.people import gathered, play_to_the_end
from tests.server.process import ServerProcess
from tests.storages import rows_in, storage_in

FIRST_EDITION = Path(__file__).parent / "logs" / "first_edition.jsonl"
RETENTION = retention_of(Settings())
MIGRATIONS = Path(__file__).parents[2] / "src" / "secret_hitler" / "storage" / "migrations"


async def _ended_game(tables: Host) -> str:
    live, player = await tables.play_now("Ann", Options(bot_level=Level.RANDOM), 5)
    while live.table.stage is Stage.PLAYING:
        if Seat(0) in live.table.awaited:
            view = live.table.viewer_logs[Seat(0)].view
            await tables.command(live, player, Act(id=str(len(live.table.playing.moves)), action=view.legal_actions[0]))
        await asyncio.sleep(0)
    async with live.lock:  # whoever ended the game still holds it while the record is kept
        return live.table.playing.dealt.record


async def test_a_restored_table_is_the_same_table(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        storage = storage_in(tmp_path)
        tables = Host(storage, pace=INSTANT, clock=lambda: 1000.0)
        record = await _ended_game(tables)
        (live,) = tables.by_code.values()
        restored = await Host(storage, clock=lambda: 1000.0).find(live.table.code)
        assert restored is not None
        assert restored.state() == live.state()
        assert restored.table.playing.moves == live.table.playing.moves
        assert {key: watch.view for key, watch in restored.table.viewer_logs.items()} == {
            key: watch.view for key, watch in live.table.viewer_logs.items()
        }
        assert await find_record(storage, record) is not None
        await tables.close()
        await storage.close()


async def test_a_record_lost_with_the_power_is_made_when_the_table_comes_back(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        storage = storage_in(tmp_path)
        first = Host(storage, pace=INSTANT)
        record = await _ended_game(first)
        await first.close()
        rows_in(tmp_path, "DELETE FROM documents WHERE kind = 'record'")
        await Housekeeping(Host(storage), RETENTION, forget_after=60).restore()
        assert await find_record(storage, record) is not None
        await storage.close()


@pytest.mark.sqlite
async def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    await SqliteStorage(tmp_path / "tables.sqlite").close()
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    assert connection.execute("PRAGMA user_version").fetchone() == (len(list(MIGRATIONS.glob("*.sql"))),)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageFailure, match="newer version"):
        SqliteStorage(tmp_path / "tables.sqlite")


async def test_the_code_of_a_table_that_was_closed_is_not_given_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["FIRST", "FIRST", "OTHER"])
    monkeypatch.setattr("secret_hitler.tables.host.new_code", lambda: next(codes))

    async with asyncio.timeout(30):
        storage, now = storage_in(tmp_path), [1000.0]
        tables = Host(storage, clock=lambda: now[0])
        await tables.open("Ann", Options())
        now[0] += 2 * DAY
        await Housekeeping(tables, RETENTION, forget_after=0).round()
        live, _ = await tables.open("Ben", Options())
        assert live.table.code == "OTHER"
        assert list(tables.by_code) == ["OTHER"]
        await storage.close()


@pytest.mark.sqlite
async def test_a_log_of_the_first_edition_opens(tmp_path: Path) -> None:
    """It was written before any stored name changed: one game to its end, a rematch under way, and one vote to remake it."""
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.executescript((MIGRATIONS / "0001_tables.sql").read_text(encoding="utf-8") + "PRAGMA user_version = 1;")
        for written in FIRST_EDITION.read_text(encoding="utf-8").splitlines():
            row = json.loads(written)
            body = json.dumps(row["line"], separators=(",", ":")).encode()
            connection.execute("INSERT INTO lines (code, seq, body) VALUES (?, ?, ?)", (row["code"], row["seq"], body))
        connection.commit()

    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        tables = Host(storage)
        await Housekeeping(tables, RETENTION, forget_after=60).restore()
        (live,) = tables.by_code.values()
        state = live.state()
        assert (state.stage, state.game, state.rules.name, state.remake_votes) == (Stage.PLAYING, 2, "online", 1)
        assert [chair.name for chair in state.chairs if chair.player] == ["Ann", "Benno", "Cem"]
        assert [score.games for score in state.score] == [1, 1, 1]
        assert [said.text for said in live.table.talk.remembered] == ['{"type":"Opened"} is what I say']
        assert len(live.table.playing.moves) == 60
        await tables.close()
        await storage.close()


async def test_a_command_is_done_once_however_many_came_after_it(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        tables = Host(storage)
        live, host = await tables.open("Ann", Options())
        for number in range(4):
            await tables.join(live, f"Person {number}", sit=True)
        await tables.command(live, host, Say(id="before the deal", text="first"))
        await tables.command(live, host, Start(id="start"))
        for number in range(600):
            assert await tables.command(live, host, Say(id=str(number), text=f"{number}")) == Done(id=str(number))
        lines = live.table.lines
        for id in ("before the deal", "start", "0", "599"):
            assert await tables.command(live, host, Say(id=id, text="again")) == Done(id=id)
        assert live.table.lines == lines
        await tables.close()
        await storage.close()


async def test_a_full_lobby_says_so(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        tables = Host(storage)
        live, _ = await tables.open("Ann", Options())
        for number in range(9):
            await tables.join(live, f"Person {number}", sit=True)
        late = await tables.join(live, "Late", sit=True)
        answer = await tables.command(live, late, Sit(id="1"))
        assert getattr(answer, "reason", "") == ENGLISH.say("refused.full")
        await storage.close()


async def test_the_journal_and_the_metrics_hold_no_secret(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", log_format="json") as server:

        async def story() -> list[str]:
            async with gathered(server.url, 5) as tables:
                await play_to_the_end(tables, random.Random(5))
                return [table._token or "" for table in tables]

        tokens = await story()
        metrics = urllib.request.urlopen(f"{server.url}/metrics").read().decode()
        journal = server.journal.read_text()
    assert all(token not in journal and token not in metrics for token in tokens)
    assert "secret_hitler_moves_total" in metrics
    for word in ("HITLER", "roles", "seed", "Person"):
        assert word not in journal.replace("secret-hitler", "")
        assert word not in metrics


async def test_the_link_of_a_table_is_a_picture(server: LiveServer) -> None:
    admission = await open_table(server.url, "Ann")
    with urllib.request.urlopen(f"{server.url}/api/tables/{admission.code}/qr.svg") as response:
        assert response.headers["content-type"].startswith("image/svg+xml")
        assert response.read().startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')


async def test_a_line_of_another_node_that_does_not_fit_leaves_the_table_free(tmp_path: Path) -> None:
    storage = storage_in(tmp_path)
    tables = Host(storage)
    live, _ = await tables.open("Ann", Options())
    with pytest.raises(IndexError):
        tables.apply_line_now(live, LogLine(time=0, entries=[TakenBack(seat=Seat(77))]))
    assert not live.lock.taken
    await tables.close()
    await storage.close()
