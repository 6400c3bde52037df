"""Tables are for those who play: nobody fills a server with empty ones, or a table with people, or the players' ears with nudges."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from secret_hitler.server.security import household, site
from secret_hitler.tables import host, names
from secret_hitler.tables.names import unique_name
from tests.security.attacker import Stranger
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer


def come_from(server: LiveServer, address: str) -> Stranger:
    return Stranger(server.url, {"x-forwarded-for": address})


async def opening(server: LiveServer, address: str) -> int:
    return (await come_from(server, address).post("/api/tables", {"name": "Mallory"})).status_code


async def test_a_share_of_tables_is_for_addresses_that_have_none(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data", trust_proxy=True, max_tables=8) as server:
            assert [await opening(server, "192.0.2.1") for _ in range(7)] == [201] * 6 + [503]
            assert await opening(server, "192.0.2.2") == 201
            assert await opening(server, "2001:db8:1:100::1") == 201
            assert await opening(server, "192.0.2.3") == 503


async def test_neighbouring_networks_are_one_site(tmp_path: Path) -> None:
    """Whoever is given a /56 has 256 networks, and would have had as many shares."""
    assert site(household("2001:db8:1:1::5")) == site(household("2001:db8:1:ff::1")) == "2001:db8:1::/56"
    assert site(household("2001:db8:1:100::1")) != "2001:db8:1::/56"
    assert site("192.0.2.1") == "192.0.2.1"
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data", trust_proxy=True, max_tables=8) as server:
            answers = [await opening(server, f"2001:db8:1:{number:x}::1") for number in range(7)]
            assert answers == [201] * 6 + [503]


async def test_an_empty_table_makes_way_and_one_with_a_game_stays(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data", trust_proxy=True, max_tables=4) as server:
            opened = [await come_from(server, f"192.0.2.{number}").opens() for number in range(3)]
            played = (await come_from(server, "192.0.2.4").post("/api/play-now", {"name": "Ann", "players": 5})).json()
            async with AsyncExitStack() as stack:
                line = await stack.enter_async_context(come_from(server, "192.0.2.0").connects(opened[0]["code"], opened[0]["token"]))
                assert await opening(server, "192.0.2.5") == 503  # all are new
                server.lets_pass(400)
                assert await opening(server, "192.0.2.6") == 201
                await line.until(lambda line: line.closed is not None)
                assert line.heard("Goodbye")[-1]["code"] == "closed"
            stranger = come_from(server, "192.0.2.4")
            assert (await stranger.get(f"/api/tables/{played['code']}", token=played["token"])).status_code == 200


async def test_a_table_at_which_nobody_played_is_soon_closed(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data") as server:
            opened = await Stranger(server.url).opens()
            server.lets_pass(3700)
            server.forgets_the_idle()
            assert (await Stranger(server.url).get(f"/api/tables/{opened['code']}")).json()["code"] == "no-table"


async def test_people_at_a_table_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "MOST_PEOPLE", 8)
    monkeypatch.setattr(host, "MOST_PEOPLE_OF_ADDRESS", 5)
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data", trust_proxy=True) as server:
            code = (await come_from(server, "192.0.2.1").opens("Ann"))["code"]

            async def joining(address: str) -> int:
                answer = await come_from(server, address).post(f"/api/tables/{code}/join", {"name": "Mallory", "sit": False})
                return answer.status_code

            assert [await joining("192.0.2.2") for _ in range(6)] == [201] * 5 + [429]
            assert [await joining("192.0.2.3") for _ in range(3)] == [201, 201, 429]


def test_a_name_among_many_is_compared_by_what_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 3,000 people a join took 30 ms, since every name was taken apart again."""
    others = [f"{number:04}q" for number in range(3000)]
    assert unique_name("0007q", others) == "0007q 2"
    taken_apart = list[str]()
    without_marks = names._without_marks

    def counting(text: str) -> str:
        taken_apart.append(text)
        return without_marks(text)

    monkeypatch.setattr(names, "_without_marks", counting)
    assert unique_name("0008q", others) == "0008q 2"
    assert len(taken_apart) < 10


async def test_only_players_nudge_and_not_all_the_time(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0)
    table.deals()
    server.lay_out(table)
    president = table.game.board.president
    assert president is not None
    player = table.players[(president + 1) % 5]
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        stranger = Stranger(server.url)
        watcher = await stack.enter_async_context(stranger.connects(table.code))
        seated = await stack.enter_async_context(stranger.connects(table.code, server.tokens.token(table.code, player)))
        awaited = await stack.enter_async_context(stranger.connects(table.code, server.tokens.token(table.code, table.players[president])))
        assert (await watcher.sends("Nudge", seat=president))["code"] == "spectator"
        assert (await seated.sends("Nudge", seat=president))["type"] == "Done"
        assert (await seated.sends("Nudge", seat=president))["code"] == "too-many"
        await awaited.until(lambda line: bool(line.heard("Nudged")))
        assert len(awaited.heard("Nudged")) == 1
