"""The WebSocket of a table: hello, welcome, then commands in and news out; and the door that the one for voice shares with it."""

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Coroutine
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
from ..wire.commands import AboutOthers, AnyCommand, Hello, SetOptions
from ..wire.messages import AnyMessage, Done, Goodbye, Refused
from ..wire.operators import Target
from ..wire.refusals import Denial
from .admin.moderation import Moderation
from .admin.player_reports import carry_out, check_talk, ignored
from .limits import Allowance
from .metrics import ACTION_SECONDS, READERS_DROPPED, REFUSALS
from .services import Services
from .transports import PLAYS, RECEIVE, SEND_NOW

Socket = WebSocket[Any, Any, Any]
Receive = Callable[[], Awaitable[Any]]
Attend = Callable[[Socket, Services, LiveTable, str, Hello], Awaitable[None]]
"""Serve somebody who was let in, until they go."""

HELLO_SECONDS = 10
MAX_MESSAGE = 8192
BAD_MESSAGE = 4400
UNKNOWN_TABLE = 4404
TRY_AGAIN_LATER = 1013
BANNED = 4403
TOO_MANY = 4429
PARTED = dict.fromkeys((Denial.TOO_MANY, Denial.CODES, Denial.WATCHED), TOO_MANY)
WATCHERS_OF_ONE_TABLE = 120
"""Players at the table always get in besides: ten seats with several devices each."""
DEVICES_OF_ONE_PLAYER = 8
CLOSE_SECONDS = 3
"""How long a closing reader may take to read what's left."""
BAD_MESSAGES_ALLOWED = 20
MESSAGES_AT_ONCE = 2
"""Answer this many messages that arrived together, then let others have their turn."""

_hello = msgspec.json.Decoder(Hello)
_command = msgspec.json.Decoder(AnyCommand)


class _Id(msgspec.Struct):
    id: str = ""


_id = msgspec.json.Decoder(_Id)


async def serve(socket: Socket, services: Services, code: str, seats: dict[str, str], attend: Attend) -> None:
    """Hear the hello first, so that an unknown table answers no sooner than one that is there."""
    await socket.accept()
    hello = await _hello_of(socket)
    if hello is None:
        return
    address = services.address(socket)
    seats = seats if hello.token is None else services.tokens.seat(hello.token)
    try:
        live = await services.find(code, address, seats, services.program_of(hello.token))
    except Refusal as refusal:
        await part(socket, PARTED.get(Denial(refusal.code), UNKNOWN_TABLE), Denial(refusal.code), **refusal.params)
        return
    except StorageFailure:
        await part(socket, TRY_AGAIN_LATER, Denial.STORAGE)
        return
    with live.expects():
        try:
            player = _player_let_in(services, address, live, seats.get(live.table.code, ""), hello)
        except Refusal as refusal:
            denial = Denial(refusal.code)
            await part(socket, PARTED.get(denial, BANNED), denial)
            return
        if PLAYS in socket.scope and live.table.lobby.seat_of(player) is not None:
            socket.scope[PLAYS]()  # type: ignore[literal-required]  # because a server may add names of its own
        await attend(socket, services, live, player, hello)


async def _hello_of(socket: Socket) -> Hello | None:
    """Wait for the first message; None if the client left or was sent away."""
    try:
        hello = _hello.decode(await asyncio.wait_for(_receive(socket.receive), HELLO_SECONDS))
    except (TimeoutError, msgspec.MsgspecError):
        await part(socket, BAD_MESSAGE, Denial.MESSAGE, detail="the first message must be a Hello")
        return None
    except WebSocketDisconnect:
        return None
    if hello.protocol != PROTOCOL:
        await part(socket, BAD_MESSAGE, Denial.MESSAGE, detail=f"this server speaks protocol {PROTOCOL}")
        return None
    return hello


def _player_let_in(services: Services, address: str, live: LiveTable, known: str, hello: Hello) -> str:
    """Return who this is at the table, if anyone; raise Refusal if they may not even watch."""
    lobby, watching = live.table.lobby, live.watching
    player = known or lobby.player_of_program(services.program_of(hello.token))
    if player in lobby.banned:
        raise Refusal(Denial.BANNED)
    player = player if lobby.admits(player) else ""
    if not player and lobby.private is not None:
        raise Refusal(lobby.private)
    services.moderation.check_ban(Target.IDENTITY, lobby.identities.get(player, ""))
    crowded = watching.total() >= WATCHERS_OF_ONE_TABLE or watching[address] >= services.limits.watchers_of_address
    if crowded and lobby.seat_of(player) is None:
        raise Refusal(Denial.WATCHED)
    return player


def leave_room_for(connections: set[Connection], player: str) -> None:
    """Close the player's oldest connection where they come with one device too many."""
    devices = [connection for connection in connections if player and connection.player == player]
    if len(devices) >= DEVICES_OF_ONE_PLAYER:
        oldest = min(devices, key=lambda connection: connection.number)
        oldest.push(encode(Goodbye(code=Denial.DEVICES, reason=Denial.DEVICES.said({}), again=False)))
        oldest.close(TOO_MANY, Denial.DEVICES.said({}))
        connections.discard(oldest)


async def _receive(receive: Receive) -> str:
    """Return the next text message; raise DecodeError if it can't be one."""
    event = await receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="the client went away")
    text = event.get("text")
    if not isinstance(text, str):
        raise msgspec.DecodeError("messages are text, not bytes")
    if len(text) > MAX_MESSAGE:
        raise msgspec.DecodeError(f"a message has at most {MAX_MESSAGE} characters")
    return text


async def part(socket: Socket, close: int, denial: Denial, **params: int | str) -> None:
    REFUSALS.labels(denial).inc()
    reason = denial.said(params)
    with contextlib.suppress(Exception):
        await socket.send_data(encode(Goodbye(code=denial, reason=reason, again=close == TRY_AGAIN_LATER)))
        await socket.close(close, reason)


async def attend(socket: Socket, services: Services, live: LiveTable, player: str, hello: Hello) -> None:
    leave_room_for(live.connections, player)
    connection = connection_of(socket, services, player)
    connection.blocks = services.moderation.blocks(live.table.lobby.identities.get(player, ""))
    connection.ended = services.ended(socket, hello.token)
    await services.tables.arrived(live, player)
    async with live.lock:  # so that each piece of news is either in the greeting or sent after it
        live.greet(connection, hello)
        _tell_of_moderation(services.moderation, live, connection)
        live.come(connection)
    try:
        await carry(socket, connection, _read(socket, services, live, connection), live.go)
    finally:
        services.tables.timers.watch_for(live, player)


def connection_of(socket: Socket, services: Services, player: str) -> Connection:
    async def send(message: str | bytes) -> None:
        text, sound = (message, None) if isinstance(message, str) else (None, message)
        await socket.send({"type": "websocket.send", "text": text, "bytes": sound})

    send_now: Any = socket.scope.get(SEND_NOW)
    return Connection(player, send, services.address(socket), send_now, ACTION_SECONDS.observe)


async def carry(socket: Socket, connection: Connection, read: Coroutine[Any, Any, None], go: Callable[[Connection], None]) -> None:
    """Read and write until either is over or the connection is to be closed."""
    writing = asyncio.create_task(connection.write())
    reading = asyncio.create_task(read)
    dropping = asyncio.create_task(connection.dropped.wait())
    try:
        await asyncio.wait({writing, reading, dropping}, return_when=asyncio.FIRST_COMPLETED)
        go(connection)
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
        go(connection)


async def _read(socket: Socket, services: Services, live: LiveTable, connection: Connection) -> None:
    receive: Receive = socket.scope.get(RECEIVE, socket.receive)  # type: ignore[assignment]  # because a scope is of known names
    allowance = services.limits.messages_of(live, connection.player, services.settings.message_rate)
    bad = Allowance(burst=BAD_MESSAGES_ALLOWED, rate=1)
    for number in itertools.count(1):
        if number % MESSAGES_AT_ONCE == 0:
            await asyncio.sleep(0)
        text = ""
        try:
            text = await _receive(receive)
            command = _command.decode(text)
        except WebSocketDisconnect:
            return
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            if not bad.take():
                connection.close(BAD_MESSAGE, "too many invalid messages")
                return
            detail = str(error)[:200]
            connection.push(encode(Refused(id=_id_of(text), code=Denial.MESSAGE, reason=detail, params={"detail": detail})))
            continue
        if not allowance.take():
            connection.push(encode(Goodbye(code=Denial.TOO_FAST, reason=Denial.TOO_FAST.said({}), again=True)))
            connection.close(TOO_MANY, Denial.TOO_FAST.said({}))
            services.connections.flooded(connection.address)
            return
        asked_at = monotonic()
        answer = await _answer(services, live, connection, command)
        if isinstance(answer, Refused):
            REFUSALS.labels(answer.code).inc()
        connection.push(encode(answer), asked_at)


async def _answer(services: Services, live: LiveTable, connection: Connection, command: AnyCommand) -> AnyMessage:
    """Answer a command; keep private matters with the server off the table, and check what everyone will read."""
    player, moderation = connection.player, services.moderation
    try:
        if isinstance(command, AboutOthers):
            await carry_out(moderation, live.table, player, command, services.tables.clock())
            return Done(id=command.id)
        check_talk(moderation, live.table, player, command)
        if isinstance(command, SetOptions) and command.options.voice and not services.settings.voice_frames:
            raise Refusal(Denial.NO_VOICE)
        if isinstance(command, SetOptions) and command.options.house_rules:
            await asyncio.to_thread(services.tables.check_rules, command.options)
    except Refusal as refusal:
        return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
    except StorageFailure:
        return Refused(id=command.id, code=Denial.STORAGE, reason=Denial.STORAGE.said({}))
    return await services.tables.command(live, player, command)


def _tell_of_moderation(moderation: Moderation, live: LiveTable, connection: Connection) -> None:
    """Tell players whom they ignore, and the operators' announcement, if any."""
    stance = ignored(moderation, live.table, connection.player)
    if stance.muted or stance.blocked:
        connection.push(encode(stance))
    if moderation.announced.text:
        connection.push(encode(moderation.announcement))


def _id_of(text: str) -> str:
    """Read the id of an unreadable command, if at least that is readable."""
    try:
        return _id.decode(text).id[:40]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
