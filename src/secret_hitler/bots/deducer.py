"""Level `deducer`: acts on its own posterior; as a fascist, on what the public will believe of it."""

import random

from ..belief import Belief, Parameters
from ..rules import AnyEvent, Decision, Role, Seat, View
from ..rules.actions import Claim
from ..rules.board import Sight
from . import liberal
from .bot import Talk
from .claimed_view import Cover
from .conversation import Conversation
from .fascist import DEDUCER_WAYS, Fascist, Ways
from .personality import BALANCED, Personality
from .vote_evidence import Conduct, Follower, Shared


class Deducer:
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        parameters: Parameters | None = None,
        ways: Ways = DEDUCER_WAYS,
        read_by: Parameters | None = None,
    ) -> None:
        """It reads others by its parameters, and takes the public to read by others still; both are those of people unless told."""
        self.view, self.rng, self.person = view, rng, person
        self.own = Belief(view, parameters)
        self.conduct: Conduct | Follower = Conduct(view, read_by)
        assert not isinstance(view.onlooker, str)
        self.cover: Cover | None = Cover(view, view.onlooker, read_by)
        self.ways = ways
        self._said: set[Sight] = set()
        self.conversation = Conversation(view, rng, person)

    def share(self, shared: dict[int, Shared]) -> None:
        """Before anything was seen: think about the public together with the others at this table who read it by the same parameters."""
        assert isinstance(self.conduct, Conduct)
        key = id(self.conduct.public.parameters)
        self.conduct = Follower(shared.setdefault(key, Shared(self.conduct)))

    def see(self, events: list[AnyEvent]) -> None:
        if self.view.role is Role.LIBERAL:
            self.cover = None  # a liberal has nothing to hide
        self.own.see(events)
        conduct = self.conduct.see(events)
        for seat, evidence in conduct:
            if seat != self.view.onlooker:
                self.own.weigh(evidence)
        if self.cover is not None:
            self.cover.see(events)
            self.cover.weigh(conduct)

    def hear(self, seat: Seat, talk: Talk) -> None:
        self.conversation.hear(seat, talk)

    def decide(self) -> Decision:
        if self.cover is None:
            return liberal.decide(self.view, self.own, self.rng, self.person)
        return self.mind(self.cover).decide()

    def claims(self) -> list[Claim]:
        """Each thing seen, once the session is over; a chancellor speaks when its president has had the chance."""
        if self.view.silent is not None or self.view.board.in_session:
            return []
        fresh = [sight for sight in self.view.sights if sight not in self._said]
        self._said.update(fresh)
        return [self.story(sight) for sight in fresh]

    def story(self, sight: Sight) -> Claim:
        """What it says of something it saw."""
        return liberal.truth(self.view, sight) if self.cover is None else self.mind(self.cover).claim(sight)

    def talk(self) -> list[Talk]:
        return self.conversation.speak(self.own if self.cover is None else self.cover.belief)

    def mind(self, cover: Cover) -> Fascist:
        return Fascist(self.view, self.own, self.conduct.public, cover.belief, self.rng, self.person, self.ways)
