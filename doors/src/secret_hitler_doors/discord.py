"""Discord: a channel is a table; what is secret is an answer that only the person who pressed a button can see."""

import argparse
import asyncio
import hashlib
import logging
import re
from collections.abc import AsyncIterator
from typing import Any, Final

import aiohttp
import msgspec
from aiohttp import web
from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from secret_hitler.cli import BadUsage
from secret_hitler.words import LANGUAGES, Words

from .memory import Memory
from .pacing import Clock, Pacer
from .platform import AnyIncoming, Button, ChatMessage, Gone, Person, Pressed, Unreachable, Wrote

PING, COMMAND, COMPONENT = 1, 2, 3
PONG, LATER, LATER_IN_PLACE = 1, 5, 6
EPHEMERAL = 64
TEXT_OPTION, BLUE, GREY = 3, 1, 2
ROWS, IN_A_ROW, LABEL = 5, 5, 80
TOKEN_SECONDS: Final = 14 * 60
"""For how long an interaction lets us write to who began it; Discord forgets it after 15 minutes."""
AGAIN = 1.0
COMMANDS: Final[list[dict[str, Any]]] = [
    {"name": "table", "description": "Open a table in this channel, or show it again", "options": [("link", "Of a table to bring here")]},
    {"name": "say", "description": "Say something to the table", "options": [("text", "What you say")]},
    {"name": "cards", "description": "See your cards and what you're asked"},
    {"name": "web", "description": "Play your seat in a browser"},
    {"name": "continue", "description": "Bring a seat here from a browser", "options": [("ticket", "The link that the browser shows")]},
    {"name": "language", "description": "Choose the bot's language", "options": [("code", ", ".join(LANGUAGES))]},
    {"name": "help", "description": "How to play here"},
]
PRIVATE: Final = ("web", "continue")
"""Commands whose answer is for one person, wherever they are given."""
log = logging.getLogger(__name__)


class OpenAnswer(Struct):
    """An interaction that we may still answer."""

    token: str
    until: float
    pending: bool = False
    """They see that we think, and nothing else yet."""


class Failed(Exception):
    """Discord refuses, for good."""

    def __init__(self, status: int, told: object) -> None:
        super().__init__(f"Discord answers {status}: {told}")
        self.status = status


class Discord:
    longest = 1900
    sign = "/"

    def __init__(
        self,
        token: str,
        application: str,
        public_key: str,
        memory: Memory,
        listen: tuple[str, int],
        api: str = "https://discord.com/api/v10",
        clock: Clock | None = None,
    ) -> None:
        self._token, self._application, self._key = token, application, VerifyKey(bytes.fromhex(public_key))
        self._api, self._listen, self._memory, self._clock = api, listen, memory, clock or Clock()
        self._answers = memory.all("discord", OpenAnswer)
        """By person, the latest."""
        self._events: asyncio.Queue[AnyIncoming] = asyncio.Queue()
        self._free_at: dict[str, float] = {}
        """When each route may be used again, as Discord told us."""
        self._global = Pacer(30, 1 / 18, self._clock)
        self._channels = Pacer(3, 1.3, self._clock)
        self._pictures: dict[tuple[str, str], str] = {}
        self._session: aiohttp.ClientSession | None = None
        self.port = 0
        self.ready_to_hear = asyncio.Event()

    # What happens

    async def events(self) -> AsyncIterator[list[AnyIncoming]]:
        app = web.Application()
        app.router.add_post("/interactions", self._hear)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        agent = {"Authorization": f"Bot {self._token}", "User-Agent": "DiscordBot (secret-hitler-doors, 2)"}
        self._session = aiohttp.ClientSession(headers=agent)
        try:
            await web.TCPSite(runner, *self._listen).start()
            self.port = runner.addresses[0][1]
            await self._ask("PUT", f"/applications/{self._application}/commands", [_command(**each) for each in COMMANDS])
            self.ready_to_hear.set()
            while True:
                yield [await self._events.get(), *(self._events.get_nowait() for _ in range(self._events.qsize()))]
        finally:
            await runner.cleanup()
            await self._session.close()

    async def _hear(self, request: web.Request) -> web.Response:
        """Answer at once: Discord waits for three seconds."""
        body = await request.read()
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
            self._key.verify(request.headers.get("X-Signature-Timestamp", "").encode() + body, signature)
        except (BadSignatureError, ValueError):
            return web.Response(status=401, text="invalid request signature")
        asked = msgspec.json.decode(body)
        if asked["type"] == PING:
            return web.json_response({"type": PONG})
        user = asked.get("member", {}).get("user") or asked["user"]
        name = asked.get("member", {}).get("nick") or user.get("global_name") or user["username"]
        person = Person(user["id"], name, asked.get("locale", "").partition("-")[0])
        given: dict[str, Any] = {"id": asked["id"], "person": person, "room": asked["channel_id"]}
        in_place = asked["type"] == COMPONENT and ":" in asked["data"]["custom_id"]
        self._open(person.id, OpenAnswer(asked["token"], self._clock.now() + TOKEN_SECONDS, not in_place))
        if asked["type"] == COMPONENT:
            await self._events.put(Pressed(**given, button=asked["data"]["custom_id"]))
        else:
            name, *options = [asked["data"]["name"], *(option["value"] for option in asked["data"].get("options", []))]
            room = None if name in PRIVATE else given["room"]
            await self._events.put(Wrote(**given | {"room": room}, text=" ".join([name, *map(str, options)]), command=True))
        return web.json_response({"type": LATER_IN_PLACE} if in_place else {"type": LATER, "data": {"flags": EPHEMERAL}})

    def _open(self, person: str, answer: OpenAnswer) -> None:
        self._answers[person] = answer
        self._memory.keep("discord", person, answer)

    # Channels

    async def ready(self, room: str) -> None:
        await self._channels.ready(room)

    async def post(self, room: str, message: ChatMessage, key: str) -> str:
        await self._channels.take(room)
        nonce = {"nonce": hashlib.sha256(key.encode()).hexdigest()[:25], "enforce_nonce": True}
        answer = await self._ask("POST", f"/channels/{room}/messages", _content(message) | nonce, message.picture)
        self._remember(room, answer["id"], message)
        return str(answer["id"])

    async def edit(self, room: str, id: str, message: ChatMessage) -> None:
        await self._channels.take(room)
        picture = None if message.picture is None or self._pictures.get((room, id)) == _digest(message.picture) else message.picture
        try:
            await self._ask("PATCH", f"/channels/{room}/messages/{id}", _content(message), picture)
        except Failed as failed:
            raise Gone from failed
        self._remember(room, id, message)

    async def remove(self, room: str, id: str) -> None:
        await self._quietly("DELETE", f"/channels/{room}/messages/{id}")

    def _remember(self, room: str, id: str, message: ChatMessage) -> None:
        if message.picture is not None:
            self._pictures[room, id] = _digest(message.picture)

    # People

    async def whisper(self, person: str, message: ChatMessage, key: str) -> str:
        """Answer what this person pressed last; Discord shows it to them alone. Without that we can't write to them."""
        answer = self._answers.get(person)
        if answer is None or answer.until < self._clock.now():
            raise Unreachable
        content = _content(message) | {"flags": EPHEMERAL}
        pending, answer.pending = answer.pending, False
        try:
            if pending:
                sent = await self._ask("PATCH", f"{self._of(answer)}/messages/@original", content)
            else:
                sent = await self._ask("POST", self._of(answer), content)
        except Failed as failed:
            raise Unreachable from failed
        return f"{answer.token}/messages/{sent['id']}"

    async def settle(self, person: str, id: str, message: ChatMessage | None) -> None:
        change = {"components": []} if message is None else _content(message)
        await self._quietly("PATCH", f"/webhooks/{self._application}/{id}", change)

    async def answer(self, event: AnyIncoming, text: str, done: bool) -> bool:
        answer = self._answers.get(event.person.id)
        if answer is None:
            return True
        pending, answer.pending = answer.pending, False
        if pending:
            await self._quietly(
                "PATCH" if text else "DELETE", f"{self._of(answer)}/messages/@original", {"content": _escaped(text)} if text else None
            )
        elif text and not (done and isinstance(event, Pressed)):
            await self._quietly("POST", self._of(answer), {"content": _escaped(text), "flags": EPHEMERAL})
        return True

    def way_in(self, words: Words) -> str:
        return words.say("doors.pressCards", button=words.say("doors.cards"))

    def _of(self, answer: OpenAnswer) -> str:
        return f"/webhooks/{self._application}/{answer.token}"

    # Requests

    async def _quietly(self, method: str, path: str, body: object = None) -> None:
        try:
            await self._ask(method, path, body)
        except Failed as failed:
            log.info("%s", failed)

    async def _ask(self, method: str, path: str, body: object = None, picture: bytes | None = None) -> Any:
        assert self._session is not None, "not connected yet"
        route = re.sub(r"/messages/.*", "/messages/", f"{method} {path}")
        while True:
            await self._global.take("all")
            await self._clock.sleep(max(0.0, self._free_at.get(route, 0.0) - self._clock.now()))
            try:
                async with self._session.request(method, self._api + path, **_sent(body, picture)) as answer:
                    told = await answer.json() if answer.content_type == "application/json" else None
                    self._note_limit(route, answer.headers)
                    if answer.status == 429:
                        log.warning("Discord limits us: %s", told)
                        await self._clock.sleep(told["retry_after"] if isinstance(told, dict) else AGAIN)
                    elif answer.status >= 500:
                        await self._clock.sleep(AGAIN)
                    elif answer.status >= 400:
                        raise Failed(answer.status, told)
                    else:
                        return told
            except (aiohttp.ClientError, TimeoutError) as error:
                log.warning("Discord doesn't answer: %s", error)
                await self._clock.sleep(AGAIN)

    def _note_limit(self, route: str, headers: Any) -> None:
        if headers.get("X-RateLimit-Remaining") == "0":
            self._free_at[route] = self._clock.now() + float(headers["X-RateLimit-Reset-After"])


def from_options(options: argparse.Namespace, token: str, memory: Memory) -> Discord:
    host, _, port = options.listen.rpartition(":")
    if not port.isdecimal():
        raise BadUsage(f"--listen takes an address like 127.0.0.1:8080, not {options.listen}")
    return Discord(token, options.application, options.public_key, memory, (host, int(port)), options.api)


def _sent(body: object, picture: bytes | None) -> dict[str, Any]:
    if picture is None:
        return {} if body is None else {"json": body}
    assert isinstance(body, dict)
    form = aiohttp.FormData()
    attachment = {"attachments": [{"id": 0, "filename": "board.png"}]}
    form.add_field("payload_json", msgspec.json.encode(body | attachment).decode(), content_type="application/json")
    form.add_field("files[0]", picture, filename="board.png", content_type="image/png")
    return {"data": form}


def _command(name: str, description: str, options: list[tuple[str, str]] | None = None) -> dict[str, object]:
    given = [{"name": option, "description": about, "type": TEXT_OPTION, "required": option != "link"} for option, about in options or []]
    return {"name": name, "description": description, "type": 1, "options": given}


def _content(message: ChatMessage) -> dict[str, Any]:
    title = f"**{_escaped(message.title)}**" if message.title else ""
    pings = " ".join(f"<@{person.id}>" for person in message.people)
    text = "\n".join(part for part in (pings, title, _escaped(message.text)) if part)
    mentions = {"parse": [], "users": [person.id for person in message.people]}
    return {"content": text, "components": _rows(message.buttons), "allowed_mentions": mentions}


def _rows(buttons: tuple[Button, ...]) -> list[dict[str, Any]]:
    drawn = []
    for button in buttons:
        label = f"{button.label} ({button.barred})" if button.barred else button.label
        style = GREY if button.barred else BLUE
        drawn.append({"type": 2, "style": style, "label": label[:LABEL], "custom_id": button.id, "disabled": bool(button.barred)})
    rows = [drawn[at : at + IN_A_ROW] for at in range(0, len(drawn), IN_A_ROW)]
    return [{"type": 1, "components": row} for row in rows[:ROWS]]


def _escaped(text: str) -> str:
    """Keep names and talk from being read as markup; links stay as they are."""
    parts = re.split(r"(https?://\S+)", text)
    return "".join(part if number % 2 else re.sub(r"([\\*_~`|>#\[\]<@])", r"\\\1", part) for number, part in enumerate(parts))


def _digest(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()
