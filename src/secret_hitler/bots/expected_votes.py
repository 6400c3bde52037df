"""Expected votes: how each seat is likely to vote, as people do or by reason, and which of the two its votes have followed so far."""

from math import exp

import numpy as np
from msgspec import Struct

from ..belief.worlds import Floats
from ..rules import Seat, View
from ..rules.events import ElectionHeld
from .audience import ballots
from .people import People
from .vote_evidence import Conduct, Follower

REASONERS = -2.0
"""Logarithm of the odds that a table votes by reason, before its first vote."""
SHARPER = 3
"""How much more sharply a reasoner's vote follows what a government is worth than conduct takes it to."""
ERRING = 0.04
"""How often a reasoner votes otherwise than foreseen."""


class Foreseen(Struct):
    """For each seat, the chance that it votes ja on one government, taken for a liberal."""

    round: int
    by_reason: Floats
    by_people: Floats


class ExpectedVotes:
    """Everything it knows is public."""

    def __init__(self, people: People, seats: int) -> None:
        self._people = people
        self._foreseen: Foreseen | None = None
        self._reasoning = np.zeros(seats)
        """For each seat, how much likelier its votes are by reason than as people vote, as a logarithm."""

    def reasoning(self, seats: list[Seat]) -> float:
        """The chance that these seats vote by reason, and not as people do."""
        return 1 / (1 + exp(-max(-30.0, min(30.0, REASONERS + float(self._reasoning[seats].sum())))))

    def foresee(self, conduct: Conduct | Follower) -> None:
        """The votes on the government that is now proposed, once."""
        view, reasoned = conduct.public.view, conduct.reasoned_ja
        if reasoned is None or (self._foreseen is not None and self._foreseen.round == view.board.round):
            return
        ja, nein = reasoned**SHARPER, (1 - reasoned) ** SHARPER
        by_reason: Floats = ERRING + (1 - 2 * ERRING) * ja / (ja + nein)
        self._foreseen = Foreseen(view.board.round, by_reason, conduct.people_ja(self._people))

    def see(self, event: ElectionHeld) -> None:
        """Whether the votes were those of reasoners or of people, where they had been foreseen."""
        foreseen, self._foreseen = self._foreseen, None
        for seat, ja in enumerate(() if foreseen is None else event.ballots):
            if foreseen is not None and ja is not None:
                reason, people = foreseen.by_reason[seat], foreseen.by_people[seat]
                self._reasoning[seat] += np.log(reason / people if ja else (1 - reason) / (1 - people))

    def deciding(self, view: View, reasoning: float) -> float:
        """The chance that the onlooker's vote decides, at a table that votes by reason with this chance."""
        if self._foreseen is None:
            return 1.0
        voters = view.board.alive
        others = [seat for seat in voters if seat != view.onlooker]
        ja: Floats = reasoning * self._foreseen.by_reason + (1 - reasoning) * self._foreseen.by_people
        return float(ballots(ja[others])[len(voters) // 2])
