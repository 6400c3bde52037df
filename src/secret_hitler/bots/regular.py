"""Level `regular`: plays as people do, drawing each choice as often as people in such a place make it."""

import random
from collections.abc import Sequence
from math import exp

import numpy as np

from ..belief import Belief
from ..belief.worlds import Floats
from ..rules import AnyEvent, Decision, Discard, Enact, Nominate, Phase, Policy, Role, Seat, Veto, View, Vote
from ..rules.actions import Claim, ClaimParty, ClaimTiles
from ..rules.board import Sight
from ..rules.claims import impossible
from ..rules.events import ChancellorNominated
from ..rules.vocabulary import About, Party
from .baselines import party_tile
from .blunders import prudent
from .bot import BALANCED, Personality, Talk
from .conversation import Conversation
from .decision_features import DecisionFeatures
from .human_policy import HumanPolicy, claim_keys, party_key, shipped_policy, subject
from .liberal import truth, wants_veto
from .vote_evidence import ClaimedView

CALLS = {"call-ja": True, "call-nein": False, "phrase-nein": False}
"""How the codes begin that are a call for ja or nein, said by a bot or by a person."""
CALL_RATE = 0.6
"""How often somebody says aloud how to vote, for each part of talkativeness."""
CLAIM_ATTEMPTS = 20
"""So many times somebody who is asked to claim looks for words."""
GRUDGE_WEIGHT = 8.0
"""How much it moves a vote that one accused somebody in the government of late."""
CALL_WEIGHT = 2.0
"""How much a call moves those who hear it: chosen so that the share of lopsided votes is that of people."""
CALLS_FROM = 2
"""So many policies lie on the table before anybody calls for ja or nein."""
EARLY_NEIN = 0.1
"""How much less everybody leans to ja until then, so that as many governments are elected as among people, whose votes go together."""


class Regular:
    def __init__(self, view: View, rng: random.Random, person: Personality = BALANCED, people: HumanPolicy | None = None) -> None:
        self.view, self.rng, self.person = view, rng, person
        self.people = shipped_policy() if people is None else people
        self.own = Belief(view)
        self.conversation = Conversation(view, rng, person)
        self._claimed_view = ClaimedView(view, view.me)
        self._unshown: list[list[AnyEvent]] = []
        """What the claimed view has not been shown yet: it is needed only to talk."""
        self._said: set[Sight] = set()
        self._called_in = 0
        self._heard: dict[Seat, bool] = {}
        """Who called for ja or nein, before the vote now open."""
        self._announced: bool | None = None
        """How I said that I would vote."""

    def see(self, events: list[AnyEvent]) -> None:
        self.own.see(events)
        if self.view.role is not Role.LIBERAL:
            self._unshown.append(events)
        if any(isinstance(event, ChancellorNominated) for event in events):
            self._heard, self._announced = {}, None

    def hear(self, seat: Seat, talk: Talk) -> None:
        self.conversation.hear(seat, talk)
        called = [ja for code, ja in CALLS.items() if talk.code.startswith(code)]
        if called and seat != self.view.onlooker:
            self._heard.setdefault(seat, called[0])

    @property
    def options(self) -> list[Decision]:
        """What may be done without being laughed at."""
        return list(dict.fromkeys(prudent(self.view)))

    def decide(self) -> Decision:
        options = self.options
        if len(options) == 1:
            return options[0]
        if isinstance(options[0], Veto):
            return Veto(self._wants_veto())
        if self.view.role is Role.LIBERAL and isinstance(options[0], Discard | Enact):
            return party_tile(self.view) or options[0]  # as all but one liberal in a hundred
        if isinstance(options[0], Vote):
            return Vote(self._vote() if self._announced is None else self._announced)
        if isinstance(options[0], Nominate):
            options = [option for option in options if not self.conversation.stands_against(subject(option))] or options
        leaning = self.leaning(options)
        chances = np.exp(leaning - leaning.max())
        return self.rng.choices(options, chances.tolist())[0]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        """Return the logarithms of the odds at which each option is taken."""
        return self.people.log_odds(DecisionFeatures(self.view, self.own), options)

    def _vote(self) -> bool:
        """Vote as people do, and as others call for: the first call counts most, and a surprising one more than an expected one.

        Whoever stands for office has made up their mind.
        """
        options = self.options
        if len(options) == 1:
            return options[0] == Vote(True)
        leaning = float(self.leaning([Vote(True)])[0])
        expected = _chance(leaning)
        government = (self.view.board.president, self.view.board.chancellor)
        if self._before_calls:
            leaning -= EARLY_NEIN
        leaning -= GRUDGE_WEIGHT * sum(map(self.conversation.stands_against, government))
        for place, ja in enumerate(() if self.view.onlooker in government else self._heard.values(), start=1):
            leaning += CALL_WEIGHT / place * (ja - expected)
        return self.rng.random() < _chance(leaning)

    def _wants_veto(self) -> bool:
        assert self.view.role is not None
        if self.view.role is Role.LIBERAL:
            return wants_veto(self.view)
        phase = "asks" if self.view.board.phase is Phase.CHANCELLOR_SESSION else "agrees"
        return self.rng.random() < self.people.veto[f"{self.view.role.value} {phase}"]

    def claims(self) -> list[Claim]:
        if self.view.silent is not None or self.view.board.in_session:
            return []
        fresh = [sight for sight in self.view.sights if sight not in self._said]
        self._said.update(fresh)
        said = [self.claim(sight) for sight in fresh]
        if self.conversation.asked_to_claim:
            self.conversation.asked_to_claim = False
            said += [self._pressed(sight) for sight in self.view.sights if sight not in fresh and self._kept_to_myself(sight)]
        return [claim for claim in said if claim is not None]

    def _kept_to_myself(self, sight: Sight) -> bool:
        return any(not open.said and (open.about, open.round) == (sight.about, sight.round) for open in self.view.claims)

    def _pressed(self, sight: Sight) -> Claim:
        """Say, when asked, what I might have said unasked."""
        might = (self.claim(sight) for _ in range(CLAIM_ATTEMPTS))
        return next((claim for claim in might if claim is not None), truth(self.view, sight))

    def claim(self, sight: Sight) -> Claim | None:
        """Claim as people do; tell the truth about a hand that theirs never were."""
        role, round = self.view.role, self.view.rounds[sight.round - 1]
        assert role is not None
        if sight.about is About.PARTY:
            assert round.party is not None
            party = self.people.says([party_key(role, round.party)], self.rng)
            return ClaimParty(sight.round, Party(party)) if party else None
        hand = round.president_hand if sight.about is About.PRESIDENT_HAND else round.chancellor_hand
        if sight.about is About.PEEK or hand is None:
            return truth(self.view, sight)
        keys = claim_keys(
            role, sight.about, "".join(sorted(hand)), round.enacted or "", "".join(round.tiles_told(About.PRESIDENT_HAND) or ())
        )
        if not any(key in self.people.sayings for key in keys):
            return truth(self.view, sight)
        told = self.people.says(keys, self.rng)
        if sight.about is About.CHANCELLOR_HAND and round.enacted is Policy.FASCIST and not round.by_populace and Policy.LIBERAL in told:
            told = Policy.FASCIST * len(told)  # people mistype; nobody says that they chose it
        claim = ClaimTiles(sight.about, sight.round, tuple(map(Policy, told)))
        if told and impossible(self.view.rules, round, claim):
            return truth(self.view, sight)
        return claim if told else None

    def talk(self) -> list[Talk]:
        board, said = self.view.board, self.conversation.speak(self.told_belief)
        if self.view.silent is not None or board.phase is not Phase.ELECTION or board.round == self._called_in:
            return said
        self._called_in = board.round
        if not self._before_calls and self.rng.random() < CALL_RATE * self.person.talkative:
            ja = self._vote()
            call = self.conversation.call(self.told_belief, ja, self._heard)
            if call is not None:
                self._announced = ja
                said.append(call)
        return said

    @property
    def _before_calls(self) -> bool:
        return self.view.board.liberal + self.view.board.fascist < CALLS_FROM

    @property
    def told_belief(self) -> Belief:
        """What I speak from: my own belief as a liberal, else that of the liberal I say I am."""
        if self.view.role is Role.LIBERAL:
            return self.own
        for events in self._unshown:
            self._claimed_view.see(events)
        self._unshown.clear()
        return self._claimed_view.belief


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))
