"""Storage: keep the log of every table, and documents, as bytes. Once it answers, the change is durable."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import EllipsisType
from typing import Final, Protocol

from msgspec import Struct

MOST: Final = 2**31 - 1
"""As many as there are."""
ACTIVE = 0.0
"""The wake time of a table that isn't asleep."""


class StorageFailure(Exception):
    """Nothing was written, so don't tell anyone that it was."""


class SeqTaken(StorageFailure):
    """There's already a line with this number. Read it, then decide again."""


class Unreadable(StorageFailure):
    """The stored data makes no sense. Leave it for the doctor."""


class StoredTable(Struct, frozen=True):
    active: bool
    """Something may be going on there, or was when the server stopped."""
    closed: bool
    quarantined: bool = False
    """We couldn't read it, and it waits for the doctor."""


class Kind(StrEnum):
    RECORD = "record"
    """A finished game, by its id; owned by its table."""
    REVIEW = "review"
    """By the id of the record, and deleted with it."""
    RATED = "rated"
    """A mark that a record has counted; deleted with the record."""
    PROFILE = "profile"
    """By identity."""
    PLAYED = "played"
    """A game from one player's side: identity/record."""
    RATING = "rating"
    """season/identity/side."""
    RECOVERY = "recovery"
    """Whose recovery code it is, by the code's hash."""
    USED_CHALLENGE = "used-challenge"
    """A passkey challenge that was answered, and until when it would be good."""
    ENDED = "ended-sessions"
    """When a session was ended, or all of an identity or a program until then."""
    SUBSCRIPTION = "push-subscription"
    """Where a browser gets notifications, by a hash of the address; owned by its player."""
    NOTICE = "notice"
    """What a player was last told: table/player/what."""
    PROGRAM = "program-account"
    """By program. The other documents of programs are program/key."""
    PROGRAM_SEAT = "program-seat"
    PROGRAM_CHALLENGE = "program-challenge"
    PROGRAM_GAME = "program-game"


GONE_WITH_RECORD = (Kind.REVIEW, Kind.RATED)

ANY: Final = ...
"""Whatever is stored, or nothing."""
Expected = bytes | None | EllipsisType


class Put(Struct, frozen=True):
    """Store a document in place of the last one."""

    kind: str
    key: str
    body: bytes
    owner: str = ""
    time: float | None = None
    """When it happened, which decides when to delete it; None to keep it until it's dropped."""
    expected: Expected = ANY
    """What must be stored there now; None for nothing."""


class Drop(Struct, frozen=True):
    kind: str
    key: str
    expected: Expected = ANY


class DropOwner(Struct, frozen=True):
    """Drop all documents of an owner before anything else in the same write."""

    owner: str


Change = Put | Drop | DropOwner


class Storage(Protocol):
    """The log of every table, and documents. The key (code, seq) alone decides what happened at a table."""

    schema_known: bool
    """No newer version can have written anything that this one doesn't understand."""

    async def append(self, code: str, seq: int, line: bytes) -> None:
        """Add a line. The first opens a table, and each leaves it active. Raises SeqTaken if that line exists."""

    async def lines(self, code: str, since: int = 0) -> list[bytes]:
        """Return the lines of a table in order, from this number on. Raises Unreadable if one is missing."""

    async def rewrite_lines(self, code: str, lines: Mapping[int, bytes]) -> None:
        """Replace some lines, so that the old ones are gone for good."""

    async def save_snapshot(self, code: str, lines: int, snapshot: bytes) -> None:
        """Keep a snapshot of an open table after this many lines, unless there's a later one. Rewriting a line drops it."""

    async def snapshot(self, code: str) -> bytes | None: ...

    async def table(self, code: str) -> StoredTable | None: ...

    async def sleep_until(self, code: str, lines: int, wake_at: float) -> None:
        """Leave a table alone until that time, unless it has more lines than this."""

    async def active_tables(self) -> list[str]:
        """Return the tables that aren't asleep: those in use now or when the server stopped."""

    async def due_tables(self, by: float) -> list[str]:
        """Return the sleeping tables that must wake by then, soonest first."""

    async def quarantine(self, code: str, reason: str) -> None:
        """Keep everyone away from a table until we can read it again."""

    async def close_table(self, code: str, time: float) -> None:
        """Close a table for good. Its code is never used again."""

    async def delete_old(self, closed_before: float, documents_before: float) -> None:
        """Delete the logs of tables closed before that time, older documents, and what goes with their records."""

    async def get(self, kind: str, key: str) -> bytes | None: ...

    async def find(self, kind: str, prefix: str = "", owner: str = "", latest: int = MOST) -> list[tuple[str, bytes]]:
        """Return keys that begin with the prefix and their bodies, perhaps only an owner's; the `latest` first, then by key."""

    async def write(self, *changes: Change) -> bool:
        """Change different documents in one transaction. If one isn't as expected, write nothing and return False."""

    async def size(self) -> int:
        """Count the bytes of all of it."""

    async def writable(self) -> bool:
        """Tell whether storing works now; try it, unless something was stored lately."""

    async def close(self) -> None:
        """Finish pending writes, then close."""


def consecutive(rows: Iterable[tuple[int, bytes]], since: int) -> list[bytes]:
    """Return the lines of numbered rows. Raises Unreadable if one is missing."""
    lines = []
    for expected, (seq, body) in enumerate(rows, start=since):
        if seq != expected:
            raise Unreadable(f"line {expected} is missing")
        lines.append(body)
    return lines
