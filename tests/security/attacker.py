"""A stranger's client, written from docs/protocol.md alone: it imports nothing of the game and can do nothing that others cannot."""

import asyncio
import itertools
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PROTOCOL = 2
PATIENCE = 20.0
"""Seconds after which an attacker takes silence for an answer; nothing here waits that long unless something is wrong."""

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: a client makes its own otherwise, which costs more than the request."""

Message = dict[str, Any]


class Stranger:
    """Somebody with an address of the server and nothing else."""

    def __init__(self, server: str, headers: dict[str, str] | None = None) -> None:
        self.server = server.rstrip("/")
        self._headers = headers or {}

    async def get(self, path: str, token: str | None = None) -> httpx.Response:
        return await self.asks("GET", path, token=token)

    async def post(self, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        return await self.asks("POST", path, json.dumps(body).encode(), token)

    async def asks(self, method: str, path: str, body: bytes | None = None, token: str | None = None) -> httpx.Response:
        """Any request, also one with a body that is no JSON at all."""
        headers = {**self._headers, **({} if token is None else {"authorization": f"Bearer {token}"})}
        if body is not None:
            headers["content-type"] = "application/json"
        async with httpx.AsyncClient(base_url=self.server, timeout=PATIENCE, trust_env=False, verify=_NO_TLS) as client:
            return await client.request(method, path, content=body, headers=headers)

    async def opens(self, name: str = "Mallory", password: str = "", **options: Any) -> Message:
        """Open a table: the Admission."""
        return await self._admitted("/api/tables", {"name": name, "password": password, "options": options})

    async def joins(self, code: str, name: str = "Mallory", password: str = "", sit: bool = True) -> Message:
        return await self._admitted(f"/api/tables/{code}/join", {"name": name, "password": password, "sit": sit})

    async def _admitted(self, path: str, body: Message) -> Message:
        answer = await self.post(path, body)
        assert answer.status_code == 201, answer.text
        admission: Message = answer.json()
        return admission

    @asynccontextmanager
    async def connects(self, code: str, token: str | None = None, by_cookie: bool = False, **hello: int) -> AsyncIterator["Line"]:
        """Open a socket to a table; without a token, as a spectator or by the cookie. Say hello and gather what comes."""
        async with self.socket(code) as socket:
            with suppress(ConnectionClosed):  # it may have been closed at once
                await socket.send(
                    json.dumps({"protocol": PROTOCOL, "token": None if by_cookie else token or "", "seq": -1, "game": 0, **hello})
                )
            line = Line(socket)
            listening = asyncio.create_task(line.listen())
            try:
                await line.until(lambda line: bool(line.received) or line.closed is not None)
                yield line
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    def socket(self, code: str) -> connect:
        """Open the bare socket, for those who don't even say hello."""
        url = f"ws{self.server.removeprefix('http')}/api/tables/{code}/socket"
        return connect(url, max_size=None, compression=None, additional_headers=self._headers, proxy=None)


class Line:
    """An open connection: all that came through it, and the table and the view that follow from it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Message] = []
        self.table: Message = {}
        self.view: Message = {}
        self.seat: int | None = None
        self.host = False
        self.closed: int | None = None
        """The code with which the server closed."""
        self._numbers = itertools.count()
        self._news = asyncio.Condition()

    @property
    def role(self) -> str | None:
        """My own, if my view knows it."""
        return None if self.seat is None else self.view.get("roles", {}).get(str(self.seat))

    async def sends(self, kind: str, **fields: Any) -> Message:
        """Send a command, and return its answer: Done or Refused."""
        id = fields.pop("id", None) or f"attack {next(self._numbers)}"
        asked = len(self.received)
        await self.socket.send(json.dumps({"type": kind, "id": id, **fields}))
        await self.until(lambda line: _answer(line.received[asked:], id) is not None or line.closed is not None)
        answer = _answer(self.received[asked:], id)
        assert answer is not None, f"closed with {self.closed} before an answer to {kind}"
        return answer

    async def acts(self, number: int = 0) -> Message:
        """Play one of the choices that are not barred."""
        open_choices = [choice["action"] for choice in self.view["choices"] if choice["barred"] is None]
        return await self.sends("Act", action=open_choices[number % len(open_choices)])

    async def until(self, holds: "Callable[[Line], bool]") -> None:
        """Wait until something is so; TimeoutError if it never is."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: holds(self))

    def heard(self, kind: str) -> list[Message]:
        return [message for message in self.received if message["type"] == kind]

    async def listen(self) -> None:
        try:
            async for text in self.socket:
                async with self._news:
                    self._take(json.loads(text))
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed = self.socket.close_code
            self._news.notify_all()

    def _take(self, message: Message) -> None:
        self.received.append(message)
        match message["type"]:
            case "Welcome":
                self.table, self.view = message["table"], message["view"] or {}
                self.seat, self.host = message["seat"], message["host"]
            case "TableChanged":
                self.table = message["table"]
            case "You":
                self.seat, self.host = message["seat"], message["host"]
            case "Update" if message["view"]:
                patch = dict(message["view"])
                rounds = {each["number"]: each for each in (*self.view.get("rounds", ()), *patch.pop("rounds", ()))}
                self.view = {**self.view, **patch, "rounds": [rounds[number] for number in sorted(rounds)]}


def _answer(messages: list[Message], id: str) -> Message | None:
    return next((each for each in messages if each["type"] in ("Done", "Refused") and each["id"] == id), None)
