"""What commands share: printing for people and for programs, progress, and rule sets by name."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..rules import RULESETS, BadHouseRules, Ruleset, StrandedGame, house_rules

Commands = Any
"""What argparse gives to add commands to; it has no public name."""
T = TypeVar("T")

out = Console()
_err = Console(stderr=True)


class BadUsage(Exception):
    """Something the person at the keyboard can put right."""


def problem(text: str) -> None:
    _err.print(text, markup=False, highlight=False)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


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


def rules_for_players(options: argparse.Namespace) -> Ruleset:
    rules = ruleset(options.rules)
    fits(rules, options.players)
    return rules


def fits(rules: Ruleset, players: int) -> bool:
    """Whether the rule set is for so many; it says so if it is not."""
    if players not in rules.fascists:
        raise BadUsage(f"{rules.name} is for {min(rules.fascists)} to {max(rules.fascists)} players, not {players}")
    return True


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError as error:
        raise BadUsage(f"players are numbers with commas between them, such as 5,7,10; not {text!r}") from error


def add_game_options(command: argparse.ArgumentParser, games: int | None) -> None:
    """Players and rules; and how many games from which seed, where many are played."""
    command.add_argument("--players", type=int, default=7, metavar="N")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    if games is not None:
        add_many_games_options(command, games)


def add_many_games_options(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=int, default=games, metavar="G")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--json", action="store_true", help="one JSON object")


def at_least_one_game(options: argparse.Namespace) -> None:
    if options.games < 1:
        raise BadUsage("at least one game must be played")


def counted(what: str, items: Iterable[T]) -> Iterator[T]:
    """The items, counted on a terminal as they pass."""
    columns = (TextColumn(what), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=_err, disable=not _err.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=None)
        for item in items:
            yield item
            bar.advance(task)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere; the yielded function is told how many are done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_err, disable=not _err.is_terminal, transient=True) as progress:
        task = progress.add_task(what, total=total)
        step, shown = max(1, total // 1000), 0

        def advance(done: int) -> None:
            nonlocal shown
            if done - shown >= step or done == total:
                shown = done
                progress.update(task, completed=done)

        yield advance
