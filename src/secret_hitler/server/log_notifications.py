"""LineNews: apply what other nodes have written, from the news itself or from the log."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import msgspec
import structlog

from ..storage import StorageFailure, consecutive
from ..storage.postgres import PostgresStorage
from ..storage.postgres_database import AGAIN_SECONDS
from ..tables.host import Host
from ..tables.live_table import LiveTable
from ..tables.log_lines import decode_line
from ..wire.commands import AnyCommand
from ..wire.refusals import Denial
from .admin.service import send_away
from .metrics import NEWS_SECONDS

AT_ONCE = 100
"""A message of PostgreSQL holds at most 8,000 bytes, enough for this many codes or addresses."""


class PassedOn(msgspec.Struct, frozen=True):
    """A player's command that is forwarded but not stored."""

    code: str
    player: str
    command: AnyCommand


class NodeNews(msgspec.Struct, frozen=True, omit_defaults=True):
    node: str = ""
    attended: list[str] = []
    """Tables where people came or went."""
    released: list[str] = []
    """Tables this node has given up."""
    closed: str = ""
    passed_on: PassedOn | None = None
    program: str = ""
    """A program with a new table or challenge."""
    moderated: bool = False
    """The moderation log has news."""
    spent: dict[str, dict[str, int]] = {}
    """How much of each limit was used, by whom."""
    sockets: dict[str, int] = {}
    """Number of sockets of each address."""
    gone: bool = False
    """The node is stopping."""


_decoder = msgspec.json.Decoder(NodeNews)


def encoded(news: NodeNews) -> str:
    return msgspec.json.encode(news).decode()


def heard(payload: str) -> NodeNews:
    """Read a node's message; return an empty one if a newer version wrote it in another form."""
    try:
        return _decoder.decode(payload)
    except msgspec.ValidationError:
        return NodeNews()


def in_parts(codes: list[str]) -> Iterator[list[str]]:
    return (codes[first : first + AT_ONCE] for first in range(0, len(codes), AT_ONCE))


LINES, ROWS = "secret_hitler_lines", "secret_hitler_rows"
"""Numbers of written lines; and before that, the lines themselves for tables with people on other nodes."""

_rows = msgspec.json.Decoder(list[tuple[str, int, msgspec.Raw]])
_journal = structlog.get_logger()


class LineNews:
    def __init__(self, storage: PostgresStorage, tables: Host, do: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]) -> None:
        self._storage, self._tables, self._do = storage, tables, do
        self._behind: set[str] = set()
        """Tables with news still to be read."""
        self._reading: asyncio.Task[None] | None = None

    async def listen(self, connection: Any) -> None:
        await connection.add_listener(ROWS, lambda *heard: self._hear_rows(heard[-1]))
        await connection.add_listener(LINES, lambda *heard: self._hear_of_lines(heard[-1]))

    def _hear_rows(self, payload: str) -> None:
        """Apply written lines; those that can't be applied now are read when their number comes."""
        writer, _, rows = payload.partition(" ")
        if writer == self._storage.node:
            return
        for code, seq, body in _understood(rows):
            live = self._tables.outrun(code, seq)
            if live is not None and seq == live.table.lines:
                try:
                    line = decode_line(body, seq, self._storage.schema_known)
                except StorageFailure:
                    continue
                self._tables.apply_line_now(live, line)

    def _hear_of_lines(self, payload: str) -> None:
        writer, *written = payload.split(" ")
        behind = []
        for each in written:
            code, _, seq = each.partition(":")
            live = self._tables.outrun(code, int(seq))
            if live is not None and not (writer == self._storage.node and live.lock.taken):  # because our own line is being applied
                behind.append(code)
        if behind:
            self.read(behind)

    def read(self, codes: Iterable[str]) -> None:
        self._behind.update(codes)
        if self._behind and (self._reading is None or self._reading.done()):
            self._reading = self._do(self._catch_up())

    async def _catch_up(self) -> None:
        while self._behind:
            lives = {code: self._tables.by_code[code] for code in self._behind if code in self._tables.by_code}
            self._behind = set()
            known = {code: live.table.lines for code, live in lives.items()}
            try:
                with NEWS_SECONDS.time():
                    news = await self._storage.rows_since(known)
            except StorageFailure:
                self._behind.update(known)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            for code, rows in news.items():
                self._do(self._take_in(lives[code], known[code], rows))

    async def _take_in(self, live: LiveTable, first: int, rows: list[Any]) -> None:
        try:
            await self._tables.apply_lines(live, first, consecutive(rows, first))
        except StorageFailure as failure:
            _journal.error("table let go", table=live.table.code, reason=str(failure))
            if self._tables.by_code.get(live.table.code) is live:
                self._tables.forget(live)
            send_away(live.connections, Denial.RESTARTS, again=True)


def _understood(rows: str) -> list[tuple[str, int, msgspec.Raw]]:
    """Decode rows; return none if a newer version changed their form, for then they are read from the log."""
    try:
        return _rows.decode(rows)
    except msgspec.MsgspecError:
        return []
