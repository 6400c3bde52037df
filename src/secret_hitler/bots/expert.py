"""Level `expert`: plays as people do, drawn towards what a deducer would do; how strongly is one number."""

import random
from collections.abc import Sequence

import numpy as np

from ..belief.worlds import Floats
from ..rules import AnyEvent, Decision, Role, View, Vote
from .deducer import Deducer
from .people import People
from .personality import BALANCED, Personality
from .regular import Regular
from .strategist import Strategist
from .vote_evidence import Shared

SHARPNESS = 2.5
"""How much the deducer's choice is preferred, in logarithms of odds; 0 is `regular`."""
OPENING = 2
"""Until so many policies lie on the table everybody plays as people do."""


class Expert(Regular):
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        people: People | None = None,
        sharpness: float = SHARPNESS,
    ) -> None:
        super().__init__(view, rng, person, people)
        self._advisers = {Role.LIBERAL: Deducer(view, rng, person), Role.FASCIST: Strategist(view, rng, person)}
        self.sharpness = sharpness

    def share(self, shared: dict[int, Shared]) -> None:
        for adviser in self._advisers.values():
            adviser.share(shared)

    def see(self, events: list[AnyEvent]) -> None:
        super().see(events)
        self.adviser.see(events)

    @property
    def adviser(self) -> Deducer:
        return self._advisers[Role.LIBERAL if self.view.role is Role.LIBERAL else Role.FASCIST]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        board = self.view.board
        human = super().leaning(options)
        if board.liberal + board.fascist < OPENING:
            return human
        advice = self.adviser.decide()
        if isinstance(advice, Vote):
            return human + self.sharpness * (1 if advice.ja else -1)
        return human + self.sharpness * np.array([option == advice for option in options])
