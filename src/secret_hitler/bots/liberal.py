"""How a deducing liberal decides: by its own belief, and by the worth of every government."""

import random
import warnings

from ..belief import Belief
from ..rules import (
    About,
    CallSpecialElection,
    Decision,
    Discard,
    Enact,
    Execute,
    Investigate,
    Nominate,
    Policy,
    ShowParty,
    Sight,
    UsePower,
    Veto,
    View,
    Vote,
)
from ..rules.actions import Claim, ClaimParty, ClaimTiles
from ..rules.powers import Unconsidered
from .baselines import party_tile
from .blunders import sensible
from .bot import Personality
from .governments import Governments

LIKELY = 0.6
"""Above this chance, treat a seat as a fascist."""


def decide(view: View, belief: Belief, rng: random.Random, person: Personality) -> Decision:
    actions = sensible(view)
    rng.shuffle(actions)
    match actions[0]:
        case Nominate():
            nominations = [action for action in actions if isinstance(action, Nominate)]
            # With Hitler about, name a player who can't be Hitler, unless only likely fascists are safe.
            safe = [each for each in nominations if belief.hitler[each.chancellor] == 0 and belief.fascist[each.chancellor] < LIKELY]
            worths = Governments(view, belief).table[view.board.president]
            return max(safe if view.hitler_can_win and safe else nominations, key=lambda each: float(worths[each.chancellor]))
        case Vote():
            return Vote(approves(view, belief, person)) if len(actions) > 1 else actions[0]
        case Veto():
            return Veto(wants_veto(view)) if len(actions) > 1 else actions[0]
        case Investigate():
            return max(actions, key=lambda action: -abs(belief.fascist[action.seat] - 0.5) if isinstance(action, Investigate) else 0)
        case CallSpecialElection():
            governments = Governments(view, belief)
            calls = [action for action in actions if isinstance(action, CallSpecialElection)]
            return max(calls, key=lambda call: float(governments.best_under(call.president)))
        case Execute():
            target = belief.hitler + 0.05 * belief.fascist
            return max(actions, key=lambda action: target[action.seat] if isinstance(action, Execute) else 0)
        case ShowParty():
            return min(actions, key=lambda action: belief.fascist[action.seat] if isinstance(action, ShowParty) else 0)
        case Discard() | Enact():
            return party_tile(view) or actions[0]
        case UsePower():
            return actions[0]
        case other:
            warnings.warn(f"a deducing liberal has not considered {other}", Unconsidered, stacklevel=2)
            return other


def approves(view: View, belief: Belief, person: Personality) -> bool:
    return bool(Governments(view, belief).margin(*view.board.government) + person.trust >= 0)


def wants_veto(view: View, ours: Policy = Policy.LIBERAL) -> bool:
    """Veto a hand without a tile of ours."""
    hand = view.hand if view.hand is not None else view.rounds[-1].passed
    return hand is not None and ours not in hand


def truth(view: View, sight: Sight) -> Claim:
    round = view.rounds[sight.round - 1]
    if sight.about is About.PARTY:
        return ClaimParty(sight.round, round.party)
    return ClaimTiles(sight.about, sight.round, round.tiles_seen(sight.about))
