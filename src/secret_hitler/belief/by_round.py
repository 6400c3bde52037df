"""The belief as a recorded game passes: after every round but the last."""

from collections.abc import Iterator

from ..paper.paper_game import Nominated, PaperGame
from ..paper.sheet import filling
from ..records import Record, replay
from ..rules import PUBLIC, AnyEvent, Nominate, Onlooker, onlooking
from .belief import Belief
from .parameters import Parameters


def after_rounds(
    record: Record | PaperGame, onlooker: Onlooker = PUBLIC, parameters: Parameters | None = None
) -> Iterator[tuple[int, Belief]]:
    """Rounds count from 0; a round ends, talk included, when the next president names a chancellor. The belief is one and the same."""
    view = onlooking(record.rules, record.seats, onlooker)
    belief = Belief(view, parameters)
    for nominated, told in _steps(record):
        if nominated and view.board.round > 1:
            yield view.board.round - 2, belief
        belief.see(view.see(told))


def _steps(record: Record | PaperGame) -> Iterator[tuple[bool, list[AnyEvent]]]:
    """Whether a chancellor was named, and what came of it."""
    if isinstance(record, PaperGame):
        yield from ((isinstance(entry, Nominated), told) for _, entry, told in filling(record))
    else:
        yield from ((isinstance(move.action, Nominate), told) for _, move, told in replay(record))
