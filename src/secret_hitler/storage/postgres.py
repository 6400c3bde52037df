"""Storage in PostgreSQL, shared by any number of nodes: the key (code, seq) decides who was first, and what is written is announced."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Collection
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..tables.log_entries import LogLine
from . import SeqTaken, StorageFailure, StoredIntermission, StoredRating, StoredTable, Unreadable
from .line_bodies import body_of, lines_of, without_talk
from .postgres_link import AGAIN_SECONDS, LOST, PATIENCE, Link, Links, PostgresError

READERS = 3
WRITERS = 2
"""Transactions under way at once where much is to be written: while one waits for the disk, lines of other tables are made ready."""
LINES_AT_ONCE = 1000
GATHER_SECONDS = 0.02
FEW, MANY = 2, 50
"""How long it is from one transaction of so many lines to the next: each costs every node a reading, however little it brings."""
LOTS = 100
"""So many lines are worth a second transaction beside the first."""
TABLES_AT_ONCE = DELETED_AT_ONCE = 1000
PROBE_SECONDS = 1.0
PAGE = 8192
"""As much as has no room on a full disk."""
WRITTEN, TAKEN = 0, 1
"""What becomes of a line; anything else: its table is closed."""

_APPEND = "SELECT append_lines($1, $2, $3, $4)"
_TALK = 'SELECT seq, body FROM lines WHERE code = $1 AND position(\'"type":"Spoke"\'::bytea IN body) > 0'
_DELETE_LINES = """
    WITH gone AS (SELECT code FROM tables WHERE closed > 0 AND closed < $1 LIMIT $2),
    emptied AS (DELETE FROM lines WHERE code IN (SELECT code FROM gone))
    UPDATE tables SET closed = 0 WHERE code IN (SELECT code FROM gone)
"""
_LINES_SINCE = """
    SELECT lines.code, lines.seq, lines.body FROM unnest($1::text[], $2::integer[]) AS known (code, seq)
    JOIN lines ON lines.code = known.code AND lines.seq >= known.seq ORDER BY lines.code, lines.seq
"""
_KEEP_INTERMISSION = """
    INSERT INTO intermissions AS kept (code, lines, form, body) SELECT $1, $2, $3, $4 FROM tables WHERE code = $1 AND closed IS NULL
    ON CONFLICT (code) DO UPDATE SET lines = excluded.lines, form = excluded.form, body = excluded.body WHERE excluded.lines > kept.lines
"""
_KEEP_REVIEW = "INSERT INTO reviews (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body"
_KEEP_IDENTITY = "INSERT INTO identities (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body"
_KEEP_PLAYED = """
    INSERT INTO played (identity, ended, record, body)
    SELECT identity, $2, $1, body FROM unnest($3::text[], $4::bytea[]) AS given (identity, body) ORDER BY identity
    ON CONFLICT (identity, record) DO UPDATE SET body = excluded.body
"""
_KEEP_NOTE = """
    INSERT INTO program_notes (program, kind, key, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (program, kind, key) DO UPDATE SET body = excluded.body
"""
_KEEP_RATINGS = """
    WITH given AS (
        SELECT * FROM unnest($3::text[], $4::text[], $5::float8[], $6::float8[], $7::integer[]) AS given (identity, side, mu, sigma, games)
    ), held AS (
        SELECT ratings.games AS was, given.games AS becomes FROM ratings JOIN given USING (identity, side)
        WHERE season = $1 ORDER BY identity, side FOR UPDATE OF ratings
    ), late AS (
        SELECT FROM held WHERE becomes <> was + 1 AND NOT EXISTS (SELECT FROM rated WHERE record = $2)
    ), counted AS (
        INSERT INTO rated SELECT $2 WHERE NOT EXISTS (SELECT FROM late) ON CONFLICT DO NOTHING RETURNING record
    ), kept AS (
        INSERT INTO ratings (season, identity, side, mu, sigma, games) SELECT $1, given.* FROM counted, given
        ON CONFLICT (season, identity, side) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
    )
    SELECT NOT EXISTS (SELECT FROM late)
"""
_KEEP_RECOVERY = """
    WITH gone AS (DELETE FROM recovery WHERE identity = $1)
    INSERT INTO recovery (code, identity) SELECT code, $1 FROM unnest($2::text[]) AS code
"""
_PROBE = "INSERT INTO kept VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET body = excluded.body"


class WaitingLine(Struct):
    """A line on its way, and who waits for it."""

    code: str
    seq: int
    body: bytes
    written: "asyncio.Future[None]"
    until: float
    """When whoever waits is told that it could not be stored."""
    tried: bool = False
    """It may have been written already: the connection was lost before there was an answer."""


class PostgresStorage:
    def __init__(self, url: str, node: str) -> None:
        self.node = node
        self._waiting: deque[WaitingLine] = deque()
        self._writers = [Link(url) for _ in range(WRITERS)]
        self._writing: dict[Link, asyncio.Task[None]] = {}
        self._under_way: set[str] = set()
        """Tables with lines in a transaction that has not ended: what comes after them waits for it."""
        self._gathering_until = 0.0
        self._links = Links(url, READERS)
        self._stored_at: float | None = time.monotonic()
        """When something was stored last; None if the last attempt failed."""
        self.schema_known = True
        """Whether every line can have been written by a program that knows no more than this one."""

    # Writing

    async def append(self, code: str, seq: int, line: LogLine) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingLine(code, seq, body_of(line), written, time.monotonic() + PATIENCE))
        if not self._writing or (len(self._writing) < WRITERS and len(self._waiting) >= LOTS):
            idle = next(link for link in self._writers if link not in self._writing)
            self._writing[idle] = asyncio.create_task(self._write(idle), name="storage")
        await written

    async def _write(self, link: Link) -> None:
        """What waits goes to the database in one transaction, or where it is much in two; where some comes, more of it is waited for."""
        try:
            while self._waiting and (len(self._writing) == 1 or len(self._waiting) >= LOTS):
                early = self._gathering_until - time.monotonic()
                if early > 0 and len(self._waiting) < MANY:
                    await asyncio.sleep(early)
                began, batch = time.monotonic(), self._batch()
                if not batch:
                    break
                codes = {line.code for line in batch}
                self._under_way |= codes
                try:
                    await self._commit(link, batch)
                finally:
                    self._under_way -= codes
                self._gathering_until = began + GATHER_SECONDS if FEW <= len(batch) < MANY else 0.0
        finally:
            del self._writing[link]

    def _batch(self) -> list[WaitingLine]:
        """Up to a line whose number stands in it already: that it is taken, the next transaction will find."""
        batch: dict[tuple[str, int], WaitingLine] = {}
        share = LINES_AT_ONCE if self._under_way else max(LOTS, len(self._waiting) // WRITERS)
        for line in islice(self._waiting, min(share, LINES_AT_ONCE)):
            if line.code in self._under_way or batch.setdefault((line.code, line.seq), line) is not line:
                break
        for _ in batch:
            self._waiting.popleft()
        return list(batch.values())

    async def _commit(self, link: Link, batch: list[WaitingLine]) -> None:
        columns = [line.code for line in batch], [line.seq for line in batch], [line.body for line in batch]
        try:
            connection = await link.connection()
            outcomes = await connection.fetchval(_APPEND, self.node, *columns)
        except LOST as error:
            link.drop()
            self._stored_at = None
            await self._try_again(batch, error)
        except (PostgresError, StorageFailure) as error:
            self._stored_at = None
            for line in batch:
                _fail(line, StorageFailure(f"the log could not be written: {error}"))
        else:
            self._stored_at = time.monotonic()
            for line, outcome in zip(batch, outcomes, strict=True):
                if outcome == WRITTEN:
                    _succeed(line)
                else:
                    await self._answer(line, outcome)

    async def _try_again(self, batch: list[WaitingLine], error: BaseException) -> None:
        """Writing the same line twice is writing it once, so that whoever waits need not know of a short absence."""
        now = time.monotonic()
        for line in reversed(batch):
            line.tried = True
            if now < line.until:
                self._waiting.appendleft(line)
            else:
                _fail(line, StorageFailure(f"the database does not answer: {error!r}"))
        await asyncio.sleep(AGAIN_SECONDS)

    async def _answer(self, line: WaitingLine, outcome: int) -> None:
        if outcome == TAKEN and line.tried and await self._is_ours(line):
            _succeed(line)
        elif outcome == TAKEN:
            _fail(line, SeqTaken(f"the table {line.code} has a line {line.seq}"))
        else:
            _fail(line, StorageFailure(f"the table {line.code} is closed"))

    async def _is_ours(self, line: WaitingLine) -> bool:
        try:
            rows = await self._links.fetch("SELECT body FROM lines WHERE code = $1 AND seq = $2", line.code, line.seq)
        except StorageFailure:
            return False
        return bool(rows) and rows[0][0] == line.body

    async def rest(self, code: str, lines: int, wake_at: float) -> None:
        await self._links.execute("SELECT rest_table($1, $2, $3)", code, lines, wake_at)

    async def keep_intermission(self, code: str, lines: int, kept: StoredIntermission) -> None:
        await self._links.execute(_KEEP_INTERMISSION, code, lines, kept.form, kept.body)

    async def set_aside(self, code: str, reason: str) -> None:
        await self._links.execute("UPDATE tables SET aside = $1, wake_at = NULL WHERE code = $2", reason, code)

    async def close_table(self, code: str, time: float) -> None:
        await self._links.execute("UPDATE tables SET closed = $1, wake_at = NULL, holder = NULL WHERE code = $2", time, code)

    async def delete_talk(self, code: str, before: float) -> None:
        for seq, body in await self._links.fetch(_TALK, code):
            silent = without_talk(body, before)
            if silent is not None:
                await self._links.execute("UPDATE lines SET body = $1 WHERE code = $2 AND seq = $3", silent, code, seq)

    async def delete_old(self, closed_before: float, records_before: float) -> None:
        await self._links.execute(_DELETE_LINES, closed_before, DELETED_AT_ONCE)
        await self._links.execute("DELETE FROM records WHERE ended < $1", records_before)
        await self._links.execute("DELETE FROM reviews WHERE id NOT IN (SELECT id FROM records)")
        await self._links.execute("DELETE FROM played WHERE ended < $1", records_before)
        await self._links.execute("DELETE FROM rated WHERE record NOT IN (SELECT id FROM records)")

    async def keep_record(self, id: str, code: str, ended: float, game: AnyGame) -> None:
        statement = "INSERT INTO records (id, code, ended, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
        await self._links.execute(statement, id, code, ended, game_to_line(game).encode())

    async def keep_review(self, id: str, body: bytes) -> None:
        await self._links.execute(_KEEP_REVIEW, id, body)

    async def keep_identity(self, id: str, body: bytes) -> None:
        await self._links.execute(_KEEP_IDENTITY, id, body)

    async def forget_identity(self, id: str) -> None:
        for table in ("played", "ratings", "recovery"):
            await self._links.execute(f"DELETE FROM {table} WHERE identity = $1", id)  # noqa: S608  because all of it stands above
        await self._links.execute("DELETE FROM identities WHERE id = $1", id)

    async def keep_played(self, record: str, ended: float, bodies: dict[str, bytes]) -> None:
        await self._links.execute(_KEEP_PLAYED, record, ended, list(bodies), list(bodies.values()))

    async def keep_note(self, program: str, kind: str, key: str, body: bytes) -> None:
        await self._links.execute(_KEEP_NOTE, program, kind, key, body)

    async def drop_note(self, program: str, kind: str, key: str) -> None:
        await self._links.execute("DELETE FROM program_notes WHERE program = $1 AND kind = $2 AND key = $3", program, kind, key)

    async def keep_ratings(self, season: str, record: str, ratings: list[StoredRating]) -> bool:
        columns = zip(*map(astuple, ratings), strict=True)
        rows = await self._links.fetch(_KEEP_RATINGS, season, record, *map(list, columns))
        return bool(rows[0][0])

    async def keep_recovery(self, identity: str, codes: list[str]) -> None:
        await self._links.execute(_KEEP_RECOVERY, identity, codes)

    async def use_recovery(self, code: str) -> str | None:
        rows = await self._links.fetch("DELETE FROM recovery WHERE code = $1 RETURNING identity", code)
        return rows[0][0] if rows else None

    async def writable(self) -> bool:
        if self._stored_at is None or time.monotonic() - self._stored_at > PROBE_SECONDS:
            try:
                async with asyncio.timeout(PROBE_SECONDS):
                    await self._links.execute(_PROBE, secrets.token_bytes(PAGE))
                self._stored_at = time.monotonic()
            except (StorageFailure, TimeoutError):
                self._stored_at = None
        return self._stored_at is not None

    async def close(self) -> None:
        if self._writing:
            await asyncio.wait(self._writing.values())
        await asyncio.gather(*(link.close() for link in self._writers))
        await self._links.close()

    # Reading

    async def lines(self, code: str, since: int = 0) -> list[LogLine]:
        rows = await self.ask("SELECT seq, body FROM lines WHERE code = $1 AND seq >= $2 ORDER BY seq", code, since)
        return self.understood(rows, since)

    async def rows_since(self, known: dict[str, int]) -> dict[str, list[tuple[int, bytes]]]:
        """What is new at many tables at once, by how many lines of each are known; `understood` makes lines of it."""
        rows: dict[str, list[tuple[int, bytes]]] = {}
        for code, seq, body in await self.ask(_LINES_SINCE, list(known), list(known.values())):
            rows.setdefault(code, []).append((seq, body))
        return rows

    def understood(self, rows: list[Any], since: int) -> list[LogLine]:
        """While a newer version serves beside this one, what cannot be read is not damaged: it is not for us."""
        try:
            return lines_of(rows, since)
        except Unreadable as error:
            if self.schema_known:
                raise
            raise StorageFailure(f"written by a newer version: {error}") from error

    async def intermission(self, code: str) -> StoredIntermission | None:
        rows = await self.ask("SELECT form, body FROM intermissions WHERE code = $1", code)
        return StoredIntermission(*rows[0]) if rows else None

    async def table(self, code: str) -> StoredTable | None:
        rows = await self.ask("SELECT wake_at, closed, aside FROM tables WHERE code = $1", code)
        return StoredTable(awake=rows[0][0] == 0, closed=rows[0][1] is not None, aside=rows[0][2] is not None) if rows else None

    async def awake(self) -> list[str]:
        """Those that no other living node sees to; this one does from now on."""
        return await self._unattended(True, 0)

    async def due(self, by: float) -> list[str]:
        """Also tables that are awake, and whose node is gone."""
        return await self._unattended(False, by)

    async def _unattended(self, mine: bool, by: float) -> list[str]:
        return [code for (code,) in await self.ask("SELECT claim_unattended($1, $2, $3, $4)", self.node, mine, by, TABLES_AT_ONCE)]

    async def record(self, id: str) -> AnyGame | None:
        rows = await self.ask("SELECT body FROM records WHERE id = $1", id)
        return game_from_line(rows[0][0]) if rows else None

    async def review(self, id: str) -> bytes | None:
        rows = await self.ask("SELECT body FROM reviews WHERE id = $1", id)
        return rows[0][0] if rows else None

    async def identity(self, id: str) -> bytes | None:
        rows = await self.ask("SELECT body FROM identities WHERE id = $1", id)
        return rows[0][0] if rows else None

    async def identities(self) -> list[tuple[str, bytes]]:
        return [(id, body) for id, body in await self.ask("SELECT id, body FROM identities")]

    async def played(self, identity: str) -> list[bytes]:
        return [body for (body,) in await self.ask("SELECT body FROM played WHERE identity = $1 ORDER BY ended DESC", identity)]

    async def notes(self, program: str, kind: str) -> list[tuple[str, bytes]]:
        rows = await self.ask("SELECT key, body FROM program_notes WHERE program = $1 AND kind = $2 ORDER BY key", program, kind)
        return [(key, body) for key, body in rows]

    async def ratings(self, season: str, of: Collection[str] | None = None) -> list[StoredRating]:
        query = "SELECT identity, side, mu, sigma, games FROM ratings WHERE season = $1 AND ($2::text[] IS NULL OR identity = ANY($2))"
        return [StoredRating(*row) for row in await self.ask(query, season, None if of is None else list(of))]

    async def recovery(self, identity: str) -> int:
        return int((await self.ask("SELECT count(*) FROM recovery WHERE identity = $1", identity))[0][0])

    async def size(self) -> int:
        return int((await self.ask("SELECT pg_database_size(current_database())"))[0][0])

    async def ask(self, query: str, *values: object) -> list[Any]:
        """Anything that may be asked twice."""
        return await self._links.fetch(query, *values)


def _succeed(line: WaitingLine) -> None:
    if not line.written.done():
        line.written.set_result(None)


def _fail(line: WaitingLine, failure: StorageFailure) -> None:
    if not line.written.done():
        line.written.set_exception(failure)
