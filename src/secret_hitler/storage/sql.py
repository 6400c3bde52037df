"""What SQLite and PostgreSQL share. Statements are in PostgreSQL's form, with $1 for the first value."""

import asyncio
import time
from abc import ABC, abstractmethod
from importlib.resources import files
from typing import Any

from . import ACTIVE, MOST, StorageFailure, StoredTable, consecutive

DELETED_AT_ONCE = DUE_AT_ONCE = 1000
PROBE_SECONDS = 1.0
LAST = "\U0010ffff"
"""After every other letter."""

# Snapshots are in the table `intermissions`. Older nodes check its column `form`, and only take snapshots of their own form.
_SAVE_SNAPSHOT = (
    "INSERT INTO intermissions AS stored (code, lines, form, body) SELECT $1, $2, '', $3 FROM tables WHERE code = $1 AND closed IS NULL "
    "ON CONFLICT (code) DO UPDATE SET lines = excluded.lines, form = '', body = excluded.body WHERE excluded.lines > stored.lines"
)
_FIND = "SELECT key, body FROM documents WHERE kind = $1 AND key >= $2 AND key < $3 ORDER BY time DESC NULLS LAST, key LIMIT $4"
# Without this trick, SQLite would go through all documents of the kind.
_FIND_OWNED = _FIND.replace("kind = $1", "owner = $5 AND owner <> '' AND kind || '' = $1")
DELETE_DOCUMENTS = "DELETE FROM documents WHERE time < $1"
DELETE_WITHOUT_RECORD = (
    "DELETE FROM documents WHERE kind IN ('review', 'rated') "
    "AND NOT EXISTS (SELECT 1 FROM documents AS record WHERE record.kind = 'record' AND record.key = documents.key)"
)


class SqlStorage(ABC):
    schema_known = True

    def __init__(self) -> None:
        self._stored_at: float | None = time.monotonic()
        """When something was last stored; None if the last attempt failed."""

    @abstractmethod
    async def ask(self, query: str, *values: object) -> list[Any]:
        """Read something."""

    async def _change_table(self, statement: str, code: str, *values: object) -> None:
        await self.ask(statement, code, *values)

    @abstractmethod
    async def _probe(self) -> None:
        """Write something that nobody reads."""

    async def lines(self, code: str, since: int = 0) -> list[bytes]:
        return consecutive(await self.ask("SELECT seq, body FROM lines WHERE code = $1 AND seq >= $2 ORDER BY seq", code, since), since)

    async def save_snapshot(self, code: str, lines: int, snapshot: bytes) -> None:
        await self._change_table(_SAVE_SNAPSHOT, code, lines, snapshot)

    async def snapshot(self, code: str) -> bytes | None:
        rows = await self.ask("SELECT body FROM intermissions WHERE code = $1", code)
        return rows[0][0] if rows else None

    async def table(self, code: str) -> StoredTable | None:
        rows = await self.ask("SELECT wake_at, closed, aside FROM tables WHERE code = $1", code)
        return StoredTable(rows[0][0] == ACTIVE, rows[0][1] is not None, rows[0][2] is not None) if rows else None

    async def quarantine(self, code: str, reason: str) -> None:
        await self._change_table("UPDATE tables SET aside = $2, wake_at = NULL WHERE code = $1", code, reason)

    async def writable(self) -> bool:
        if self._stored_at is None or time.monotonic() - self._stored_at > PROBE_SECONDS:
            try:
                await self._probe()
                self._stored_at = time.monotonic()
            except (StorageFailure, TimeoutError):
                self._stored_at = None
        return self._stored_at is not None

    async def close_table(self, code: str, time: float) -> None:
        await self._change_table("UPDATE tables SET closed = $2, wake_at = NULL WHERE code = $1", code, time)

    async def get(self, kind: str, key: str) -> bytes | None:
        rows = await self.ask("SELECT body FROM documents WHERE kind = $1 AND key = $2", kind, key)
        return rows[0][0] if rows else None

    async def find(self, kind: str, prefix: str = "", owner: str = "", latest: int = MOST) -> list[tuple[str, bytes]]:
        asked = _FIND_OWNED if owner else _FIND
        rows = await self.ask(asked, kind, prefix, prefix + LAST, latest, *([owner] if owner else []))
        return [(key, body) for key, body in rows]


def read_migrations(folder: str) -> list[str]:
    """Read the numbered files of a folder in order; each runs once on a database."""
    steps = (step for step in files(__package__).joinpath(folder).iterdir() if step.name.endswith(".sql"))
    return [step.read_text(encoding="utf-8") for step in sorted(steps, key=lambda step: step.name)]


def settle(failure: StorageFailure | None, *waiting: "asyncio.Future[None]") -> None:
    """Answer all who still wait."""
    for written in waiting:
        if not written.done():
            written.set_result(None) if failure is None else written.set_exception(failure)
