"""How a deducing liberal decides: by its own belief, and by what every government would be worth."""

import random
import warnings

from ..belief import Belief
from ..rules import CallSpecialElection, Decision, Discard, Enact, Execute, Investigate, Nominate, Policy, Veto, View, Vote
from ..rules.actions import Claim, ClaimParty, ClaimTiles
from ..rules.board import Sight
from ..rules.powers import Unconsidered
from ..rules.vocabulary import About
from .baselines import party_tile
from .blunders import sensible
from .bot import Personality
from .governments import Governments

LIKELY = 0.6
"""Above this a seat is taken for a fascist."""


def decide(view: View, belief: Belief, rng: random.Random, person: Personality) -> Decision:
    actions = sensible(view)
    rng.shuffle(actions)
    match actions[0]:
        case Nominate():
            return _nomination(view, belief, [action for action in actions if isinstance(action, Nominate)])
        case Vote():
            return Vote(approves(view, belief, person)) if len(actions) > 1 else actions[0]
        case Veto():
            return Veto(wants_veto(view)) if len(actions) > 1 else actions[0]
        case Investigate():
            return max(actions, key=lambda action: -abs(belief.fascist[action.seat] - 0.5) if isinstance(action, Investigate) else 0)
        case CallSpecialElection():
            governments = Governments(view, belief)
            return max(
                actions, key=lambda action: governments.best_under(action.president) if isinstance(action, CallSpecialElection) else 0
            )
        case Execute():
            target = belief.hitler + 0.05 * belief.fascist
            return max(actions, key=lambda action: target[action.seat] if isinstance(action, Execute) else 0)
        case Discard() | Enact():
            return party_tile(view) or actions[0]
        case other:
            warnings.warn(f"a deducing liberal has not considered {other}", Unconsidered, stacklevel=2)
            return other


def _nomination(view: View, belief: Belief, actions: list[Nominate]) -> Nominate:
    """Name the best government; with Hitler about, somebody who cannot be Hitler, unless only likely fascists are safe."""
    safe = [action for action in actions if belief.hitler[action.chancellor] == 0 and belief.fascist[action.chancellor] < LIKELY]
    if view.hitler_can_win and safe:
        actions = safe
    worths = Governments(view, belief).table[view.board.president]
    return max(actions, key=lambda action: float(worths[action.chancellor]))


def approves(view: View, belief: Belief, person: Personality) -> bool:
    return bool(Governments(view, belief).margin(*view.board.government) + person.trust >= 0)


def wants_veto(view: View) -> bool:
    """Throw an agenda away when it holds no liberal tile."""
    hand = view.hand if view.hand is not None else view.rounds[-1].passed
    return hand is not None and Policy.LIBERAL not in hand


def truth(view: View, sight: Sight) -> Claim:
    round = view.rounds[sight.round - 1]
    if sight.about is About.PARTY:
        return ClaimParty(sight.round, round.party)
    return ClaimTiles(sight.about, sight.round, round.tiles_seen(sight.about))
