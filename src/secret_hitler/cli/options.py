"""Options that commands share, such as rule sets and files of games, and checks that find mistakes before the work starts."""

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


def folder(text: str) -> Path:
    """Return a server's folder; a database's address may hold a password, so it isn't repeated."""
    if "://" in text:
        raise argparse.ArgumentTypeError("this takes a server's folder. Use PostgreSQL's own tools for a database")
    return Path(text)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} isn't a port. Ports are numbers from 0 to 65535")
    return int(text)


@contextmanager
def reported(*errors: type[Exception]) -> Iterator[None]:
    """Report these errors as the user's mistakes."""
    try:
        yield
    except errors as error:
        raise BadUsage(str(error)) from error


def ruleset(name: str) -> Ruleset:
    if name in RULESETS:
        return RULESETS[name]
    path = Path(name)
    if not path.is_file():
        raise BadUsage(f"there's no rule set or file {name!r}. The rule sets are {', '.join(RULESETS)}.")
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
    command.add_argument("--language", metavar="XX", help=f"{', '.join(LANGUAGES)}; default: this machine's language, or en")


def language(options: argparse.Namespace) -> str:
    chosen: str = options.language or language_here()
    if chosen not in LANGUAGES:
        raise BadUsage(f"there's no language {chosen!r}. Choose one of {', '.join(LANGUAGES)}.")
    return chosen


def each_game(path: Path, do: Callable[[int, AnyGame], object], unfit: tuple[type[ValueError], ...] = (UnfitRecord,)) -> tuple[int, int]:
    """Do something with each game of a file, and report those that fail. Return how many there are, and how many succeeded."""
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
    """Yield each game in turn; an unreadable one comes as the reason."""
    empty = True
    with reported(UnfitRecord):
        for game in read_games(path):
            empty = False
            yield game
    if empty:
        raise BadUsage(f"there's no game in {path}")


def at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise BadUsage(f"choose at least one {what}, not {number}")


def check_bot(name: str) -> None:
    """Check that this bot exists; look for module:Class in the current folder too."""
    from ..bots import UnknownBot, find_bot  # commands without bots need not load what bots think with

    if ":" in name and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with reported(UnknownBot):
        find_bot(name)


def check_writable(path: Path | None) -> None:
    """Check that we can write a file before we do the work."""
    if path is None:
        return
    if path.is_dir():
        raise BadUsage(f"{path} is a folder, not a file to write into")
    if not path.parent.is_dir():
        raise BadUsage(f"there's no folder {path.parent} to write into")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadUsage(f"you aren't allowed to write {path}")
