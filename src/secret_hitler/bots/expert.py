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


class Readings(Struct):
    """Ways to read others, learned from games between bots."""

    mixture: Parameters
    """How each role behaves in games of many kinds of player."""
    studied: Parameters
    """How each role behaves in games of `expert`, as whoever has studied it knows."""


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
    Role.LIBERAL: Pull(vote=3.3, nominate=3.3, tiles=2.5, powers=4.0, decisive=0.2, foregone=0.3),
    Role.FASCIST: Pull(vote=2.7, nominate=5.0, tiles=1.5, powers=5.0),
    Role.HITLER: Pull(vote=0.0, nominate=5.0, tiles=0.0, powers=5.0, decisive=inf),
}
"""Less for votes and tiles, which give a fascist away; none for those of Hitler, who votes with the crowd."""
TILT = {5: 0.55, 6: 0.85, 7: 0.1, 8: 0.6, 10: 0.4}
"""By number of seats, how much more fascists keep to their adviser and how much less liberals do, so that both sides win alike."""
STORIES = 0.5
"""How often a fascist tells the adviser's story of what it saw, and not one as people tell."""
OPENING = 2
"""Until so many policies lie on the table everybody plays as people do."""
CLAIMED = 6.0
"""How much a fascist votes as the liberal it says it is among liberals who vote by reason: there, whoever votes as people do stands out."""
IMITATED = 0.5
"""How much of the pull on a liberal's votes is on those of a fascist that decide nothing; in office all of it is."""
CROWD = 1.0
"""How much a fascist leans to the side that is likely to win a vote which it does not decide."""
AMONG_DEDUCERS = 4.0
"""How much more a fascist keeps to its adviser among those who reason, but read others as people are read: its ways tell them little."""


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
        self._liberal = [Deducer(view, rng, person, readings().mixture)]
        self._fascist = [Strategist(view, rng, person, read_by=way) for way in (None, readings().studied)]
        """One for each way in which liberals may read others."""
        self._expected = ExpectedVotes(self.people, view.board.seats)
        self.strength = strength

    def share(self, shared: dict[int, Shared]) -> None:
        for adviser in (*self._liberal, *self._fascist):
            adviser.share(shared)

    def see(self, events: list[AnyEvent]) -> None:
        super().see(events)
        for adviser in self._advisers:
            adviser.see(events)
        for event in events:
            if isinstance(event, ElectionHeld):
                self._expected.see(event, self._liberals, self._with_us(event.president, event.chancellor))

    @property
    def _advisers(self) -> Sequence[Deducer]:
        return self._liberal if self.view.role is Role.LIBERAL else self._fascist

    @property
    def adviser(self) -> Deducer:
        """A fascist asks the one who reads as the liberals of this table seem to."""
        return self._advisers[int(np.argmax(self._ways))]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        board, role = self.view.board, self.view.role
        human = super().leaning(options)
        if role is None:
            return human
        if isinstance(options[0], Vote):
            self._expected.foresee([adviser.conduct for adviser in self._advisers])
        if board.liberal + board.fascist < OPENING and self._among_reasoners < 0.5:
            return human
        advice = self.adviser.decide()
        tilt = TILT.get(board.seats, 0.0)
        pull = PULLS[role].towards(advice) * (1 - tilt if role is Role.LIBERAL else 1 + tilt)
        pull += AMONG_DEDUCERS * self._among_deducers
        if isinstance(advice, Vote):
            return human + self.strength * self._towards(advice, pull)
        return human + self.strength * pull * np.array([option == advice for option in options])

    def _towards(self, advice: Vote, pull: float) -> float:
        """How much a vote is drawn to ja. With something to hide: among reasoners, to the vote of the liberal I say I am;
        the less it decides, the more to that of the crowd; but neither draws anybody against a government of their own."""
        assert self.view.role is not None
        odds, cover, liberal = self._odds(), self.adviser.cover, PULLS[Role.LIBERAL]
        weight = PULLS[self.view.role].weight(odds.deciding)
        advised = pull * weight * (1 if advice.ja else -1)
        if cover is None:
            return advised
        in_office = self.view.onlooker in (self.view.board.president, self.view.board.chancellor)
        imitated = liberal.vote * liberal.weight(odds.deciding) * (1 if in_office else IMITATED * (1 - weight))
        claimed = (imitated + CLAIMED * self._among_reasoners) * (1 if approves(self.view, cover.belief, self.person) else -1)
        if in_office:
            return claimed + max(0.0, advised)
        return claimed + advised + CROWD * (1 - weight) * (2 * odds.passing - 1)

    @property
    def _ways(self) -> Floats:
        """How surely the others, comrades left out, vote by reason in each of the ways; liberals have nothing to hide from them."""
        return self._expected.ways(self._liberals)

    @property
    def _among_reasoners(self) -> float:
        return float(self._ways.sum())

    @property
    def _among_deducers(self) -> float:
        """Not among those who have studied bots."""
        return self._among_reasoners if np.argmax(self._ways) == 0 else 0.0

    @property
    def _liberals(self) -> list[Seat]:
        """Those from whom there is something to hide, as far as is known."""
        if self.view.role is Role.LIBERAL:
            return []
        return [seat for seat in self.view.board.alive if self.view.parties.get(seat) is not Party.FASCIST]

    def _odds(self) -> VoteOdds:
        board = self.view.board
        return self._expected.odds(self.view, self._liberals, self._with_us(board.president, board.chancellor))

    def _with_us(self, *government: Seat | None) -> bool:
        return any(seat is not None and self.view.parties.get(seat) is Party.FASCIST for seat in government)

    def claim(self, sight: Sight) -> Claim | None:
        if self.view.role is not Role.LIBERAL and self.rng.random() < self.strength * max(STORIES, self._among_deducers):
            return self.adviser.story(sight)
        return super().claim(sight)


@cache
def readings() -> Readings:
    return msgspec.json.decode(files(__package__).joinpath("expert.json").read_bytes(), type=Readings)
