"""The WebSocket of a table's voices: hello, then sound in and out. Nothing of it is logged."""

import asyncio
import itertools
from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath

from ..tables.connection import Connection
from ..tables.live_table import LiveTable
from ..tables.refusal import Refusal
from ..wire.commands import Hello
from ..wire.refusals import Denial
from .services import Injected, Services
from .socket import BANNED, MESSAGES_AT_ONCE, PARTED, TOO_MANY, Receive, Socket, carry, connection_of, leave_room_for, part, serve
from .transports import RECEIVE, TALKS
from .voice_room import VoiceRoom


@websocket("/voice/{code:str}")
async def voice_socket(services: Injected, socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    await serve(socket, services, code, services.seats_of_browser(socket), _attend)


async def _attend(socket: Socket, services: Services, live: LiveTable, player: str, _: Hello) -> None:
    connection = connection_of(socket, services, player)
    if TALKS in socket.scope:
        socket.scope[TALKS]()  # type: ignore[literal-required]  # because a server may add names of its own
    leave_room_for(live.voices, player)
    try:
        with services.voices.room(live) as room:
            room.come(connection)
            await carry(socket, connection, _read(socket, services, room, connection), room.go)
    except Refusal as refusal:
        denial = Denial(refusal.code)
        await part(socket, PARTED.get(denial, BANNED), denial)


async def _read(socket: Socket, services: Services, room: VoiceRoom, connection: Connection) -> None:
    receive: Receive = socket.scope.get(RECEIVE, socket.receive)  # type: ignore[assignment]  # because a scope is of known names
    for number in itertools.count(1):
        if number % MESSAGES_AT_ONCE == 0:
            await asyncio.sleep(0)
        event = await receive()
        if event["type"] == "websocket.disconnect":
            return
        if not room.take(connection, event.get("bytes") or b""):
            connection.close(TOO_MANY, Denial.TOO_FAST.said({}))
            services.connections.flooded(connection.address)
            return
