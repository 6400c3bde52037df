"""Level `regular`: play as people do, making each choice as often as people in that situation."""

import random
from collections.abc import Sequence
from math import exp

import numpy as np

from ..belief import Belief
from ..belief.worlds import Floats
from ..rules import AnyEvent, Claim, ClaimParty, ClaimTiles, Decision, Discard, Enact, Nominate, Phase, Policy, Role, Seat, Veto, View, Vote
from ..rules.board import Sight
from ..rules.claims import impossible
from ..rules.events import ChancellorNominated
from ..rules.powers import PEEKS
from ..rules.vocabulary import About, Party
from .baselines import party_tile
from .blunders import prudent
from .bot import BALANCED, Personality, Talk
from .conversation import Conversation
from .decision_features import DecisionFeatures
from .human_policy import claim_keys, party_key, shipped_policy, subject
from .liberal import truth, wants_veto
from .vote_evidence import ClaimedView

CALLS = {"call-ja": True, "call-nein": False, "phrase-nein": False}
"""How the codes begin with which bots and people call for ja or nein."""
CALL_RATE = 0.6
"""How often a bot calls for a vote, for each part of talkativeness."""
CLAIM_ATTEMPTS = 20
"""How often a bot looks for words when it's asked to claim."""
GRUDGE_WEIGHT = 8.0
"""How much a recent accusation against the government moves a vote."""
CALL_WEIGHT = 2.0
"""How much a call moves those who hear it, chosen so that votes are as often lopsided as among people."""
CALLS_FROM = 2
"""Bots only call for ja or nein once this many policies are enacted."""
EARLY_NEIN = 0.1
"""How much less bots lean to ja until then, so that they elect as many governments as people, whose votes go together."""


class Regular:
    def __init__(self, view: View, rng: random.Random, person: Personality = BALANCED) -> None:
        self.view, self.rng, self.person = view, rng, person
        self.people = shipped_policy()
        self.own = Belief(view)
        self.conversation = Conversation(view, rng, person)
        self._claimed_view = ClaimedView(view, view.me)
        self._unshown: list[list[AnyEvent]] = []
        """The events that the claimed view hasn't seen yet: only talk needs it."""
        self._said: set[Sight] = set()
        self._called_in = 0
        self._heard: dict[Seat, bool] = {}
        """Who called for ja or nein before the open vote."""
        self._announced: bool | None = None
        """The vote that I announced."""

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
        """The actions that people wouldn't laugh at."""
        return list(dict.fromkeys(prudent(self.view)))

    def decide(self) -> Decision:
        options, role = self.options, self.view.role
        if len(options) == 1:
            return options[0]
        if isinstance(options[0], Veto):
            assert role is not None
            phase = "asks" if self.view.board.phase is Phase.CHANCELLOR_SESSION else "agrees"
            return Veto(wants_veto(self.view) if role is Role.LIBERAL else self.rng.random() < self.people.veto[f"{role.value} {phase}"])
        if role is Role.LIBERAL and isinstance(options[0], Discard | Enact):
            return party_tile(self.view) or options[0]  # as 99% of liberals do
        if isinstance(options[0], Vote):
            return Vote(self._vote() if self._announced is None else self._announced)
        if isinstance(options[0], Nominate):
            options = [option for option in options if not self.conversation.stands_against(subject(option))] or options
        leaning = self.leaning(options)
        return self.rng.choices(options, np.exp(leaning - leaning.max()).tolist())[0]

    def leaning(self, options: Sequence[Decision]) -> Floats:
        return self.people.log_odds(DecisionFeatures(self.view, self.own), options)

    def _vote(self) -> bool:
        """Vote as people do, swayed by calls: early and surprising calls count most. Candidates ignore calls."""
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

    def claims(self) -> list[Claim]:
        if self.view.silent is not None or self.view.board.in_session:
            return []
        fresh = [sight for sight in self.view.sights if sight not in self._said]
        self._said.update(fresh)
        said = [self.claim(sight) for sight in fresh]
        if self.conversation.asked_to_claim:
            self.conversation.asked_to_claim = False
            untold = {(open.about, open.round) for open in self.view.claims if not open.said}
            for sight in [sight for sight in self.view.sights if sight not in fresh and (sight.about, sight.round) in untold]:
                might = (self.claim(sight) for _ in range(CLAIM_ATTEMPTS))  # the claims it might have made unasked
                said.append(next((claim for claim in might if claim is not None), truth(self.view, sight)))
        return [claim for claim in said if claim is not None]

    def claim(self, sight: Sight) -> Claim | None:
        """Claim as people do, or tell the truth about a hand that people never had."""
        role, round = self.view.role, self.view.rounds[sight.round - 1]
        assert role is not None
        if sight.about is About.PARTY:
            assert round.party is not None
            party = self.people.says([party_key(role, round.party)], self.rng)
            return ClaimParty(sight.round, Party(party)) if party else None
        hand = round.president_hand if sight.about is About.PRESIDENT_HAND else round.chancellor_hand
        if sight.about in PEEKS.values() or hand is None:
            return truth(self.view, sight)
        heard = "".join(round.tiles_told(About.PRESIDENT_HAND) or ())
        keys = claim_keys(role, sight.about, "".join(sorted(hand)), round.enacted or "", heard)
        if not any(key in self.people.sayings for key in keys):
            return truth(self.view, sight)
        told = self.people.says(keys, self.rng)
        if sight.about is About.CHANCELLOR_HAND and round.enacted is Policy.FASCIST and not round.by_populace and Policy.LIBERAL in told:
            told = Policy.FASCIST * len(told)  # people mistype, but they don't say that they chose it
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
        """The belief I speak from: my own as a liberal, otherwise that of the liberal I claim to be."""
        if self.view.role is Role.LIBERAL:
            return self.own
        for events in self._unshown:
            self._claimed_view.see(events)
        self._unshown.clear()
        return self._claimed_view.belief


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))
