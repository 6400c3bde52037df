"""Connection: one socket of one person, with its own outbox, so that a dead phone never holds up a table; Presence: who is connected."""

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

from msgspec import Struct

from ..rules import PUBLIC, Onlooker
from ..wire.api import TableSummary
from .dealt_game import CoveredSeat, Viewer


class Presence(Struct, frozen=True):
    connected: frozenset[str]
    left: dict[str, float]
    """When those who were here went."""
    since: float
    """Nobody is known to be away for longer than this process has had the table."""
    now: float

    def __contains__(self, player: str) -> bool:
        return player in self.connected

    def away_since(self, player: str) -> float | None:
        return None if not player or player in self.connected else self.left.get(player, self.since)

    def away_for(self, player: str) -> float:
        """Count the seconds; nobody who is here is away."""
        since = self.away_since(player)
        return 0 if since is None else self.now - since


class Attendance(Struct, frozen=True, omit_defaults=True):
    """Who is at a table, as far as one node knows; what nodes tell each other of the tables they share."""

    players: list[str] = []
    """Who is connected there."""
    left: dict[str, float] = {}
    """When those who were connected anywhere went."""
    since: float = 0.0
    """From when on that node could know."""
    watching: dict[str, int] = {}
    """How many watch, by address."""
    summary: TableSummary | None = None
    """How the table is listed, if it is."""


OUTBOX = 256
TOO_SLOW = 1013


_numbers = itertools.count()


class Connection:
    def __init__(
        self,
        player: str,
        send: Callable[[str], Awaitable[None]],
        address: str = "",
        send_now: Callable[[str], bool] | None = None,
        answered: Callable[[float], None] | None = None,
        covered: bool = False,
    ) -> None:
        """Send by `send_now` where it takes no waiting and says so: most readers are never behind. Tell `answered` how many seconds each
        answer took, and a `covered` connection nothing that its seat alone may know."""
        self.player = player
        self.address = address
        self.blocks: Callable[[str], bool] = lambda _: False
        """Whose talk is not for this one, by identity."""
        self.number = next(_numbers)
        """Who came later has a higher one."""
        self.sees_as: Onlooker = PUBLIC
        """As whom they were last told of the game."""
        self.covered = covered
        self.closing: tuple[int, str] | None = None
        self.dropped = asyncio.Event()
        """Set when whatever is in the outbox need not be sent any more, and whoever sends it need not be waited for."""
        self._send = send
        self._send_now = send_now
        self._answered = answered
        self._outbox: deque[tuple[str, float | None]] = deque()
        self._idle: asyncio.Future[None] | None = None

    @property
    def viewer(self) -> Viewer:
        return CoveredSeat(self.sees_as) if self.covered else self.sees_as

    def push(self, message: str, asked_at: float | None = None) -> None:
        """Put a message in the outbox; a reader that falls too far behind is dropped, and can come back for the rest."""
        if not self._outbox and self._send_now is not None and self.closing is None and self._send_now(message):
            self._note(asked_at)
            return
        if len(self._outbox) >= OUTBOX:
            self.close(TOO_SLOW, "too far behind: connect again")
            return
        self._outbox.append((message, asked_at))
        self._wake()

    def close(self, code: int, reason: str) -> None:
        """Close once what is in the outbox is sent; a slow reader is not waited for."""
        if self.closing is None:
            self.closing = (code, reason)
            if code == TOO_SLOW:
                self._outbox.clear()
                self.dropped.set()
            self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def write(self) -> None:
        """Send what is in the outbox until the connection is to be closed."""
        while True:
            while self._outbox:
                message, asked_at = self._outbox.popleft()
                await self._send(message)
                self._note(asked_at)
            if self.closing is not None:
                return
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle

    def _note(self, asked_at: float | None) -> None:
        if self._answered is not None and asked_at is not None:
            self._answered(monotonic() - asked_at)
