"""Level `expert`: play as people do, pulled towards a trained deducer's choices by one number."""

import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from ..belief import Parameters
from ..belief.worlds import Floats
from ..rules import About, AnyEvent, Claim, Decision, Discard, Enact, Execute, Nominate, Party, Policy, Role, Seat, Sight, View, Vote
from ..rules.events import ElectionHeld
from . import liberal
from .bot import BALANCED, Personality
from .deducer import Deducer
from .expected_votes import ExpectedVotes
from .human_policy import subject
from .regular import CERTAIN, Regular
from .strategist import Strategist
from .temperament import Temperament
from .vote_evidence import VoteEvidence


class Readings(msgspec.Struct):
    mixture: Parameters
    """How each role behaves in games with many kinds of player."""
    studied: Parameters
    """How each role behaves in games of `expert`, as a student of it knows."""


class AdviserWeight(msgspec.Struct, frozen=True):
    """How much to prefer the adviser's choice to people's, in log odds."""

    vote: float = 0.0
    nominate: float = 0.0
    tiles: float = 0.0
    execute: float = 0.0
    powers: float = 0.0
    """All the others."""

    def towards(self, advice: Decision) -> float:
        fields = {Vote: self.vote, Nominate: self.nominate, Discard: self.tiles, Enact: self.tiles, Execute: self.execute}
        return fields.get(type(advice), self.powers)


LIBERAL = AdviserWeight(vote=3.3, nominate=3.3, execute=4.0, powers=4.0)
"""Everyone's, towards the choice of the liberal they are or claim to be."""
INTEREST = {Role.FASCIST: AdviserWeight(tiles=1.5, execute=4.0), Role.HITLER: AdviserWeight(execute=4.0)}
"""The fascists', towards their own interest: in few choices, because it gives them away."""
LATE_NOMINATION = 3.0
"""The same for nominations, once Hitler may win."""
AMONG_DEDUCERS = 6.0
"""The same for everything, among players who reason but read others like people: its ways tell them little."""
FASCIST_INTEREST = {6: 1.5}
"""By number of seats, how much more a fascist follows its interest, for the same reason as the noise."""
NOISE = {5: 0.72, 6: 0.87, 7: 0.33, 8: 0.73, 9: 0.25, 10: 0.25}
"""By number of seats, how much less everyone follows the liberal's choice, so that both sides win equally often."""
LIBERAL_NOISE = {10: 0.16}
"""By number of seats, how much less still the liberals follow it."""
ELECTS_HITLER = 2.0
"""The same for votes that may decide whether Hitler wins by his election."""
STORIES = 0.5
"""How often a fascist tells the adviser's story of what it saw instead of one that people tell."""
OPENING = 2
"""Everyone plays as people do until this many policies are enacted."""
DECISIVE, UNDECISIVE = 0.2, 0.3
"""The chance to decide from which a vote gets the full pull, and the share of the pull that's left for a vote that decides nothing."""


class Expert(Regular):
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        temperament: Temperament | None = None,
        strength: float = 1.0,
    ) -> None:
        """Play at a strength from 0 (the level `regular`) to 1."""
        super().__init__(view, rng, person, temperament)
        self._liberal = [Deducer(view, rng, person, readings().mixture)]
        self._fascist = [Strategist(view, rng, person, read_by=way) for way in (None, readings().studied)]
        """One for each way in which liberals read others."""
        self._expected = ExpectedVotes(self.people, view.board.seats)
        self.strength = strength

    def share(self, shared: dict[int, VoteEvidence]) -> None:
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
        """The adviser that reads others as this table's liberals seem to."""
        return self._advisers[int(np.argmax(self._ways))]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        """Lean as people do, and towards the adviser's choice; fascists act like the liberal they claim to be."""
        human, role = super().leaning(options), self.view.role
        if role is None:
            return human
        if isinstance(options[0], Vote):
            self._foresee()
        leaning = human if isinstance(options[0], Discard | Enact) else self._as_liberal(human, options)
        if role is not Role.LIBERAL and not self._opening:
            leaning = leaning + self._interest(role, options)
        return human + self.strength * (leaning - human)

    @property
    def _opening(self) -> bool:
        return self.view.board.liberal + self.view.board.fascist < OPENING and self._among_reasoners < 0.5

    def _as_liberal(self, human: Floats, options: Sequence[Decision]) -> Floats:
        told, claimed = self.told_belief, self.adviser.claimed_view
        if told is not self.own:
            human = self.as_person(told, options)
        if self._opening:
            return human
        belief = self.adviser.own if claimed is None else claimed.belief
        choice = liberal.decide(belief.view, belief, self.rng, self.person)
        if isinstance(choice, Execute) and self.own.fascist[choice.seat] < CERTAIN < max(
            self.own.fascist[subject(each)] for each in options
        ):
            return human  # people shoot the fascist they know rather than the one who may be Hitler
        seats = self.view.board.seats
        noise = NOISE.get(seats, 0.0) + (LIBERAL_NOISE.get(seats, 0.0) if self.view.role is Role.LIBERAL else 0.0)
        pull = LIBERAL.towards(choice) * (1 - noise)
        if isinstance(choice, Vote):
            pull *= UNDECISIVE + (1 - UNDECISIVE) * self._decisive
        return human + pull * _choosing(choice, options)

    def _interest(self, role: Role, options: Sequence[Decision]) -> Floats:
        advice = self.adviser.decide()
        pull = FASCIST_INTEREST.get(self.view.board.seats, 0.0) + AMONG_DEDUCERS * self._among_deducers
        match advice:
            case Vote() if self.elects_hitler:
                return ELECTS_HITLER * self._decisive * _choosing(Vote(True), options)
            case Vote():
                pull *= 0 if role is Role.HITLER else self._decisive  # because Hitler votes with the liberals
            case Nominate() if self.view.hitler_can_win:
                pull += LATE_NOMINATION
            case _:
                pull += INTEREST[role].towards(advice)
        return pull * _choosing(advice, options)

    @property
    def _ways(self) -> Floats:
        """The chance that the others, except comrades, vote by reason in each way; 0 for liberals, who have nothing to hide."""
        return self._expected.ways(self._liberals)

    @property
    def _among_reasoners(self) -> float:
        return float(self._ways.sum())

    @property
    def _among_deducers(self) -> float:
        """The same chance, unless they've studied bots."""
        return self._among_reasoners if np.argmax(self._ways) == 0 else 0.0

    @property
    def _liberals(self) -> list[Seat]:
        """The players from whom there's something to hide, as far as I know."""
        if self.view.role is Role.LIBERAL:
            return []
        return [seat for seat in self.view.board.alive if self.view.parties.get(seat) is not Party.FASCIST]

    @property
    def _decisive(self) -> float:
        """How far my vote decides, from 0 to 1."""
        board = self.view.board
        return min(1.0, self._expected.deciding(self.view, self._liberals, self._with_us(board.president, board.chancellor)) / DECISIVE)

    def _foresee(self) -> None:
        self._expected.foresee([adviser.vote_evidence for adviser in self._advisers])

    def _with_us(self, *government: Seat | None) -> bool:
        return any(seat is not None and self.view.parties.get(seat) is Party.FASCIST for seat in government)

    def claim(self, sight: Sight) -> Claim | None:
        """Claim as people do, or tell the adviser's story; among reasoners, perhaps blame a burned tile on the chancellor."""
        if self.view.role is Role.LIBERAL:
            return super().claim(sight)
        round = self.view.rounds[sight.round - 1]
        thrown = sight.about is About.PRESIDENT_HAND and Policy.LIBERAL in (round.president_discard or ())
        # The chancellor, who isn't one of ours, may as well have thrown that tile.
        may_blame = thrown and round.enacted is Policy.FASCIST and not self._with_us(round.chancellor)
        if may_blame and self.rng.random() < self.strength * self._among_reasoners:
            return liberal.truth(self.view, sight)
        if self.rng.random() < self.strength * max(STORIES, self._among_deducers):
            return self.adviser.story(sight)
        return super().claim(sight)


def _choosing(choice: Decision, options: Sequence[Decision]) -> Floats:
    """Return 1 for the chosen option; for a vote, only about ja, return -1 if it's nein."""
    chosen = np.array([option == choice for option in options], dtype=float)
    return 2 * chosen - 1 if isinstance(choice, Vote) else chosen


@cache
def readings() -> Readings:
    return msgspec.json.decode(files(__package__).joinpath("expert.json").read_bytes(), type=Readings)
