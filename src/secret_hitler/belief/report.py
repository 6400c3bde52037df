"""What the public could believe of recorded games, line by line, for the command `belief`."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from ..records import Paper, Record, UnfitRecord, read_records
from .outlook import liberal_win
from .passing import after_rounds


class Line(Struct):
    """The belief after one round; games and rounds count from 0."""

    game: int
    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


def belief_lines(path: Path) -> Iterator[Line | UnfitRecord]:
    """For each game of a file and each of its rounds but the last; a game that cannot be read comes as the reason."""
    for number, record in enumerate(read_records(path)):
        if isinstance(record, UnfitRecord):
            yield record
            continue
        yield from lines_of(record, number)


def lines_of(record: Record | Paper, game: int = 0) -> Iterator[Line]:
    for round, belief in after_rounds(record):
        yield Line(game, round, belief.fascist.tolist(), belief.hitler.tolist(), liberal_win(belief))
