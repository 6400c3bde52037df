"""A real Synapse on loopback, with people who use it through matrix-nio."""

import asyncio
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import nio
import yaml  # type: ignore[import-untyped]  # because it has no type hints of its own

from secret_hitler_doors.matrix import POLL, SIGNS, TEXT
from tests.ports import free_port

NAME = "party.test"
MUCH = {"per_second": 10_000, "burst_count": 10_000}
UNLIMITED = {
    **{f"rc_{what}": MUCH for what in ("message", "registration", "admin_redaction", "invites_per_room", "media_create")},
    "rc_login": dict.fromkeys(("address", "account", "failed_attempts"), MUCH),
    "rc_joins": {"local": MUCH, "remote": MUCH},
    "rc_invites": {"per_room": MUCH, "per_user": MUCH, "per_issuer": MUCH},
    "rc_room_creation": MUCH,
}
READY_SECONDS = 120
WAIT_SECONDS = 120
"""What takes longer fails; it only ever takes so long where something is wrong, or on a very busy machine."""
_numbers = count()


class Synapse:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        log = {"version": 1, "disable_existing_loggers": False, "root": {"level": "WARNING"}}
        (folder / "log.yaml").write_text(yaml.safe_dump(log))
        config = {
            "server_name": NAME,
            "listeners": [
                {"port": self.port, "bind_addresses": ["127.0.0.1"], "type": "http", "resources": [{"names": ["client", "media"]}]}
            ],
            "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
            "media_store_path": str(folder / "media"),
            "signing_key_path": str(folder / "key"),
            "pid_file": str(folder / "pid"),
            "log_config": str(folder / "log.yaml"),
            "macaroon_secret_key": "nobody else is here",
            "report_stats": False,
            "trusted_key_servers": [],
            "enable_registration": True,
            "enable_registration_without_verification": True,
            "bcrypt_rounds": 4,
            "presence": {"enabled": False},
            **UNLIMITED,
        }
        (folder / "homeserver.yaml").write_text(yaml.safe_dump(config))

    def __enter__(self) -> "Synapse":
        command = [sys.executable, "-W", "ignore", "-m", "synapse.app.homeserver", "-c", str(self._folder / "homeserver.yaml")]
        subprocess.run([*command, "--generate-keys"], check=True, capture_output=True)
        with (self._folder / "journal").open("ab") as journal:
            self._process = subprocess.Popen(command, stdout=journal, stderr=journal)
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/_matrix/client/versions", timeout=5).close()
                return self
            except OSError:
                assert self._process.poll() is None, (self._folder / "journal").read_text()
                assert time.monotonic() < deadline, "Synapse did not become ready"
                time.sleep(0.1)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def register(self, name: str) -> tuple[str, str]:
        """Return the id and the token of a new account; no two tests share one."""
        body = {
            "username": f"{name}{next(_numbers)}-{random.SystemRandom().randrange(10**6)}",
            "password": "x",
            "auth": {"type": "m.login.dummy"},
        }
        request = urllib.request.Request(f"{self.url}/_matrix/client/v3/register", msgspec.json.encode(body))
        with urllib.request.urlopen(request, timeout=60) as answer:
            made = msgspec.json.decode(answer.read())
        return made["user_id"], made["access_token"]


class Friend:
    """Somebody with a Matrix client: sees the rooms, taps reactions and polls, writes."""

    def __init__(self, synapse: Synapse, name: str) -> None:
        self.name = name
        self.id, self.token = synapse.register(name)
        self.client = nio.AsyncClient(synapse.url, self.id)
        self.client.access_token, self.client.user_id = self.token, self.id
        self.seen: list[tuple[str, nio.Event]] = []
        self.accepts = True
        self.invited = set[str]()
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Friend":
        await self.client.set_displayname(self.name)
        self._task = asyncio.create_task(self._sync())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait({self._task})
        await self.client.close()

    async def _sync(self) -> None:
        since = None
        while True:
            found = await self.client.sync(2_000, since=since)
            assert isinstance(found, nio.SyncResponse), found
            since = found.next_batch
            self.invited = set(found.rooms.invite) | self.invited
            for room in list(self.invited) if self.accepts else ():
                await self.client.join(room)
                self.invited.discard(room)
            self.seen += [(room, event) for room, joined in found.rooms.join.items() for event in joined.timeline.events]
            async with self._changed:
                self._changed.notify_all()

    async def until(self, holds: Callable[[], Any]) -> Any:
        async with asyncio.timeout(WAIT_SECONDS), self._changed:
            while not (found := holds()):
                await self._changed.wait()
            return found

    # What they see

    def texts(self, room: str, sender: str = "") -> list[str]:
        """Return the text of every message there, edits in their new form."""
        return [
            event.source["content"].get("m.new_content", event.source["content"]).get("body", "")
            for at, event in self.seen
            if at == room and event.source["type"] == "m.room.message" and sender in ("", event.sender)
        ]

    def boards(self, room: str) -> list[str]:
        """Return the ids of the boards that were posted, not of their edits."""
        return [
            event.event_id
            for at, event in self.seen
            if at == room and event.source["content"].get("msgtype") == "m.image" and "m.new_content" not in event.source["content"]
        ]

    def shown(self, board: str) -> str:
        """Return what a board says after its last edit."""
        said = ""
        for _, event in self.seen:
            content = event.source["content"]
            if event.event_id == board:
                said = content.get("body", "")
            elif content.get("m.relates_to", {}).get("event_id") == board and "m.new_content" in content:
                said = content["m.new_content"]["body"]
        return said

    def polls(self, bot: str) -> list[tuple[str, str, dict[str, Any]]]:
        """Room, id and poll of every one the bot asked."""
        kind = f"{POLL}.start"
        return [
            (room, event.event_id, event.source["content"][kind])
            for room, event in self.seen
            if event.source["type"] == kind and event.sender == bot
        ]

    def private(self, bot: str, room: str) -> list[str]:
        """Everything the bot told them elsewhere than in this room."""
        return [
            event.source["content"].get("body") or event.source["content"].get(TEXT, "")
            for at, event in self.seen
            if at != room and event.sender == bot and event.source["type"] in ("m.room.message", f"{POLL}.start")
        ]

    # What they do

    async def says(self, room: str, text: str) -> str:
        sent = await self.client.room_send(room, "m.room.message", {"msgtype": "m.text", "body": text})
        assert isinstance(sent, nio.RoomSendResponse), sent
        return str(sent.event_id)

    async def taps(self, room: str, message: str, button: str) -> None:
        relation = {"rel_type": "m.annotation", "event_id": message, "key": SIGNS[button]}
        sent = await self.client.room_send(room, "m.reaction", {"m.relates_to": relation})
        assert isinstance(sent, nio.RoomSendResponse), sent

    async def votes(self, room: str, poll: str, answer: str) -> None:
        content = {"m.relates_to": {"rel_type": "m.reference", "event_id": poll}, f"{POLL}.response": {"answers": [answer]}}
        sent = await self.client.room_send(room, f"{POLL}.response", content)
        assert isinstance(sent, nio.RoomSendResponse), sent

    async def plays(self, bot: str, rng: random.Random, but: str = "?!") -> None:
        """Answer every poll at random but what asks this, until cancelled."""
        answered = set[str]()
        while True:
            fresh = await self.until_(lambda: [poll for poll in self.polls(bot) if poll[1] not in answered])
            for room, id, poll in fresh:
                answered.add(id)
                if but in poll["question"]["body"]:
                    continue
                await self.votes(room, id, rng.choice(poll["answers"])["id"])

    async def until_(self, holds: Callable[[], Any]) -> Any:
        """Wait without an end: somebody who isn't asked has nothing to do."""
        async with self._changed:
            while not (found := holds()):
                await self._changed.wait()
            return found


@asynccontextmanager
async def friends(synapse: Synapse, *names: str) -> AsyncIterator[list[Friend]]:
    people = [Friend(synapse, name) for name in names]
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.__aenter__())
    try:
        yield people
    finally:
        await asyncio.gather(*(person.__aexit__() for person in people))


async def chat_of(people: list[Friend], bot: str) -> str:
    """Make a room as the first of them, with the bot and everybody in it."""
    made = await people[0].client.room_create(invite=[bot, *(person.id for person in people[1:])], name="The party")
    assert isinstance(made, nio.RoomCreateResponse), made
    for person in people:
        await person.until(partial(_knows, person, made.room_id))
    return str(made.room_id)


def _knows(person: Friend, room: str) -> bool:
    return room in person.client.rooms
