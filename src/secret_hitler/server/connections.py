"""Room for connections: how many one address and all together may hold, which one closes when there are too many, and what one may send."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable
from time import monotonic, thread_time

import structlog

from ..tables.refusal import Refusal
from .limits import Allowance, Limits
from .security import household

SPARE_FILES = 200
"""Files a server opens besides connections: the database, worker processes, files of the page."""
MOST_FILES = 65_536
SAY_SECONDS = 10.0
LONGEST_WAIT = 0.02
"""Between two first requests while more are waiting."""
MOST_FRAGMENTS = 64
"""Fragments in one message: our clients send one."""
BYTES_OF_A_FRAME = 512
"""Bytes allowed per frame, on average."""
_LONG, _LONGEST = 126, 127


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as the system allows, and return it."""
    try:
        import resource  # because Windows lacks it
    except ImportError:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # because macOS grants less than it promises
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class Connections:
    """All open connections. When there are too many, close the oldest one without a player to make room."""

    def __init__(self, limits: Limits, message_rate: float, trust_proxy: bool, files: int) -> None:
        self.most = max(files - SPARE_FILES, files // 2)
        self.message_rate = message_rate
        self._limits, self._trust_proxy = limits, trust_proxy
        self._idle: dict[asyncio.Transport, str] = {}
        """Connections without a player, oldest first, with their addresses."""
        self._playing: dict[asyncio.Transport, str] = {}
        self._of_address: Counter[str] = Counter()
        self._crowd: deque[Callable[[], object]] = deque()
        self._busy = False
        self._spent = 0.0
        """The loop's processor time when the last of them had its turn."""
        self._said_at = -SAY_SECONDS

    def __len__(self) -> int:
        return len(self._idle) + len(self._playing)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Admit a connection. Behind a proxy, its address is unknown before the first request, so the proxy has to count."""
        peer = transport.get_extra_info("peername")
        address = household(peer[0]) if isinstance(peer, tuple) and not self._trust_proxy else ""
        if address:
            try:
                self._limits.floods.check(address)
                self._limits.arriving.spend(address)
            except Refusal:
                return False
            if self._of_address[address] >= self._limits.connections_of_address:
                self._say("connections refused", address=address, held=self._of_address[address])
                return False
        if len(self) >= self.most:
            oldest = next(iter(self._idle), None)
            self._say("connections full", most=self.most, playing=len(self._playing))
            if oldest is None:
                return False
            self.leave(oldest)
            oldest.abort()
        self._idle[transport] = address
        self._of_address[address] += 1
        return True

    def in_turn(self, work: Callable[[], object]) -> None:
        """Handle first requests and floods one at a time, so that a crowd of them leaves three quarters of the loop's time to others."""
        self._crowd.append(work)
        if not self._busy:
            self._busy = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        self._busy = bool(self._crowd)
        if self._crowd:
            self._crowd.popleft()()
            before, self._spent = self._spent, thread_time()
            asyncio.get_running_loop().call_later(min(LONGEST_WAIT, 3 * (self._spent - before)), self._next)

    def plays(self, transport: asyncio.Transport) -> None:
        """Protect this connection: a player uses it."""
        if transport in self._idle:
            self._playing[transport] = self._idle.pop(transport)

    def leave(self, transport: asyncio.Transport) -> None:
        address = self._idle.pop(transport, None)
        address = self._playing.pop(transport, None) if address is None else address
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def flooded(self, address: str) -> None:
        """Count a client that sent far too much; after a few, refuse its address for a while."""
        self._say("flood", address=address)
        with contextlib.suppress(Refusal):
            self._limits.floods.spend(address)

    def _say(self, event: str, **about: object) -> None:
        """Write to the journal, but not for each of a thousand connections."""
        if monotonic() - self._said_at >= SAY_SECONDS:
            self._said_at = monotonic()
            structlog.get_logger().warning(event, **about)


class FrameMeter:
    """Count a WebSocket's frames and bytes before decoding: a ping costs its sender only six bytes."""

    def __init__(self, message_rate: float) -> None:
        self._frames = Allowance(burst=10 * message_rate, rate=2 * message_rate)
        self._bytes = Allowance(burst=10 * message_rate * BYTES_OF_A_FRAME, rate=2 * message_rate * BYTES_OF_A_FRAME)
        self._head = b""
        """The beginning of a frame with an incomplete header."""
        self._to_skip = 0
        self.frames_begun = 0

    def allows(self, data: bytes) -> bool:
        """Count what arrived; False once it's more than any client needs."""
        self._bytes.take_off(len(data))
        if self._bytes.empty:
            return False
        data = self._head + data
        at, self._head = self._to_skip, b""
        while at < len(data):
            length = data[at + 1] & 0x7F if at + 1 < len(data) else 0
            extra = {_LONG: 2, _LONGEST: 8}.get(length, 0)
            body = at + 2 + extra + (4 if at + 1 < len(data) and data[at + 1] & 0x80 else 0)
            if at + 2 + extra > len(data):
                self._head = data[at:]
                at = len(data)
                break
            if not self._frames.take():
                return False
            self.frames_begun += 1
            at = body + (int.from_bytes(data[at + 2 : at + 2 + extra], "big") if extra else length)
        self._to_skip = at - len(data)
        return True
