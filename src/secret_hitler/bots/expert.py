"""Level `expert`: plays as people do, drawn towards what a schooled deducer would do; how strongly is one number."""

import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import inf

import msgspec
import numpy as np
from msgspec import Struct

from ..belief import Parameters
from ..belief.worlds import Floats
from ..rules import AnyEvent, Decision, Discard, Enact, Nominate, Party, Role, Seat, View, Vote
from ..rules.actions import Claim
from ..rules.board import Sight
from ..rules.events import ElectionHeld
from .deducer import Deducer
from .expected_votes import ExpectedVotes, VoteOdds
from .liberal import approves
from .people import People
from .personality import BALANCED, Personality
from .regular import Regular
from .strategist import Strategist
from .vote_evidence import Shared


class Pull(Struct, frozen=True):
    """How much the adviser's choice is preferred to people's, in logarithms of odds."""

    vote: float
    nominate: float
    tiles: float
    powers: float = 2.5
    decisive: float = 0.4
    """The chance to decide from which on a vote is pulled in full: the others are cast as people cast them, and tell nothing."""
    foregone: float = 0.0
    """The part of the pull that is left on a vote that decides nothing."""

    def towards(self, advice: Decision) -> float:
        match advice:
            case Vote():
                return self.vote
            case Nominate():
                return self.nominate
            case Discard() | Enact():
                return self.tiles
            case _:
                return self.powers

    def weight(self, deciding: float) -> float:
        """Of a vote, by the chance that it decides."""
        return self.foregone + (1 - self.foregone) * min(1.0, deciding / self.decisive)


PULLS = {
    Role.LIBERAL: Pull(vote=2.2, nominate=2.2, tiles=2.5, decisive=0.2, foregone=0.3),
    Role.FASCIST: Pull(vote=2.7, nominate=5.0, tiles=1.5, powers=5.0),
    Role.HITLER: Pull(vote=0.0, nominate=5.0, tiles=0.0, powers=5.0, decisive=inf),
}
"""Less for votes and tiles, which give a fascist away; none for those of Hitler, who votes with the crowd."""
TILT = {5: 0.3, 6: 0.8, 8: 0.45, 10: 0.1}
"""By number of seats, how much more fascists keep to their adviser and how much less liberals do, so that both sides win alike."""
STORIES = 0.5
"""How often a fascist tells the adviser's story of what it saw, and not one as people tell."""
OPENING = 2
"""Until so many policies lie on the table everybody plays as people do."""
AMONG_REASONERS = 4.0
"""How much more a fascist keeps to its adviser among liberals who vote by reason: there, whoever votes as people do stands out."""

CROWD = 2.0
"""How much a fascist leans to the side that is likely to win a vote which it does not decide."""


class Expert(Regular):
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        people: People | None = None,
        strength: float = 1.0,
    ) -> None:
        """A strength of 0 is `regular`, and all between are levels of their own."""
        super().__init__(view, rng, person, people)
        self._advisers = {Role.LIBERAL: Deducer(view, rng, person, read_in_mixture()), Role.FASCIST: Strategist(view, rng, person)}
        self._expected = ExpectedVotes(self.people, view.board.seats)
        self.strength = strength

    def share(self, shared: dict[int, Shared]) -> None:
        for adviser in self._advisers.values():
            adviser.share(shared)

    def see(self, events: list[AnyEvent]) -> None:
        super().see(events)
        self.adviser.see(events)
        for event in events:
            if isinstance(event, ElectionHeld):
                self._expected.see(event, self._liberals, self._with_us(event.president, event.chancellor))

    @property
    def adviser(self) -> Deducer:
        return self._advisers[Role.LIBERAL if self.view.role is Role.LIBERAL else Role.FASCIST]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        board, role = self.view.board, self.view.role
        human = super().leaning(options)
        if role is None:
            return human
        if isinstance(options[0], Vote):
            self._expected.foresee(self.adviser.conduct)
        reasoned = self._among_reasoners()
        if board.liberal + board.fascist < OPENING and reasoned < 0.5:
            return human
        advice = self.adviser.decide()
        tilt = TILT.get(board.seats, 0.0)
        pull = PULLS[role].towards(advice) * (1 - tilt if role is Role.LIBERAL else 1 + tilt)
        pull = self.strength * (pull + AMONG_REASONERS * reasoned)
        if isinstance(advice, Vote):
            odds = self._odds(reasoned)
            weight = PULLS[role].weight(odds.deciding)
            return self._unremarkable(human, reasoned, weight, odds.passing) + pull * weight * (1 if advice.ja else -1)
        return human + pull * np.array([option == advice for option in options])

    def _unremarkable(self, human: Floats, reasoned: float, weight: float, passing: float) -> Floats:
        """With something to hide: among reasoners, the vote of the liberal I say I am; the less it decides, the more that of the crowd."""
        cover = self.adviser.cover
        if cover is None:
            return human
        claimed = AMONG_REASONERS * reasoned * (1 if approves(self.view, cover.belief, self.person) else -1) if reasoned else 0.0
        return human + self.strength * (claimed + CROWD * (1 - weight) * (2 * passing - 1))

    def _among_reasoners(self) -> float:
        """How surely the others, comrades left out, vote by reason and not as people do; liberals have nothing to hide from them."""
        return self._expected.reasoning(self._liberals) if self._liberals else 0.0

    @property
    def _liberals(self) -> list[Seat]:
        """Those from whom there is something to hide, as far as is known."""
        if self.view.role is Role.LIBERAL:
            return []
        return [seat for seat in self.view.board.alive if self.view.parties.get(seat) is not Party.FASCIST]

    def _odds(self, reasoned: float) -> VoteOdds:
        board = self.view.board
        return self._expected.odds(self.view, reasoned, self._with_us(board.president, board.chancellor))

    def _with_us(self, *government: Seat | None) -> bool:
        return any(seat is not None and self.view.parties.get(seat) is Party.FASCIST for seat in government)

    def claim(self, sight: Sight) -> Claim | None:
        if self.view.role is not Role.LIBERAL and self.rng.random() < self.strength * max(STORIES, self._among_reasoners()):
            return self.adviser.story(sight)
        return super().claim(sight)


@cache
def read_in_mixture() -> Parameters:
    """How each role behaves in games of many kinds of player."""
    return msgspec.json.decode(files(__package__).joinpath("expert.json").read_bytes(), type=Parameters)
