"""Transports that are closed if the other end reads nothing, or never finishes what it began to ask.

A polite close waits until everything is sent, which for such a reader is never; so its transport is aborted.
"""

import asyncio
import contextlib
import socket
import struct
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..tables.refusal import Refusal
from ..wire.refusals import Denial
from .metrics import READERS_DROPPED
from .security import HEADERS, problem

STALLED_SECONDS = 20.0
"""How long a reader may leave a full buffer unread."""
REQUEST_SECONDS = 15.0
"""How long a request may take to arrive."""
FAREWELL_SECONDS = 3.0
"""How long what is left is still sent to a reader that is being closed."""
SEND_NOW = "secret_hitler.send_now"
"""Where the scope of a WebSocket has what sends without waiting."""
RECEIVE = "secret_hitler.receive"
"""Where it has what receives, for whoever needs nobody else to look at each message."""
_TEXT = 0x81
"""The first byte of a frame that is a whole text."""
_NO_LINGERING = struct.pack("ii", 1, 0)

if TYPE_CHECKING:
    _Protocol = asyncio.Protocol
else:
    _Protocol = object


class _Impatient(_Protocol):
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
        super().connection_lost(exc)

    def _cut(self) -> None:
        """Abort, so that the system does not try to deliver what is left either."""
        if self._lost:
            return
        if not self.transport.is_closing():
            READERS_DROPPED.inc()
        with contextlib.suppress(OSError, ValueError):  # the socket may be gone by now
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
        self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class _Unflushed(threading.local):
    """Those that have something to send when the loop of this thread has gone round: a line of the log is told to ten people, and answered
    to one of them."""

    def __init__(self) -> None:
        self.sockets: list[ImpatientWebSocket] = []


_unflushed = _Unflushed()


def _flush() -> None:
    waiting, _unflushed.sockets = _unflushed.sockets, []
    for each in waiting:
        each.flush()


@lru_cache(1)
def _frame(text: str) -> bytes:
    body = text.encode()
    length = len(body)
    if length < 126:
        head = struct.pack("!BB", _TEXT, length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", _TEXT, 126, length)
    else:
        head = struct.pack("!BBQ", _TEXT, 127, length)
    return head + body


class ImpatientWebSocket(_Impatient, WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unsent: list[bytes] = []

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut()

    async def run_asgi(self) -> None:
        names: dict[str, Any] = self.scope  # type: ignore[assignment]  # because a server may add names of its own
        names[SEND_NOW], names[RECEIVE] = self.send_now, self.receive
        await super().run_asgi()
        self.loop.call_later(FAREWELL_SECONDS, self._cut)

    def send_now(self, text: str) -> bool:
        """Send straight to the transport, past everything that may look at requests on its way; not if the reader is behind.

        It is one whole frame: nobody compresses, and what a server sends is not masked.
        """
        if self._stalled is not None:
            return False
        if not self._unsent:
            waiting = _unflushed.sockets
            if not waiting or waiting[0].loop is not self.loop:  # an earlier loop ended before it had gone round
                waiting.clear()
                self.loop.call_soon(_flush)
            waiting.append(self)
        self._unsent.append(_frame(text))
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
    """The last request that had begun when the next was expected."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        if self._arriving is None:
            self._expect_request()
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request at all like everything else that is wrong."""
        body = msgspec.json.encode(problem(Refusal(Denial.MESSAGE, detail=msg)))
        headers = [*HEADERS, (b"content-type", b"application/json"), (b"connection", b"close")]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        self._before = self.cycle
        self._arriving = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        """Close, unless what was expected has come by now."""
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
