"""How a deducing fascist decides: by what the public will believe about it, with Hitler playing the trustworthy liberal."""

import random
import warnings
from math import exp

from msgspec import Struct

from ..belief import Belief
from ..rules import (
    About,
    Claim,
    ClaimParty,
    ClaimTiles,
    Discard,
    Enact,
    Nominate,
    Party,
    Policy,
    Role,
    Seat,
    Sight,
    UsePower,
    Veto,
    View,
    Vote,
)
from ..rules.claims import Round
from ..rules.powers import CallSpecialElection, Decision, Execute, Investigate, ShowParty, Unconsidered
from ..rules.vocabulary import without
from .blunders import sensible
from .bot import Personality
from .governments import Governments
from .liberal import approves, truth, wants_veto


class FascistWeights(Struct, frozen=True, kw_only=True):
    cover: float = 0.15
    """What trust is worth to a fascist, in chance to win."""
    hitler_cover: float = 0.8
    conflict: float = 1.3
    """How much more a lie costs that another player can contradict."""
    steadiness: float = 25.0
    comrade: float = 0.3
    """The chance to prefer a comrade as chancellor; always doing it would give both away."""
    fellowship: float = 0.02
    """What a comrade in office is then worth."""
    hitler_bonus: float = 0.25
    """What Hitler as chancellor is worth once that wins, if the table may elect him."""
    defiance: int = 6
    """From this many fascist policies on, vote for comrades and against everyone else."""
    accuse: float = 0.6
    """The chance to call an investigated liberal a fascist."""


DEDUCER_WEIGHTS = FascistWeights()


class Fascist:
    """The mind of a fascist or Hitler over three beliefs: its own, the public's, and that of the liberal it claims to be."""

    def __init__(
        self, view: View, own: Belief, public: Belief, claimed: Belief, rng: random.Random, person: Personality, weights: FascistWeights
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
                return Veto(wants_veto(self.view, Policy.FASCIST)) if len(actions) > 1 else actions[0]
            case Investigate() | Execute():
                return max(actions, key=self._as_victim)
            case CallSpecialElection():
                return max(actions, key=self._as_president)
            case ShowParty():
                return max(actions, key=self._as_witness)
            case UsePower():
                return actions[0]
            case other:
                warnings.warn(f"a deducing fascist has not considered {other}", Unconsidered, stacklevel=2)
                return other

    def _as_chancellor(self, governments: Governments, action: Decision, bonus: float) -> float:
        assert isinstance(action, Nominate)
        seat = action.chancellor
        trusted = float(governments.table[self.view.me, seat])
        if not self.comrade(seat) or self.hitler or trusted < governments.if_rejected:
            return trusted
        wins = self.view.hitler_can_win and self.view.roles.get(seat) is Role.HITLER
        return trusted + (self.weights.hitler_bonus if wins else bonus)

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

    def _discard(self, actions: list[Decision]) -> Decision:
        hand = self.view.hand or ()
        if len(set(hand)) == 1 or len(actions) == 1:
            return actions[0]
        _, chancellor = self.view.board.government
        with_comrade = self.comrade(chancellor) and not self.hitler
        liberals = hand.count(Policy.LIBERAL)
        # Of two liberal tiles, one of each leaves the choice, and the blame, to the chancellor.
        burns = with_comrade or self.rng.random() < 0.5 if liberals > 1 else self._plays_fascist(1.0)
        return Discard(Policy.LIBERAL if burns else Policy.FASCIST)

    def _enact(self, actions: list[Decision]) -> Decision:
        if len(set(self.view.hand or ())) == 1 or len(actions) == 1:
            return actions[0]
        president, _ = self.view.board.government
        covered = self.comrade(president) and not self.hitler
        return Enact(Policy.FASCIST if self._plays_fascist(1.0 if covered else self.weights.conflict) else Policy.LIBERAL)

    def _plays_fascist(self, blame: float) -> bool:
        board, rules = self.view.board, self.view.rules
        if board.liberal + 1 >= rules.liberal_goal or board.fascist + 1 >= rules.fascist_goal:
            return True
        governments = Governments(self.view, self.public)
        standing = max(0.0, 1 - float(governments.fascist[self.view.me]) * 1.3)
        cost = (self.weights.hitler_cover if self.hitler else self.weights.cover) * standing * blame
        odds = (governments.stakes + self.person.daring - cost) * self.weights.steadiness
        return self.rng.random() < 1 / (1 + exp(-odds))

    def _as_victim(self, action: Decision) -> float:
        """Prefer the liberal whom the public trusts most, and a comrade only if it can't hurt."""
        assert isinstance(action, Investigate | Execute)
        if self.hitler:
            return 1 - float(self.own.fascist[action.seat])
        return 1 - float(self.public.fascist[action.seat]) - self.comrade(action.seat)

    def _as_witness(self, action: Decision) -> float:
        """Prefer a comrade, and otherwise whoever the public would believe least."""
        assert isinstance(action, ShowParty)
        return float(self.public.fascist[action.seat]) + self.comrade(action.seat)

    def _as_president(self, action: Decision) -> float:
        assert isinstance(action, CallSpecialElection)
        seat = action.president
        trusted = 1 - float(self.public.fascist[seat])
        ordinary = self.comrade(seat) and self.view.roles.get(seat) is Role.FASCIST and seat != self.view.me
        return trusted + (0.4 if ordinary else 0.0)

    def claim(self, sight: Sight) -> Claim:
        """Tell the truth, unless it would convict."""
        round = self.view.rounds[sight.round - 1]
        match sight.about:
            case About.PRESIDENT_HAND:
                return ClaimTiles(sight.about, sight.round, self._president_story(round))
            case About.CHANCELLOR_HAND if round.enacted is Policy.FASCIST and round.chancellor_hand is not None:
                return ClaimTiles(sight.about, sight.round, (Policy.FASCIST,) * len(round.chancellor_hand))
            case About.PARTY:
                accuse = round.party is not Party.FASCIST and not self.hitler and self.rng.random() < self.weights.accuse
                return ClaimParty(sight.round, Party.FASCIST if accuse else Party.LIBERAL)
            case _:
                return truth(self.view, sight)

    def _president_story(self, round: Round) -> tuple[Policy, ...] | None:
        hand, thrown = round.president_hand, round.president_discard
        if hand is None or thrown is None or Policy.LIBERAL not in thrown:
            return hand
        # A liberal tile went under the table: say that all thrown tiles were fascist.
        told = tuple(sorted((*without(hand, Policy.LIBERAL), Policy.FASCIST)))
        return told if told.count(Policy.FASCIST) <= self.view.rules.fascist_tiles - round.fascist_before else hand
