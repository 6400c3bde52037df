"""Somebody's voice, written from docs/protocol.md alone: it says what it likes, and notes what it hears and when."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SOUND, CAPTION, SILENCE = 1, 2, 255


def frame(loudness: int = 100, time: int = 0, sound: bytes = b"opus") -> bytes:
    return bytes([SOUND, loudness]) + time.to_bytes(2, "big") + sound


class Heard(NamedTuple):
    at: float
    seat: int
    frame: bytes


class Voice:
    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Heard] = []
        self.silent: set[int] | None = None
        self.closed: int | None = None
        self.goodbye: str | None = None
        self._news = asyncio.Condition()

    async def says(self, sound: bytes, loudness: int = 100) -> None:
        await self.socket.send(frame(loudness, sound=sound))

    async def writes(self, text: str) -> None:
        await self.socket.send(bytes([CAPTION]) + text.encode())

    @property
    def captions(self) -> list[tuple[int, str]]:
        return [(heard.seat, heard.frame[1:].decode()) for heard in self.heard if heard.frame[0] == CAPTION]

    def seats(self, sound: bytes) -> set[int]:
        """Whose this was, for whom heard it."""
        return {heard.seat for heard in self.heard if heard.frame[4:] == sound}

    async def until(self, sound: bytes) -> None:
        """Wait until this was heard; whatever was passed on before it has come too."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: self.seats(sound) or self.closed is not None)

    async def has_come(self) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: self.silent is not None or self.closed is not None)

    async def gone(self) -> int | None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: self.closed is not None)
        return self.closed

    async def must_be_silent(self, *seats: int) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: self.silent == set(seats))

    async def listen(self) -> None:
        try:
            async for message in self.socket:
                async with self._news:
                    self._take(message)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed = self.socket.close_code
            self._news.notify_all()

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, str):
            self.goodbye = json.loads(message).get("code", self.goodbye)
        elif message[0] == SILENCE:
            bits = int.from_bytes(message[1:], "big")
            self.silent = {seat for seat in range(10) if bits >> seat & 1}
        else:
            self.heard.append(Heard(time.monotonic(), message[0], message[1:]))


@asynccontextmanager
async def voice(server: str, code: str, token: str = "", hello: bytes | str | None = None) -> AsyncIterator[Voice]:
    async with connect(f"ws{server.removeprefix('http')}/voice/{code}", compression=None, proxy=None) as socket:
        await socket.send(json.dumps({"protocol": 2, "token": token}) if hello is None else hello)
        one = Voice(socket)
        listening = asyncio.create_task(one.listen())
        try:
            await one.has_come()
            yield one
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
