"""What is written before it is told: the lines of each table's log, and the records of finished games."""

from typing import Protocol

from ...paper.files import AnyGame
from ..log_entries import LogLine


class StorageFailure(Exception):
    """Nothing was written, and nobody may be told otherwise."""


class SeqTaken(StorageFailure):
    """Another line has this number already: whoever wants to write must read it first, and decide again."""


class Storage(Protocol):
    """The key (code, seq) is the only arbiter of what happened at a table; what is awaited here is durable."""

    async def append(self, code: str, seq: int, line: LogLine) -> None:
        """Raises SeqTaken where that line was written before."""

    async def keep_record(self, id: str, code: str, ended: float, game: AnyGame) -> None:
        """Keeping the same record twice changes nothing."""

    async def close_table(self, code: str, time: float) -> None:
        """The lines stay, so that the code is never given again."""

    async def open_tables(self) -> list[str]: ...

    async def lines(self, code: str, since: int = 0) -> list[LogLine]:
        """The lines of one table in order, from this number on."""

    async def record(self, id: str) -> AnyGame | None: ...

    async def close(self) -> None:
        """Write what waits, then let go."""
