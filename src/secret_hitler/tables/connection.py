"""Connection: one socket of one person, with its own outbox, so a dead phone can't hold up a table; Presence: who is connected."""

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from msgspec import Struct

from ..rules import PUBLIC, Onlooker
from ..wire.api import TableSummary
from .dealt_game import CoveredSeat, Viewer


class Presence(Struct, frozen=True):
    connected: frozenset[str]
    left: dict[str, float]
    """When each player who was here left."""
    since: float
    """When this process got the table; it can't know of earlier absences."""
    now: float

    def __contains__(self, player: str) -> bool:
        return player in self.connected

    def away_since(self, player: str) -> float | None:
        return None if not player or player in self.connected else self.left.get(player, self.since)

    def away_for(self, player: str) -> float:
        """Count the seconds, 0 for a player who is here."""
        since = self.away_since(player)
        return 0 if since is None else self.now - since


class Attendance(Struct, frozen=True, omit_defaults=True):
    """Who is at a table, as one node knows it; nodes exchange this for the tables they share."""

    players: list[str] = []
    """Players connected to that node."""
    left: dict[str, float] = {}
    """When each player who was connected anywhere left."""
    since: float = 0.0
    """Since when that node can know."""
    watching: dict[str, int] = {}
    """Number of viewers, by address."""
    summary: TableSummary | None = None
    """The table's line in the public list, if it has one."""


OUTBOX = 256
TOO_SLOW = 1013


_numbers = itertools.count()


class Connection:
    def __init__(
        self,
        player: str,
        send: Callable[[Any], Awaitable[None]],
        address: str = "",
        send_now: Callable[[str | bytes], bool] | None = None,
        answered: Callable[[float], None] | None = None,
        covered: bool = False,
    ) -> None:
        """Send by `send_now` where it doesn't have to wait and returns true: most readers never fall behind. Tell `answered` how long each
        answer took. Keep a seat's secrets from a `covered` connection."""
        self.player = player
        self.address = address
        self.blocks: Callable[[str], bool] = lambda _: False
        """Tell by identity whose talk this connection doesn't want."""
        self.ended: Callable[[], bool] = lambda: False
        """Tell whether the session behind this connection is over."""
        self.number = next(_numbers)
        """Later connections have higher numbers."""
        self.sees_as: Onlooker = PUBLIC
        """Whose view this connection saw last."""
        self.covered = covered
        self.closing: tuple[int, str] | None = None
        self.dropped = asyncio.Event()
        """Set when nothing more needs to be sent."""
        self._send = send
        self._send_now = send_now
        self._answered = answered
        self._outbox: deque[tuple[str | bytes, float | None]] = deque()
        self._idle: asyncio.Future[None] | None = None

    @property
    def viewer(self) -> Viewer:
        return CoveredSeat(self.sees_as) if self.covered else self.sees_as

    def push(self, message: str | bytes, asked_at: float | None = None) -> None:
        """Put a message in the outbox; a reader that falls too far behind is dropped, and can come back for the rest."""
        if not self._outbox and self._send_now is not None and self.closing is None and self._send_now(message):
            self._note(asked_at)
            return
        if len(self._outbox) >= OUTBOX:
            self.close(TOO_SLOW, "you're too far behind: connect again")
            return
        self._outbox.append((message, asked_at))
        self._wake()

    def offer(self, sound: bytes) -> None:
        """Send this if it takes no waiting: sound that comes late is worth nothing."""
        if not self._outbox and self._send_now is not None and self.closing is None:
            self._send_now(sound)

    def close(self, code: int, reason: str) -> None:
        """Close after sending what's in the outbox; don't wait for a slow reader."""
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
        """Send what's in the outbox until the connection closes."""
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
