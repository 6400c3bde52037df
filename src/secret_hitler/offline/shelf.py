"""Shelf: where a device keeps what its engine wrote, by key; the page's worker has one in IndexedDB."""

from collections.abc import Awaitable
from typing import Protocol

import msgspec

from ..storage import SeqTaken
from ..tables.log_entries import LogLine

_lines = msgspec.json.Decoder(LogLine)


class Shelf(Protocol):
    """What is awaited here is kept, and nobody is told of it before."""

    def get(self, key: str) -> Awaitable[str | None]: ...

    def add(self, key: str, text: str) -> Awaitable[bool]:
        """False if something has that key already: it stays."""

    def under(self, prefix: str) -> Awaitable[list[str]]:
        """All whose keys begin so, in the order of the keys."""

    def drop(self, prefix: str) -> Awaitable[None]: ...


async def append(shelf: Shelf, code: str, seq: int, line: LogLine) -> None:
    """Another page of this device may have written first."""
    if not await shelf.add(f"log/{code}/{seq:06}", msgspec.json.encode(line).decode()):
        raise SeqTaken(f"line {seq} of {code} is written")


async def lines(shelf: Shelf, code: str) -> list[LogLine]:
    return [_lines.decode(line) for line in await shelf.under(f"log/{code}/")]
