"""The levels by name, and how a bot takes a seat."""

import random
from collections.abc import Callable
from typing import Final

from ..rules import View
from .bot import Bot
from .deducer import Deducer
from .party_line import PartyLine
from .personality import BALANCED, Personality
from .strategist import Strategist
from .uniform import Uniform


def _uniform(view: View, rng: random.Random, person: Personality) -> Bot:
    return Uniform(view, rng)


def _party_line(view: View, rng: random.Random, person: Personality) -> Bot:
    return PartyLine(view, rng)


LEVELS: Final[dict[str, Callable[[View, random.Random, Personality], Bot]]] = {
    "random": _uniform,
    "party-line": _party_line,
    "deducer": Deducer,
    "strategist": Strategist,
}


def sit(level: str, view: View, rng: random.Random, person: Personality = BALANCED) -> Bot:
    """A bot of this level that will see through this View, which must not have seen anything yet."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot {level!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level](view, rng, person)
