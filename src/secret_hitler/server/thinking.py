"""Thinking: what a bot does in a seat, from that seat's view alone, in time that gives nothing away."""

import random

from ..rules import Decision, Party, Policy, View
from ..rules.actions import Discard, Enact
from ..wire.table import Level

SHORTEST, LONGEST = 0.7, 2.6


def pause(rng: random.Random) -> float:
    """Seconds a bot takes, whatever it holds and whatever it is asked."""
    return rng.uniform(SHORTEST, LONGEST)


def choose(view: View, level: Level, rng: random.Random) -> Decision:
    """One of the legal actions of this view."""
    legal = view.legal_actions
    if level is Level.RANDOM:
        return rng.choice(legal)
    return rng.choice([action for action in legal if _suits(view, action)] or list(legal))


def _suits(view: View, action: Decision) -> bool:
    """Whether a tile played this way serves the party of the seat."""
    own = Policy.LIBERAL if view.role is not None and view.role.party is Party.LIBERAL else Policy.FASCIST
    match action:
        case Discard(policy):
            return policy is not own
        case Enact(policy):
            return policy is own
        case _:
            return True
