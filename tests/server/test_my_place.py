"""A player's own place: games, tallies, how they read, companions; theirs alone, taken along and deleted at will; ratings by agreement."""

import asyncio
import http.cookiejar
import json
import random
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import msgspec
import pytest

from secret_hitler.client import CommandRefused, TableClient
from secret_hitler.rules import Party, Role, Seat
from secret_hitler.server.accounts.documents import Squares, StoredRating, marks_against
from secret_hitler.server.accounts.ratings import Ratings, rated, season_before, season_of, shown
from secret_hitler.storage import Kind, Put
from secret_hitler.tables.hooks import HostHooks
from secret_hitler.tables.host import Host
from secret_hitler.tables.matchmaking import quick_match
from secret_hitler.wire.commands import AgreeToRating, MarkSeat, Suspicion
from secret_hitler.wire.review import Award, AwardKind
from secret_hitler.wire.table import Options
from tests.server.live_server import LiveServer
from tests.server.people import play_on
from tests.storages import storage_in


class Visitor:
    """A browser: it keeps its cookies."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def asks(self, path: str, body: object = None, method: str | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + path, data, {"content-type": "application/json"}, method=method)
        with self._opener.open(request, timeout=20) as answer:
            return json.loads(answer.read() or "null")

    def is_refused(self, path: str, body: object = None) -> str:
        with pytest.raises(HTTPError) as refused:
            self.asks(path, body)
        return str(json.loads(refused.value.read())["code"])

    @property
    def me(self) -> Any:
        return self.asks("/api/me")


def play(server: LiveServer, *admissions: Any, agree: bool = False, marks: dict[str, str] | None = None) -> None:
    """Those people and bots, at random to the end; the first is the host."""

    async def story() -> None:
        tables = [TableClient(server.url, each["code"], each["token"]) for each in admissions]
        for table in tables:
            await table.__aenter__()
        try:
            if agree:
                for table in tables:
                    await table.do(AgreeToRating(id=table.command_id(), agrees=True))
            if not tables[0].view:
                await tables[0].add_bots(fill_to=5)
                await tables[0].start()
                await tables[0].until(lambda table: table.view is not None)
            server.lets_pass(60)  # for a game that people could have played, if not as long as it would take for the clock of a turn
            for seat, mark in (marks or {}).items():
                await tables[0].do(MarkSeat(id=tables[0].command_id(), seat=Seat(int(seat)), mark=Suspicion(mark)))
            await asyncio.gather(_thinking(server, tables[0]), *(play_on(table, random.Random(1)) for table in tables[1:]))
        finally:
            for table in tables:
                await table.__aexit__(None, None, None)

    asyncio.run(asyncio.wait_for(story(), 90))


async def _thinking(server: LiveServer, table: TableClient) -> None:
    """At random too, but the first thinks for some seconds before each move."""
    rng = random.Random(1)
    async for view in table.turns():
        server.lets_pass(12)
        try:
            await table.act(rng.choice(view.legal_actions))
        except CommandRefused as refusal:
            assert refusal.code in ("not-awaited", "already-voted", "over"), refusal


def alone(visitor: Visitor, name: str = "Mira") -> Any:
    return visitor.asks("/api/play-now", {"name": name, "players": 5, "level": "random"})


def together(host: Visitor, *others: Visitor) -> list[Any]:
    opened = host.asks("/api/tables", {"name": "Mira", "options": {"bot_level": "random"}})
    return [opened, *[each.asks(f"/api/tables/{opened['code']}/join", {"name": f"Guest {number}"}) for number, each in enumerate(others)]]


def test_a_finished_game_is_in_the_place_of_who_played_it_and_in_no_other(server: LiveServer) -> None:
    mira, other = Visitor(server), Visitor(server)
    assert (mira.me["games"], mira.me["since"]) == ([], None)
    admission = alone(mira)
    assert mira.me["games"] == [], "nothing of a running game"
    play(server, admission, marks={"1": "trust", "2": "hitler"})
    me = mira.me
    (game,) = me["games"]
    assert (game["table"], game["seats"], game["rules"], me["name"]) == (admission["code"], 5, "official", "Mira")
    assert {(each["by"], each["of"]): each["wins"] for each in me["tallies"]} == {
        ("role", game["role"]): game["won"],
        ("side", "L" if game["role"] == "L" else "F"): game["won"],
        ("seats", "5"): game["won"],
        ("rules", "official"): game["won"],
    }
    assert (me["marks"] is not None) == (game["role"] == "L"), "only who does not know reads"
    assert me["marks"] is None or me["marks"]["count"] == 2
    assert (me["companions"], me["ratings"], game["rated"]) == ([], [], False), "bots are no company, and friends are not rated"
    assert other.me["games"] == []
    assert other.is_refused(f"/api/players/{me['id']}") == "no-player"


def test_the_awards_of_reviews_are_medals_of_who_won_them(server: LiveServer) -> None:
    mira = Visitor(server)
    play(server, alone(mira))
    (game,) = mira.me["games"]
    assert mira.me["medals"] == [], "nobody has asked for the review"
    awards = [Award(kind=AwardKind.READER, seat=Seat(game["seat"]), params={}), Award(kind=AwardKind.DECIDER, seat=Seat(4), params={})]
    server.does(server.storage.write(Put(Kind.REVIEW, game["record"], msgspec.json.encode({"names": ["Mira"], "awards": awards}))))
    me = mira.asks("/api/me", {"open": True})
    assert (game["seat"], me["medals"]) == (0, [{"kind": "reader", "count": 1}])
    assert Visitor(server).asks(f"/api/players/{me['id']}")["medals"] == me["medals"]


def test_a_page_is_open_only_while_its_owner_wants_it_and_shows_no_secrets_of_the_owner(server: LiveServer) -> None:
    mira, other = Visitor(server), Visitor(server)
    play(server, alone(mira))
    me = mira.asks("/api/me", {"open": True, "name": "Mira\u202e"})
    page = other.asks(f"/api/players/{me['id']}")
    assert (page["name"], len(page["games"])) == ("Mira", 1)
    assert not {"companions", "invitations", "passkeys", "recovery_codes", "id"} & page.keys()
    mira.asks("/api/me", {"open": False})
    assert other.is_refused(f"/api/players/{me['id']}") == other.is_refused("/api/players/nobody") == "no-player"


def test_all_of_it_can_be_taken_along_and_deleted_for_good(server: LiveServer) -> None:
    mira = Visitor(server)
    play(server, alone(mira))
    me, file = mira.me, mira.asks("/api/me/export")
    assert (file["name"], len(file["games"]), file["games"][0]["with"]) == ("Mira", 1, [])
    mira.asks("/api/me", method="DELETE")
    assert len(mira.cookies) == 0
    assert server.does(server.storage.find(Kind.PLAYED, owner=me["id"])) == []
    assert server.does(server.storage.get(Kind.PROFILE, me["id"])) is None
    assert server.does(server.storage.get(Kind.RECORD, me["games"][0]["record"])) is not None, "the game itself stays"
    assert mira.me["games"] == []


def test_companions_are_asked_to_play_again_and_told_no_identities(server: LiveServer) -> None:
    mira, doro, stranger = Visitor(server), Visitor(server), Visitor(server)
    play(server, *together(mira, doro))
    me, hers = mira.me, doro.me
    assert [each["name"] for each in me["companions"]] == ["Guest 0"]
    assert hers["id"] not in json.dumps([me, mira.asks("/api/me/export")])
    record = me["games"][0]["record"]
    assert stranger.is_refused("/api/me/again", {"record": record}) == "no-record"
    again = mira.asks("/api/me/again", {"record": record})
    ((invitation),) = doro.me["invitations"]
    assert (invitation["code"], invitation["name"]) == (again["code"], "Mira")
    assert stranger.me["invitations"] == mira.me["invitations"] == []
    server.lets_pass(13 * 3600)
    assert doro.me["invitations"] == []


@pytest.mark.parametrize("agree", [False, True])
def test_friends_are_rated_only_if_all_agree(server: LiveServer, agree: bool) -> None:
    mira, doro = Visitor(server), Visitor(server)
    admissions = together(mira, doro)
    play(server, *admissions, agree=agree)
    me = mira.me
    assert me["games"][0]["rated"] is agree
    assert [(each["games"], each["provisional"]) for each in me["ratings"]] == ([(1, True)] if agree else [])
    bots = {each.identity for each in server.does(Ratings(server.storage).played(me["season"]))}
    assert ("bot:random" in bots) or not agree
    assert me["name"] not in json.dumps(mira.asks("/api/leaderboard")), "nobody is named who did not agree, or played so little"


def test_the_leaderboard_names_who_agreed_and_bots_as_bots(server: LiveServer) -> None:
    mira, doro = Visitor(server), Visitor(server)
    ids = [each.asks("/api/me", {"name": name, "ranked": name == "Mira"})["id"] for each, name in ((mira, "Mira"), (doro, "Doro"))]
    for each, id in ((mira, ids[0]), (doro, ids[1])):
        assert each.me["id"] == id
    season = mira.me["season"]
    ratings = [
        StoredRating(who, side, mu, 2.0, 10)
        for who, mu in ((ids[0], 30.0), (ids[1], 40.0), ("bot:expert", 20.0))
        for side in ("liberal", "fascist")
    ]
    server.does(Ratings(server.storage).keep(season, f"ranking {ids[0]}", ratings, {}))
    server.lets_pass(60)
    lines = [(each["name"], each["bot"], each["page"]) for each in mira.asks("/api/leaderboard")["players"]]
    assert ("Mira", None, None) in lines
    assert ("expert", "expert", None) in lines
    assert "Doro" not in {name for name, *_ in lines}
    mira.asks("/api/me", {"open": True})
    assert ("Mira", None, ids[0]) in [(each["name"], each["bot"], each["page"]) for each in doro.asks("/api/leaderboard")["players"]]


def test_strangers_from_the_door_to_the_leaderboard(server: LiveServer) -> None:
    visitors = {name: Visitor(server) for name in ("Ada", "Berta", "Carl", "Dina", "Ernst")}
    ids = {name: visitor.asks("/api/me", {"name": name, "ranked": name != "Ernst"})["id"] for name, visitor in visitors.items()}
    before = [StoredRating(id, side, 25.0, 3.0, 10) for id in ids.values() for side in ("liberal", "fascist")]
    server.does(Ratings(server.storage).keep(visitors["Ada"].me["season"], f"before {ids['Ada']}", before, {}))
    admissions = [visitor.asks("/api/quick-match", {"name": name, "players": 5}) for name, visitor in visitors.items()]
    assert len({each["code"] for each in admissions}) == 1, "five strangers at one door find one table"
    play(server, *admissions)
    server.lets_pass(60)
    lines = {each["name"]: each for each in visitors["Ernst"].asks("/api/leaderboard")["players"] if each["name"] in visitors}
    assert lines.keys() == visitors.keys() - {"Ernst"}, "only who agreed is named"
    for name, line in lines.items():
        (game,) = visitors[name].me["games"]
        played = "liberal" if game["role"] == "L" else "fascist"
        assert game["rated"]
        assert {side["side"]: side["games"] for side in line["sides"]} == {"liberal": 10, "fascist": 10} | {played: 11}
        rating = {side["side"]: side["rating"] for side in line["sides"]}[played]
        assert (rating > shown(25.0, 3.0)) == game["won"]


def test_a_season_begins_half_way_between_the_last_and_the_first(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        mira, doro = Visitor(server), Visitor(server)
        id, last = (mira.asks("/api/me", {"name": "Mira", "ranked": True})[key] for key in ("id", "season"))
        both = [StoredRating(id, side, 35.0, 2.0, 20) for side in ("fascist", "liberal")]
        server.does(Ratings(server.storage).keep(last, "earlier", both, {}))
        assert [line["name"] for line in mira.asks("/api/leaderboard")["players"]] == ["Mira"]
        server.lets_pass(92 * 86_400)
        me = mira.me
        assert season_before(me["season"]) == last
        assert (me["ratings"], mira.asks("/api/leaderboard")["players"]) == ([], []), "nobody has played in it yet"
        play(server, *together(mira, doro), agree=True)
        (now,) = server.does(Ratings(server.storage).played(me["season"], id))
        assert now.games == 1
        assert [now.mu, now.sigma] == [pytest.approx(30.0, abs=1.5), pytest.approx(4.2, abs=0.3)]
        kept = server.does(Ratings(server.storage).played(last, id))
        assert sorted(kept, key=lambda one: one.side) == both, "the last season stays as it was"


def test_a_side_with_more_seats_is_not_the_stronger_for_it_and_bots_of_a_level_share_one_rating() -> None:
    new = [
        [StoredRating(f"{side} {seat}", side, 25.0, 25 / 3, 0) for seat in range(count)] for side, count in (("liberal", 4), ("fascist", 3))
    ]
    gains = [rated(new, winner) for winner in (0, 1)]
    won, lost = (next(each.mu - 25 for each in after if each.identity == "liberal 0") for after in gains)
    assert won == pytest.approx(-lost), "as likely to win as to lose"
    bots = [[StoredRating("bot:random", "liberal", 25.0, 8.0, 3)] * 3, [StoredRating("bot:random", "fascist", 25.0, 8.0, 3)] * 2]
    assert [(each.side, each.games) for each in rated(bots, 0)] == [("liberal", 4), ("fascist", 4)]
    assert (shown(25.0, 25 / 3), season_of(0.0), season_before("2026-1")) == (1000, "1970-1", "2025-4")


def test_marks_are_scored_against_the_roles() -> None:
    roles = [Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.HITLER, Role.LIBERAL]
    clairvoyant = {Seat(1): Suspicion.TRUST, Seat(2): Suspicion.HITLER, Seat(3): Suspicion.HITLER, Seat(4): Suspicion.NONE}
    assert sum(role.party is Party.FASCIST for role in roles) == 2
    assert marks_against({}, Seat(0), roles) == Squares(0.0, 0)
    assert marks_against(clairvoyant, Seat(0), roles).total == pytest.approx(0.03)
    assert marks_against({Seat(2): Suspicion.UNSURE}, Seat(0), roles).total == pytest.approx(0.25)
    assert marks_against({Seat(1): Suspicion.LEAN}, Seat(0), roles).total == pytest.approx(0.0625)
    assert marks_against({Seat(1): Suspicion.SUSPECT}, Seat(0), roles).total == pytest.approx(0.5625)


async def test_where_there_is_a_choice_people_of_about_the_same_strength_come_together(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        storage = storage_in(tmp_path)
        ratings = Ratings(storage)
        tables = Host(storage, clock=lambda: 1_000_000.0, hooks=HostHooks(strength=ratings.strength))
        both = [StoredRating(who, side, mu, 2.0, 20) for who, mu in (("weak", 15.0), ("strong", 35.0)) for side in ("liberal", "fascist")]
        await ratings.keep(season_of(1_000_000.0), "earlier", both, {})
        opened = {}
        for who in ("weak", "strong"):
            live, _ = await tables.open(who, Options(public=True), quick_for=7, identity=who)
            opened[who] = live.table.code
        await tables.join(tables.by_code[opened["weak"]], "a friend", sit=True, identity="a friend of theirs")
        found, _ = await quick_match(tables, "Mira", 7, identity="strong too")
        assert found.table.code == opened["weak"], "about as far from both, a newcomer fills the fuller table"
        good = [StoredRating("good", side, 34.0, 2.0, 20) for side in ("liberal", "fascist")]
        await ratings.keep(season_of(1_000_000.0), "later", good, {})
        found, _ = await quick_match(tables, "Doro", 7, identity="good")
        assert found.table.code == opened["strong"]
        await tables.close()
        await storage.close()
