"""The moderation log in PostgreSQL: rows that every node reads, in the order in which they were written."""

from collections.abc import Callable

import msgspec

from ...storage.postgres import PostgresStorage
from .entries import AnyModerationEntry

_decoder = msgspec.json.Decoder(AnyModerationEntry)


class ModerationRows:
    def __init__(self, storage: PostgresStorage) -> None:
        self._storage = storage
        self._read = 0

    async def unread(self) -> list[AnyModerationEntry]:
        rows = await self._storage.ask("SELECT seq, body FROM moderation WHERE seq > $1 ORDER BY seq", self._read)
        self._read = rows[-1][0] if rows else self._read
        return [entry for _, body in rows for entry in _understood(body)]

    async def append(self, entry: AnyModerationEntry) -> None:
        await self._storage.ask("SELECT append_moderation($1)", msgspec.json.encode(entry))

    async def keep_only(self, kept: Callable[[AnyModerationEntry], bool]) -> None:
        rows = await self._storage.ask("SELECT seq, body FROM moderation")
        gone = [seq for seq, body in rows for entry in _understood(body) if not kept(entry)]
        await self._storage.ask("DELETE FROM moderation WHERE seq = ANY ($1)", gone)


def _understood(body: bytes) -> list[AnyModerationEntry]:
    """A newer version that serves beside this one may write what this one does not know."""
    try:
        return [_decoder.decode(body)]
    except msgspec.ValidationError:
        return []
