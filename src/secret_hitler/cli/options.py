"""Options that commands share, such as rule sets and files of games, and the checks that find mistakes before any work is done."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..paper.files import AnyGame, read_games
from ..records import UnfitRecord
from ..rules import RULESETS, BadHouseRules, Ruleset, StrandedGame, house_rules
from ..words import LANGUAGES, language_here
from . import BadUsage
from .output import counted, problem


def add_game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=7, metavar="N")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")


def add_many_games_options(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=int, default=games, metavar="G")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--json", action="store_true", help="one JSON object")


@contextmanager
def reported(*errors: type[Exception]) -> Iterator[None]:
    """Report these errors as mistakes of the person at the keyboard."""
    try:
        yield
    except errors as error:
        raise BadUsage(str(error)) from error


def ruleset(name: str) -> Ruleset:
    """Find a written rule set by name, or read house rules from a file."""
    if name in RULESETS:
        return RULESETS[name]
    path = Path(name)
    if not path.is_file():
        raise BadUsage(f"there is no rule set {name!r}, nor a file of that name; the rule sets are {', '.join(RULESETS)}")
    try:
        return house_rules(path.read_text(encoding="utf-8"))
    except (BadHouseRules, StrandedGame, UnicodeDecodeError) as error:
        raise BadUsage(f"{name}: {error}") from error


def ruleset_for(name: str, players: int) -> Ruleset:
    rules = ruleset(name)
    if players not in rules.fascists:
        raise BadUsage(f"{for_how_many(rules)}, not {players}")
    return rules


def for_how_many(rules: Ruleset) -> str:
    return f"{rules.name} is for {min(rules.fascists)} to {max(rules.fascists)} players"


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", metavar="XX", help=f"{', '.join(LANGUAGES)}; default: that of this machine, else en")


def language(options: argparse.Namespace) -> str:
    chosen: str = options.language or language_here()
    if chosen not in LANGUAGES:
        raise BadUsage(f"there is no language {chosen!r}; there are {', '.join(LANGUAGES)}")
    return chosen


def each_game(path: Path, do: Callable[[int, AnyGame], object], unfit: tuple[type[ValueError], ...] = (UnfitRecord,)) -> tuple[int, int]:
    """Do something with each game of a file, name those that cannot be; return how many there are, and how many were done."""
    games = done = 0
    for number, game in enumerate(counted("games", games_in(path))):
        games += 1
        try:
            if isinstance(game, UnfitRecord):
                raise game
            do(number, game)
            done += 1
        except unfit as reason:
            problem(f"game {number}: {reason}")
    return games, done


def games_in(path: Path) -> Iterator[AnyGame | UnfitRecord]:
    """Yield each game in turn; one that cannot be read comes as the reason."""
    empty = True
    with reported(UnfitRecord):
        for game in read_games(path):
            empty = False
            yield game
    if empty:
        raise BadUsage(f"{path} holds no game")


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError as error:
        raise BadUsage(f"players are numbers with commas between them, such as 5,7,10; not {text!r}") from error


def at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise BadUsage(f"at least one {what} is needed, not {number}")


def check_bot(name: str) -> None:
    """Check that there is such a bot; look for module:Class in the current folder too."""
    from ..bots import UnknownBot, find_bot  # commands without bots need not load what bots think with

    if ":" in name and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with reported(UnknownBot):
        find_bot(name)


def check_writable(path: Path | None) -> None:
    """Check that a file can be written there, before the work whose result goes into it."""
    if path is None:
        return
    if path.is_dir():
        raise BadUsage(f"{path} is a folder, not a file to write into")
    if not path.parent.is_dir():
        raise BadUsage(f"there is no folder {path.parent} to write into")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadUsage(f"{path} may not be written")
