"""Among strangers one person has one seat, and only games between different people count."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from secret_hitler.cli import main
from secret_hitler.server.accounts.documents import StoredGame, finished
from secret_hitler.server.accounts.pairs import suspicious_pairs
from secret_hitler.server.accounts.profiles import Profiles
from secret_hitler.server.accounts.ratings import season_of
from secret_hitler.storage import Kind, Put
from secret_hitler.tables.log_entries import Joined, Kicked, RatingAgreed
from secret_hitler.wire.table import Unrated
from tests.security.attacker import Message, Stranger
from tests.security.company import at, company
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.storages import storage_in

EVENING = 1_700_000_000.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("one person") / "data", quick_wait=600, bot_pace=1000, trust_proxy=True) as started:
        yield started


def behind(server: LiveServer, address: str, cookie: str = "") -> Stranger:
    return Stranger(server.url, {"x-forwarded-for": address, **({"cookie": cookie} if cookie else {})})


async def state(stranger: Stranger, code: str) -> Message:
    found: Message = (await stranger.get(f"/api/tables/{code}")).json()
    return found


async def same_browser(server: LiveServer, address: str, path: str, body: Message) -> tuple[Message, Stranger]:
    """Return what somebody got, and that very browser without its seats, so that it seems to be new."""
    first = await behind(server, address).post(path, body)
    return first.json(), behind(server, "192.0.2.250", f"identity={first.cookies['identity']}")


async def test_one_browser_gets_one_seat_at_a_quick_table(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        wanted = {"name": "Ann", "players": 6}
        first, again = await same_browser(server, "192.0.2.1", "/api/quick-match", wanted)
        second = (await again.post("/api/quick-match", wanted)).json()
        assert (second["code"], second["player"]) == (first["code"], first["player"])


@pytest.mark.parametrize("network", ["198.51.100.7", "2001:db8:1:2::%x"])
async def test_one_address_gets_one_seat_at_a_quick_table(server: LiveServer, network: str) -> None:
    async with asyncio.timeout(60):
        players = 7 if "." in network else 8
        codes = []
        for host in range(1, 4):
            stranger = behind(server, network % host if "%" in network else network)
            codes.append((await stranger.post("/api/quick-match", {"name": "Mallory", "players": players})).json()["code"])
        assert len(set(codes)) == 3, "they sit apart"
        by_link = behind(server, network % 9 if "%" in network else network)
        admission = await by_link.joins(codes[0], "Mallory")
        async with by_link.connects(codes[0], admission["token"]) as line:
            assert line.seat is None
            assert (await line.sends("Sit"))["code"] == "second-seat"


async def test_one_browser_gets_one_seat_at_a_listed_table(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        listed, again = await same_browser(server, "192.0.2.3", "/api/tables", {"name": "Ann", "options": {"public": True}})
        other = await again.joins(listed["code"], "Ann too")
        async with again.connects(listed["code"], other["token"]) as line:
            assert line.seat is None
            assert (await line.sends("Sit"))["code"] == "second-seat"


async def test_a_household_plays_a_listed_table_unrated_and_everybody_is_told(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        host = await at(server, 10).opens("Host", public=True)
        assert (await state(at(server, 10), host["code"]))["unrated"] == "alone"
        await at(server, 11).joins(host["code"], "Ann")
        assert (await state(at(server, 10), host["code"]))["rated"]
        await at(server, 11).joins(host["code"], "Ann's brother")
        shown = await state(at(server, 10), host["code"])
        assert (shown["rated"], shown["unrated"]) == (False, "same-address")


async def test_two_seats_of_one_browser_at_a_table_of_friends_are_not_rated_and_the_lobby_says_so(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        opened, again = await same_browser(server, "192.0.2.4", "/api/tables", {"name": "Ann"})
        other = await again.joins(opened["code"], "Ann's doll")
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(again.connects(opened["code"], each["token"])) for each in (opened, other)]
            assert [line.seat for line in lines] == [0, 1]
            for line in lines:
                await line.sends("AgreeToRating", agrees=True)
            assert (lines[0].table["rated"], lines[0].table["unrated"]) == (False, "same-browser")


async def test_a_seat_at_a_table_of_strangers_is_rated_for_who_was_dealt_in(server: LiveServer) -> None:
    """Who leaves before a loss has lost; who sits in for them has not."""
    async with asyncio.timeout(60):
        async with company(server, public=True) as here:
            await here.leaves(3)
            nora = await here.newcomer()
            await nora.sends("TakeOver", seat=3)
            await here.votes(3, [0, 1, 2])
            await nora.until(lambda line: line.seat == 3)
            live = server.tables.by_code[here.code].table
            assert live.playing.dealt_in[3] == here.admissions[3]["player"] != live.lobby.places[3].player


# Ratings, at tables as their logs hold them


def rated_table(seconds: float = 300.0, seed: str = "rated") -> LaidOut:
    """Five friends who agreed, one of whom the host sends away in the last moment; a game of so many seconds."""
    laid = LaidOut(people=5, bots=0, seed=seed, starts=EVENING)
    for player in laid.players:
        laid.writes(Joined(player=player, name=player, identity=f"of {player}"), RatingAgreed(player=player, agrees=True))
    laid.deals()
    laid.comes_to(lambda game: game.board.round > 2, None)
    laid.writes(Kicked(player="player 4", ban=False))
    laid.now = EVENING + seconds
    laid.comes_to(lambda game: False, None)
    return laid


def games_counted(laid: LaidOut, folder: Path, met: int = 0) -> set[str]:
    """For whom this game counts, if the first so many of them have played five rated games before."""

    async def story() -> set[str]:
        storage = storage_in(folder)
        profiles = Profiles(storage, lambda: EVENING)
        for number in range(5):
            earlier = rated_table(seed=f"earlier {number}").table
            games = finished(earlier, EVENING - 600)
            for player in range(met):
                game = games[f"of player {player}"]
                fellows = [fellow for fellow in game.fellows if fellow.identity in {f"of player {other}" for other in range(met)}]
                body = msgspec.json.encode(replace(game, fellows=fellows))
                await storage.write(Put(Kind.PLAYED, f"of player {player}/{number}", body, time=EVENING - 600))
        await profiles.keep_finished(laid.table, EVENING)
        counted = {one.identity for one in await profiles.ratings.played(season_of(EVENING))}
        await storage.close()
        return counted

    return asyncio.run(story())


EVERYBODY = {f"of player {seat}" for seat in range(5)}


def test_who_leaves_before_a_loss_has_lost(tmp_path: Path) -> None:
    assert games_counted(rated_table(), tmp_path) == EVERYBODY


def test_a_game_of_seconds_is_not_rated(tmp_path: Path) -> None:
    """Thirty rated wins were had in thirteen seconds."""
    quick = rated_table(seconds=20)
    assert games_counted(quick, tmp_path) == set()
    assert quick.table.playing.unrated is Unrated.TOO_QUICK


def test_who_has_met_most_of_the_others_all_evening_is_not_rated(tmp_path: Path) -> None:
    assert games_counted(rated_table(), tmp_path, met=3) == EVERYBODY
    (tmp_path / "again").mkdir()
    assert games_counted(rated_table(), tmp_path / "again", met=4) == {"of player 4"}


# Pairs that operators may want to look at


def met(record: str, wins: tuple[bool, bool], origins: tuple[str, str] = ("a", "b")) -> list[tuple[str, StoredGame]]:
    games = finished(rated_table().table, EVENING)
    both = [games["of player 0"], games["of player 1"]]
    return [
        (f"of player {seat}", replace(game, origin=origin, game=replace(game.game, record=record, won=won)))
        for seat, (game, won, origin) in enumerate(zip(both, wins, origins, strict=True))
    ]


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([met("1", (True, False))], []),
        ([met("1", (True, False), ("a", "a"))], ["shared_address"]),
        ([met(str(number), (number % 2 == 0, number % 2 > 0)) for number in range(10)], ["always_together"]),
        ([met(str(number), (True, False)) for number in range(10)], ["always_together", "beyond_chance"]),
    ],
)
def test_operators_see_pairs_that_may_be_one_person_or_play_for_each_other(
    games: list[list[tuple[str, StoredGame]]], said: list[str]
) -> None:
    pairs = suspicious_pairs(chain.from_iterable(games))
    kinds = ("shared_address", "always_together", "beyond_chance")
    assert [[kind for kind in kinds if getattr(pair, kind)] for pair in pairs] == ([said] if said else [])


def test_the_pairs_stand_in_what_operators_see(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LiveServer(tmp_path / "data") as server:
        for identity, game in met("1", (True, False), ("a", "a")):
            server.does(server.storage.write(Put(Kind.PLAYED, f"{identity}/1", msgspec.json.encode(game), owner=identity, time=EVENING)))
        assert main(["admin", "--server", server.url, "--data", str(server.data)]) == 0
    shown = capsys.readouterr().out
    assert "look at player 0 (of player 0) and player 1 (of player 1): 1 rated games together, 1 and 0 won; shared address" in shown
