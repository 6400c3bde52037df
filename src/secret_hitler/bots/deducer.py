"""Level `deducer`: act on your own posterior, or as a fascist on what the public will believe about you."""

import random

from ..belief import Belief, Parameters
from ..rules import EVERYONE, AnyEvent, Claim, Decision, Role, Seat, Sight, View
from . import liberal
from .bot import BALANCED, Personality, Talk
from .conversation import Conversation
from .fascist import DEDUCER_WEIGHTS, Fascist, FascistWeights
from .vote_evidence import ClaimedView, Evidence, VoteEvidence


class Deducer:
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        parameters: Parameters | None = None,
        weights: FascistWeights = DEDUCER_WEIGHTS,
        read_by: Parameters | None = None,
    ) -> None:
        """Read others by `parameters`, and expect the public to read by `read_by`; both default to people's."""
        self.view, self.rng, self.person = view, rng, person
        self.own = Belief(view, parameters)
        self.vote_evidence = VoteEvidence(view, read_by)
        self._batches = 0
        self.claimed_view: ClaimedView | None = ClaimedView(view, view.me, read_by)
        self.fascist_weights = weights
        self._said: set[Sight] = set()
        self.conversation = Conversation(view, rng, person)

    def share(self, shared: dict[int, VoteEvidence]) -> None:
        """Share thoughts about the public with bots here that read it by the same parameters; call this before the first event."""
        self.vote_evidence = shared.setdefault(id(self.vote_evidence.public.parameters), self.vote_evidence)

    def see(self, events: list[AnyEvent]) -> None:
        if self.view.role is Role.LIBERAL:
            self.claimed_view = None  # a liberal has nothing to hide
        self.own.see(events)
        found: Evidence = []
        if any(event.audience == EVERYONE for event in events):
            found = self.vote_evidence.see_once(events, self._batches)
            self._batches += 1
        for seat, evidence in found:
            if seat != self.view.onlooker:
                self.own.weigh(evidence)
        if self.claimed_view is not None:
            self.claimed_view.see(events)
            self.claimed_view.weigh(found)

    def hear(self, seat: Seat, talk: Talk) -> None:
        self.conversation.hear(seat, talk)

    def decide(self) -> Decision:
        if self.claimed_view is None:
            return liberal.decide(self.view, self.own, self.rng, self.person)
        return self.mind(self.claimed_view).decide()

    def claims(self) -> list[Claim]:
        """Claim each new sight, once the session is over, so that the president can speak before the chancellor."""
        if self.view.silent is not None or self.view.board.in_session:
            return []
        fresh = [sight for sight in self.view.sights if sight not in self._said]
        self._said.update(fresh)
        return [self.story(sight) for sight in fresh]

    def story(self, sight: Sight) -> Claim:
        return liberal.truth(self.view, sight) if self.claimed_view is None else self.mind(self.claimed_view).claim(sight)

    def talk(self) -> list[Talk]:
        return self.conversation.speak(self.own if self.claimed_view is None else self.claimed_view.belief)

    def mind(self, claimed_view: ClaimedView) -> Fascist:
        return Fascist(self.view, self.own, self.vote_evidence.public, claimed_view.belief, self.rng, self.person, self.fascist_weights)
