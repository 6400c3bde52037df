"""Matrix: a room is a table, a direct chat has the cards, reactions and polls are buttons. Rooms must not be encrypted."""

import argparse
import asyncio
import contextlib
import hashlib
import io
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from html import escape
from typing import Any, Final, TypeVar

import aiohttp
import nio
from msgspec import Struct

from secret_hitler.words import Words

from .memory import Memory
from .platform import AnyIncoming, Arrived, ChatMessage, Left, Person, Pressed, Removed, Unreachable, Wrote, numbered

POLL: Final = "org.matrix.msc3381.poll"
"""The name that clients use for polls; the stable one is heard too."""
TEXT: Final = "org.matrix.msc1767.text"
SIGNS: Final = {"join": "\u270b", "stand": "\U0001f6aa", "bot": "\U0001f916", "start": "\u25b6", "cards": "\U0001f0cf"}
"""The reactions that are buttons of a board; who is away has the number of the seat."""
LONG_POLL, AGAIN = 30_000, 2.0
log = logging.getLogger(__name__)
T = TypeVar("T")


class KeptText(Struct):
    value: str


class Matrix:
    longest = 3000
    sign = "!"

    def __init__(self, homeserver: str, token: str, memory: Memory) -> None:
        self._client = nio.AsyncClient(homeserver, config=nio.AsyncClientConfig(request_timeout=60))
        self._client.access_token = token
        self._memory = memory
        self._chats = {person: kept.value for person, kept in memory.all("matrix chat", KeptText).items()}
        """The direct chat with each person; empty if they left it."""
        self._pictures: dict[str, str] = {}
        self._reacted: dict[str, set[str]] = {}
        self._me = ""
        self._ready = asyncio.Event()

    # What happens

    async def events(self) -> AsyncIterator[list[AnyIncoming]]:
        client = self._client
        self._me = client.user_id = (await self._try(client.whoami, nio.WhoamiResponse)).user_id
        since = next((kept.value for kept in self._memory.all("matrix since", KeptText).values()), None)
        begun = since is not None
        try:
            found = await self._try(lambda: client.sync(0, since=since, full_state=True), nio.SyncResponse)
            self._ready.set()
            while True:
                yield [event async for event in self._incoming(found, begun)]
                begun = True
                self._memory.keep("matrix since", "", KeptText(found.next_batch))
                found = await self._try(partial(client.sync, LONG_POLL, since=found.next_batch), nio.SyncResponse)
        finally:
            await client.close()

    async def _incoming(self, found: nio.SyncResponse, begun: bool) -> AsyncIterator[AnyIncoming]:
        for room, invited in found.rooms.invite.items():
            await self._accept(room, invited)
        for room, joined in found.rooms.join.items():
            for event in joined.timeline.events if begun else []:
                if event.sender == self._me:
                    continue
                for incoming in self._read(room, event):
                    yield incoming

    async def _accept(self, room: str, invited: nio.InviteInfo) -> None:
        """Come to every room we're invited to; a direct chat is where this person gets their cards."""
        if not isinstance(await self._client.join(room), nio.JoinResponse):
            return
        for event in invited.invite_state:
            if isinstance(event, nio.InviteMemberEvent) and event.state_key == self._me and event.content.get("is_direct"):
                self._set_chat(event.sender, room)

    def _read(self, room: str, event: nio.Event) -> list[AnyIncoming]:
        private = self._chats.get(event.sender) == room
        where = None if private else room
        person = Person(event.sender, self._name(room, event.sender))
        given: dict[str, Any] = {"id": event.event_id, "person": person, "room": where}
        match event:
            case nio.RoomMessageText(body=body):
                command = body.startswith(self.sign)
                if command and where is not None:
                    self._forgive(event.sender)
                return [Wrote(**given, text=body.removeprefix(self.sign).strip(), command=command or private, message=event.event_id)]
            case nio.ReactionEvent(key=key) if where is not None:
                self._forgive(event.sender)
                button = next((id for id, sign in SIGNS.items() if sign == key.rstrip("\ufe0f")), _replaced(key))
                return [Pressed(**given, button=button)] if button else []
            case nio.UnknownEvent(type=kind, source=source) if kind.endswith("poll.response"):
                answers: list[object] = next(
                    (part.get("answers", []) for part in source["content"].values() if isinstance(part, dict) and "answers" in part), []
                )
                return [Pressed(**given, button=answers[0])] if answers and isinstance(answers[0], str) else []
            case nio.RoomMemberEvent(membership="leave" | "ban", state_key=who):
                if self._chats.get(who) == room:
                    self._set_chat(who, "")
                    return []
                return [Left(id=event.event_id, person=Person(who, who), room=room)]
            case nio.RoomMemberEvent(membership="join") if private:
                return [Arrived(**given)]
            case nio.RedactionEvent(redacts=redacted):
                return [Removed(**given, message=redacted)] if where else []
        return []

    def _name(self, room: str, person: str) -> str:
        known = self._client.rooms.get(room)
        user = None if known is None else known.users.get(person)
        return (user.display_name if user is not None else None) or person[1:].partition(":")[0]

    # Rooms

    async def ready(self, room: str) -> None:
        """Wait for nothing: the homeserver says itself when it's too much, and nio obeys."""

    async def post(self, room: str, message: ChatMessage, key: str) -> str:
        id = await self._send(room, "m.room.message", await self._content(message), key)
        await self._offer(room, id, message)
        return id

    async def edit(self, room: str, id: str, message: ChatMessage) -> None:
        content = await self._content(message)
        replaced = {"m.new_content": content, "m.relates_to": {"rel_type": "m.replace", "event_id": id}}
        await self._send(room, "m.room.message", content | {"body": f"* {content['body']}"} | replaced)
        await self._offer(room, id, message)

    async def remove(self, room: str, id: str) -> None:
        await self._client.room_redact(room, id)

    async def _offer(self, room: str, id: str, message: ChatMessage) -> None:
        """React with each button's sign, so that people only have to tap."""
        placed = self._reacted.setdefault(id, set())
        for sign in (_sign(button.id) for button in message.buttons):
            if sign not in placed:
                placed.add(sign)
                relation = {"rel_type": "m.annotation", "event_id": id, "key": sign}
                await self._client.room_send(room, "m.reaction", {"m.relates_to": relation})

    async def _content(self, message: ChatMessage) -> dict[str, Any]:
        signs = "  ".join(f"{_sign(button.id)} {button.label}" for button in message.buttons)
        body = "\n\n".join(part for part in (message.plain, signs) if part)
        html = escape(body).replace(escape(message.title), f"<b>{escape(message.title)}</b>", 1).replace("\n", "<br>")
        content: dict[str, Any] = {"msgtype": "m.text", "body": body, "format": "org.matrix.custom.html", "formatted_body": html}
        if message.people:
            content["m.mentions"] = {"user_ids": [person.id for person in message.people]}
        if message.picture is not None:
            info = {"mimetype": "image/png", "size": len(message.picture), "w": 800, "h": 420}
            content |= {"msgtype": "m.image", "filename": "board.png", "url": await self._uploaded(message.picture), "info": info}
        return content

    async def _uploaded(self, picture: bytes) -> str:
        digest = hashlib.sha256(picture).hexdigest()
        if digest not in self._pictures:
            length = len(picture)
            answer, _ = await self._patiently(lambda: self._client.upload(io.BytesIO(picture), "image/png", "board.png", filesize=length))
            self._pictures[digest] = answer.content_uri
        return self._pictures[digest]

    # Direct chats

    async def whisper(self, person: str, message: ChatMessage, key: str) -> str:
        room = await self._chat(person)
        if not message.buttons:
            return await self._send(room, "m.room.message", await self._content(message), key)
        barred = [f"\N{BALLOT X} {button.label}: {button.barred}" for button in message.buttons if button.barred]
        question = "\n".join([message.plain, *barred])
        answers = [{"id": button.id, TEXT: button.label} for button in message.buttons if not button.barred]
        poll = {
            "question": {TEXT: question, "body": question, "msgtype": "m.text"},
            "kind": f"{POLL}.disclosed",
            "max_selections": 1,
            "answers": answers,
        }
        return await self._send(room, f"{POLL}.start", {f"{POLL}.start": poll, TEXT: numbered(message)}, key)

    async def settle(self, person: str, id: str, message: ChatMessage | None) -> None:
        """Leave the poll: it shows what was answered, and answers that come too late are refused."""

    async def answer(self, event: AnyIncoming, text: str, done: bool) -> bool:
        return done and isinstance(event, Pressed)

    def way_in(self, words: Words) -> str:
        return words.say("doors.writeMe", link=f"https://matrix.to/#/{self._me}")

    async def _chat(self, person: str) -> str:
        """Return the chat with this person and nobody else; make one if there's none."""
        await self._ready.wait()
        room = self._chats.get(person)
        if room == "":
            raise Unreachable
        if room is None or not self._is_private(room, person):
            made = await self._patiently(
                lambda: self._client.room_create(is_direct=True, invite=[person], preset=nio.RoomPreset.trusted_private_chat)
            )
            if not isinstance(made, nio.RoomCreateResponse):
                self._set_chat(person, "")
                raise Unreachable
            room = made.room_id
            self._set_chat(person, room)
        return room

    def _is_private(self, room: str, person: str) -> bool:
        known = self._client.rooms.get(room)
        return known is None or {*known.users, *known.invited_users} <= {self._me, person}

    def _set_chat(self, person: str, room: str) -> None:
        self._chats[person] = room
        self._memory.keep("matrix chat", person, KeptText(room))

    def _forgive(self, person: str) -> None:
        """Invite again somebody who left their chat with us, now that they press a button."""
        if self._chats.get(person) == "":
            del self._chats[person]
            self._memory.forget("matrix chat", person)

    # Requests

    async def _send(self, room: str, kind: str, content: dict[str, Any], key: str = "") -> str:
        id = hashlib.sha256(f"{room} {key}".encode()).hexdigest()[:32] if key else None
        answer = await self._patiently(lambda: self._client.room_send(room, kind, content, tx_id=id))
        if not isinstance(answer, nio.RoomSendResponse):
            log.warning("%s refused a message: %s", room, answer)
            raise Unreachable
        return str(answer.event_id)

    async def _try(self, ask: Callable[[], Awaitable[object]], wanted: type[T]) -> T:
        while not isinstance(answer := await self._patiently(ask), wanted):
            log.warning("the homeserver answers: %s", answer)
            await asyncio.sleep(AGAIN)
        return answer

    async def _patiently(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Ask again until the homeserver answers; nio itself waits where it limits us."""
        while True:
            with contextlib.suppress(aiohttp.ClientError, TimeoutError, OSError):
                return await ask()
            await asyncio.sleep(AGAIN)


def _sign(button: str) -> str:
    return SIGNS.get(button) or f"{int(button.rpartition('.')[2]) + 1}\ufe0f\u20e3"


def _replaced(key: str) -> str:
    found = re.fullmatch("(\\d+)\ufe0f?\u20e3", key)
    return f"replace.{int(found[1]) - 1}" if found else ""


def from_options(options: argparse.Namespace, token: str, memory: Memory) -> Matrix:
    return Matrix(options.homeserver, token, memory)
