"""TableSnapshot: a table between two games, as it can be kept, so that loading an evening need not begin with its first game.

The log stays the truth: a snapshot follows from the lines before it, and without one, or if it cannot be read, those are applied.
"""

import asyncio
import contextlib

import msgspec
from msgspec import Struct

from .. import __version__
from ..storage import Storage, Unreadable
from ..wire.messages import Said
from ..wire.table import Score
from .lobby import Lobby, SeatAssignment
from .log_lines import read_lines
from .table import Table

FORM = __version__
"""Another version may make something else of the same lines: it begins with the first."""
LINES_AT_ONCE = 25
"""Other tables go on between so many."""


class TableSnapshot(Struct):
    """What a deal leaves as it was. It puts a new game in the place of the one that ended, and of all that was going on around that."""

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
    """In which chair that is, if it was not given away since."""
    done: set[tuple[str, str]]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableSnapshot)


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
    """The table, for the line that deals the next game. Raises MsgspecError, and Unreadable for what another version kept."""
    kept, table = _decoder.decode(body), Table(code)
    if kept.form != FORM:
        raise Unreadable(f"the snapshot is of version {kept.form}")
    table.lines, table.games, table.changes, table.lobby, table.done = kept.lines, kept.games, kept.changes, kept.lobby, kept.done
    table.talk.remembered.extend(kept.said)
    table.talk.spoken, table.talk.oldest = kept.spoken, kept.oldest
    table.score.by_player = kept.scores
    table.score.last_hitler = kept.last_hitler if kept.last_hitler_at is None else kept.lobby.places[kept.last_hitler_at]
    return table


async def load_table(storage: Storage, code: str) -> Table:
    """Load a table from its log: from the last deal on if there is a snapshot, else from the first line. Raises Unreadable."""
    snapshot = await storage.snapshot(code)
    if snapshot is not None:
        with contextlib.suppress(msgspec.MsgspecError, Unreadable):
            return await _with_lines(storage, resumed(code, snapshot))
    return await _with_lines(storage, Table(code))


async def _with_lines(storage: Storage, table: Table) -> Table:
    for number, line in enumerate(await read_lines(storage, table.code, table.lines), start=table.lines + 1):
        try:
            table.apply(line)
        except Exception as error:  # whatever a damaged line leads to, it concerns this table alone
            raise Unreadable(f"line {number - 1} does not follow from those before it: {type(error).__name__}") from error
        if number % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
