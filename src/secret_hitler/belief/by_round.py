"""The public's belief as a recorded game passes: after every round but the last."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from ..paper.files import read_games
from ..paper.filling import filling
from ..paper.paper_game import Nominated, PaperGame
from ..records import Record, UnfitRecord, replay
from ..rules import PUBLIC, AnyEvent, Nominate, Onlooker, onlooking
from .belief import Belief
from .parameters import Parameters, damped
from .win_chance import liberal_win


def after_rounds(
    record: Record | PaperGame, onlooker: Onlooker = PUBLIC, parameters: Parameters | None = None
) -> Iterator[tuple[int, Belief]]:
    """Yield the belief after each round, counted from 0; a round ends, talk included, when the next president nominates. The Belief object
    is the same each time."""
    view = onlooking(record.rules, record.seats, onlooker)
    belief = Belief(view, parameters)
    for nominated, told in _steps(record):
        if nominated and view.board.round > 1:
            yield view.board.round - 2, belief
        belief.see(view.see(told))


def _steps(record: Record | PaperGame) -> Iterator[tuple[bool, list[AnyEvent]]]:
    """Tell for each step whether a chancellor was named, and what came of it."""
    if isinstance(record, PaperGame):
        yield from ((isinstance(entry, Nominated), told) for _, entry, told in filling(record))
    else:
        yield from ((isinstance(move.action, Nominate), told) for _, move, told in replay(record))


class BeliefLine(Struct):
    """The belief after one round; games and rounds count from 0."""

    game: int
    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


def belief_lines(path: Path) -> Iterator[BeliefLine | UnfitRecord]:
    """Read each game of a file and yield each round but the last; a game that cannot be read comes as the reason."""
    for number, record in enumerate(read_games(path)):
        if isinstance(record, UnfitRecord):
            yield record
            continue
        yield from lines_of(record, number)


def lines_of(record: Record | PaperGame, game: int = 0) -> Iterator[BeliefLine]:
    for round, belief in after_rounds(record, parameters=damped()):
        yield BeliefLine(game, round, belief.fascist.tolist(), belief.hitler.tolist(), liberal_win(belief))
