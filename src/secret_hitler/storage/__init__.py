"""What is written before it is told: the lines of each table's log, and the records of finished games."""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from ..paper.files import AnyGame
from ..tables.log_entries import LogLine


class StorageFailure(Exception):
    """Nothing was written, and nobody may be told otherwise."""


class SeqTaken(StorageFailure):
    """Another line has this number already: whoever wants to write must read it first, and decide again."""


class Unreadable(StorageFailure):
    """What is stored makes no sense any more. It is left as it is, for the doctor to see."""


class StoredTable(Struct, frozen=True):
    """What is known of a table without reading its log."""

    awake: bool
    """Something may be going on there, or was when a server stopped."""
    closed: bool
    aside: bool = False
    """It could not be read, and waits for the doctor."""


class StoredIntermission(Struct, frozen=True):
    """What the lines before the last deal of a table come to."""

    form: str
    """How it is written: for whom it can be read."""
    body: bytes


class StoredRating(Struct, frozen=True):
    """How strong somebody is on one side, in one season."""

    identity: str
    side: str
    mu: float
    sigma: float
    games: int


class Storage(Protocol):
    """The key (code, seq) is the only arbiter of what happened at a table; what is awaited here is durable."""

    async def append(self, code: str, seq: int, line: LogLine) -> None:
        """The first line opens a table, each leaves it awake. Raises SeqTaken where that line was written before."""

    async def lines(self, code: str, since: int = 0) -> list[LogLine]:
        """The lines of one table in order, from this number on. Raises Unreadable."""

    async def keep_intermission(self, code: str, lines: int, kept: StoredIntermission) -> None:
        """What the first so many lines of an open table come to, in place of what fewer do; gone as soon as one of them is changed."""

    async def intermission(self, code: str) -> StoredIntermission | None: ...

    async def table(self, code: str) -> StoredTable | None: ...

    async def rest(self, code: str, lines: int, wake_at: float) -> None:
        """Nothing happens there by itself before that time, as its first so many lines have it; with more than those it stays awake."""

    async def awake(self) -> list[str]:
        """Tables that are not at rest: those in use, and after a start those that were."""

    async def due(self, by: float) -> list[str]:
        """Tables at rest that have to wake by then, soonest first."""

    async def set_aside(self, code: str, reason: str) -> None:
        """Nobody gets to it until it can be read again."""

    async def close_table(self, code: str, time: float) -> None:
        """Nobody comes to it any more, and its code is never given again."""

    async def delete_talk(self, code: str, before: float) -> None:
        """What was said at this table before that time is gone for good; that something was said is kept."""

    async def delete_old(self, closed_before: float, records_before: float) -> None:
        """The logs of tables that were closed before that time, and the records of games that ended before that, are gone for good."""

    async def keep_record(self, id: str, code: str, ended: float, game: AnyGame) -> None:
        """Keeping the same record twice changes nothing."""

    async def record(self, id: str) -> AnyGame | None: ...

    async def size(self) -> int:
        """In bytes, all of it."""

    async def keep_review(self, id: str, body: bytes) -> None:
        """The review of a kept record; it goes when the record goes."""

    async def review(self, id: str) -> bytes | None: ...

    async def keep_identity(self, id: str, body: bytes) -> None:
        """What somebody keeps here; what was there before is replaced."""

    async def identity(self, id: str) -> bytes | None: ...

    async def identities(self) -> list[tuple[str, bytes]]: ...

    async def forget_identity(self, id: str) -> None:
        """All that was kept of somebody, and of the games they played, is gone for good; the games themselves stay."""

    async def keep_played(self, record: str, ended: float, bodies: dict[str, bytes]) -> None:
        """What a game was to everybody who played it, by identity; keeping the same game twice changes what is kept of it."""

    async def played(self, identity: str) -> list[bytes]:
        """What is kept of somebody's games, the latest first."""

    async def keep_note(self, program: str, kind: str, key: str, body: bytes) -> None:
        """Something about a program's account; what was there before is replaced."""

    async def notes(self, program: str, kind: str) -> list[tuple[str, bytes]]:
        """By key, in the order of the keys."""

    async def drop_note(self, program: str, kind: str, key: str) -> None: ...

    async def keep_ratings(self, season: str, record: str, ratings: list[StoredRating]) -> bool:
        """What a record did to the ratings of those who played it; a record counts once.

        Not if somebody's games are not one more than before: another game was counted since they were read. Then nothing is kept.
        """

    async def ratings(self, season: str, of: Collection[str] | None = None) -> list[StoredRating]:
        """Of these identities, or of all."""

    async def keep_recovery(self, identity: str, codes: list[str]) -> None:
        """In place of all codes that this identity had."""

    async def recovery(self, identity: str) -> int:
        """How many codes are left."""

    async def use_recovery(self, code: str) -> str | None:
        """Whose code it is; it is not good again."""

    async def writable(self) -> bool:
        """Whether something can be stored now; tried if nothing was lately."""

    async def close(self) -> None:
        """Write what waits, then let go."""
