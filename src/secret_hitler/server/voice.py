"""The WebSocket of a table's voices: hello, then sound in and out. Nothing of it is logged."""

from collections.abc import Callable
from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath

from ..tables.live_table import LiveTable
from ..tables.refusal import Refusal
from ..wire.commands import Hello
from ..wire.refusals import Denial
from .services import Injected, Services
from .socket import BANNED, PARTED, TOO_MANY, Receive, Socket, carry, connection_of, leave_room_for, part, serve
from .transports import RECEIVE, TALKS


@websocket("/voice/{code:str}")
async def voice_socket(services: Injected, socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    await serve(socket, services, code, services.seats_of_browser(socket), _attend)


async def _attend(socket: Socket, services: Services, live: LiveTable, player: str, _: Hello) -> None:
    connection = connection_of(socket, services, player)
    leave_room_for(live.voices, player)
    try:
        with services.voices.room(live) as room:
            room.come(connection)

            def hear(frame: bytes) -> None:
                if connection.closing is None and not room.take(connection, frame):
                    connection.close(TOO_MANY, Denial.TOO_FAST.said({}))
                    services.connections.flooded(connection.address)

            if TALKS in socket.scope:
                socket.scope[TALKS](hear)  # type: ignore[literal-required]  # because a server may add names of its own
            await carry(socket, connection, _read(socket, hear), room.go)
    except Refusal as refusal:
        denial = Denial(refusal.code)
        await part(socket, PARTED.get(denial, BANNED), denial)


async def _read(socket: Socket, hear: Callable[[bytes], None]) -> None:
    """Take what came before the room was entered, and text, which is no sound."""
    receive: Receive = socket.scope.get(RECEIVE, socket.receive)  # type: ignore[assignment]  # because a scope is of known names
    while (event := await receive())["type"] != "websocket.disconnect":
        hear(event.get("bytes") or b"")
