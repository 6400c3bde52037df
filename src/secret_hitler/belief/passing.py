"""The belief as a recorded game passes: after every round but the last."""

from collections.abc import Iterator

from ..records import Record, replay
from ..rules import PUBLIC, Nominate, Onlooker, onlooking
from .belief import Belief
from .figures import Figures


def after_rounds(record: Record, onlooker: Onlooker = PUBLIC, figures: Figures | None = None) -> Iterator[tuple[int, Belief]]:
    """Rounds count from 0; a round ends, talk included, when the next president names a chancellor. The belief is one and the same."""
    view = onlooking(record.rules, record.seats, onlooker)
    belief = Belief(view, figures)
    for _, move, told in replay(record):
        if isinstance(move.action, Nominate) and view.board.round > 1:
            yield view.board.round - 2, belief
        belief.see(view.see(told))
