"""Level `strategist`: a deducer schooled by play: it reads bots by what bots do, and as a fascist has second thoughts."""

import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
from msgspec import Struct

from ..belief import Parameters
from ..rules import Decision, View
from ..rules.actions import Claim, ClaimParty
from ..rules.board import Sight
from ..rules.vocabulary import Party
from .blunders import sensible
from .deducer import Deducer
from .fascist import Ways
from .learned_choices import Option, Question, elect_hitler_now, question
from .personality import BALANCED, Personality

Lessons = dict[str, list[float]]
"""For each kind of choice, what each trait of an option adds to the chance to win."""


class Schooling(Struct):
    parameters: Parameters
    """How each role behaves, fitted on games between bots."""
    ways: Ways
    """What its fascists do until they have second thoughts."""
    lessons: dict[str, Lessons] = {}
    """A fascist's second thoughts, for each kind of table."""


@cache
def schooled() -> Schooling:
    return msgspec.json.decode(files(__package__).joinpath("strategist.json").read_bytes(), type=Schooling)


class Strategist(Deducer):
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        schooling: Schooling | None = None,
        read_by: Parameters | None = None,
    ) -> None:
        taught = schooled() if schooling is None else schooling
        super().__init__(view, rng, person, taught.parameters, taught.ways, read_by)
        self.lessons = taught.lessons

    def decide(self) -> Decision:
        chosen = self._think_over(list(dict.fromkeys(sensible(self.view))), super().decide())
        assert not isinstance(chosen, ClaimParty)
        return chosen

    def story(self, sight: Sight) -> Claim:
        claim = super().story(sight)
        if not isinstance(claim, ClaimParty) or self.claimed_view is None:
            return claim
        chosen = self._think_over([ClaimParty(claim.round, party) for party in Party], claim)
        assert isinstance(chosen, ClaimParty)
        return chosen

    def _think_over(self, options: Sequence[Option], usual: Option) -> Option:
        if self.claimed_view is None or len(options) < 2:
            return usual
        mind, forecast = self.mind(self.claimed_view), self.vote_evidence.forecast
        won = elect_hitler_now(mind, options, forecast)
        asked = None if won else question(mind, options, usual, forecast)
        return won or (usual if asked is None else self.answer(asked, usual))

    def answer(self, asked: Question, usual: Option) -> Option:
        """The option with the greatest promise; the usual one where nothing was learned of such questions."""
        lesson = self.lessons.get(asked.table, {}).get(asked.kind)
        return usual if lesson is None else asked.options[int(np.argmax(asked.traits @ lesson))]
