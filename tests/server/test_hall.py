"""The hall in this process, with a real log: what survives a restart, what is swept away, what the journal must not say."""

import asyncio
import random
import sqlite3
import urllib.request
from pathlib import Path

import pytest

from secret_hitler.client import open_table
from secret_hitler.rules import NATURE, Seat
from secret_hitler.server.storage.sqlite import Log, LogFailure
from secret_hitler.server.tables import PATIENCE, Hall
from secret_hitler.wire.commands import Act, Sit, Start
from secret_hitler.wire.table import Level, Options, Stage
from tests.server.people import gathered, play_to_the_end
from tests.server.process import ServerProcess


async def _ended_game(hall: Hall) -> str:
    live, player = await hall.play_now("Ann", Options(bot_level=Level.RANDOM), 5)
    while live.table.stage is Stage.PLAYING:
        if Seat(0) in live.table.awaited:
            view = live.table.watches[Seat(0)].view
            await hall.command(live, player, Act(id=str(len(live.table.moves)), action=view.legal_actions[0]))
        await asyncio.sleep(0)
    async with live.lock:  # whoever ended the game still holds it while the record is kept
        assert live.table.dealt is not None
        return live.table.dealt.record


def test_a_restored_table_is_the_same_table(tmp_path: Path) -> None:
    async def story() -> None:
        log = Log(tmp_path / "tables.sqlite")
        hall = Hall(log, bot_pace=0)
        record = await _ended_game(hall)
        (live,) = hall.tables.values()
        again = Hall(log)
        again.restore()
        (restored,) = again.tables.values()
        assert restored.table.state(set(), 0) == live.table.state(set(), 0)
        assert restored.table.moves == live.table.moves
        assert {key: watch.view for key, watch in restored.table.watches.items()} == {
            key: watch.view for key, watch in live.table.watches.items()
        }
        assert log.record(record) is not None
        await hall.close()
        log.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_record_lost_with_the_power_is_made_on_waking(tmp_path: Path) -> None:
    async def story() -> None:
        log = Log(tmp_path / "tables.sqlite")
        first = Hall(log, bot_pace=0)
        record = await _ended_game(first)
        await first.close()
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("DELETE FROM records")
        connection.close()
        hall = Hall(log)
        hall.restore()
        await hall.wake()
        assert log.record(record) is not None
        log.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_tables_nobody_comes_back_to_are_closed(tmp_path: Path) -> None:
    async def story() -> None:
        log, now = Log(tmp_path / "tables.sqlite"), [1000.0]
        hall = Hall(log, clock=lambda: now[0])
        await hall.open("Ann", Options())
        await hall.sweep()
        assert len(hall.tables) == 1
        now[0] += PATIENCE + 1
        await hall.sweep()
        assert hall.tables == {}
        again = Hall(log)
        again.restore()
        assert again.tables == {}
        log.stop()

    asyncio.run(asyncio.wait_for(story(), 30))


def test_whoever_is_away_when_their_turn_comes_is_announced(tmp_path: Path) -> None:
    async def story() -> None:
        log, announced = Log(tmp_path / "tables.sqlite"), list[tuple[str, str]]()
        hall = Hall(log, announce=lambda code, player: announced.append((code, player)))
        live, host = await hall.open("Ann", Options())
        players = [host, *[await hall.join(live, f"Person {number}", sit=True) for number in range(4)]]
        await hall.command(live, host, Start(id="start"))
        (president,) = live.table.awaited
        assert president != NATURE
        assert announced == [(live.table.code, players[president])]
        await hall.close()
        log.stop()

    asyncio.run(asyncio.wait_for(story(), 30))


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Log(tmp_path / "tables.sqlite").stop()
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(LogFailure, match="newer version"):
        Log(tmp_path / "tables.sqlite")


def test_a_full_lobby_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        log = Log(tmp_path / "tables.sqlite")
        hall = Hall(log)
        live, _ = await hall.open("Ann", Options())
        for number in range(9):
            await hall.join(live, f"Person {number}", sit=True)
        late = await hall.join(live, "Late", sit=True)
        answer = await hall.command(live, late, Sit(id="1"))
        assert getattr(answer, "reason", "") == "every chair is taken"
        log.stop()

    asyncio.run(asyncio.wait_for(story(), 30))


def test_the_journal_and_the_metrics_hold_no_secret(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", log_format="json") as server:

        async def story() -> list[str]:
            async with gathered(server.url, 5) as tables:
                await play_to_the_end(tables, random.Random(5))
                return [table._token or "" for table in tables]

        tokens = asyncio.run(asyncio.wait_for(story(), 60))
        metrics = urllib.request.urlopen(f"{server.url}/metrics").read().decode()
        journal = server.journal.read_text()
    assert all(token not in journal and token not in metrics for token in tokens)
    assert "secret_hitler_moves_total" in metrics
    for word in ("HITLER", "roles", "seed", "Person"):
        assert word not in journal.replace("secret-hitler", "")
        assert word not in metrics


def test_the_link_of_a_table_is_a_picture(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        admission = asyncio.run(open_table(server.url, "Ann"))
        with urllib.request.urlopen(f"{server.url}/api/tables/{admission.code}/qr.svg") as response:
            assert response.headers["content-type"].startswith("image/svg+xml")
            assert response.read().startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
