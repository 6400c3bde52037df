"""The levels `random` and `party-line`: any legal action, or the tiles of one's party; neither says anything."""

import random

from ..rules import AnyEvent, Decision, Discard, Enact, Party, Policy, Seat, View
from ..rules.actions import Claim
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
    """Keep and enact the tiles of one's own party, and choose anything else uniformly."""

    def decide(self) -> Decision:
        return party_tile(self.view) or super().decide()


def party_tile(view: View) -> Decision | None:
    """Keep and enact the tiles of one's own party, where tiles are chosen at all."""
    assert view.role is not None
    ours = Policy.LIBERAL if view.role.party is Party.LIBERAL else Policy.FASCIST
    legal = view.legal_actions
    if isinstance(legal[0], Discard):
        return next((action for action in legal if isinstance(action, Discard) and action.policy is not ours), legal[0])
    if isinstance(legal[0], Enact):
        return next((action for action in legal if isinstance(action, Enact) and action.policy is ours), legal[0])
    return None
