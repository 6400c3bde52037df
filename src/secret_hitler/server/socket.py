"""The WebSocket of a table: hello, welcome, then commands in and news out."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ..storage import StorageFailure
from ..tables.connection import TOO_SLOW, Connection
from ..tables.live_table import LiveTable
from ..tables.refusal import Refusal
from ..tables.view_updates import encode
from ..wire import PROTOCOL
from ..wire.commands import AboutOthers, AnyCommand, Hello
from ..wire.messages import AnyMessage, Done, Goodbye, Refused
from ..wire.operators import Target
from ..wire.refusals import Denial
from .admin.moderation import Moderation
from .admin.player_reports import carry_out, check_talk, ignored
from .limits import Allowance
from .metrics import ACTION_SECONDS, READERS_DROPPED, REFUSALS
from .services import Services
from .transports import RECEIVE, SEND_NOW

Socket = WebSocket[Any, Any, Any]
Receive = Callable[[], Awaitable[Any]]

HELLO_SECONDS = 10
MAX_MESSAGE = 8192
BAD_MESSAGE = 4400
UNKNOWN_TABLE = 4404
TRY_AGAIN_LATER = 1013
BANNED = 4403
TOO_MANY = 4429
WATCHERS_OF_ONE_TABLE = 120
"""Whoever sits always gets in besides: ten seats with as many devices as follow."""
DEVICES_OF_ONE_PLAYER = 8
CLOSE_SECONDS = 3
"""How long a reader that is being closed may take to read what is left."""
BAD_MESSAGES_ALLOWED = 20

_hello = msgspec.json.Decoder(Hello)
_command = msgspec.json.Decoder(AnyCommand)


class _Id(msgspec.Struct):
    id: str = ""


_id = msgspec.json.Decoder(_Id)


async def serve(socket: Socket, services: Services, code: str, known: str) -> None:
    await socket.accept()
    try:
        live = await services.tables.find(code)
        if live is None:
            services.limits.guesses.spend(services.address(socket))
    except Refusal as refusal:
        guessed = refusal.code == Denial.TOO_MANY
        await _part(socket, *((TOO_MANY, Denial.TOO_MANY) if guessed else (UNKNOWN_TABLE, Denial.UNREADABLE)))
        return
    except StorageFailure:
        await _part(socket, TRY_AGAIN_LATER, Denial.STORAGE)
        return
    if live is None:
        await _part(socket, UNKNOWN_TABLE, Denial.NO_TABLE, code=code[:12])
        return
    with live.expects():
        hello = await _hello_of(socket)
        if hello is None:
            return
        try:
            player = _player_let_in(services, services.address(socket), live, known, hello)
        except Refusal as refusal:
            denial = Denial(refusal.code)
            await _part(socket, TOO_MANY if denial in (Denial.TOO_MANY, Denial.WATCHED) else BANNED, denial)
            return
        _leave_room_for(live, player)
        await _attend(socket, services, live, player, hello)


async def _hello_of(socket: Socket) -> Hello | None:
    """Wait for the first message; None if they have gone, or are sent away."""
    try:
        hello = _hello.decode(await asyncio.wait_for(_receive(socket.receive), HELLO_SECONDS))
    except (TimeoutError, msgspec.MsgspecError):
        await _part(socket, BAD_MESSAGE, Denial.MESSAGE, detail="the first message must be a Hello")
        return None
    except WebSocketDisconnect:
        return None
    if hello.protocol != PROTOCOL:
        await _part(socket, BAD_MESSAGE, Denial.MESSAGE, detail=f"this server speaks protocol {PROTOCOL}")
        return None
    return hello


def _player_let_in(services: Services, address: str, live: LiveTable, known: str, hello: Hello) -> str:
    """Return who this is at the table, if anybody; raise Refusal if they may not even watch."""
    lobby, watching = live.table.lobby, live.watching
    player = known if hello.token is None else services.tokens.player(live.table.code, hello.token)
    player = player or lobby.player_of_program(services.tokens.program(hello.token))
    if player in lobby.banned:
        raise Refusal(Denial.BANNED)
    player = player if lobby.admits(player) else ""
    if not player:
        services.limits.guesses.check(address)
        if lobby.private is not None:
            raise Refusal(lobby.private)
    services.moderation.check_ban(Target.IDENTITY, lobby.identities.get(player, ""))
    crowded = watching.total() >= WATCHERS_OF_ONE_TABLE or watching[address] >= services.limits.watchers_of_address
    if crowded and lobby.seat_of(player) is None:
        raise Refusal(Denial.WATCHED)
    return player


def _leave_room_for(live: LiveTable, player: str) -> None:
    """Close the player's oldest connection where they come with one device too many."""
    devices = [connection for connection in live.connections if player and connection.player == player]
    if len(devices) >= DEVICES_OF_ONE_PLAYER:
        oldest = min(devices, key=lambda connection: connection.number)
        oldest.push(encode(Goodbye(code=Denial.DEVICES, reason=Denial.DEVICES.said({}), again=False)))
        oldest.close(TOO_MANY, Denial.DEVICES.said({}))
        live.connections.discard(oldest)


async def _receive(receive: Receive) -> str:
    """Return the next text message; raise DecodeError for one that cannot be a message at all."""
    event = await receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="the client went away")
    text = event.get("text")
    if not isinstance(text, str):
        raise msgspec.DecodeError("messages are text, not bytes")
    if len(text) > MAX_MESSAGE:
        raise msgspec.DecodeError(f"a message has at most {MAX_MESSAGE} characters")
    return text


async def _part(socket: Socket, close: int, denial: Denial, **params: int | str) -> None:
    REFUSALS.labels(denial).inc()
    reason = denial.said(params)
    with contextlib.suppress(Exception):
        await socket.send_data(encode(Goodbye(code=denial, reason=reason, again=close == TRY_AGAIN_LATER)))
        await socket.close(close, reason)


async def _attend(socket: Socket, services: Services, live: LiveTable, player: str, hello: Hello) -> None:
    async def send(message: str) -> None:
        await socket.send({"type": "websocket.send", "text": message, "bytes": None})

    send_now: Any = socket.scope.get(SEND_NOW)
    connection = Connection(player, send, services.address(socket), send_now, ACTION_SECONDS.observe)
    connection.blocks = services.moderation.blocks(live.table.lobby.identities.get(player, ""))
    await services.tables.arrived(live, player)
    async with live.lock:  # whatever is just being told is either in the greeting or told after it
        live.greet(connection, hello)
        _tell_of_moderation(services.moderation, live, connection)
        live.come(connection)
    writing = asyncio.create_task(connection.write())
    reading = asyncio.create_task(_read(socket, services, live, connection))
    dropping = asyncio.create_task(connection.dropped.wait())
    try:
        await asyncio.wait({writing, reading, dropping}, return_when=asyncio.FIRST_COMPLETED)
        live.go(connection)
        if connection.closing is not None:
            if connection.closing[0] == TOO_SLOW:
                READERS_DROPPED.inc()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    if not connection.dropped.is_set():
                        await writing
                    await socket.close(*connection.closing)
    finally:
        for task in (writing, reading, dropping):
            task.cancel()
        await asyncio.gather(writing, reading, dropping, return_exceptions=True)
        live.go(connection)
        services.tables.timers.watch_for(live, player)


async def _read(socket: Socket, services: Services, live: LiveTable, connection: Connection) -> None:
    receive: Receive = socket.scope.get(RECEIVE, socket.receive)  # type: ignore[assignment]  # because a scope is of known names
    allowance = services.limits.messages_of(live, connection.player, services.settings.message_rate)
    bad = Allowance(burst=BAD_MESSAGES_ALLOWED, rate=1)
    while True:
        text = ""
        try:
            text = await _receive(receive)
            command = _command.decode(text)
        except WebSocketDisconnect:
            return
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            if not bad.take():
                connection.close(BAD_MESSAGE, "too many messages that are none")
                return
            detail = str(error)[:200]
            connection.push(encode(Refused(id=_id_of(text), code=Denial.MESSAGE, reason=detail, params={"detail": detail})))
            continue
        if not allowance.take():
            connection.push(encode(Goodbye(code=Denial.TOO_FAST, reason=Denial.TOO_FAST.said({}), again=True)))
            connection.close(TOO_MANY, Denial.TOO_FAST.said({}))
            return
        asked_at = monotonic()
        answer = await _answer(services, live, connection, command)
        if isinstance(answer, Refused):
            REFUSALS.labels(answer.code).inc()
        connection.push(encode(answer), asked_at)


async def _answer(services: Services, live: LiveTable, connection: Connection, command: AnyCommand) -> AnyMessage:
    """Answer a command; what is between a player and the server stays off the table, and what everybody will read is checked."""
    player, moderation = connection.player, services.moderation
    try:
        if isinstance(command, AboutOthers):
            await carry_out(moderation, live.table, player, command, services.tables.clock())
            return Done(id=command.id)
        check_talk(moderation, live.table, player, command)
    except Refusal as refusal:
        return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
    except StorageFailure:
        return Refused(id=command.id, code=Denial.STORAGE, reason=Denial.STORAGE.said({}))
    return await services.tables.command(live, player, command)


def _tell_of_moderation(moderation: Moderation, live: LiveTable, connection: Connection) -> None:
    """Tell them whom they ignore, and what the operators have to say, if anything."""
    stance = ignored(moderation, live.table, connection.player)
    if stance.muted or stance.blocked:
        connection.push(encode(stance))
    if moderation.announced.text:
        connection.push(encode(moderation.announcement))


def _id_of(text: str) -> str:
    """Read the id of a command that could not be read, if at least that can be."""
    try:
        return _id.decode(text).id[:40]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
