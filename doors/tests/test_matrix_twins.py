"""Secrecy in Matrix: what is sent into the room and into each direct chat, with a real Synapse behind it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from secret_hitler.rules import PUBLIC
from secret_hitler_doors.door import Door
from secret_hitler_doors.matrix import Matrix
from secret_hitler_doors.memory import Memory
from secret_hitler_doors.platform import Person, Pressed, Wrote

from .synapse import Friend, Synapse, chat_of, friends
from .twins import NAMES, ChatOnStage, twins_read_the_same


class Overheard(Matrix):
    """It keeps what it sends, in the order of each room."""

    def __init__(self, homeserver: str, token: str, memory: Memory) -> None:
        super().__init__(homeserver, token, memory)
        self.sent: dict[str, dict[str, Any]] = {}
        self.leak = ""
        """A room that private messages go to by mistake."""

    async def _send(self, room: str, kind: str, content: dict[str, Any], key: str = "") -> str:
        id = await super()._send(room, kind, content, key)
        changed = content.get("m.relates_to", {}).get("event_id")
        self.sent.setdefault(room, {})[changed or id] = content.get("m.new_content", content)
        return id

    async def _uploaded(self, picture: bytes) -> str:
        await super()._uploaded(picture)
        return hashlib.sha256(picture).hexdigest()

    async def _chat(self, person: str) -> str:
        return self.leak or await super()._chat(person)

    def chat(self, person: str) -> str:
        return self.leak or self._chats.get(person, "")


class MatrixOnStage(ChatOnStage):
    def __init__(self, door: Door, platform: Overheard, people: list[Friend], room: str) -> None:
        self.door, self.room, self._platform = door, room, platform
        self.people = [person.id for person in people]
        self._numbers = count()

    async def opens(self) -> None:
        await self.door.take(Wrote(id="open", person=self._person(0), room=self.room, text="table", command=True))

    async def presses(self, seat: int, button: str) -> None:
        room = None if ":" in button else self.room
        await self.door.take(Pressed(id=f"press {next(self._numbers)}", person=self._person(seat), room=room, button=button))

    def _person(self, seat: int) -> Person:
        return Person(self.people[seat], NAMES[seat])

    def reads(self, seat: int | None) -> list[str]:
        room = self.room if seat is None else self._platform.chat(self.people[seat])
        return [
            msgspec.json.encode(content).decode().replace(self.people[0 if seat is None else seat], "me")
            for content in self._platform.sent[room].values()
        ]


@asynccontextmanager
async def on_stage(synapse: Synapse, server: str, folder: Path, leaks: bool = False) -> AsyncIterator[ChatOnStage]:
    bot, token = synapse.register("host")
    memory = Memory(folder / "door.sqlite")
    platform = Overheard(synapse.url, token, memory)
    door = Door(platform, server, memory)
    async with friends(synapse, *NAMES) as people:
        running = asyncio.create_task(door.run())
        room = await chat_of(people, bot)
        await people[0].until(lambda: bot in people[0].client.rooms[room].users)
        platform.leak = room if leaks else ""
        try:
            yield MatrixOnStage(door, platform, people, room)
        finally:
            running.cancel()
            await asyncio.wait({running})
            memory.close()


async def test_twins_read_the_same_in_matrix(synapse: Synapse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await twins_read_the_same(partial(on_stage, synapse), tmp_path, monkeypatch)


async def test_the_twins_would_notice_a_card_in_the_room(synapse: Synapse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="public can tell the twins apart"):
        await twins_read_the_same(partial(on_stage, synapse, leaks=True), tmp_path, monkeypatch, (PUBLIC,))
