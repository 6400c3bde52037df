"""Storage over keys and texts: in memory, or in a page's IndexedDB.

log/CODE/000042 is a line; table/CODE and snapshot/CODE describe a table. KIND/KEY is a document, about/KIND/KEY its owner and time.
Older pages only have lines and records under these keys.
"""

from collections.abc import Awaitable, Iterable, Mapping
from typing import Protocol

import msgspec

from . import ACTIVE, ANY, GONE_WITH_RECORD, MOST, Change, DropOwner, Kind, Put, SeqTaken, StorageFailure, StoredTable, consecutive


class KeyValueStore(Protocol):
    """Once an answer arrives, the change is durable."""

    def get(self, key: str) -> Awaitable[str | None]: ...

    def items(self, prefix: str) -> Awaitable[Iterable[tuple[str, str]]]:
        """Return keys with this prefix and their texts, in the order of the keys."""

    def write(self, changes: Mapping[str, str | None], expected: Mapping[str, str | None]) -> Awaitable[bool]:
        """Store texts, and drop keys with None, in one transaction. Change nothing and return False if something isn't as expected."""


class MemoryStore:
    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        return self.texts.get(key)

    async def items(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(prefix))

    async def write(self, changes: Mapping[str, str | None], expected: Mapping[str, str | None]) -> bool:
        if any(self.texts.get(key) != text for key, text in expected.items()):
            return False
        self.texts.update({key: text for key, text in changes.items() if text is not None})
        for key in [key for key, text in changes.items() if text is None]:
            self.texts.pop(key, None)
        return True


class _Table(msgspec.Struct, frozen=True):
    wake_at: float | None = ACTIVE
    closed: float | None = None
    quarantined: str | None = None


class _Snapshot(msgspec.Struct, frozen=True):
    lines: int
    body: str


class _About(msgspec.Struct, frozen=True):
    owner: str = ""
    time: float | None = None


_tables, _snapshots, _abouts = msgspec.json.Decoder(_Table), msgspec.json.Decoder(_Snapshot), msgspec.json.Decoder(_About)


class KeyValueStorage:
    """Store bodies as UTF-8 text."""

    schema_known = True

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    async def append(self, code: str, seq: int, line: bytes) -> None:
        written = False
        while not written:
            stored = await self._store.get(_table(code))
            table = _tables.decode(stored or "{}")
            if (seq == 0 and stored is not None) or await self._store.get(_line(code, seq)) is not None:
                raise SeqTaken(f"the table {code} has a line {seq}")
            if table.closed is not None or (seq > 0 and await self._store.get(_line(code, 0)) is None):
                raise StorageFailure(f"the table {code} is closed")
            changes = {_line(code, seq): line.decode(), _table(code): _text(msgspec.structs.replace(table, wake_at=ACTIVE))}
            written = await self._store.write(changes, {_line(code, seq): None, _table(code): stored})

    async def lines(self, code: str, since: int = 0) -> list[bytes]:
        rows = [(int(key.rpartition("/")[2]), text.encode()) for key, text in await self._store.items(f"log/{code}/")]
        return consecutive([row for row in rows if row[0] >= since], since)

    async def rewrite_lines(self, code: str, lines: Mapping[int, bytes]) -> None:
        changes = {_line(code, seq): body.decode() for seq, body in lines.items()}
        await self._store.write(changes | {f"snapshot/{code}": None}, {})

    async def save_snapshot(self, code: str, lines: int, snapshot: bytes) -> None:
        stored, table = await self._store.get(f"snapshot/{code}"), await self.table(code)
        if table is not None and not table.closed and (stored is None or _snapshots.decode(stored).lines < lines):
            await self._store.write({f"snapshot/{code}": _text(_Snapshot(lines, snapshot.decode()))}, {f"snapshot/{code}": stored})

    async def snapshot(self, code: str) -> bytes | None:
        stored = await self._store.get(f"snapshot/{code}")
        return None if stored is None else _snapshots.decode(stored).body.encode()

    async def table(self, code: str) -> StoredTable | None:
        stored = await self._store.get(_table(code))
        if stored is None and await self._store.get(_line(code, 0)) is None:
            return None
        table = _tables.decode(stored or "{}")
        return StoredTable(table.wake_at == ACTIVE, table.closed is not None, table.quarantined is not None)

    async def sleep_until(self, code: str, lines: int, wake_at: float) -> None:
        stored = await self._store.get(_table(code))
        table = msgspec.structs.replace(_tables.decode(stored or "{}"), wake_at=wake_at)
        await self._store.write({_table(code): _text(table)}, {_table(code): stored, _line(code, lines): None})

    async def active_tables(self) -> list[str]:
        return [code for code, table in await self._tables() if table.wake_at == ACTIVE]

    async def due_tables(self, by: float) -> list[str]:
        due = [(table.wake_at, code) for code, table in await self._tables() if table.wake_at is not None and ACTIVE < table.wake_at <= by]
        return [code for _, code in sorted(due)]

    async def _tables(self) -> list[tuple[str, _Table]]:
        return [(key.removeprefix("table/"), _tables.decode(text)) for key, text in await self._store.items("table/")]

    async def quarantine(self, code: str, reason: str) -> None:
        await self._store.write({_table(code): _text(_Table(wake_at=None, quarantined=reason))}, {})

    async def close_table(self, code: str, time: float) -> None:
        await self._store.write({_table(code): _text(_Table(wake_at=None, closed=time)), f"snapshot/{code}": None}, {})

    async def delete_old(self, closed_before: float, documents_before: float) -> None:
        changes: dict[str, str | None] = {}
        for code, table in await self._tables():
            if table.closed and table.closed < closed_before:
                changes |= {key: None for key, _ in await self._store.items(f"log/{code}/")}
                changes[_table(code)] = _text(msgspec.structs.replace(table, closed=0.0))
        for key, about in await self._abouts():
            if about.time is not None and about.time < documents_before:
                changes |= _dropped(key)
        records = {key for key, _ in await self._store.items(f"{Kind.RECORD}/")}
        for kind in GONE_WITH_RECORD:
            for key, _ in await self._store.items(f"{kind}/"):
                record = key.replace(kind, Kind.RECORD, 1)
                if record not in records or record in changes:
                    changes |= _dropped(key)
        await self._store.write(changes, {})

    async def get(self, kind: str, key: str) -> bytes | None:
        text = await self._store.get(f"{kind}/{key}")
        return None if text is None else text.encode()

    async def find(self, kind: str, prefix: str = "", owner: str = "", latest: int = MOST) -> list[tuple[str, bytes]]:
        abouts = dict(await self._abouts(f"{kind}/{prefix}"))
        found = [(abouts.get(key, _About()), key, text) for key, text in await self._store.items(f"{kind}/{prefix}")]
        found.sort(key=lambda item: (float("inf") if item[0].time is None else -item[0].time, item[1]))
        return [(key.removeprefix(f"{kind}/"), text.encode()) for about, key, text in found if owner in ("", about.owner)][:latest]

    async def _abouts(self, prefix: str = "") -> list[tuple[str, _About]]:
        return [(key.removeprefix("about/"), _abouts.decode(text)) for key, text in await self._store.items(f"about/{prefix}")]

    async def write(self, *changes: Change) -> bool:
        texts, expected = dict[str, str | None](), dict[str, str | None]()
        owners = {change.owner for change in changes if isinstance(change, DropOwner)} - {""}
        for key, about in await self._abouts() if owners else []:
            texts |= _dropped(key) if about.owner in owners else {}
        for change in changes:
            if isinstance(change, DropOwner):
                continue
            key = f"{change.kind}/{change.key}"
            if change.expected is not ANY:
                expected[key] = None if change.expected is None else change.expected.decode()
            texts |= _dropped(key)
            if isinstance(change, Put):
                texts[key] = change.body.decode()
                if change.owner or change.time is not None:
                    texts[f"about/{key}"] = _text(_About(change.owner, change.time))
        return await self._store.write(texts, expected)

    async def size(self) -> int:
        return sum(len(key) + len(text) for key, text in await self._store.items(""))

    async def writable(self) -> bool:
        return True

    async def close(self) -> None: ...


def memory_storage() -> KeyValueStorage:
    return KeyValueStorage(MemoryStore())


def _line(code: str, seq: int) -> str:
    return f"log/{code}/{seq:06}"


def _table(code: str) -> str:
    return f"table/{code}"


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _dropped(key: str) -> dict[str, str | None]:
    return {key: None, f"about/{key}": None}
