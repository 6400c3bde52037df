"""Bots by name: our levels, those that packages bring, and others as `module:Class`, the command of an engine or the file of a network."""

import importlib
import random
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from ..rules import View
from .baselines import PartyLine, Uniform
from .bot import BALANCED, Bot, Personality

Maker = Callable[[View, random.Random, Personality], Bot]
"""A bot's class, or whatever else makes one."""

ENTRY_POINTS: Final = "secret_hitler.bots"
"""The group of entry points by which a package brings bots of its own."""

LOADERS: Final = "secret_hitler.bot_loaders"
"""The group of entry points that make a bot of a name: `command` of the command line of an engine, `npz` of such a file."""

MISSING: Final = {"npz": "pip install secret-hitler-lab", "command": "pip install secret-hitler"}

_IN_COMMANDS: Final = " /\\"
"""A name with a space or a path in it is the command line of an engine."""

_LEARNED: Final = ".npz"
"""A name that ends so is the file of a network that learned to play."""


def _thinking(level: str, name: str) -> Maker:
    """Make a level that needs numpy, which is loaded when one plays: the page's own engine has none."""

    def make(view: View, rng: random.Random, person: Personality) -> Bot:
        maker: Maker = getattr(importlib.import_module(f".{level}", __package__), name)
        return maker(view, rng, person)

    return make


LEVELS: Final[dict[str, Maker]] = {
    "random": lambda view, rng, _: Uniform(view, rng),
    "party-line": lambda view, rng, _: PartyLine(view, rng),
    "regular": _thinking("regular", "Regular"),
    "expert": _thinking("expert", "Expert"),
    "deducer": _thinking("deducer", "Deducer"),
    "strategist": _thinking("strategist", "Strategist"),
}


class UnknownBot(ValueError):
    """A name by which no bot can be had."""


def sit(name: str, view: View, rng: random.Random, person: Personality = BALANCED) -> Bot:
    """Seat a bot of this name behind a View that must not have seen anything yet."""
    return find_bot(name)(view, rng, person)


def find_bot(name: str) -> Maker:
    if name in LEVELS:
        return LEVELS[name]
    if name.endswith(_LEARNED):
        return _loaded_by("npz", name)
    if any(sign in name for sign in _IN_COMMANDS):
        return _loaded_by("command", name)
    if ":" in name:
        return _bot_in(name, name)
    brought = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    if name not in brought:
        raise UnknownBot(
            f"there is no bot {name!r}; there are {', '.join([*LEVELS, *brought])}, any other as module:Class, engines as ./program, "
            f"and networks as file{_LEARNED}"
        )
    return _bot_in(name, brought[name])


@cache
def _loaded_by(loader: str, name: str) -> Maker:
    """Find who makes bots of this kind, in a higher layer or another package; it is loaded when one plays."""
    for point in entry_points(group=LOADERS, name=loader):
        maker: Maker = point.load()(name)
        return maker
    raise UnknownBot(f"the bot {name!r} needs a package that is not installed: {MISSING[loader]}")


def _bot_in(name: str, place: str) -> Maker:
    module, _, attribute = place.partition(":")
    try:
        maker = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"the bot {name!r} cannot be had: {error}") from error
    if not callable(maker):
        raise UnknownBot(f"the bot {name!r} is no class: nothing can be made from {attribute}")
    missing = [method for method in ("see", "hear", "decide", "claims", "talk") if isinstance(maker, type) and not hasattr(maker, method)]
    if missing:
        raise UnknownBot(f"the bot {name!r} has no {', '.join(missing)}")
    bot: Maker = maker
    return bot
