"""VoteForecast: what each seat would believe if it were liberal and had seen what it says; by it a fascist counts votes before it acts."""

from functools import cached_property

import numpy as np

from ..belief import Parameters
from ..belief.worlds import Floats
from ..rules import AnyEvent, Seat, View
from .claimed_view import ClaimedView, Evidence
from .governments import Governments

SHARP = 60.0
"""How closely votes follow what a government is thought to be worth."""


class VoteForecast:
    """Everything it knows is public, and it is asked seldom: it catches up when it is."""

    def __init__(self, view: View, parameters: Parameters | None) -> None:
        self._view, self._parameters = view, parameters
        self._untold: list[tuple[list[AnyEvent], Evidence]] = []
        self._ja: dict[Seat, Floats] = {}

    def see(self, events: list[AnyEvent], found: Evidence) -> None:
        self._untold.append((events, found))
        self._ja.clear()

    @cached_property
    def _claimed_views(self) -> list[ClaimedView]:
        return [ClaimedView(self._view, Seat(seat), self._parameters) for seat in range(self._view.board.seats)]

    def seats(self) -> list[ClaimedView]:
        for events, found in self._untold:
            for claimed in self._claimed_views:
                claimed.see(events)
                claimed.weigh(found)
        self._untold.clear()
        return self._claimed_views

    def ja(self, president: Seat) -> Floats:
        """The chance that each seat (row), if it speaks the truth, votes for each chancellor (column) under this president."""
        if president not in self._ja:
            tables = [Governments(claimed.belief.view, claimed.belief) for claimed in self.seats()]
            margins = np.array([(table.table[president] - table.if_rejected) / table.stakes for table in tables])
            self._ja[president] = 1 / (1 + np.exp(-np.clip(SHARP * margins, -30, 30)))
        return self._ja[president]


def ballots(chances: Floats) -> Floats:
    """The chance of each number of ja votes."""
    counts = np.array([1.0])
    for ja in chances:
        counts = np.convolve(counts, [1 - ja, ja])
    return counts
