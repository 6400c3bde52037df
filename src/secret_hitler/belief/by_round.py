"""Follow the public's belief through a recorded game, after every round but the last."""

from collections.abc import Iterator
from copy import deepcopy

from msgspec import Struct

from ..paper.filling import filling
from ..paper.paper_game import Nominated, PaperGame
from ..records import Record, replay
from ..rules import PUBLIC, Nominate, Onlooker, onlooking
from .belief import Belief
from .parameters import Parameters, damped
from .win_chance import liberal_win


def after_rounds(
    record: Record | PaperGame, onlooker: Onlooker = PUBLIC, parameters: Parameters | None = None
) -> Iterator[tuple[int, Belief]]:
    """Yield the belief after each round, counted from 0, to keep; a round ends, chat included, when the next president nominates."""
    for round, belief in _passing(record, onlooker, parameters):
        shared = (belief.worlds, belief.parameters, belief.view.rules)
        yield round, deepcopy(belief, {id(each): each for each in shared})


def _passing(record: Record | PaperGame, onlooker: Onlooker, parameters: Parameters | None) -> Iterator[tuple[int, Belief]]:
    """Yield the same object each time, as the game goes on."""
    view = onlooking(record.rules, record.seats, onlooker)
    belief = Belief(view, parameters)
    if isinstance(record, PaperGame):
        steps = ((isinstance(entry, Nominated), told) for _, entry, told in filling(record))
    else:
        steps = ((isinstance(move.action, Nominate), told) for _, move, told in replay(record))
    for nominated, told in steps:
        if nominated and view.board.round > 1:
            yield view.board.round - 2, belief
        belief.see(view.see(told))


class BeliefLine(Struct):
    """The belief after one round; games and rounds count from 0."""

    game: int
    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


def lines_of(record: Record | PaperGame, game: int = 0) -> Iterator[BeliefLine]:
    for round, belief in _passing(record, PUBLIC, damped()):
        yield BeliefLine(game, round, belief.fascist.tolist(), belief.hitler.tolist(), liberal_win(belief))
