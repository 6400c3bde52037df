"""Transports that close when the client stops reading, or never finishes a request.

A polite close waits until everything is sent, which such a reader never allows; so abort the transport.
"""

import asyncio
import contextlib
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from ..tables.refusal import Refusal
from ..wire.refusals import Denial
from .connections import MOST_FRAGMENTS, Connections, FrameMeter
from .metrics import READERS_DROPPED
from .security import HEADERS, address_of, problem

STALLED_SECONDS = 20.0
"""How long a reader may leave a full buffer unread."""
REQUEST_SECONDS = 15.0
"""How long a request may take to arrive."""
FAREWELL_SECONDS = 3.0
"""How long to keep sending what's left to a closing reader."""
FLOODED = 4429
FLOOD_SECONDS = 1.0
"""How long a client that sent too much may take to read why it's cut off; nothing more is read from it."""
SEND_NOW = "secret_hitler.send_now"
"""Key in a WebSocket's scope: sends without waiting."""
RECEIVE = "secret_hitler.receive"
"""Key: receives directly, without middleware looking at each message."""
PLAYS = "secret_hitler.plays"
"""Where it has what keeps the connection, because somebody plays by it."""
TALKS = "secret_hitler.talks"
"""Where it has what makes it a connection for voice."""
VOICE_RATE = 60.0
"""Of frames that a voice may send, as `message_rate` is of messages."""
VOICE_WAITING = 4096
"""Bytes that may wait to be sent: a second of sound. Sound that would come later is left out."""
VOICES_AT_ONCE = 50
"""Write to so many, half a millisecond's work, then look whether anything of the game has come."""
UNREAD = 32_768
"""Bytes of a socket that the system may hold until they're read: reading what two hundred floods left would hold everybody up."""
FRAMES_AT_ONCE, PIECE = 20, 512
"""What comes in more frames than that waits for its turn, and is decoded by so many bytes."""
_TEXT, _BINARY = 0x81, 0x82
"""The first byte of a frame that is a whole message."""
_NO_LINGERING = struct.pack("ii", 1, 0)

if TYPE_CHECKING:
    _Protocol = asyncio.Protocol
else:
    _Protocol = object


class Config(uvicorn.Config):
    """The settings uvicorn passes to its protocols, with the room for connections."""

    connections: Connections
    trust_proxy: bool


class _Impatient(_Protocol):
    config: Any
    """A Config."""
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None
    _lost = False

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self._cut)

    def resume_writing(self) -> None:
        self._forget_stall()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._forget_stall()
        self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def _cut(self) -> None:
        """Abort, so the system doesn't try to deliver the rest."""
        if self._lost:
            return
        if not self.transport.is_closing():
            READERS_DROPPED.inc()
        with contextlib.suppress(OSError, ValueError):  # because the socket may be gone by now
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
        self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class _Unflushed(threading.local):
    """Transports to flush at the end of this thread's loop cycle: one line of the log goes to ten people, and an answer to one of them.

    The game goes first: with a hundred talking tables, writing all their sound would hold the next answer up."""

    def __init__(self) -> None:
        self.sockets: list[ImpatientWebSocket] = []
        self.voices: deque[ImpatientWebSocket] = deque()
        self.due: asyncio.AbstractEventLoop | None = None
        """The loop that will flush them; an earlier one may have ended mid-cycle."""

    def add(self, socket: "ImpatientWebSocket") -> None:
        if self.due is not socket.loop:
            self.sockets.clear()
            self.voices.clear()
            self._flush_soon(socket.loop)
        (self.sockets if socket.hear is None else self.voices).append(socket)

    def _flush_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self.due = loop
        loop.call_soon(self._flush, loop)

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        self.due = None
        waiting, self.sockets = self.sockets, []
        for each in waiting:
            each.flush()
        for _ in range(min(VOICES_AT_ONCE, len(self.voices))):
            self.voices.popleft().flush()
        if self.voices:
            self._flush_soon(loop)


_unflushed = _Unflushed()


@lru_cache(1)
def _frame(message: str | bytes) -> bytes:
    kind, body = (_TEXT, message.encode()) if isinstance(message, str) else (_BINARY, message)
    length = len(body)
    if length < 126:
        head = struct.pack("!BB", kind, length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", kind, 126, length)
    else:
        head = struct.pack("!BBQ", kind, 127, length)
    return head + body


class ImpatientWebSocket(_Impatient, WebSocketsSansIOProtocol):
    hear: Callable[[bytes], None] | None = None
    """Takes sound as it comes, if this is for voice: a queue and a task would cost as much as passing it on."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unsent: list[bytes] = []
        self._meter = FrameMeter(self.config.connections.message_rate)
        self._flooding = False
        self._crowded = b""
        """What came in more frames at once than any client sends, and waits for its turn."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        with contextlib.suppress(OSError):  # the socket may be gone by now
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)

    def data_received(self, data: bytes) -> None:
        """Count first: decoding a single read can take a second."""
        if self._flooding:
            return
        before = self._meter.frames_begun
        if self.handshake_initiated and not self._meter.allows(data):
            self._cut_off()
        elif self._crowded:
            self._crowded += data
        elif self._meter.frames_begun - before > FRAMES_AT_ONCE:
            self._crowded = data
            self.config.connections.in_turn(self._take_a_piece)
        else:
            super().data_received(data)

    def _take_a_piece(self) -> None:
        """Decode a little of a crowd of frames: two hundred such crowds would hold everybody up."""
        if self._flooding or self._lost:
            return
        piece, self._crowded = self._crowded[:PIECE], self._crowded[PIECE:]
        super().data_received(piece)
        if self._crowded:
            self.config.connections.in_turn(self._take_a_piece)

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        if len(self.frames) > MOST_FRAGMENTS:
            self._cut_off()

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.curr_msg_data_type == "text":
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        if not self.close_sent:
            self.hear(b"".join(frames))

    def _cut_off(self) -> None:
        """Stop reading, and say why when it's this connection's turn: there may be others."""
        if self._flooding:  # because the rest of what was read may be fragments too
            return
        self._flooding, self.read_paused = True, False  # so that nothing resumes reading
        with contextlib.suppress(RuntimeError):  # because it may be closing already
            self.transport.pause_reading()
        self.config.connections.in_turn(self._say_why)

    def _say_why(self) -> None:
        self.config.connections.flooded(address_of(self.scope, self.config.trust_proxy))
        with contextlib.suppress(InvalidState):
            if self.handshake_complete and not self.close_sent and not self._lost:
                self.flush()
                self.conn.send_close(FLOODED, "too many frames")
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODED})
        self.loop.call_later(FLOOD_SECONDS, self._cut)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut()

    async def run_asgi(self) -> None:
        names: dict[str, Any] = self.scope  # type: ignore[assignment]  # because a server may add names of its own
        names[SEND_NOW], names[RECEIVE] = self.send_now, self.receive
        names[PLAYS] = partial(self.config.connections.plays, self.transport)
        names[TALKS] = self.talks
        await super().run_asgi()
        self.loop.call_later(FAREWELL_SECONDS, self._cut)

    def talks(self, hear: Callable[[bytes], None]) -> None:
        """Expect more and smaller frames, and let few wait to be sent."""
        self.hear = hear
        self._meter = FrameMeter(VOICE_RATE)
        self.transport.set_write_buffer_limits(high=VOICE_WAITING)
        with contextlib.suppress(OSError):  # the socket may be gone by now
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * VOICE_WAITING)

    def send_now(self, message: str | bytes) -> bool:
        """Send straight to the transport, past everything that may look at requests on its way; not if the reader is behind.

        The text is one complete frame: there's no compression, and servers don't mask.
        """
        if self._stalled is not None:
            return False
        if not self._unsent:
            _unflushed.add(self)
        self._unsent.append(_frame(message))
        return True

    async def send(self, message: Any) -> None:
        self.flush()
        await super().send(message)

    def flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))


class ImpatientHttp(_Impatient, H11Protocol):
    _arriving: asyncio.TimerHandle | None = None
    _before: object = None
    """The last request that had begun when waiting for the next started."""
    _first = b""
    """What has come of the first request and waits for its turn: two hundred handshakes at once would hold everybody up."""
    _begun = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.config.connections.admit(transport):
            self._expect_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._arriving is None:
            self._expect_request()
        if self._begun:
            super().data_received(data)
            return
        if not self._first:
            self.transport.pause_reading()
            self.config.connections.in_turn(self._begin)
        self._first += data

    def _begin(self) -> None:
        first, self._first, self._begun = self._first, b"", True
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().data_received(first)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer something that isn't a request in the same form as other errors."""
        body = msgspec.json.encode(problem(Refusal(Denial.MESSAGE, detail=msg)))
        headers = [*HEADERS, (b"content-type", b"application/json"), (b"connection", b"close")]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        self._before = self.cycle
        self._arriving = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        """Close, unless the awaited data has come."""
        self._arriving = None
        if self.transport.get_protocol() is not self or not self._incomplete:
            return
        if self.cycle is self._before:
            self._cut()
        else:
            self._expect_request()

    @property
    def _incomplete(self) -> bool:
        if self.cycle is None:
            return True
        return self.timeout_keep_alive_task is None if self.cycle.response_complete else self.cycle.more_body
