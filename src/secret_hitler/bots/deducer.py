"""Level `deducer`: acts on its own posterior; as a fascist, on what the public will believe of it."""

import random

from ..belief import Belief, Figures
from ..rules import PUBLIC, Phase, Role, View, onlooking
from ..rules.actions import Claim, Decision
from ..rules.board import Sight
from ..rules.events import EVERYONE, AnyEvent
from . import liberal
from .bot import Talk
from .fascist import DEDUCER_WAYS, Fascist, Ways
from .personality import BALANCED, Personality
from .talk import accusation


class Deducer:
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        figures: Figures | None = None,
        ways: Ways = DEDUCER_WAYS,
    ) -> None:
        self.view, self.rng, self.person = view, rng, person
        self.own = Belief(view, figures)
        self.public: Belief | None = Belief(onlooking(view.rules, view.board.seats, PUBLIC))
        """What people believe; read with the figures of people, whatever its own."""
        self.ways = ways
        self._said: set[Sight] = set()
        self._spoke_in = 0

    def see(self, events: list[AnyEvent]) -> None:
        self.own.see(events)
        if self.view.role is Role.LIBERAL:
            self.public = None  # a liberal has nothing to hide
        if self.public is not None:
            self.public.see(self.public.view.see([event for event in events if event.audience == EVERYONE]))

    def decide(self) -> Decision:
        if self.public is None:
            return liberal.decide(self.view, self.own, self.rng, self.person)
        return self._fascist(self.public).decide()

    def claims(self) -> list[Claim]:
        """Each thing seen, once the session is over; a chancellor speaks when its president has had the chance."""
        if self.view.silent is not None or self.view.board.in_session:
            return []
        fresh = [sight for sight in self.view.sights if sight not in self._said]
        self._said.update(fresh)
        if self.public is None:
            return [liberal.truth(self.view, sight) for sight in fresh]
        mind = self._fascist(self.public)
        return [mind.claim(sight) for sight in fresh]

    def talk(self) -> list[Talk]:
        """At most once a round, while a chancellor is being chosen."""
        board = self.view.board
        if self.view.silent is not None or board.phase is not Phase.NOMINATION or board.round == self._spoke_in:
            return []
        self._spoke_in = board.round
        if self.rng.random() > self.person.talkative:
            return []
        belief = self.own if self.public is None else self.public
        found = accusation(self.view, belief)
        comrades = {seat for seat, role in self.view.roles.items() if role is not Role.LIBERAL} if self.public is not None else set()
        return [talk for talk in found if talk.params["suspect"] not in comrades]

    def _fascist(self, public: Belief) -> Fascist:
        return Fascist(self.view, self.own, public, self.rng, self.person, self.ways)
