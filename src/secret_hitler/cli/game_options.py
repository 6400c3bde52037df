"""Options that commands share: rule sets by name or file, numbers of players, how many games from which seed."""

import argparse
from pathlib import Path

from ..rules import RULESETS, BadHouseRules, Ruleset, StrandedGame, house_rules
from .usage import BadUsage


def add_game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=7, metavar="N")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")


def add_many_games_options(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=int, default=games, metavar="G")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--json", action="store_true", help="one JSON object")


def ruleset(name: str) -> Ruleset:
    """A written rule set by name, or house rules from a file."""
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
    """The same, if it is for so many."""
    rules = ruleset(name)
    if players not in rules.fascists:
        raise BadUsage(f"{for_how_many(rules)}, not {players}")
    return rules


def for_how_many(rules: Ruleset) -> str:
    return f"{rules.name} is for {min(rules.fascists)} to {max(rules.fascists)} players"
