"""Memory: what a door knows across restarts: its rooms, who has which seat, and which messages are its own."""

import os
import sqlite3
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)
ONLY_MINE: Final = 0o600
"""It holds the tokens of seats."""


class RoomKept(Struct, kw_only=True):
    room: str
    code: str
    token: str
    """A spectator's: nothing that it is told is secret."""
    link: str
    language: str
    page: int = 0
    """Messages with the board are numbered; each has a round, or as much of it as fits."""
    message: str = ""
    """The one that is edited; empty before it is posted."""
    lines: list[str] = []
    game: int = 0
    seq: int = -1
    heard: int = 0
    """The last thing said at the table that was shown."""
    called: list[str] = []
    """Whom the room was told that we can't reach, in this moment of the game."""
    called_at: str = ""
    call: str = ""
    """The message that told it."""


class SeatKept(Struct, kw_only=True):
    person: str
    name: str
    code: str
    token: str
    player: str
    cards: dict[str, str] = {}
    """The private messages that were sent, by what they are about."""


class PersonKept(Struct, kw_only=True):
    language: str


class Memory:
    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, ONLY_MINE))
        self._database = sqlite3.connect(file, isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")  # a killed door loses nothing; a power cut may cost a message twice
        self._database.execute("CREATE TABLE IF NOT EXISTS kept (kind TEXT, id TEXT, value BLOB, PRIMARY KEY (kind, id))")

    def keep(self, kind: str, id: str, value: Struct) -> None:
        self._database.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (kind, id, msgspec.json.encode(value)))

    def forget(self, kind: str, id: str) -> None:
        self._database.execute("DELETE FROM kept WHERE kind = ? AND id = ?", (kind, id))

    def all(self, kind: str, type: type[T]) -> dict[str, T]:
        found = self._database.execute("SELECT id, value FROM kept WHERE kind = ? ORDER BY rowid", (kind,))
        return {id: msgspec.json.decode(value, type=type) for id, value in found}

    def close(self) -> None:
        self._database.close()
