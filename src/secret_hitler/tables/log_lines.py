"""What a Host stores, as bytes: lines of logs, snapshots of tables between two games, and records of finished games."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import __version__
from ..paper.files import AnyGame, game_from_line, game_to_line
from ..storage import Kind, Put, Storage, StorageFailure, Unreadable
from ..wire.messages import Said
from ..wire.table import Score
from .lobby import Lobby, SeatAssignment
from .log_entries import LogLine, Spoke
from .table import Table

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LogLine)

encode_line = _encoder.encode

FORM = __version__
"""A snapshot of another version isn't trusted: that table loads from its first line."""
LINES_AT_ONCE = 5
"""Other tables get a turn after so many lines."""


async def in_turn(bodies: Iterable[bytes], since: int, schema_known: bool) -> AsyncIterator[tuple[int, LogLine]]:
    """Decode lines, each with its number, and give other tables a turn now and then."""
    for seq, body in enumerate(bodies, start=since):
        yield seq, decode_line(body, seq, schema_known)
        if (seq + 1) % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)


def decode_line(body: bytes, seq: int, schema_known: bool) -> LogLine:
    """Decode a line. Raise Unreadable for damage, StorageFailure for what a newer version may have written: another node can read that."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError) as error:
        failure = Unreadable if schema_known else StorageFailure
        raise failure(f"can't read line {seq}: {type(error).__name__}") from error


async def delete_talk(storage: Storage, code: str, before: float) -> None:
    """Delete a table's talk from before that time for good, but keep that something was said."""
    if silent := await asyncio.to_thread(_silent, await storage.lines(code), before):
        await storage.rewrite_lines(code, silent)


def _silent(bodies: Iterable[bytes], before: float) -> dict[int, bytes]:
    """Return the lines to be written anew, by number."""
    return {seq: line for seq, body in enumerate(bodies) if (line := _without_talk(body, before)) is not None}


def _without_talk(body: bytes, before: float) -> bytes | None:
    """Return the body without old talk, or None if it has none."""
    if b'"type":"Spoke"' not in body:
        return None
    line = _decoder.decode(body)
    if line.time >= before:
        return None
    entries = [replace(entry, text="", sentence=None) if isinstance(entry, Spoke) else entry for entry in line.entries]
    return _encoder.encode(replace(line, entries=entries))


async def keep_record(storage: Storage, id: str, played: str, ended: float, game: AnyGame) -> None:
    """Store a record with the code of the table where it was `played`, or another place; storing it twice changes nothing."""
    await storage.write(Put(Kind.RECORD, id, game_to_line(game).encode(), owner=played, time=ended, expected=None))


async def find_record(storage: Storage, id: str) -> AnyGame | None:
    body = await storage.get(Kind.RECORD, id)
    return None if body is None else game_from_line(body)


class TableSnapshot(Struct):
    """The part of a table that a deal doesn't reset.

    The log stays the truth: without a readable snapshot, apply the lines that it was made from."""

    form: str
    lines: int
    games: int
    changes: int
    lobby: Lobby
    said: list[Said]
    spoken: int
    oldest: float | None
    scores: dict[str, Score]
    last_hitler: SeatAssignment | None
    last_hitler_at: int | None
    """Hitler's chair in the last game, unless it has a new owner."""
    done: set[tuple[str, str]]


_snapshots = msgspec.json.Decoder(TableSnapshot)


def snapshot_before_deal(table: Table) -> bytes:
    hitler, places = table.score.last_hitler, table.lobby.places
    return _encoder.encode(
        TableSnapshot(
            form=FORM,
            lines=table.lines,
            games=table.games,
            changes=table.changes,
            lobby=table.lobby,
            said=list(table.talk.remembered),
            spoken=table.talk.spoken,
            oldest=table.talk.oldest,
            scores=table.score.by_player,
            last_hitler=hitler,
            last_hitler_at=next((chair for chair, place in enumerate(places) if place is hitler), None),
            done=table.done,
        )
    )


def resumed(code: str, body: bytes) -> Table:
    """Return the table, ready for the line that deals the next game. Raise MsgspecError, or Unreadable for another version's snapshot."""
    kept, table = _snapshots.decode(body), Table(code)
    if kept.form != FORM:
        raise Unreadable(f"the snapshot was written by version {kept.form}")
    table.lines, table.games, table.changes, table.lobby, table.done = kept.lines, kept.games, kept.changes, kept.lobby, kept.done
    table.talk.remembered.extend(kept.said)
    table.talk.spoken, table.talk.oldest = kept.spoken, kept.oldest
    table.score.by_player = kept.scores
    table.score.last_hitler = kept.last_hitler if kept.last_hitler_at is None else kept.lobby.places[kept.last_hitler_at]
    return table


async def load_table(storage: Storage, code: str) -> Table:
    """Load a table from its log: from the last deal if there's a snapshot, otherwise from the first line. Raise Unreadable."""
    snapshot = await storage.snapshot(code)
    if snapshot is not None:
        with contextlib.suppress(msgspec.MsgspecError, Unreadable):
            return await _with_lines(storage, resumed(code, snapshot))
    return await _with_lines(storage, Table(code))


async def _with_lines(storage: Storage, table: Table) -> Table:
    async for seq, line in in_turn(await storage.lines(table.code, table.lines), table.lines, storage.schema_known):
        try:
            table.apply(line)
        except Exception as error:  # because a damaged line can raise anything, and concerns this table alone
            raise Unreadable(f"line {seq} doesn't follow from the lines before it: {type(error).__name__}") from error
    return table
