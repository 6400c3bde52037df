"""How people decide, vote, claim and lie, as learned from their games; what the level `regular` plays by."""

import random
import warnings
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources import files

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..belief.worlds import Floats
from ..rules import CallSpecialElection, Decision, Execute, Investigate
from ..rules.actions import Discard, Enact, Nominate, Vote
from ..rules.powers import PowerAction, Unconsidered, target
from ..rules.vocabulary import About, Party, Policy, Role, Seat
from .decision_features import DecisionFeatures


class Trees(Struct, dict=True):
    """Each tree is a row of nodes; a leaf points to itself, so that every descent may take the same number of steps."""

    base: float
    depth: int
    size: int
    """Nodes in a tree."""
    feature: list[int]
    threshold: list[float]
    below: list[int]
    above: list[int]
    value: list[float]

    def score(self, rows: Floats) -> Floats:
        feature, threshold, below, above, value = self._arrays
        trees = np.arange(len(feature))
        node: NDArray[np.intp] = np.zeros((len(rows), len(feature)), dtype=np.intp)
        for _ in range(self.depth):
            taken = np.take_along_axis(rows, feature[trees, node], axis=1) <= threshold[trees, node]
            node = np.where(taken, below[trees, node], above[trees, node])
        total: Floats = self.base + value[trees, node].sum(axis=1)
        return total

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp], NDArray[np.intp], Floats]:
        shape = (-1, self.size)
        return (
            np.array(self.feature, dtype=np.intp).reshape(shape),
            np.array(self.threshold).reshape(shape),
            np.array(self.below, dtype=np.intp).reshape(shape),
            np.array(self.above, dtype=np.intp).reshape(shape),
            np.array(self.value).reshape(shape),
        )


Odds = dict[str, float]
"""What is said or done, and how often; "" is silence."""


class HumanPolicy(Struct):
    vote: Trees
    nominate: Trees
    investigate: Trees
    call: Trees
    execute: Trees
    discard: Trees
    enact: Trees
    sayings: dict[str, Odds]
    """By role, what was seen and what came of it."""
    veto: Odds

    def log_odds(self, situation: DecisionFeatures, options: Sequence[Decision]) -> Floats:
        """Return how much people lean to each option; only differences count."""
        match options[0]:
            case Vote():
                return self._for_one(self.vote, situation.vote(), [option == Vote(True) for option in options])
            case Discard() | Enact():
                trees = self.discard if isinstance(options[0], Discard) else self.enact
                liberal = [isinstance(option, Discard | Enact) and option.policy is Policy.LIBERAL for option in options]
                return self._for_one(trees, situation.tiles(), liberal)
            case Nominate():
                return self._for_people(self.nominate, situation, options)
            case Investigate():
                return self._for_people(self.investigate, situation, options)
            case CallSpecialElection():
                return self._for_people(self.call, situation, options)
            case Execute():
                return self._for_people(self.execute, situation, options)
            case other:
                warnings.warn(f"people were not asked about {other}", Unconsidered, stacklevel=2)
                return np.zeros(len(options))

    def chances_of_ja(self, situations: Sequence[DecisionFeatures]) -> Floats:
        chances: Floats = 1 / (1 + np.exp(-self.vote.score(np.array([situation.vote() for situation in situations]))))
        return chances

    def says(self, keys: Sequence[str], rng: random.Random) -> str:
        """Draw one of the things people say, as often as they say it; "" where they say nothing, or where nothing is known."""
        odds = next((self.sayings[key] for key in keys if key in self.sayings), {"": 1.0})
        return rng.choices(list(odds), list(odds.values()))[0]

    def _for_one(self, trees: Trees, row: list[float], meant: list[bool]) -> Floats:
        return np.where(meant, trees.score(np.array([row]))[0], 0.0)

    def _for_people(self, trees: Trees, situation: DecisionFeatures, options: Sequence[Decision]) -> Floats:
        return trees.score(np.array([situation.person(subject(option)) for option in options]))


@cache
def shipped_policy() -> HumanPolicy:
    return msgspec.json.decode(files(__package__).joinpath("people.json").read_bytes(), type=HumanPolicy)


def subject(option: Decision) -> Seat:
    assert isinstance(option, Nominate | PowerAction)
    return target(option)


def claim_keys(role: Role, about: About, hand: str, enacted: str, heard: str) -> list[str]:
    """List where to look up what is said of a hand, the most telling key first; `heard` is what the president said."""
    plain = f"{role.value} {about.value} {hand}"
    telling = f"{plain} {enacted}"
    return [telling, plain] if about is About.PRESIDENT_HAND else [f"{telling} {heard}", telling, plain]


def party_key(role: Role, seen: Party) -> str:
    return f"{role.value} {About.PARTY.value} {seen.value}"
