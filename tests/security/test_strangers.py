"""At a table of strangers nobody holds the others up: not a host, not one who sleeps, not one who leaves."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tests.security.attacker import PROTOCOL, Line, Message, Stranger
from tests.server.live_server import LiveServer

COUNTDOWN = 600


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Nothing happens there by itself before the test says that its time has come."""
    with LiveServer(tmp_path_factory.mktemp("strangers") / "data", quick_wait=COUNTDOWN, bot_pace=1000) as started:
        yield started


@asynccontextmanager
async def quick_table(server: LiveServer, people: int, players: int) -> AsyncIterator[tuple[list[Message], list[Line]]]:
    stranger = Stranger(server.url)
    admissions = [
        (await stranger.post("/api/quick-match", {"name": f"Person {number}", "players": players})).json() for number in range(people)
    ]
    assert len({each["code"] for each in admissions}) == 1
    async with AsyncExitStack() as stack:
        yield admissions, [await stack.enter_async_context(stranger.connects(each["code"], each["token"])) for each in admissions]


async def later(server: LiveServer, code: str, seconds: float, what: str) -> None:
    server.lets_pass(seconds)
    await asyncio.to_thread(server.comes_due, code, what)


async def test_a_quick_table_counts_down_before_everybodys_eyes_and_begins_by_itself(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with quick_table(server, 2, 5) as (admissions, (_, guest)):
            code = admissions[0]["code"]
            left = guest.table["begins_at"] - guest.received[0]["now"]
            assert COUNTDOWN - 60 < left <= COUNTDOWN
            assert guest.table["options"]["decision_seconds"] == 90
            await later(server, code, COUNTDOWN - 100, "begin")
            assert guest.table["stage"] == "lobby"
            await later(server, code, 101, "begin")
            await guest.until(lambda line: line.table["stage"] == "playing")
            assert [chair["bot"] is not None for chair in guest.table["chairs"]] == [False, False, True, True, True]
            assert guest.table["deadline"] is not None


async def test_whoever_opened_a_quick_table_has_no_power_over_the_others(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with quick_table(server, 2, 6) as (admissions, (host, guest)):
            assert host.host
            assert guest.table["quick"]
            for kind, fields in (
                ("SetOptions", {"options": {"min_players": 10}}),
                ("AddBot", {"fill_to": 10}),
                ("RemoveBot", {"seat": 3}),
                ("Kick", {"player": admissions[1]["player"]}),
                ("Lock", {"locked": True}),
            ):
                assert (await host.sends(kind, **fields))["code"] == "strangers", kind
            assert guest.table["begins_at"] is not None


async def test_who_is_not_there_when_it_begins_is_not_waited_for(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        async with quick_table(server, 1, 7) as (admissions, (one,)):
            absent = (await stranger.post("/api/quick-match", {"name": "Absent", "players": 7})).json()
            assert absent["code"] == admissions[0]["code"]
            await later(server, absent["code"], COUNTDOWN + 1, "begin")
            await one.until(lambda line: line.table["stage"] == "playing")
            assert [chair["player"] for chair in one.table["chairs"]] == [admissions[0]["player"], *[None] * 6]


async def test_one_who_sleeps_through_two_turns_is_played_by_a_bot_until_they_are_back(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with quick_table(server, 5, 5) as (admissions, lines):
            code = admissions[0]["code"]
            await lines[0].until(lambda line: bool(line.view))
            president = lines[0].view["board"]["president"]
            witness = lines[(president + 1) % 5]
            await later(server, code, 91, "clock")
            await witness.until(lambda line: line.view["board"]["phase"] == "election")
            assert witness.table["chairs"][president]["bot"] is None, "one turn is soon missed"
            await later(server, code, 91, "clock")
            await witness.until(lambda line: line.table["chairs"][president]["bot"] is not None)
            assert [chair["seat"] for chair in witness.table["chairs"] if chair["bot"] is not None] == [president]
            seats = {chair["player"]: chair["seat"] for chair in witness.table["chairs"]}
            owner = next(each for each in admissions if seats[each["player"]] == president)
            async with Stranger(server.url).connects(code, owner["token"]) as back:
                assert back.table["chairs"][president]["bot"] is None


async def test_the_hosts_place_passes_on_when_the_host_has_gone(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        host = await stranger.opens("Host", public=True)
        guests = [await stranger.joins(host["code"], name) for name in ("Ann", "Ben")]
        async with stranger.connects(host["code"], guests[1]["token"]) as ben:
            async with stranger.connects(host["code"], host["token"]) as line:
                assert line.host
            await ben.until(lambda line: not line.table["chairs"][0]["connected"])
            await later(server, host["code"], 20, "host")
            assert not ben.host, "half a minute is not over"
            await later(server, host["code"], 11, "host")
            await ben.until(lambda line: line.host)
        private = await stranger.opens("Host")
        friend = await stranger.joins(private["code"], "Friend")
        async with stranger.connects(private["code"], friend["token"]) as line:
            await later(server, private["code"], 3600, "host")
            assert not line.host, "among friends the host is who opened the table"


async def test_a_listed_table_always_has_a_clock_and_nobody_is_sent_out_of_its_games(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        host = await stranger.opens("Host", public=True, bot_level="random")
        guest = await stranger.joins(host["code"], "Guest of theirs")
        async with stranger.connects(host["code"], host["token"]) as line, stranger.connects(host["code"], guest["token"]) as other:
            assert line.table["options"]["decision_seconds"] == 90
            await line.sends("SetOptions", options={"public": True, "decision_seconds": 1_209_600, "talk_seconds": 1_209_600})
            await other.until(lambda line: line.table["options"]["decision_seconds"] == 300)
            assert other.table["options"]["talk_seconds"] == 300
            assert other.table["begins_at"] is not None, "it begins even if its host does nothing"
            await line.sends("AddBot", fill_to=5)
            await other.sends("Ready", ready=True)
            await line.sends("Start")
            assert (await line.sends("Kick", player=guest["player"]))["code"] == "strangers"


async def test_who_is_slow_to_say_hello_comes_to_the_table_that_everybody_else_comes_to(server: LiveServer) -> None:
    """A table that nobody is at leaves memory, but not between the door and the chair."""

    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        host = await stranger.opens("Slow")
        async with stranger.socket(host["code"]) as socket:
            await asyncio.to_thread(server.forgets_the_idle)
            await socket.send(json.dumps({"protocol": PROTOCOL, "token": host["token"], "seq": -1, "game": 0}))
            slow = Line(socket)
            listening = asyncio.create_task(slow.listen())
            await slow.until(lambda line: bool(line.table))
            guest = await stranger.joins(host["code"], "Guest")
            await slow.until(lambda line: line.table["chairs"][1]["player"] == guest["player"])
            listening.cancel()


@pytest.mark.parametrize("seq", [-(10**9), -50, 10**12, 2**63])
async def test_whatever_a_client_says_it_has_it_is_welcome(server: LiveServer, seq: int) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        played = (await stranger.post("/api/play-now", {"name": "Ann", "players": 5, "level": "random"})).json()
        async with stranger.connects(played["code"], played["token"], seq=seq, game=1) as line:
            assert (await line.sends("Say", text="hello"))["type"] == "Done"
            assert all(update["seq"] >= 0 for update in line.heard("Update"))
