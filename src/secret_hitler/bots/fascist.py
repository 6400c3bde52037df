"""How a deducing fascist decides: by what the public will believe of it; Hitler plays the trustworthy liberal."""

import random
import warnings
from math import exp

from msgspec import Struct

from ..belief import Belief
from ..rules import View
from ..rules.actions import Claim, ClaimParty, ClaimTiles, Discard, Enact, Nominate, Veto, Vote
from ..rules.board import Sight
from ..rules.claims import Round
from ..rules.powers import CallSpecialElection, Decision, Execute, Investigate, Unconsidered
from ..rules.vocabulary import About, Party, Policy, Role, Seat
from .blunders import sensible
from .bot import Personality
from .governments import Governments
from .liberal import approves, truth


class FascistWeights(Struct, frozen=True, kw_only=True):
    """The numbers of a fascist's judgement."""

    cover: float = 0.15
    """What being trusted is worth to a fascist, in chance to win."""
    hitler_cover: float = 0.8
    conflict: float = 1.3
    """How much dearer a lie is that another player can contradict."""
    steadiness: float = 25.0
    comrade: float = 0.3
    """Chance to prefer a comrade when naming a chancellor; always would give both away."""
    fellowship: float = 0.02
    """How much a comrade in office is then worth."""
    hitler_bonus: float = 0.25
    """How much Hitler as chancellor is worth once that wins, if the table may elect him."""
    defiance: int = 6
    """Fascist policies from which on votes follow the team's interest: for comrades, against all others."""
    accuse: float = 0.6
    """Chance to call an investigated liberal a fascist."""


DEDUCER_WEIGHTS = FascistWeights()


class Fascist:
    """A fascist's or Hitler's mind over three beliefs: its own, the public's, and that of the liberal it pretends to be."""

    def __init__(
        self,
        view: View,
        own: Belief,
        public: Belief,
        claimed: Belief,
        rng: random.Random,
        person: Personality,
        weights: FascistWeights = DEDUCER_WEIGHTS,
    ) -> None:
        self.view, self.own, self.public, self.claimed = view, own, public, claimed
        self.rng, self.person, self.weights = rng, person, weights

    @property
    def hitler(self) -> bool:
        return self.view.role is Role.HITLER

    def comrade(self, seat: Seat) -> bool:
        return seat == self.view.me or self.view.parties.get(seat) is Party.FASCIST

    def decide(self) -> Decision:
        actions = sensible(self.view)
        self.rng.shuffle(actions)
        match actions[0]:
            case Nominate():
                governments = Governments(self.view, self.claimed)
                bonus = self.weights.fellowship if self.rng.random() < self.weights.comrade else 0.0
                return max(actions, key=lambda action: self._as_chancellor(governments, action, bonus))
            case Vote():
                return Vote(self._votes_ja()) if len(actions) > 1 else actions[0]
            case Discard():
                return self._discard(actions)
            case Enact():
                return self._enact(actions)
            case Veto():
                return Veto(self._wants_veto()) if len(actions) > 1 else actions[0]
            case Investigate() | Execute():
                return max(actions, key=lambda action: self._as_victim(action))
            case CallSpecialElection():
                return max(actions, key=lambda action: self._as_president(action))
            case other:
                warnings.warn(f"a deducing fascist has not considered {other}", Unconsidered, stacklevel=2)
                return other

    # Elections

    def _as_chancellor(self, governments: Governments, action: Decision, bonus: float) -> float:
        assert isinstance(action, Nominate)
        seat = action.chancellor
        trusted = float(governments.table[self.view.me, seat])
        if not self.comrade(seat) or self.hitler:
            return trusted
        electable = bool(trusted >= governments.if_rejected)
        if self.view.hitler_can_win and self.view.roles.get(seat) is Role.HITLER:
            return trusted + self.weights.hitler_bonus * electable
        return trusted + bonus * electable

    def _votes_ja(self) -> bool:
        view, board = self.view, self.view.board
        president, chancellor = board.government
        if view.hitler_can_win and self.hitler:
            return chancellor == self.view.me or approves(view, self.claimed, self.person)
        ours = self.comrade(president) or self.comrade(chancellor)
        if not ours and board.liberal + 1 >= view.rules.liberal_goal and not self.hitler:
            return False
        if board.fascist >= self.weights.defiance and not self.hitler:
            return ours
        return approves(view, self.claimed, self.person)

    # Tiles

    def _discard(self, actions: list[Decision]) -> Decision:
        hand = self.view.hand or ()
        if len(set(hand)) == 1 or len(actions) == 1:
            return actions[0]
        _, chancellor = self.view.board.government
        with_comrade = self.comrade(chancellor) and not self.hitler
        liberals = hand.count(Policy.LIBERAL)
        if liberals > 1:
            # One of each leaves the choice, and the blame, to the chancellor.
            return Discard(Policy.LIBERAL) if with_comrade or self.rng.random() < 0.5 else Discard(Policy.FASCIST)
        return Discard(Policy.LIBERAL if self._plays_fascist(1.0) else Policy.FASCIST)

    def _enact(self, actions: list[Decision]) -> Decision:
        if len(set(self.view.hand or ())) == 1 or len(actions) == 1:
            return actions[0]
        president, _ = self.view.board.government
        covered = self.comrade(president) and not self.hitler
        return Enact(Policy.FASCIST if self._plays_fascist(1.0 if covered else self.weights.conflict) else Policy.LIBERAL)

    def _plays_fascist(self, blame: float) -> bool:
        """Weigh the policy against the trust it costs."""
        view, board = self.view, self.view.board
        governments = Governments(view, self.public)
        last_chance = board.liberal + 1 >= view.rules.liberal_goal or board.fascist + 1 >= view.rules.fascist_goal
        if last_chance:
            return True
        standing = max(0.0, 1 - float(governments.fascist[self.view.me]) * 1.3)
        cost = (self.weights.hitler_cover if self.hitler else self.weights.cover) * standing * blame
        odds = (governments.stakes + self.person.daring - cost) * self.weights.steadiness
        return self.rng.random() < 1 / (1 + exp(-odds))

    def _wants_veto(self) -> bool:
        hand = self.view.hand if self.view.hand is not None else self.view.rounds[-1].passed
        return hand is not None and Policy.FASCIST not in hand

    # Powers

    def _as_victim(self, action: Decision) -> float:
        """Prefer the liberal whom the public trusts most; a comrade only where it cannot hurt."""
        assert isinstance(action, Investigate | Execute)
        trusted = 1 - float(self.public.fascist[action.seat])
        if self.hitler:
            return 1 - float(self.own.fascist[action.seat])
        return trusted - 1 if self.comrade(action.seat) else trusted

    def _as_president(self, action: Decision) -> float:
        assert isinstance(action, CallSpecialElection)
        seat = action.president
        trusted = 1 - float(self.public.fascist[seat])
        ordinary = self.comrade(seat) and self.view.roles.get(seat) is Role.FASCIST and seat != self.view.me
        return trusted + (0.4 if ordinary else 0.0)

    # Talk

    def claim(self, sight: Sight) -> Claim:
        """Tell the truth, unless it would convict."""
        round = self.view.rounds[sight.round - 1]
        match sight.about:
            case About.PRESIDENT_HAND:
                return ClaimTiles(sight.about, sight.round, self._president_story(round))
            case About.CHANCELLOR_HAND:
                return ClaimTiles(sight.about, sight.round, self._chancellor_story(round))
            case About.PARTY:
                return self._party_story(sight, round)
            case _:
                return truth(self.view, sight)

    def _president_story(self, round: Round) -> tuple[Policy, ...] | None:
        hand, thrown = round.president_hand, round.president_discard
        if hand is None or thrown is None or Policy.LIBERAL not in thrown:
            return hand
        # A liberal tile went under the table: all thrown tiles were fascist, it is said.
        story = list(hand)
        story[story.index(Policy.LIBERAL)] = Policy.FASCIST
        told = tuple(sorted(story))
        return told if told.count(Policy.FASCIST) <= self.view.rules.fascist_tiles - round.fascist_before else hand

    def _chancellor_story(self, round: Round) -> tuple[Policy, ...] | None:
        hand = round.chancellor_hand
        if hand is None or round.enacted is not Policy.FASCIST or Policy.LIBERAL not in hand:
            return hand
        return (Policy.FASCIST,) * len(hand)

    def _party_story(self, sight: Sight, round: Round) -> Claim:
        if round.party is Party.FASCIST:
            return ClaimParty(sight.round, Party.LIBERAL)
        accuse = not self.hitler and self.rng.random() < self.weights.accuse
        return ClaimParty(sight.round, Party.FASCIST if accuse else Party.LIBERAL)
