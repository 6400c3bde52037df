"""Expected votes: how likely each seat is to vote ja, as people do or by reason, judged by its votes so far."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from ..belief.worlds import Floats
from ..rules import Seat, View
from ..rules.events import ElectionHeld
from .human_policy import HumanPolicy
from .vote_evidence import VoteEvidence, ballots

REASONERS = np.array([-2.7, -4.7])
"""The log odds, before the first vote, that a table votes by reason: reading others like people, or like a student of bots."""
WAYS = len(REASONERS)
SHARPER = 3
"""How much more sharply a reasoner's vote follows a government's worth than the evidence assumes."""
LEARNING = 0.4
"""How much one election says about what this table's liberals see and the public doesn't."""
ERRING = 0.04
"""How often a reasoner's vote surprises."""


class Foreseen(Struct):
    """For each seat, the chance that it votes ja on one government if it's a liberal."""

    round: int
    by_reason: Floats
    """A row for each way to read others, or one for all."""
    by_people: Floats


class ExpectedVotes:
    """It sees public events, and is told only which governments include one of the onlooker's comrades."""

    def __init__(self, people: HumanPolicy, seats: int) -> None:
        self._people = people
        self.foreseen: Foreseen | None = None
        self._reasoning = np.zeros((WAYS, seats))
        """For each way to read others and each seat, the log of how much likelier its votes are by reason than from people."""
        self._surprise = {False: 0.0, True: 0.0}
        """How much more often than expected liberals vote ja, for governments with a comrade and for others."""

    def ways(self, seats: list[Seat]) -> Floats:
        """Return the chance that these seats vote by reason, for each way to read others."""
        if not seats:
            return np.zeros(WAYS)
        odds = np.exp(np.clip(REASONERS + self._reasoning[:, seats].sum(axis=1), -30, 30))
        chances: Floats = odds / (1 + odds.sum())
        return chances

    def foresee(self, evidence: Sequence[VoteEvidence]) -> None:
        """Predict the votes on the proposed government, once."""
        view, foreseen = evidence[0].public.view, [each.reasoned_ja for each in evidence]
        if foreseen[0] is None or (self.foreseen is not None and self.foreseen.round == view.board.round):
            return
        reasoned = np.array(foreseen)
        ja, nein = reasoned**SHARPER, (1 - reasoned) ** SHARPER
        by_reason: Floats = ERRING + (1 - 2 * ERRING) * ja / (ja + nein)
        self.foreseen = Foreseen(view.board.round, by_reason, evidence[0].people_ja(self._people))

    def see(self, event: ElectionHeld, liberals: list[Seat], ours: bool) -> None:
        """Compare the votes with those expected of reasoners and of people, and note how far off these liberals' were."""
        foreseen, self.foreseen = self.foreseen, None
        if foreseen is None:
            return
        if cast := [seat for seat in liberals if event.ballots[seat] is not None]:
            expected = self.expected(foreseen, liberals, ours)
            self._surprise[ours] += LEARNING * float(np.mean([bool(event.ballots[seat]) - expected[seat] for seat in cast]))
        for seat, ja in enumerate(event.ballots):
            if ja is not None:
                reason, people = foreseen.by_reason[:, seat], foreseen.by_people[seat]
                self._reasoning[:, seat] += np.log(reason / people if ja else (1 - reason) / (1 - people))

    def deciding(self, view: View, liberals: list[Seat], ours: bool) -> float:
        if self.foreseen is None:
            return 1.0
        others = [seat for seat in view.board.alive if seat != view.onlooker]
        counts = ballots(self.expected(self.foreseen, liberals, ours)[others])
        return float(counts[len(view.board.alive) // 2])

    def expected(self, foreseen: Foreseen, liberals: list[Seat], ours: bool) -> Floats:
        ways = self.ways(liberals)[:, None]
        ja: Floats = (ways * foreseen.by_reason).sum(axis=0) + (1 - ways.sum()) * foreseen.by_people
        return np.clip(ja + self._surprise[ours], ERRING, 1 - ERRING)
