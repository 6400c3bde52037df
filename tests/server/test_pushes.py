"""Notifications to a closed page, from the turn to what the browser reads, with a push service of our own."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from secret_hitler.rules import Phase, Policy
from secret_hitler.server.notifications.encryption import PADDED, from_base64
from secret_hitler.server.notifications.outgoing import WAITS
from secret_hitler.storage import Kind
from secret_hitler.tables.hours import DAY
from secret_hitler.tables.notices import GRACE
from secret_hitler.wire.table import Options
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.push_service import Browser, PushService

LATER = GRACE + 1


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service
        assert service.faults == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "data", private_addresses=True) as server:
        yield server


class Person:
    """A browser with its cookies."""

    numbers = count()

    def __init__(self, server: LiveServer, name: str, service: PushService, http: httpx.AsyncClient) -> None:
        self.server, self.name, self.service, self.http = server, name, service, http
        self.code = self.token = ""

    async def subscribes(self, **wants: Any) -> httpx.Response:
        return await self.http.post("/api/me/push", json=self.service.subscription(self.name, **wants))

    async def opens(self, **options: Any) -> None:
        self._admitted(await self.http.post("/api/tables", json={"name": self.name, "options": {"bot_level": "random", **options}}))

    async def joins(self, code: str) -> None:
        self._admitted(await self.http.post(f"/api/tables/{code}/join", json={"name": self.name}))

    def _admitted(self, answer: httpx.Response) -> None:
        assert answer.status_code == 201, answer.text
        self.code, self.token = answer.json()["code"], answer.json()["token"]

    async def sends(self, kind: str, **fields: Any) -> dict[str, Any]:
        command = {"type": kind, "id": f"{next(self.numbers)}", **fields}
        headers = {"authorization": f"Bearer {self.token}"}
        answer = await self.http.post(f"/api/programs/v1/tables/{self.code}/commands", json=command, headers=headers)
        message: dict[str, Any] = answer.json()
        assert message["type"] == "Done", message
        return message

    async def sees(self) -> dict[str, Any]:
        path, headers = f"/api/programs/v1/tables/{self.code}", {"authorization": f"Bearer {self.token}"}
        welcome: dict[str, Any] = (await self.http.get(path, headers=headers)).json()
        return welcome

    async def subscriptions(self) -> int:
        return len((await self.http.get("/api/me/export")).json()["notifications"])

    def time_passes(self, seconds: float = LATER) -> None:
        self.server.lets_pass(seconds)
        if "notice" in self.server.tables.by_code[self.code].timers:
            self.server.comes_due(self.code, "notice")


@asynccontextmanager
async def friends(server: LiveServer, service: PushService, *names: str) -> AsyncIterator[list[Person]]:
    """People who have no table yet."""
    people = [Person(server, name, service, httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=30)) for name in names]
    yield people
    for person in people:
        await person.http.aclose()


@asynccontextmanager
async def dealt(server: LiveServer, service: PushService, **options: Any) -> AsyncIterator[dict[str, Person]]:
    """Five people who all want everything, and whose page is closed."""
    async with friends(server, service, "Ann", "Ben", "Cleo", "Dan", "Eve") as people:
        for person in people:
            assert (await person.subscribes(kinds=["turn", "begins", "addressed", "result"])).status_code == 204
        await people[0].opens(**{"decision_seconds": DAY, **options})
        for person in people[1:]:
            await person.joins(people[0].code)
        await people[0].sends("Start")
        yield {person.name: person for person in people}


def test_our_browser_reads_the_example_of_the_rfc() -> None:
    browser = Browser(int.from_bytes(from_base64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), from_base64("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(from_base64(body)) == b"When I grow up, I want to be a watermelon"


async def test_a_closed_page_is_told_whose_turn_it_is(server: LiveServer, service: PushService) -> None:
    async with dealt(server, service) as people:
        ann = people["Ann"]
        assert service.received == [], "who has just left may be back in a moment"
        ann.time_passes()
        service.waits_for(lambda: len(service.received) == 5)
        told = dict(service.received)
        seat = (await ann.sees())["view"]["board"]["president"]
        president = (await ann.sees())["table"]["chairs"][seat]["name"]
        assert {name: each["body"] for name, each in told.items()} == {
            name: "Your turn: nominate a chancellor." if name == president else "Your game has begun." for name in people
        }
        assert {(each["title"], each["url"]) for each in told.values()} == {("Secret Hitler · Ann", f"/t/{ann.code}")}
        assert told[president]["until"] == pytest.approx(server.clock() + DAY, abs=60)
        assert {len(body) for body in service.bodies} == {16 + 4 + 1 + 65 + PADDED + 1 + 16}, "the length tells nothing"
        ann.time_passes()
        ann.time_passes(60)
        server.forgets_the_idle()
        await ann.sees()
        ann.time_passes(60)
        await people["Ben"].sends("Say", text="so?")
        assert len(service.received) == 5, "once, whoever looks again"


async def test_a_page_that_is_open_needs_no_notification(server: LiveServer, service: PushService) -> None:
    from tests.security.attacker import Stranger

    async with friends(server, service, "Ann") as (ann,):
        await ann.subscribes(kinds=["begins"])
        await ann.opens(opens_at=server.clock() + 1000, decision_seconds=DAY)
        async with Stranger(server.url).connects(ann.code, ann.token):
            ann.time_passes(1001)
        ann.time_passes(60)
        server.forgets_the_idle()
        await ann.sees()
        ann.time_passes(60)
        assert service.received == [], "nor later: she was there to see it"


async def test_each_browser_chooses_what_it_hears_of_and_where(server: LiveServer, service: PushService) -> None:
    async with friends(server, service, "Ann", "Ben") as (ann, ben):
        await ann.opens()
        await ben.joins(ann.code)
        await ann.subscribes(kinds=["addressed"], language="de")
        await ben.subscribes(kinds=["addressed"], tables={ann.code: []})
        await ann.sends("Say", text="Ben, are you there?")
        await ben.sends("Say", text="Ann is who asks.")
        ann.time_passes()
        service.waits_for(lambda: len(service.received) == 1)
        assert [(name, each["body"]) for name, each in service.received] == [("Ann", "Ben spricht mit dir.")]
        assert (await ann.http.post("/api/me/push/end", json={"endpoint": f"{service.url}/Ann"})).status_code == 204
        assert await ann.subscriptions() == 0


@pytest.mark.parametrize("way", ["/api/me/leave", "/api/me/leave-everywhere", "DELETE"])
async def test_who_signs_out_is_told_nothing_more(server: LiveServer, service: PushService, way: str) -> None:
    async with friends(server, service, "Ann", "Ben") as (ann, ben):
        await ann.subscribes(kinds=["addressed"])
        await ann.opens()
        await ben.joins(ann.code)
        assert (await (ann.http.delete("/api/me") if way == "DELETE" else ann.http.post(way))).status_code == 204
        await ben.sends("Say", text="Ann, still here?")
        ben.time_passes()
        await asyncio.to_thread(server.does, asyncio.sleep(0.1))
        assert service.bodies == []
        assert await server.storage.find(Kind.SUBSCRIPTION) == []


@pytest.mark.parametrize("status", [404, 410])
async def test_a_dead_subscription_is_forgotten(server: LiveServer, service: PushService, status: int) -> None:
    async with dealt(server, service) as people:
        service.answers = dict.fromkeys(people, status)
        people["Ann"].time_passes()
        service.waits_for(lambda: len(service.bodies) == 5)
        async with asyncio.timeout(30):
            while sum([await person.subscriptions() for person in people.values()]):
                await asyncio.sleep(0.02)


async def test_a_failing_service_is_tried_again_and_not_for_ever(
    server: LiveServer, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secret_hitler.server.notifications.outgoing.WAITS", (0.0,) * len(WAITS))
    async with dealt(server, service) as people:
        service.answers = dict.fromkeys(people, 503)
        people["Ann"].time_passes()
        service.waits_for(lambda: len(service.bodies) == 5 * len(WAITS))
        assert await people["Ann"].subscriptions() == 1, "it may work tomorrow"


async def test_a_slow_service_slows_nothing(server: LiveServer, service: PushService) -> None:
    async with dealt(server, service) as people:
        service.held.clear()
        people["Ann"].time_passes()
        service.waits_for(lambda: len(service.received) == 5)
        for person in people.values():
            await person.sends("Say", text="on we go")  # would not be answered if anything waited for the service
        service.held.set()


async def test_a_player_has_ten_browsers_at_most_and_keys_are_checked(server: LiveServer, service: PushService) -> None:
    async with friends(server, service, "Ann") as (ann,):
        for number in range(13):
            wanted = service.subscription(f"browser {number}".replace(" ", "-"))
            assert (await ann.http.post("/api/me/push", json=wanted)).status_code == 204
        assert await ann.subscriptions() == 10
        good = service.subscription("Ann")
        wrong: list[dict[str, Any]] = [
            {"keys": {"p256dh": "AAAA", "auth": good["keys"]["auth"]}},
            {"keys": {"p256dh": good["keys"]["p256dh"], "auth": "AAAA"}},
            {"endpoint": "ftp://push.example.org/1"},
            {"endpoint": "https://user@push.example.org/1"},
            {"endpoint": "https://push.example.org:99999/1"},
            {"endpoint": "https://\x00/1"},
            {"kinds": ["everything"]},
            {"tables": {str(number): [] for number in range(51)}},
        ]
        for bad in wrong:
            answer = await ann.http.post("/api/me/push", json={**good, **bad})
            assert (answer.status_code, answer.json()["code"]) == (400, "message"), bad


def _twin(starts: float, first: Policy) -> LaidOut:
    """Let the president discard this policy; whatever shows is the same."""
    for number in range(1000):
        table = LaidOut(5, 0, Options(decision_seconds=DAY), f"push twins {number}", starts=starts)
        table.deals()
        if table.comes_to(lambda game: game.board.phase is Phase.PRESIDENT_SESSION, lambda _, __, legal: legal[0]):
            seat = table.game.awaited[0]
            discards = [each for each in table.game.legal_actions(seat) if getattr(each, "policy", None) is first]
            if seat == 0 and discards:
                table.plays(seat, discards[0])
                return table
    raise AssertionError("no such game")


async def test_twins_push_the_same_bytes(server: LiveServer, service: PushService) -> None:
    """Roles, deck and discard differ, what everyone sees doesn't: neither does anything before encryption but the table's code."""
    told, starts = list[list[Any]](), round(time.time())
    for policy in Policy:
        table = _twin(starts - LATER * len(told), policy)  # because the server is that much later by then
        server.lay_out(table)
        async with friends(server, service, *(name.replace(" ", "-") for name in table.names)) as people:
            for player, person in zip(table.players, people, strict=True):
                session = server.tokens.identity_token(player)
                person.http.cookies.set("identity", session)
                assert (await person.subscribes(kinds=["turn", "begins", "addressed", "result"])).status_code == 204
                person.code, person.token = table.code, server.tokens.token(table.code, player)
            service.plain.clear()
            await people[0].sees()
            people[0].time_passes()
            service.waits_for(lambda: len(service.plain) >= 1)
            await asyncio.to_thread(server.does, asyncio.sleep(0.05))
            told.append([json.loads(body.replace(table.code.encode(), b"CODE")) for body in service.plain])
    assert told[0] == told[1] != []
