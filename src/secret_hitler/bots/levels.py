"""Bots by name: our levels, those of packages, `module:Class`, an engine's command, a network's file, or a language model."""

import importlib
import random
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Final

from ..rules import View
from .baselines import PartyLine, Uniform
from .bot import BALANCED, Bot, Personality

Maker = Callable[[View, random.Random, Personality], Bot]
"""A bot's class, or anything else that makes one."""

ENTRY_POINTS: Final = "secret_hitler.bots"
"""The group of entry points by which a package brings its own bots."""
LOADERS: Final = "secret_hitler.bot_loaders"
"""The group of entry points that make a bot from a name: `command` from an engine's command, `npz` from such a file, `llm` from a model."""
MISSING: Final = {"npz": "pip install secret-hitler-lab", "command": "pip install secret-hitler", "llm": "pip install secret-hitler"}
_IN_COMMANDS: Final = " /\\"
"""A name with a space or a path in it is an engine's command line."""
_LEARNED: Final = ".npz"
"""A name that ends in this is the file of a network that learned to play."""
_MODEL: Final = ("llm:", ".toml")
"""How the name of a language model begins, or how the name of its file ends."""


def _thinking(level: str, view: View, rng: random.Random, person: Personality) -> Bot:
    """Make a bot that needs numpy, which isn't loaded before: the page's own engine has none."""
    maker: Maker = getattr(importlib.import_module(f".{level}", __package__), level.capitalize())
    return maker(view, rng, person)


LEVELS: Final[dict[str, Maker]] = {
    "random": lambda view, rng, _: Uniform(view, rng),
    "party-line": lambda view, rng, _: PartyLine(view, rng),
    **{level: partial(_thinking, level) for level in ("regular", "expert", "deducer", "strategist")},
}


class UnknownBot(ValueError):
    """A name that no bot has."""


def sit(name: str, view: View, rng: random.Random, person: Personality = BALANCED) -> Bot:
    """Seat a bot of this name behind a View that hasn't seen anything yet."""
    return find_bot(name)(view, rng, person)


def find_bot(name: str) -> Maker:
    if name in LEVELS:
        return LEVELS[name]
    if name.endswith(_LEARNED):
        return _loaded_by("npz", name)
    if name.startswith(_MODEL[0]) or name.endswith(_MODEL[1]):
        return _loaded_by("llm", name)
    if any(sign in name for sign in _IN_COMMANDS):
        return _loaded_by("command", name)
    if ":" in name:
        return _bot_in(name, name)
    brought = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    if name not in brought:
        raise UnknownBot(
            f"there's no bot {name!r}. Choose {', '.join([*LEVELS, *brought])}, module:Class, an engine as ./program, "
            f"a model as {_MODEL[0]}NAME@BASE_URL or file{_MODEL[1]}, or a network as file{_LEARNED}"
        )
    return _bot_in(name, brought[name])


@cache
def _loaded_by(loader: str, name: str) -> Maker:
    """Find what makes bots of this kind, in a higher layer or another package, and load it only now."""
    for point in entry_points(group=LOADERS, name=loader):
        maker: Maker = point.load()(name)
        return maker
    raise UnknownBot(f"the bot {name!r} needs a package that is not installed: {MISSING[loader]}")


def _bot_in(name: str, place: str) -> Maker:
    module, _, attribute = place.partition(":")
    try:
        maker = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"can't load the bot {name!r}: {error}") from error
    if not callable(maker):
        raise UnknownBot(f"the bot {name!r} isn't a class: {attribute} can't make a bot")
    missing = [method for method in ("see", "hear", "decide", "claims", "talk") if isinstance(maker, type) and not hasattr(maker, method)]
    if missing:
        raise UnknownBot(f"the bot {name!r} has no {', '.join(missing)}")
    bot: Maker = maker
    return bot
