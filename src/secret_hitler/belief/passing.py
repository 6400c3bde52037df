"""The belief as a recorded game passes: after every round but the last."""

from collections.abc import Iterator

from ..records import Paper, Record, replay
from ..records.paper import Nominated
from ..records.sheet import filling
from ..rules import PUBLIC, AnyEvent, Nominate, Onlooker, onlooking
from .belief import Belief
from .figures import Figures


def after_rounds(record: Record | Paper, onlooker: Onlooker = PUBLIC, figures: Figures | None = None) -> Iterator[tuple[int, Belief]]:
    """Rounds count from 0; a round ends, talk included, when the next president names a chancellor. The belief is one and the same."""
    view = onlooking(record.rules, record.seats, onlooker)
    belief = Belief(view, figures)
    for nominated, told in _steps(record):
        if nominated and view.board.round > 1:
            yield view.board.round - 2, belief
        belief.see(view.see(told))


def _steps(record: Record | Paper) -> Iterator[tuple[bool, list[AnyEvent]]]:
    """Whether a chancellor was named, and what came of it."""
    if isinstance(record, Paper):
        yield from ((isinstance(entry, Nominated), told) for _, entry, told in filling(record))
    else:
        yield from ((isinstance(move.action, Nominate), told) for _, move, told in replay(record))
