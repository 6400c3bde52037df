"""Commands that play many games: simulate, arena."""

import argparse
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from rich.table import Table

from ..bots import LEVELS
from ..lab.arena import arena
from ..lab.extra import MissingExtra
from ..lab.uniform import Summary, play_uniformly
from ..rules import Ruleset
from .screen import BadUsage, Commands, add_game_options, at_least_one_game, out, progress_bar, rules_for_players, say_json


def add_commands(commands: Commands) -> None:
    simulate = commands.add_parser("simulate", help="uniform random play, with statistics")
    add_game_options(simulate, games=100_000)
    best = "kernel" if find_spec("numba") else "reference"
    simulate.add_argument("--engine", choices=("kernel", "reference"), default=best, help=f"default here: {best}")
    simulate.add_argument("--workers", type=int, default=0, metavar="W", help="threads of the kernel; 0 for one a processor")
    simulate.add_argument("--out", type=Path, metavar="FILE", help="the statistics as .csv or .parquet")
    simulate.add_argument("--plot", type=Path, metavar="FILE", help="a picture of endings, length and win rate")
    simulate.set_defaults(run=_simulate)

    fight = commands.add_parser("arena", help="bots of one level as liberals against another as fascists")
    add_game_options(fight, games=1000)
    fight.add_argument("--liberals", choices=tuple(LEVELS), default="deducer")
    fight.add_argument("--fascists", choices=tuple(LEVELS), default="deducer")
    fight.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes; the result is the same")
    fight.set_defaults(run=_arena)


def _simulate(options: argparse.Namespace) -> int:
    rules = rules_for_players(options)
    at_least_one_game(options)
    try:
        with progress_bar("games", options.games) as advance:
            summary = _play(rules, options, advance)
        _write_files(summary, options)
    except (MissingExtra, ValueError, OSError) as error:
        raise BadUsage(str(error)) from error
    if options.json:
        say_json(summary)
    else:
        _print_summary(summary)
    return 0


def _play(rules: Ruleset, options: argparse.Namespace, advance: Callable[[int], None]) -> Summary:
    if options.engine == "reference":
        return play_uniformly(rules, options.players, options.games, options.seed, advance)
    from ..lab.simulate import simulate  # needs the extra

    return simulate(rules, options.players, options.games, options.seed, options.workers, advance)


def _write_files(summary: Summary, options: argparse.Namespace) -> None:
    if options.out is not None:
        from ..lab.tables import write_table

        write_table([summary], options.out)
    if options.plot is not None:
        from ..lab.plots import plot_summaries  # needs the extra

        plot_summaries([summary], options.plot)


def _print_summary(summary: Summary) -> None:
    table = Table(title=f"{summary.rules}, {summary.players} players, {summary.games:,} games", show_header=False)
    table.add_row("games per second", f"{summary.games_per_second:,.0f}")
    table.add_row("decisions per game", f"{summary.decisions_per_game:.2f}")
    table.add_row("liberals win", f"{summary.liberal_win_rate:.2%}")
    for ending, share in summary.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    for name in ("nominations", "sessions", "chaos", "vetoes"):
        table.add_row(f"{name} per game", f"{getattr(summary, name):.2f}")
    out.print(table)


def _arena(options: argparse.Namespace) -> int:
    rules = rules_for_players(options)
    at_least_one_game(options)
    with progress_bar("games", options.games) as advance:
        result = arena(rules, options.players, options.liberals, options.fascists, options.games, options.seed, options.workers, advance)
    if options.json:
        say_json(result)
        return 0
    title = f"{result.liberals} liberals against {result.fascists} fascists, {result.players} players, {result.games:,} games"
    table = Table(title=title, show_header=False)
    table.add_row("liberals win", f"{result.liberal_win_rate:.2%} ± {result.stderr:.2%}")
    for ending, share in result.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    table.add_row("seconds", f"{result.seconds:.1f}")
    out.print(table)
    return 0
