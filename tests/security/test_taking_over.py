"""Nobody learns a seat's secrets by sitting down in it: only one whose owner left, only if the table agrees, only until they are back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.security.attacker import Message, Stranger
from tests.security.company import Company, at, company
from tests.server.live_server import LiveServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Behind a proxy, so that people can come from several addresses; its bots are slow enough to change nothing meanwhile."""
    with LiveServer(tmp_path_factory.mktemp("taking over") / "data", bot_pace=1000, trust_proxy=True) as started:
        yield started


async def test_a_newcomer_sits_in_once_the_table_agrees_and_the_owner_has_the_seat_back_on_return(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=3))["type"] == "Done"
            assert nora.seat is None
            assert nora.view["onlooker"] == "public"
            await here.lines[0].until(lambda line: line.table["chairs"][3]["newcomer"] is not None)
            asked = here.lines[0].table["chairs"][3]["newcomer"]
            assert (asked["name"], asked["votes"]) == ("Nora", 0)
            await here.votes(3, [0, 1])
            assert nora.seat is None, "two of four are not more than half"
            await here.votes(3, [2])
            await nora.until(lambda line: line.seat == 3)
            assert nora.role is not None
            back = await here.connects(here.admissions[3])
            assert back.seat == 3
            assert back.role is not None
            await nora.until(lambda line: line.seat is None)
            assert nora.view["onlooker"] == "public"
            assert nora.view["roles"] == {}


async def test_a_table_that_says_no_is_not_asked_over_their_heads(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1], admit=False)
            await nora.until(lambda line: line.table["chairs"][3]["newcomer"] is None)
            answer = await here.lines[2].sends("VoteTakeOver", seat=3, player=here.lines[5].received[0]["player"], admit=True)
            assert answer["code"] == "nobody-asks"
            assert nora.seat is None


@pytest.mark.parametrize("away", [0.05, 29.0])
async def test_nobody_loses_a_seat_for_a_short_absence(server: LiveServer, away: float) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3, away)
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=3))["code"] == "not-away-yet"
            assert (await here.lines[0].sends("VoteReplace", seat=3))["code"] == "not-away-yet"


async def test_the_table_knows_how_long_it_waits_and_no_table_waits_less_than_half_a_minute(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server, away_seconds=300) as here:
            assert here.lines[4].table["options"]["away_seconds"] == 300
            await here.leaves(3, 299)
            assert here.lines[0].table["chairs"][3]["away_since"] is not None
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=3))["code"] == "not-away-yet"
            server.lets_pass(2)
            assert (await nora.sends("TakeOver", seat=3))["type"] == "Done"
        refused = await Stranger(server.url).post("/api/tables", {"name": "Mallory", "options": {"away_seconds": 29}})
        assert refused.status_code == 400


async def test_the_seat_of_somebody_who_is_here_is_not_to_be_had(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=2))["code"] == "owner-here"


async def test_who_comes_back_during_the_vote_keeps_the_seat(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1])
            player = nora.received[0]["player"]
            await here.connects(here.admissions[3])
            answer = await here.lines[2].sends("VoteTakeOver", seat=3, player=player, admit=True)
            assert answer["type"] == "Refused"
            assert nora.seat is None


async def test_bots_dealt_in_from_the_start_are_never_taken_over(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server, people=3, bots=2) as here:
            server.lets_pass(3600)
            nora = await here.newcomer()
            for seat in (3, 4):
                assert (await nora.sends("TakeOver", seat=seat))["code"] == "not-free"


async def test_a_host_who_sends_somebody_away_gains_nothing_by_a_second_identity(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.lines[0].sends("Kick", player=here.admissions[3]["player"])
            server.lets_pass(3600)
            second = await here.newcomer("Second", address=0)
            assert (await second.sends("TakeOver", seat=3))["code"] == "not-free"
            await here.lines[0].until(lambda line: line.table["chairs"][3]["bot"] is not None)


async def test_whoever_has_held_a_seat_of_this_game_gets_no_other(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3)
            await here.leaves(4)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1])
            await nora.until(lambda line: line.seat == 3)
            assert (await nora.sends("TakeOver", seat=4))["code"] == "seated"
            await here.connects(here.admissions[3])
            await nora.until(lambda line: line.seat is None)
            assert (await nora.sends("TakeOver", seat=4))["code"] == "held-a-seat"


async def test_among_strangers_a_second_identity_from_the_address_of_a_player_is_that_player(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server, public=True) as here:
            await here.leaves(3)
            second = await here.newcomer("Second", address=1)
            assert (await second.sends("TakeOver", seat=3))["code"] == "held-a-seat"
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=3))["type"] == "Done"


async def test_a_browser_that_has_held_a_seat_is_the_same_under_another_name(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            first = await at(server, 7).post(f"/api/tables/{here.code}/join", {"name": "First", "sit": False})
            browser = Stranger(server.url, {"x-forwarded-for": "198.51.100.8", "cookie": f"identity={first.cookies['identity']}"})
            await here.leaves(3)
            await here.leaves(4)
            one = await here.connects(first.json())
            assert (await one.sends("TakeOver", seat=3))["type"] == "Done"
            await here.votes(3, [0, 1])
            await one.until(lambda line: line.seat == 3)
            other = await here.connects(await browser.joins(here.code, "Other"))
            assert other.received[0]["player"] != one.received[0]["player"]
            assert (await other.sends("TakeOver", seat=4))["code"] == "held-a-seat"


async def test_a_vote_for_one_newcomer_counts_for_no_other(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1])
            mallory = await here.newcomer("Mallory", 98)
            assert (await mallory.sends("TakeOver", seat=3))["code"] == "another-asks"
            await here.hangs_up(5)
            await here.lines[0].until(lambda line: line.table["chairs"][3]["newcomer"] is None)
            assert (await mallory.sends("TakeOver", seat=3))["type"] == "Done"
            answer = await here.lines[2].sends("VoteTakeOver", seat=3, player=nora.received[0]["player"], admit=True)
            assert answer["code"] == "nobody-asks"
            await here.lines[0].until(lambda line: (line.table["chairs"][3]["newcomer"] or {}).get("name") == "Mallory")
            assert here.lines[0].table["chairs"][3]["newcomer"]["votes"] == 0


async def test_taking_over_survives_a_restart(tmp_path: Path) -> None:
    async def sits_in(server: LiveServer) -> Company:
        async with company(server) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1, 2])
            await nora.until(lambda line: line.seat == 3)
        return here

    async def comes_back(server: LiveServer, admission: Message) -> None:
        async with Stranger(server.url).connects(admission["code"], admission["token"]) as line:
            assert line.seat == 3

    with LiveServer(tmp_path / "data", bot_pace=1000, trust_proxy=True) as server:
        before = await sits_in(server)
    with LiveServer(tmp_path / "data", bot_pace=1000, trust_proxy=True) as server:
        await comes_back(server, before.admissions[3])
