"""Intermission: a table between two games, as it can be kept, so that folding an evening need not begin with its first game.

The log stays the truth: an intermission follows from the lines before it, and where there is none, or it cannot be read, they are folded.
"""

import msgspec
from msgspec import Struct

from .. import __version__
from ..storage import Unreadable
from ..wire.messages import Said
from ..wire.table import Score
from .lobby import Lobby, Place
from .table import Table

FORM = __version__
"""Another version may fold the same lines to something else: it begins with the first."""


class Intermission(Struct):
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
    last_hitler: Place | None
    last_hitler_at: int | None
    """In which chair that is, if it was not given away since."""
    done: set[tuple[str, str]]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Intermission)


def kept_before_deal(table: Table) -> bytes:
    hitler, places = table.score.last_hitler, table.lobby.places
    return _encoder.encode(
        Intermission(
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
