"""What the person at the keyboard can put right, the checks that find it, and the options that commands share."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..paper.files import read_games
from ..paper.paper_game import PaperGame
from ..records import Record, UnfitRecord
from ..rules import RULESETS, BadHouseRules, Ruleset, StrandedGame, house_rules
from ..words import LANGUAGES, language_here


class BadUsage(Exception):
    """Something the person at the keyboard can put right."""


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError as error:
        raise BadUsage(f"players are numbers with commas between them, such as 5,7,10; not {text!r}") from error


def at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise BadUsage(f"at least one {what} is needed, not {number}")


def check_bot(name: str) -> None:
    """Whether there is such a bot; module:Class is looked for in the current folder too."""
    from ..bots import UnknownBot, find_bot  # commands without bots need not load what bots think with

    if ":" in name and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        find_bot(name)
    except UnknownBot as error:
        raise BadUsage(str(error)) from error


def check_writable(path: Path | None) -> None:
    """Whether a file can be written there, asked before the work whose result goes into it."""
    if path is None:
        return
    if path.is_dir():
        raise BadUsage(f"{path} is a folder, not a file to write into")
    if not path.parent.is_dir():
        raise BadUsage(f"there is no folder {path.parent} to write into")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadUsage(f"{path} may not be written")


def add_game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=7, metavar="N")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")


def add_many_games_options(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=int, default=games, metavar="G")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--json", action="store_true", help="one JSON object")


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
    """Find a rule set that is for so many players."""
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


def games_in(path: Path) -> Iterator[Record | PaperGame | UnfitRecord]:
    """Each game in turn; one that cannot be read comes as the reason."""
    empty = True
    try:
        for game in read_games(path):
            empty = False
            yield game
    except UnfitRecord as error:
        raise BadUsage(str(error)) from error
    if empty:
        raise BadUsage(f"{path} holds no game")
