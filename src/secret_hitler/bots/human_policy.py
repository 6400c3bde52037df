"""How people decide, vote, claim and lie, learned from their games; the level `regular` plays by this."""

import random
import warnings
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib.resources import files

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..belief.worlds import Floats
from ..rules import About, Decision, Discard, Enact, Nominate, Party, Policy, Role, Seat, Vote
from ..rules.powers import CallSpecialElection, Execute, Investigate, PowerAction, ShowParty, Unconsidered, target
from .decision_features import DecisionFeatures

Odds = dict[str, float]
"""What people say or do, and how often; "" is silence."""


class Trees(msgspec.Struct, dict=True):
    """Each tree is a row of nodes; leaves point to themselves, so that every descent takes the same number of steps."""

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
        feature, below, above = (np.array(part, dtype=np.intp).reshape(-1, self.size) for part in (self.feature, self.below, self.above))
        threshold, value = (np.array(part).reshape(-1, self.size) for part in (self.threshold, self.value))
        return feature, threshold, below, above, value


class HumanPolicy(msgspec.Struct):
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
                meant = [option == Vote(True) for option in options]
                return np.where(meant, self.vote.score(np.array([situation.vote()])), 0.0)
            case Discard() | Enact():
                trees = self.discard if isinstance(options[0], Discard) else self.enact
                meant = [isinstance(option, Discard | Enact) and option.policy is Policy.LIBERAL for option in options]
                return np.where(meant, trees.score(np.array([situation.tiles()])), 0.0)
            case Nominate() | Investigate() | CallSpecialElection() | Execute() | ShowParty() as first:
                kinds = {Nominate: self.nominate, Investigate: self.investigate, CallSpecialElection: self.call, Execute: self.execute}
                kinds[ShowParty] = self.nominate  # nobody has played with it: people show themselves to those they trust
                return kinds[type(first)].score(np.array([situation.person(subject(option)) for option in options]))
            case other:
                warnings.warn(f"people were not asked about {other}", Unconsidered, stacklevel=2)
                return np.zeros(len(options))

    def chances_of_ja(self, situations: Sequence[DecisionFeatures]) -> Floats:
        return 1 / (1 + np.exp(-self.vote.score(np.array([situation.vote() for situation in situations]))))

    def says(self, keys: Sequence[str], rng: random.Random, likes: Callable[[Odds], list[float]] | None = None) -> str:
        """Draw what people say, as often as they say it or as someone likes it; "" if they say nothing or we know nothing."""
        odds = next((self.sayings[key] for key in keys if key in self.sayings), {"": 1.0})
        return rng.choices(list(odds), list(odds.values()) if likes is None else likes(odds))[0]


@cache
def shipped_policy() -> HumanPolicy:
    return msgspec.json.decode(files(__package__).joinpath("people.json").read_bytes(), type=HumanPolicy)


def subject(option: Decision) -> Seat:
    assert isinstance(option, Nominate | PowerAction)
    return target(option)


def claim_keys(role: Role, about: About, hand: str, enacted: str, heard: str) -> list[str]:
    """List the keys for claims about a hand, the most specific first; `heard` is the president's claim."""
    plain = f"{role.value} {about.value} {hand}"
    telling = f"{plain} {enacted}"
    return [telling, plain] if about is About.PRESIDENT_HAND else [f"{telling} {heard}", telling, plain]


def party_key(role: Role, seen: Party) -> str:
    return f"{role.value} {About.PARTY.value} {seen.value}"
