"""Hearing: what calls before a vote are worth, by who makes them, and what votes and calls say of players who know their side."""

from collections import Counter

import numpy as np

from ..belief import Belief
from ..belief.worlds import FASCIST, HITLER, Floats
from ..rules import Seat
from ..rules.events import ElectionHeld
from .bot import Talk
from .vote_evidence import Evidence

CALLS = {"call-ja": True, "call-nein": False, "phrase-nein": False}
"""How the codes begin with which bots and people call for ja or nein."""
CALL_WEIGHT = 0.5
"""How much a surprising call by a player who is surely liberal moves a vote. Among people, `lab.studies.appeals` finds
.26 ± .03 for all callers: .39 for those taken for liberals, .18 for those taken for fascists."""
PARTISANS = 0.05
"""How many fascists vote and call by side alone."""
KEEPING = 0.95
"""How often these do it."""
NAYSAYERS = 0.09, 0.03
"""How many fascists and how many liberals call for nein alone, and for that again and again."""
NEIN_CALLS = 0.4
"""How many of the others' calls are for nein."""


class Hearing:
    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self.calls: dict[Seat, bool] = {}
        """Who called for ja or nein before the open vote."""
        self._called: Counter[tuple[Seat, bool]] = Counter()
        worlds = belief.worlds
        self._know_their_side = (worlds.roles == FASCIST) | ((worlds.roles == HITLER) & belief.hitler_knows)
        self._by_side = np.zeros(worlds.roles.shape)
        """For each world and seat, the log of how much likelier its votes and calls are from one who goes by side."""

    def hear(self, seat: Seat, talk: Talk) -> None:
        called = next((ja for code, ja in CALLS.items() if talk.code.startswith(code)), None)
        if called is not None:
            self.calls.setdefault(seat, called)

    def sway(self, expected: float, me: Seat) -> float:
        """Return how much the calls move a vote: surprising ones, early ones, and those of trusted players who say now this, now that."""
        return sum(
            self._weight(seat, ja) / place * (ja - expected)
            for place, (seat, ja) in enumerate(((seat, ja) for seat, ja in self.calls.items() if seat != me), start=1)
        )

    def _weight(self, seat: Seat, ja: bool) -> float:
        trust = 1 - float(self._belief.fascist[seat])
        total = self._called[seat, True] + self._called[seat, False]
        surprise = 2 * (1 - (self._called[seat, ja] + 1) / (total + 2))
        return CALL_WEIGHT * trust * surprise

    def vote(self, event: ElectionHeld) -> Evidence:
        """Weigh what everybody's votes, and calls before, say of who knows a side: a call tells more than joining all the others."""
        cast = [(Seat(seat), ja) for seat, ja in enumerate(event.ballots) if ja is not None]
        in_favour = sum(ja for _, ja in cast)
        fascist = self._belief.worlds.fascist > 0
        ours = fascist[:, event.president] | fascist[:, event.chancellor]
        found = []
        for seat, ja in cast:
            word = self.calls.get(seat)
            others = (in_favour - ja + 1) / (len(cast) + 1)
            usual = (others if ja else 1 - others) if word is None else 0.5
            before = self._suspicion(seat)
            if word is not None:
                self._called[seat, word] += 1
            self._by_side[:, seat] += np.log(np.where(ours == (ja if word is None else word), KEEPING, 1 - KEEPING) / usual)
            found.append((seat, self._suspicion(seat) - before))
        self.calls = {}
        return found

    def _suspicion(self, seat: Seat) -> Floats:
        """Return the log of how much likelier all of its votes and calls are from a fascist, world by world."""
        by_side = np.log(1 - PARTISANS + PARTISANS * np.exp(self._by_side[:, seat]))
        steady = 0.0 if self._called[seat, True] else NEIN_CALLS ** -self._called[seat, False]
        fascist, liberal = (1 - share + share * steady for share in NAYSAYERS)
        likelier: Floats = self._know_their_side[:, seat] * by_side + self._belief.worlds.fascist[:, seat] * np.log(fascist / liberal)
        return likelier
