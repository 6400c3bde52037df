"""Level `strategist`: a deducer schooled by play: it reads bots by what bots do, and as a fascist has ways that won more games."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from ..belief import Figures
from ..rules import View
from .deducer import Deducer
from .fascist import Ways
from .personality import BALANCED, Personality

_tried: list[Ways] = []


class Schooling(Struct):
    figures: Figures
    ways: Ways


@cache
def schooled() -> Schooling:
    return msgspec.json.decode(files(__package__).joinpath("strategist.json").read_bytes(), type=Schooling)


def strategist(view: View, rng: random.Random, person: Personality = BALANCED) -> Deducer:
    ways = _tried[-1] if _tried else schooled().ways
    return Deducer(view, rng, person, None if _tried else schooled().figures, ways)


@contextmanager
def trying(ways: Ways) -> Iterator[None]:
    """For the search of better ways: every strategist that sits down meanwhile has these."""
    _tried.append(ways)
    try:
        yield
    finally:
        _tried.pop()
