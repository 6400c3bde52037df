"""A live table from the terminal: the chairs, a game with a person elsewhere, a rematch, a lost connection, a place to watch."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from secret_hitler.client import TableClient, open_table
from secret_hitler.client.fair_deal import DealCheck
from secret_hitler.client.http import post
from secret_hitler.terminal.app import LiveApp
from secret_hitler.terminal.remote_table import BadLink, RemoteTable, table_address
from secret_hitler.terminal.screens.lobby import LobbyScreen
from secret_hitler.terminal.table_source import Declined, TableSource
from secret_hitler.terminal.widgets.panels import last_page
from secret_hitler.wire.api import Admission, QuickMatch
from secret_hitler.wire.commands import HandOver, VoteRemake
from secret_hitler.wire.table import Level, Options
from secret_hitler.words import ENGLISH
from tests.security.crooked_server import cheat
from tests.server.live_server import LiveServer
from tests.server.people import play_on
from tests.server.process import ServerProcess
from tests.terminal.reader import next_key
from tests.terminal.stage import PATIENCE, screen_lines, screen_text, source_of, until

SMALL = (80, 24)
QUICK = Options(bot_level=Level.PARTY_LINE)


@contextlib.asynccontextmanager
async def hosted(server: LiveServer | ServerProcess, password: str = "") -> AsyncIterator[TableClient]:
    """Open a table of somebody who plays elsewhere."""
    admission = await open_table(server.url, "Rosa", QUICK, password)
    async with TableClient(server.url, admission.code, admission.token) as host:
        yield host


async def play_in_turn(pilot: Pilot[None], app: LiveApp, rng: random.Random, limit: int = 600) -> None:
    """By the keys on the screen, until the game is over or so many keys are pressed."""
    async with asyncio.timeout(2 * PATIENCE):
        while "WIN" not in screen_text(app) and limit > 0:
            assert app.is_running
            key = next_key(screen_lines(app), rng)
            if key is None:
                await asyncio.sleep(0.01)
            else:
                limit -= 1
                await pilot.press(key)
            await pilot.pause()


@pytest.fixture(autouse=True)
def own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's real seats are touched."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def _last_page(app: LiveApp) -> str:
    view = source_of(app).view
    assert view is not None
    return last_page(source_of(app), view).plain


def _shows(app: LiveApp, words: str) -> bool:
    return words in screen_text(app)


async def test_whoever_closed_the_window_comes_back_to_the_same_chair(server: LiveServer, tmp_path: Path) -> None:
    async with hosted(server) as host:
        for name, anew in (("Mira", False), ("Nobody", False), ("Else", True)):
            app = LiveApp(RemoteTable(server.url, host.code, name, anew=anew))
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, partial(_shows, app, "Else" if anew else "Mira"))
        assert [chair.name for chair in host.table.chairs if chair.player] == ["Rosa", "Mira", "Else"]
    (kept,) = (tmp_path / "state").rglob("seats.json")
    assert kept.stat().st_mode & 0o077 == 0


async def test_seats_that_an_earlier_version_kept_are_found(server: LiveServer, tmp_path: Path) -> None:
    async with hosted(server) as host:
        async with await RemoteTable(server.url, host.code, "Mira").open() as table:
            seat = table.seat
        (kept,) = (tmp_path / "state").rglob("seats.json")
        ((link, seats),) = json.loads(kept.read_text()).items()
        kept.write_text(json.dumps({link: seats["token"]}))
        async with await RemoteTable(server.url, host.code, "Mira").open() as table:
            assert table.seat == seat


def test_windows_that_sit_down_at_once_keep_all_their_seats(tmp_path: Path) -> None:
    windows = [RemoteTable("http://127.0.0.1:1", f"TAB{number:02}", "Mira") for number in range(40)]
    with ThreadPoolExecutor(len(windows)) as pool:
        list(pool.map(lambda window: window._keep(window.code, None), windows))
    (kept,) = (tmp_path / "state").rglob("seats.json")
    assert json.loads(kept.read_text()).keys() == {window.link for window in windows}


@pytest.mark.parametrize("way", ["", "honest views", "forged views", "one more"])
async def test_a_window_that_was_closed_still_compares_the_game_with_the_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way:
        cheat(monkeypatch, way)
    with LiveServer(tmp_path / "data", reveal_seconds=600) as server:  # on a busy machine too, nobody reveals too late
        await _compares_after_a_return(server, way)


async def _compares_after_a_return(server: LiveServer, way: str) -> None:
    async with asyncio.timeout(PATIENCE), hosted(server) as host:
        async with await RemoteTable(server.url, host.code, "Mira").open() as table:
            await host.add_bots(5, Level.PARTY_LINE)
            await host.until(lambda host: all(chair.committed for chair in host.table.chairs[:2]))
            await host.start()
            await table.until(lambda table: table.view is not None and bool(table.view.roles))
        async with await RemoteTable(server.url, host.code, "Mira").open() as table:
            for each in (host, table):
                await each.do(VoteRemake(id=each.command_id()))
            await table.until(lambda table: table.deal_check is not None)
            assert table.deal_check is (DealCheck.BROKEN if way else DealCheck.KEPT), table.deal_problem


def test_the_link_of_a_table_is_understood() -> None:
    assert table_address("http://127.0.0.1:8000/t/abcde") == ("http://127.0.0.1:8000", "ABCDE")
    assert table_address("owls.example/t/ABCDE") == ("http://owls.example", "ABCDE")
    for wrong in ("", "http://127.0.0.1:8000", "ftp://host/t/A", "http://host/x/A"):
        with pytest.raises(BadLink, match="looks like"):
            table_address(wrong)


async def test_a_guest_plays_a_whole_game_and_a_rematch_begins(server: LiveServer) -> None:
    async with hosted(server) as host:
        app = LiveApp(RemoteTable(server.url, host.code, "Mira"))
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "Mira" in screen_text(app) and "3 more players" in screen_text(app))
            await host.say("Welcome")
            await pilot.press("g", "s", *"hello", "enter", "escape")
            await until(pilot, lambda: "Rosa: Welcome" in screen_text(app) and "Mira: hello" in screen_text(app))
            assert "ready" in screen_text(app)
            await host.add_bots(5)
            await host.start()
            async with asyncio.TaskGroup() as elsewhere:
                elsewhere.create_task(play_on(host, random.Random(1)))
                await until(pilot, lambda: "Round 1" in screen_text(app))
                await play_in_turn(pilot, app, random.Random(2))
            await until(pilot, lambda: "Rosa can start the next game" in screen_text(app))
            await until(pilot, lambda: ENGLISH.say("end.deal.kept") in _last_page(app))
            source_of(app).client.deal_check = DealCheck.BROKEN
            assert ENGLISH.say("end.deal.broken") in _last_page(app)
            await pilot.press("b")
            await until(pilot, lambda: ENGLISH.say("lobby.score") in screen_text(app))
            await host.start()
            await until(pilot, lambda: app.source is not None and app.source.client.game == 2 and "Round 1 " in screen_text(app))
            assert "WIN" not in screen_text(app)


async def test_news_that_comes_while_the_chairs_are_put_away_is_let_go(server: LiveServer) -> None:
    class Late(LobbyScreen):
        def on_unmount(self) -> None:
            self.changed()

    async with hosted(server) as host:
        app = LiveApp(RemoteTable(server.url, host.code, "Mira"))
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "Mira" in screen_text(app))
            await app.push_screen(Late(source_of(app)))


async def test_a_host_among_strangers_has_no_keys_for_what_would_be_refused(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data", quick_wait=600) as server:
        first = await post(server.url, "/api/quick-match", QuickMatch(name="Rosa", players=5), Admission)
        async with TableClient(server.url, first.code, first.token) as founder:
            app = LiveApp(RemoteTable(server.url, founder.code, "Mira"))
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, lambda: "Mira" in screen_text(app) and founder.table.chairs[1].player is not None)
                await founder.do(HandOver(id=founder.command_id(), player=founder.table.chairs[1].player or ""))
                await until(pilot, lambda: ENGLISH.say("terminal.deal") in screen_lines(app)[-1])
                assert "bot" not in screen_lines(app)[-1].lower()


async def test_a_host_in_the_terminal_seats_bots_and_deals(server: LiveServer) -> None:
    async with hosted(server) as founder:
        app = LiveApp(RemoteTable(server.url, founder.code, "Mira"))
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "Mira" in screen_text(app) and founder.table.chairs[1].player is not None)
            player = founder.table.chairs[1].player
            assert player is not None
            assert ENGLISH.say("terminal.deal") not in screen_lines(app)[-1]
            await founder.do(HandOver(id=founder.command_id(), player=player))
            await until(pilot, lambda: ENGLISH.say("terminal.deal") in screen_lines(app)[-1])
            assert "bot" in screen_lines(app)[-1].lower()
            await pilot.press("d")
            await until(pilot, lambda: "You need at least 5" in screen_text(app))
            await pilot.press("t", "6", "b")
            await until(pilot, lambda: founder.table.chairs[5].bot is not None and "Print and play" in screen_text(app))
            await pilot.press("b", "f")
            await until(pilot, lambda: sum(chair.bot is not None for chair in founder.table.chairs) == 3)
            await until(pilot, lambda: "Press d to start" in screen_text(app))
            await pilot.press("d")
            await until(pilot, lambda: "Round 1" in screen_text(app))


async def test_a_lost_connection_is_said_and_found_again(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        async with hosted(server) as host:
            app = LiveApp(RemoteTable(server.url, host.code, "Mira"))
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, lambda: "Mira" in screen_text(app))
                await host.add_bots(5)
                await host.start()
                await until(pilot, lambda: "Round 1" in screen_text(app))
                server.kill()
                await until(pilot, lambda: "Connection lost" in screen_text(app))
                await asyncio.to_thread(server.start)
                await until(pilot, lambda: "Connection lost" not in screen_text(app))
                async with asyncio.TaskGroup() as elsewhere:
                    rosa = elsewhere.create_task(play_on(host, random.Random(1)))
                    await play_in_turn(pilot, app, random.Random(2), limit=3)
                    rosa.cancel()

    with ServerProcess(tmp_path / "data") as process:
        await play(process)


async def test_whoever_comes_too_late_watches(server: LiveServer) -> None:
    async with hosted(server) as host:
        await host.add_bots(5)
        await host.start()
        app = LiveApp(RemoteTable(server.url, host.code, "Late"))
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: ENGLISH.say("table.youSpectate") in screen_text(app))
            assert "Role" not in screen_lines(app)[-1]
            await pilot.press("r", "y", "1", "enter")
            assert "[y]" not in screen_text(app)


async def test_a_password_is_asked_for(server: LiveServer) -> None:
    async def play(answer: str) -> tuple[int | None, str]:
        async with hosted(server, "owl") as host:
            app = LiveApp(RemoteTable(server.url, host.code, "Mira"))
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, lambda: ENGLISH.say("join.passwordHint") in screen_text(app))
                await pilot.press(*answer, "enter")
                await until(pilot, lambda: not app.is_running or "Table" in screen_text(app))
                return app.return_code, screen_text(app) if app.is_running else ""

    assert "Mira" in (await play("owl"))[1]
    assert (await play("wrong"))[0] == 1


async def test_what_is_typed_with_a_slash_is_heard_by_the_server_alone(server: LiveServer) -> None:
    async with hosted(server) as host:
        table = await TableSource.join(RemoteTable(server.url, host.code, "Tilda"))
        changed = asyncio.Event()
        running = asyncio.create_task(table.run(changed.set))
        await host.until(lambda client: client.table.chairs[1].connected)
        await host.say("you are all turnips")
        async with asyncio.timeout(PATIENCE):
            while not table.spoken:
                await changed.wait()
                changed.clear()
            await table.say("/report rosa: rude")
            await table.say("/mute Rosa")
            while table.spoken:
                await changed.wait()
                changed.clear()
        with pytest.raises(Declined):
            await table.say("/block Nobody")
        reports = [report for report in server.moderation.reports.values() if report.table == host.code]
        assert [(report.by, report.name, report.text) for report in reports] == [("Tilda", "Rosa", "rude")]
        assert [said.text for said in host.talk] == ["you are all turnips"]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
