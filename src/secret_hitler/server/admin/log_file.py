"""The moderation log: a file of JSON lines that only its owner can read, or rows in PostgreSQL that every node reads."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...storage import StorageFailure
from ...storage.data_folder import write_private
from ...wire.operators import AnyOperatorCommand, PlayerReport

if TYPE_CHECKING:
    from ...storage.postgres import PostgresStorage  # because a server without PostgreSQL lacks its package


class ModerationEntry(Struct, frozen=True, tag=True, kw_only=True):
    time: float


class Reported(ModerationEntry, frozen=True):
    report: PlayerReport


class IgnoringSet(ModerationEntry, frozen=True):
    """Whom one identity mutes or blocks from now on."""

    identity: str
    other: str
    muted: bool
    blocked: bool


class OperatorActed(ModerationEntry, frozen=True):
    by: str
    command: AnyOperatorCommand


AnyModerationEntry = Reported | IgnoringSet | OperatorActed


_decoder = msgspec.json.Decoder(AnyModerationEntry)


class ModerationFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._one = asyncio.Lock()
        self._unread: list[AnyModerationEntry] | None = None

    async def unread(self) -> list[AnyModerationEntry]:
        """Return the entries written since the last call, in order; on the first call, all."""
        async with self._one:
            found = self._read() if self._unread is None else self._unread
            self._unread = []
            return found

    def _read(self) -> list[AnyModerationEntry]:
        """Drop a last line that a power cut left incomplete: its sender never got an answer."""
        if not self._path.exists():
            return []
        whole, _, torn = self._path.read_bytes().rpartition(b"\n")
        if torn:
            self._replace(whole + b"\n" if whole else b"")
        return [_decoder.decode(line) for line in whole.splitlines()]

    async def append(self, entry: AnyModerationEntry) -> None:
        async with self._one:
            await asyncio.to_thread(self._append, msgspec.json.encode(entry) + b"\n")
            if self._unread is not None:
                self._unread.append(entry)

    async def keep_only(self, kept: Callable[[AnyModerationEntry], bool]) -> None:
        """Delete entries that shouldn't be kept any longer."""
        async with self._one:
            await asyncio.to_thread(self._keep_only, kept)

    def _keep_only(self, kept: Callable[[AnyModerationEntry], bool]) -> None:
        self._replace(b"".join(msgspec.json.encode(entry) + b"\n" for entry in self._read() if kept(entry)))

    def _append(self, line: bytes) -> None:
        try:
            with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
                size = file.tell()
                try:
                    while line:
                        line = line[os.write(file.fileno(), line) :]
                    os.fsync(file.fileno())
                except OSError:
                    file.truncate(size)
                    raise
        except OSError as error:
            raise StorageFailure(f"couldn't write the moderation log: {error}") from error

    def _replace(self, text: bytes) -> None:
        try:
            write_private(self._path, text)
        except OSError as error:
            raise StorageFailure(f"couldn't write the moderation log: {error}") from error


class ModerationRows:
    def __init__(self, storage: "PostgresStorage") -> None:
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
        gone = await asyncio.to_thread(lambda: [seq for seq, body in rows for entry in _understood(body) if not kept(entry)])
        await self._storage.ask("DELETE FROM moderation WHERE seq = ANY ($1)", gone)


def _understood(body: bytes) -> list[AnyModerationEntry]:
    """Skip entries this version doesn't know: a newer node may write them."""
    try:
        return [_decoder.decode(body)]
    except msgspec.ValidationError:
        return []


AnyModerationLog = ModerationFile | ModerationRows
