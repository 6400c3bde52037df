"""The levels `random` and `party-line`: any legal action, or the party's own tiles. Neither talks."""

import random

from ..rules import AnyEvent, Claim, Decision, Discard, Enact, Party, Policy, Seat, View
from .bot import Talk


class Uniform:
    def __init__(self, view: View, rng: random.Random) -> None:
        self.view, self.rng = view, rng

    def see(self, events: list[AnyEvent]) -> None:
        pass

    def hear(self, seat: Seat, talk: Talk) -> None:
        pass

    def decide(self) -> Decision:
        return self.rng.choice(self.view.legal_actions)

    def claims(self) -> list[Claim]:
        return []

    def talk(self) -> list[Talk]:
        return []


class PartyLine(Uniform):
    """Keep and enact your own party's tiles, and choose anything else at random."""

    def decide(self) -> Decision:
        return party_tile(self.view) or super().decide()


def party_tile(view: View) -> Decision | None:
    """Keep or enact a tile of your own party, if tiles are to be chosen."""
    assert view.role is not None
    ours = Policy.LIBERAL if view.role.party is Party.LIBERAL else Policy.FASCIST
    tiles = [action for action in view.legal_actions if isinstance(action, Discard | Enact)]
    fitting = (action for action in tiles if (action.policy is ours) == isinstance(action, Enact))
    return next(fitting, tiles[0]) if tiles else None
