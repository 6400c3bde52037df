"""What the public could believe of recorded games, line by line, for the command `belief`."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from ..paper.files import read_games
from ..paper.paper_game import PaperGame
from ..records import Record, UnfitRecord
from .by_round import after_rounds
from .parameters import damped
from .win_chance import liberal_win


class BeliefLine(Struct):
    """The belief after one round; games and rounds count from 0."""

    game: int
    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


def belief_lines(path: Path) -> Iterator[BeliefLine | UnfitRecord]:
    """For each game of a file and each of its rounds but the last; a game that cannot be read comes as the reason."""
    for number, record in enumerate(read_games(path)):
        if isinstance(record, UnfitRecord):
            yield record
            continue
        yield from lines_of(record, number)


def lines_of(record: Record | PaperGame, game: int = 0) -> Iterator[BeliefLine]:
    for round, belief in after_rounds(record, parameters=damped()):
        yield BeliefLine(game, round, belief.fascist.tolist(), belief.hitler.tolist(), liberal_win(belief))
