"""The command arena: bots of one level as liberals against another as fascists."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.table import Table

from secret_hitler.cli import BadUsage
from secret_hitler.cli.options import add_game_options, add_many_games_options, at_least_one, check_bot, check_writable, ruleset_for
from secret_hitler.cli.output import progress, say_json, say_table
from secret_hitler.records import Record, text_form

from ..tournament.arena import Result, arena
from ..tournament.workers import WorkerLost


def add_options(command: argparse.ArgumentParser) -> None:
    add_game_options(command)
    add_many_games_options(command, 1000)
    command.add_argument("--liberals", default="deducer", metavar="BOT", help="a level, an installed bot, module:Class, or an engine")
    command.add_argument("--fascists", default="deducer", metavar="BOT")
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes; the result is the same")
    command.add_argument("--out", type=Path, metavar="FILE", help="keep the games: JSON lines if it ends in .jsonl, else the notation")


def run(options: argparse.Namespace) -> int:
    rules = ruleset_for(options.rules, options.players)
    at_least_one("game", options.games)
    check_writable(options.out)
    for bot in (options.liberals, options.fascists):
        check_bot(bot)
    asked = (rules, options.players, options.liberals, options.fascists, options.games, options.seed, options.workers)
    try:
        with _keeping(options.out) as keep, progress("games", options.games) as advance:
            result = arena(*asked, progress=advance, keep=keep)
    except (WorkerLost, OSError) as error:
        raise BadUsage(str(error)) from error
    if options.json:
        say_json(result)
    else:
        say_table(_table(result))
    return 0


@contextmanager
def _keeping(path: Path | None) -> Iterator[Callable[[Record], object] | None]:
    """Yield what is given each game, so that it stands in the file as soon as it was played."""
    if path is None:
        yield None
        return
    form = text_form(path)
    with path.open("w", encoding="utf-8") as file:
        yield lambda record: file.write(form(record))


def _table(result: Result) -> Table:
    title = f"{result.liberals} liberals against {result.fascists} fascists, {result.players} players, {result.games:,} games"
    table = Table(title=title, show_header=False)
    table.add_row("liberals win", f"{result.liberal_win_rate:.2%} ± {result.stderr:.2%}")
    for ending, share in result.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    table.add_row("seconds", f"{result.seconds:.1f}")
    return table
