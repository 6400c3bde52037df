"""Level `strategist`: a deducer schooled by play: it reads bots by what bots do, and as a fascist has ways that won more games."""

import random
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from ..belief import Figures
from ..rules import View
from .deducer import Deducer
from .fascist import Ways
from .personality import BALANCED, Personality


class Schooling(Struct):
    figures: Figures
    """How each role behaves, fitted on games between bots."""
    ways: Ways
    """A fascist's ways, found by search."""


@cache
def schooled() -> Schooling:
    return msgspec.json.decode(files(__package__).joinpath("strategist.json").read_bytes(), type=Schooling)


def strategist(view: View, rng: random.Random, person: Personality = BALANCED) -> Deducer:
    return Deducer(view, rng, person, schooled().figures, schooled().ways)
