"""Level `random`: any legal action, each equally likely; says nothing."""

import random

from ..rules import AnyEvent, Decision, Seat, View
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
