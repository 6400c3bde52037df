"""A slow game over a week, on a real server whose clock is moved: three people are called once for each of their turns, through kills."""

import asyncio
import random
import subprocess
import sys
import time
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from secret_hitler.rules import Seat
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.hours import DAY, HOUR
from secret_hitler.tables.log_lines import decode_line
from secret_hitler.tables.notices import GRACE
from secret_hitler.tables.table import Table
from secret_hitler.words import ENGLISH
from tests.faults.slow_week_server import STEP, write
from tests.ports import free_port
from tests.server.push_service import PushService

HOURS = 7 * 24
KILLS = (30, 70, 110)
"""At these hours; the second while somebody is just being told."""
NAMES = ("Ann", "Ben", "Cleo")
FORGETS = 5
"""Each person forgets so many a time, and is reminded."""
READY_SECONDS = 150
_CLOSED_AT_ONCE = httpx.Limits(max_keepalive_connections=0)
"""An idle connection would time out as the clock moves."""


class MovedServer:
    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        write(folder / "ahead", "0")

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.faults.slow_week_server", str(self.port), str(self.data)]
        with (self.folder / "journal").open("ab") as journal:
            self._process = subprocess.Popen(command, stdout=journal, stderr=journal)
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/ready", timeout=2):
                    return
            except OSError:
                assert self._process.poll() is None, (self.folder / "journal").read_text()[-2000:]
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def now(self) -> float:
        return float((self.folder / "now").read_text())

    @property
    def ahead(self) -> float:
        return float((self.folder / "ahead").read_text())

    async def is_at(self, ahead: float) -> None:
        write(self.folder / "ahead", f"{ahead}")
        async with asyncio.timeout(60):
            while not (self.folder / "reached").exists() or float((self.folder / "reached").read_text()) < ahead:
                await asyncio.sleep(0.005)


class Person:
    """Comes some hours after a notification, does what is asked, and leaves; never has the page open in between."""

    def __init__(self, name: str, server: MovedServer, http: httpx.AsyncClient, rng: random.Random) -> None:
        self.name, self.server, self.http, self.rng = name, server, http, rng
        self.code = self.token = ""
        self.comes: list[float] = []
        self._number = self._heard = 0

    async def asks(self, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return await (self.http.get(path, headers=headers) if body is None else self.http.post(path, json=body, headers=headers))

    async def sits(self, answer: httpx.Response) -> None:
        assert answer.status_code == 201, answer.text
        self.code, self.token = answer.json()["code"], answer.json()["token"]
        night = {"quiet_from": self.rng.randrange(1440)}
        await self.sends("SetHours", hours={**night, "quiet_until": (night["quiet_from"] + 540) % 1440})

    async def sends(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        command = {"type": kind, "id": f"{self.name} {self._number}", **fields}
        answer: dict[str, Any] = (await self.asks(f"/api/programs/v1/tables/{self.code}/commands", command)).json()
        return answer

    def hears(self, now: float, said: dict[str, Any]) -> None:
        self._heard += 1
        forgets = self._heard % FORGETS == 0
        self.comes.append(now + HOUR * (30 if forgets else self.rng.randrange(1, 7)))

    async def visits(self, now: float) -> None:
        if not any(when <= now for when in self.comes):
            return
        self.comes = [when for when in self.comes if when > now]
        for _ in range(5):
            welcome = (await self.asks(f"/api/programs/v1/tables/{self.code}")).json()
            if welcome["table"]["stage"] == "over":
                await self.sends("Ready", ready=True)
                ready = {chair["name"] for chair in welcome["table"]["chairs"] if chair["ready"]}
                if self.name == NAMES[0] and ready >= set(NAMES[1:]):
                    assert (await self.sends("Start"))["type"] == "Done"
                elif self.name == NAMES[0]:
                    self.comes.append(now + HOUR)
                return
            choices = [each["action"] for each in welcome["view"]["choices"] if each["barred"] is None]
            if not choices:
                return
            await self.sends("Act", action=self.rng.choice(choices))


class TurnTaken(NamedTuple):
    name: str
    began: float
    due: float
    """When its player may be told."""
    ended: float


async def turns_in_the_log(data: Path, code: str, now_is: float) -> list[TurnTaken]:
    storage = SqliteStorage(data / "tables.sqlite")
    table, waited, turns = Table(code), dict[tuple[Seat, int], TurnTaken](), []
    for seq, body in enumerate(await storage.lines(code)):
        line = decode_line(body, seq, True)
        table.apply(line)
        places = table.lobby.places
        now = {(seat, turn.move): turn.at for seat, turn in (table.playing.turns if table.awaited else {}).items() if places[seat].player}
        turns += [waited.pop(key)._replace(ended=line.time) for key in waited.keys() - now.keys()]
        for seat, move in now.keys() - waited.keys():
            waited[seat, move] = TurnTaken(table.lobby.name_of(seat), now[seat, move], table.time_of(seat, 0), now_is)
    turns += waited.values()  # because the week ends somewhere
    await storage.close()
    return turns


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.timeout(600)
async def test_over_a_week_each_turn_calls_its_player_once(tmp_path: Path) -> None:
    rng, server = random.Random("a slow week"), MovedServer(tmp_path)
    with PushService(clock=lambda: time.time() + server.now) as service:
        server.start()
        try:
            people, in_flight = await _week(server, service, rng)
        finally:
            server.kill()
    assert service.faults == []
    calls = [(name, when, said["body"]) for (name, said), when in zip(service.received, service.times, strict=True)]
    reminders = [call for call in calls if call[2] == ENGLISH.say("push.reminder")]
    calls = [call for call in calls if call[2].startswith("Your turn")]
    turns = await turns_in_the_log(server.data, people[0].code, time.time() + server.ahead)
    heard = {turn: sum(name == turn.name and turn.began <= when <= turn.ended for name, when, _ in calls) for turn in turns}
    waited = [turn for turn in turns if turn.ended - turn.due > GRACE + 2 * STEP]
    assert len(waited) > 20, "a week is long enough for that"
    assert [turn for turn in waited if not heard[turn]] == [], "nobody waits for somebody who doesn't know"
    strays = [(name, when) for name, when, _ in calls if not any(turn.name == name and turn.began <= when <= turn.ended for turn in turns)]
    assert strays == [], "every call is for a turn"
    again = sum(count - 1 for count in heard.values() if count > 1)
    assert again <= in_flight, "what was on its way when the server was killed comes again under the same topic, so that a device shows one"
    assert 0 < len(reminders) < len(waited) / 2


async def _week(server: MovedServer, service: PushService, rng: random.Random) -> tuple[list[Person], int]:
    """Return the people, and how many messages were on their way at the second kill."""
    async with AsyncExitStack() as stack:
        people = []
        for name in NAMES:
            http = await stack.enter_async_context(
                httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=30, limits=_CLOSED_AT_ONCE)
            )
            person = Person(name, server, http, rng)
            assert (await person.asks("/api/me/push", service.subscription(name, kinds=["turn", "result"]))).status_code == 204
            people.append(person)
        options = {"decision_seconds": 12 * HOUR, "bot_level": "random"}
        await people[0].sits(await people[0].asks("/api/tables", {"name": NAMES[0], "options": options}))
        for person in people[1:]:
            await person.sits(await person.asks(f"/api/tables/{people[0].code}/join", {"name": person.name}))
        await people[0].sends("AddBot", fill_to=5)
        assert (await people[0].sends("Start"))["type"] == "Done"
        heard = in_flight = 0
        for hour in range(1, HOURS + 1):
            if hour in KILLS:
                in_flight += await _killed(server, service, in_flight=hour == KILLS[1])
            await server.is_at(max(hour * HOUR, server.ahead))
            while heard < len(service.received):
                name, said = service.received[heard]
                people[NAMES.index(name)].hears(hour * HOUR, said)
                heard += 1
            for person in people:
                await person.visits(hour * HOUR)
        return people, in_flight


async def _killed(server: MovedServer, service: PushService, in_flight: bool) -> int:
    """Let the power fail; `in_flight` does so while somebody is told, before that is answered. Return how many messages that were."""
    before = len(service.bodies)
    if in_flight:
        service.held.clear()
        deadline = server.ahead + 2 * DAY
        while len(service.bodies) == before and server.ahead < deadline:
            write(server.folder / "ahead", f"{server.ahead + STEP}")
            await asyncio.sleep(0.1)
        assert len(service.bodies) > before, "nobody was told anything"
    await asyncio.to_thread(server.kill)
    lost = len(service.bodies) - before
    service.held.set()
    await asyncio.to_thread(server.start)
    return lost
