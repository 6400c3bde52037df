"""Level `regular`: play as people do, making each choice as often as people in that situation."""

import random
from collections.abc import Sequence
from functools import partial
from math import exp

import numpy as np

from ..belief import Belief
from ..belief.worlds import Floats
from ..rules import AnyEvent, Claim, ClaimParty, ClaimTiles, Decision, Discard, Enact, Execute, Nominate, Seat, Veto, View, Vote
from ..rules.board import Sight
from ..rules.claims import impossible
from ..rules.events import ElectionHeld
from ..rules.powers import PEEKS
from ..rules.vocabulary import About, Party, Phase, Policy, Role
from .baselines import party_tile
from .blunders import prudent
from .bot import BALANCED, Personality, Talk
from .conversation import Conversation
from .decision_features import DecisionFeatures
from .hearing import Hearing
from .human_policy import Odds, claim_keys, party_key, shipped_policy, subject
from .liberal import truth, wants_veto
from .temperament import Temperament, agreement, distance, population, shifted
from .vote_evidence import ClaimedView, Evidence

CALL_RATE = 0.1
"""How often a bot calls for a vote, for each part of talkativeness."""
CLAIM_ATTEMPTS = 20
"""How often a bot looks for words when it's asked to claim."""
GRUDGE_WEIGHT = 8.0
"""How much a recent accusation against the government moves a vote."""
CALLS_FROM = 2
"""Bots only call for ja or nein once this many policies are enacted."""
LATE_JA = 0.5
"""How much more bots lean to ja once Hitler may win, so that they elect as many governments as people."""
HITLER_JA = 1.5
"""How much more a fascist leans to ja where that elects Hitler, as sure of the votes as people who talked about it."""
CERTAIN = 0.97
"""From this suspicion on a liberal knows a fascist."""
SHOT_AT_FASCISTS = 1.5
"""How much more a liberal prefers to shoot a player it knows to be a fascist."""
CALM = 0.25
"""How much of the mood counts in the opening, and for a vote that would else bring chaos."""


class Regular:
    def __init__(self, view: View, rng: random.Random, person: Personality = BALANCED, temperament: Temperament | None = None) -> None:
        """Play as someone drawn from the population, or as told."""
        self.view, self.rng, self.person = view, rng, person
        self.people, self.population = shipped_policy(), population()
        self.temperament = self.population.draw(rng, person) if temperament is None else temperament
        self.own = Belief(view)
        self.conversation = Conversation(view, rng, person)
        self._claimed_view = ClaimedView(view, view.me)
        self._unshown: list[tuple[list[AnyEvent], Evidence]] = []
        """The events that the claimed view hasn't seen yet: only talk needs it."""
        self._said: set[Sight] = set()
        self._called_in = 0
        self.hearing = Hearing(self.own)
        self._announced: bool | None = None
        """The vote that I announced."""

    def see(self, events: list[AnyEvent]) -> None:
        self.own.see(events)
        found: Evidence = []
        for event in events:
            if isinstance(event, ElectionHeld):
                found, self._announced = self.hearing.vote(event), None
        for seat, evidence in found:
            if seat != self.view.onlooker:
                self.own.weigh(evidence)
        if self.view.role is not Role.LIBERAL:
            self._unshown.append((events, found))

    def hear(self, seat: Seat, talk: Talk) -> None:
        self.conversation.hear(seat, talk)
        self.hearing.hear(seat, talk)

    @property
    def options(self) -> list[Decision]:
        """The actions that people wouldn't laugh at. Fascists may vote against Hitler, or every nein would clear its voter."""
        votes = self.view.role is not Role.LIBERAL and self.view.board.phase is Phase.ELECTION
        return list(dict.fromkeys(self.view.legal_actions if votes else prudent(self.view)))

    def decide(self) -> Decision:
        options, role = self.options, self.view.role
        if len(options) == 1:
            return options[0]
        if isinstance(options[0], Veto):
            assert role is not None
            phase = "asks" if self.view.board.phase is Phase.CHANCELLOR_SESSION else "agrees"
            return Veto(wants_veto(self.view) if role is Role.LIBERAL else self.rng.random() < self.people.veto[f"{role.value} {phase}"])
        if role is Role.LIBERAL and isinstance(options[0], Discard | Enact) and not self.may_test:
            return party_tile(self.view) or options[0]  # as 99% of liberals do
        if isinstance(options[0], Vote):
            return Vote(self._vote() if self._announced is None else self._announced)
        if isinstance(options[0], Nominate):
            options = [option for option in options if not self.conversation.stands_against(subject(option))] or options
        leaning = self.leaning(options)
        return self.rng.choices(options, np.exp(leaning - leaning.max()).tolist())[0]

    @property
    def may_test(self) -> bool:
        """Whether a liberal president may leave the choice to the chancellor: one of two liberal policies can go."""
        hand = self.view.hand or ()
        return len(hand) > 2 and len(hand) - hand.count(Policy.LIBERAL) == 1

    def leaning(self, options: Sequence[Decision]) -> Floats:
        return self.as_person(self.own, options)

    def as_person(self, belief: Belief, options: Sequence[Decision]) -> Floats:
        """Lean as people do who believe this, in the way of this one."""
        leaning, view, mine = self.people.log_odds(DecisionFeatures(belief.view, belief), options), self.view, self.temperament
        swayed: Floats = leaning
        match options[0]:
            case Vote():
                late = LATE_JA * view.hitler_can_win + HITLER_JA * self.elects_hitler
                calm = self.before_calls or (not view.hitler_can_win and view.board.tracker + 1 == view.rules.tracker_length)
                mood = self.population.mood(view) * (CALM if calm else 1.0)
                resolve = (1 + mine.resolve) / 2 if self.before_calls else mine.resolve
                swayed = resolve * leaning + mine.ja + late + mood
            case Nominate():
                seats = [subject(option) for option in options]
                swayed = leaning + np.array([mine.kin * agreement(view, seat) + mine.near * distance(view, seat) for seat in seats])
            case Execute() if view.role is Role.LIBERAL:
                swayed = leaning + SHOT_AT_FASCISTS * np.array([self.own.fascist[subject(option)] > CERTAIN for option in options])
        return swayed

    @property
    def elects_hitler(self) -> bool:
        """Whether I'm a fascist, and ja elects Hitler, whom I know, for the win."""
        view = self.view
        hitler = view.board.chancellor is not None and view.roles.get(view.board.chancellor) is Role.HITLER
        return hitler and view.hitler_can_win and view.role is not Role.LIBERAL

    def _vote(self) -> bool:
        """Vote as people do, swayed by calls. Candidates ignore them."""
        options = self.options
        if len(options) == 1:
            return options[0] == Vote(True)
        leaning = float(self.leaning([Vote(True)])[0])
        expected = _chance(leaning)
        government = (self.view.board.president, self.view.board.chancellor)
        leaning -= GRUDGE_WEIGHT * sum(map(self.conversation.stands_against, government))
        if self.view.me not in government:
            leaning += self.hearing.sway(expected, self.view.me)
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
        told = self.people.says(keys, self.rng, partial(self._likes, "".join(sorted(hand))))
        if sight.about is About.CHANCELLOR_HAND and round.enacted is Policy.FASCIST and not round.by_populace and Policy.LIBERAL in told:
            told = Policy.FASCIST * len(told)  # people mistype, but they don't say that they chose it
        claim = ClaimTiles(sight.about, sight.round, tuple(map(Policy, told)))
        if told and impossible(self.view.rules, round, claim):
            return truth(self.view, sight)
        return claim if told else None

    def _likes(self, hand: str, odds: Odds) -> list[float]:
        """Weigh what people say of a hand by how silent and how truthful this one is."""
        mine, silent = self.temperament, odds.get("", 0.0)
        quiet = shifted(silent, self.population.stretch, mine.silence) if mine.silence else silent
        lying = exp(mine.lies)
        loud = {word: odds[word] * (1.0 if sorted(word) == sorted(hand) else lying) for word in odds if word}
        total = sum(loud.values()) or 1.0
        return [loud[word] / total * (1 - quiet) if word else quiet for word in odds]

    def talk(self) -> list[Talk]:
        board, said = self.view.board, self.conversation.speak(self.told_belief)
        if self.view.silent is not None or board.phase is not Phase.ELECTION or board.round == self._called_in:
            return said
        self._called_in = board.round
        if not self.before_calls and self.rng.random() < CALL_RATE * self.person.talkative:
            ja = self._vote()
            call = self.conversation.call(self.told_belief, ja, self.hearing.calls)
            if call is not None:
                self._announced = ja
                said.append(call)
        return said

    @property
    def before_calls(self) -> bool:
        return self.view.board.liberal + self.view.board.fascist < CALLS_FROM

    @property
    def told_belief(self) -> Belief:
        """The belief I speak from: my own as a liberal, otherwise that of the liberal I claim to be."""
        if self.view.role is Role.LIBERAL:
            return self.own
        for events, found in self._unshown:
            self._claimed_view.see(events)
            self._claimed_view.weigh(found)
        self._unshown.clear()
        return self._claimed_view.belief


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))
