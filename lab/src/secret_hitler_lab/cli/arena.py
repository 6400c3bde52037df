"""The command arena: bots of one level as liberals against another as fascists."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from rich.table import Table

from secret_hitler.cli import BadUsage
from secret_hitler.cli.options import at_least_one, check_bot, check_writable, ruleset_for
from secret_hitler.cli.output import problem, progress, say_json
from secret_hitler.records import Record, text_form

from ..tournament.arena import ArenaGame, Contest, OnFailure, Result, arena
from ..tournament.journal import Journal
from ..tournament.workers import WorkerLost
from .options import add_many_games_options, say_table


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=7, metavar="N")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    add_many_games_options(command, 1000)
    command.add_argument("--liberals", default="deducer", metavar="BOT", help="a level, an added bot, module:Class, an engine, or a model")
    command.add_argument("--fascists", default="deducer", metavar="BOT")
    command.add_argument("--seats", default="", metavar="A,B,...", help="a bot for each seat instead; they move on by a seat each game")
    command.add_argument("--on-failure", type=OnFailure, choices=list(OnFailure), default=OnFailure.VOID, help="of a model or an engine")
    command.add_argument("--max-cost", type=float, metavar="C", help="begin no further game once the models have cost this much")
    command.add_argument("--journal", type=Path, metavar="FILE", help="keep games, talk and models' answers; goes on from what's there")
    command.add_argument("--no-prompts", action="store_true", help="leave the prompts out of the journal")
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes; the result is the same")
    command.add_argument("--out", type=Path, metavar="FILE", help="keep the games: JSON lines if it ends in .jsonl, else the notation")


def run(options: argparse.Namespace) -> int:
    rules = ruleset_for(options.rules, options.players)
    at_least_one("game", options.games)
    check_writable(options.out)
    check_writable(options.journal)
    seats = tuple(options.seats.split(",")) if options.seats else ()
    if seats and len(seats) != options.players:
        raise BadUsage(f"name a bot for each of the {options.players} seats, not {len(seats)}")
    for bot in seats or (options.liberals, options.fascists):
        check_bot(bot)
    contest = Contest(
        rules=rules,
        players=options.players,
        liberals="" if seats else options.liberals,
        fascists="" if seats else options.fascists,
        seats=seats,
        seed=options.seed,
        on_failure=options.on_failure,
        keep_calls=options.journal is not None,
        keep_prompts=not options.no_prompts,
    )
    try:
        journal = Journal(contest, options.journal) if options.journal is not None else None
        with journal or nullcontext(), _keeping(options.out) as keep, progress("games", options.games) as advance:

            def each(game: ArenaGame) -> None:
                if journal is not None:
                    journal.keep(game)
                if keep is not None:
                    keep(game.record)
                advance(game.number + 1)

            result = arena(contest, options.games, options.workers, each, journal.games if journal else (), options.max_cost)
    except (WorkerLost, OSError, ValueError) as error:
        raise BadUsage(str(error)) from error
    for reason, games in result.failures.items():
        problem(f"broken off, {games} times: {reason}")
    if result.stopped:
        problem(result.stopped)
    if options.json:
        say_json(result)
    else:
        say_table(_table(result))
    return int(result.void == result.games)


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
    who = ", ".join(result.seats) or f"{result.liberals} liberals against {result.fascists} fascists"
    title = f"{who}, {result.players} players, {result.games:,} games"
    table = Table(title=title, show_header=False)
    table.add_row("liberals win", f"{result.liberal_win_rate:.2%} ± {result.stderr:.2%}")
    for ending, share in result.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    if result.failures:
        table.add_row("void", f"{result.void:,}")
        table.add_row("forfeited", f"{result.forfeits:,}")
    if result.seats:
        for bot, tally in result.bots.items():
            wins = "; ".join(f"{tally[f'{side}_won']} of {tally[side]} as a {side}" for side in ("liberal", "fascist"))
            table.add_row(f"{bot} wins", wins)
    for bot, used in result.usage.items():
        table.add_row(bot, str(used))
    table.add_row("seconds", f"{result.seconds:.1f}")
    return table
