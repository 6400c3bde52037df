"""Storage: the log of every table, and documents. It hands out bytes, and what it has answered is durable."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import EllipsisType
from typing import Final, Protocol

from msgspec import Struct


class StorageFailure(Exception):
    """Nothing was written, and nobody may be told otherwise."""


class SeqTaken(StorageFailure):
    """Another line has this number already. Read it first, then decide again."""


class Unreadable(StorageFailure):
    """What is stored makes no sense. It stays as it is, for the doctor to see."""


ACTIVE = 0.0
"""When a table wakes that does not sleep."""


class StoredTable(Struct, frozen=True):
    """What is known of a table without reading its log."""

    active: bool
    """Something may be going on there, or was when a server stopped."""
    closed: bool
    quarantined: bool = False
    """It could not be read, and waits for the doctor."""


class Kind(StrEnum):
    """What documents hold, and what their keys are."""

    RECORD = "record"
    """A finished game, by its id; owned by its table."""
    REVIEW = "review"
    """By the id of the record, and deleted with it."""
    RATED = "rated"
    """A mark that a record has counted; deleted with the record."""
    PROFILE = "profile"
    """By identity."""
    PLAYED = "played"
    """What a game was to somebody who played it: identity/record."""
    RATING = "rating"
    """season/identity/side."""
    RECOVERY = "recovery"
    """Whose recovery code it is, by the code's hash."""
    USED_CHALLENGE = "used-challenge"
    """A passkey challenge that was answered, and until when it would be good."""
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
    """Store a document in place of the one before."""

    kind: str
    key: str
    body: bytes
    owner: str = ""
    time: float | None = None
    """When it happened, which decides when it is deleted; None if it is kept until somebody drops it."""
    expected: Expected = ANY
    """What has to be stored there now; None for nothing."""


class Drop(Struct, frozen=True):
    kind: str
    key: str
    expected: Expected = ANY


class DropOwner(Struct, frozen=True):
    """Drop all documents of an owner, before anything else of the same write."""

    owner: str


Change = Put | Drop | DropOwner


class Storage(Protocol):
    """The key (code, seq) is the only arbiter of what happened at a table."""

    schema_known: bool
    """Whether no newer version can have written what this one does not understand."""

    async def append(self, code: str, seq: int, line: bytes) -> None:
        """Add a line. The first opens a table, each leaves it active. Raises SeqTaken where that line was written before."""

    async def lines(self, code: str, since: int = 0) -> list[bytes]:
        """Return the lines of a table in order, from this number on. Raises Unreadable where one is missing."""

    async def rewrite_lines(self, code: str, lines: Mapping[int, bytes]) -> None:
        """Replace some lines, so that the old ones are gone for good."""

    async def save_snapshot(self, code: str, lines: int, snapshot: bytes) -> None:
        """Keep what the first so many lines of an open table come to, unless one of more lines is there. Rewriting a line drops it."""

    async def snapshot(self, code: str) -> bytes | None: ...

    async def table(self, code: str) -> StoredTable | None: ...

    async def sleep_until(self, code: str, lines: int, wake_at: float) -> None:
        """Leave a table alone until that time. One with more than so many lines stays active."""

    async def active_tables(self) -> list[str]:
        """Return the tables that do not sleep: those in use, and after a start those that were."""

    async def due_tables(self, by: float) -> list[str]:
        """Return the sleeping tables that have to wake by then, soonest first."""

    async def quarantine(self, code: str, reason: str) -> None:
        """Keep everybody from a table until it can be read again."""

    async def close_table(self, code: str, time: float) -> None:
        """Let nobody come any more. The code is never given again."""

    async def delete_old(self, closed_before: float, documents_before: float) -> None:
        """Delete for good the logs of tables closed before that time, older documents, and what goes with their records."""

    async def get(self, kind: str, key: str) -> bytes | None: ...

    async def find(self, kind: str, prefix: str = "", owner: str = "") -> list[tuple[str, bytes]]:
        """Return keys and bodies: those whose key begins so, of this owner if one is named; the newest first, then by key."""

    async def write(self, *changes: Change) -> bool:
        """Change different documents in one transaction. If one is not as expected, nothing is written, and the answer is False."""

    async def size(self) -> int:
        """Count the bytes of all of it."""

    async def writable(self) -> bool:
        """Tell whether something can be stored now; try if nothing was lately."""

    async def close(self) -> None:
        """Write what waits, then let go."""


def consecutive(rows: Iterable[tuple[int, bytes]], since: int) -> list[bytes]:
    """Return the lines of numbered rows. Raises Unreadable where one is missing."""
    lines = []
    for expected, (seq, body) in enumerate(rows, start=since):
        if seq != expected:
            raise Unreadable(f"line {expected} is missing")
        lines.append(body)
    return lines
