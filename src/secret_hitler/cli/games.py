"""Commands that play many games: simulate, arena."""

import argparse
import os
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from rich.table import Table

from ..bots import LEVELS
from ..lab.extra import MissingExtra
from ..lab.statistics.uniform_play import Summary, play_uniformly
from ..lab.tournament.arena import arena
from ..rules import RULESETS, Ruleset
from .screen import (
    BadUsage,
    Commands,
    add_game_options,
    add_many_games_options,
    at_least_one_game,
    fits,
    numbers,
    out,
    progress_bar,
    rules_for_players,
    ruleset,
    say_json,
)


def add_commands(commands: Commands) -> None:
    simulate = commands.add_parser("simulate", help="uniform random play, with statistics")
    simulate.add_argument("--players", default="7", metavar="N,...", help="one or several numbers of players, or all")
    simulate.add_argument("--rules", default="official", metavar="NAME,...", help="rule sets, or all five, or a TOML file of house rules")
    add_many_games_options(simulate, 100_000)
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
    at_least_one_game(options)
    settings = _settings(options)
    try:
        with progress_bar("games", options.games * len(settings)) as advance:
            summaries = []
            for number, (rules, players) in enumerate(settings):
                summaries.append(_play(rules, players, options, partial(_advance, advance, number * options.games)))
        _write_files(summaries, options)
    except (MissingExtra, ValueError, OSError) as error:
        raise BadUsage(str(error)) from error
    if options.json:
        for summary in summaries:
            say_json(summary)
    elif len(summaries) == 1:
        _print_summary(summaries[0])
    else:
        _print_summaries(summaries)
    return 0


def _advance(advance: Callable[[int], None], before: int, done: int) -> None:
    advance(before + done)


def _settings(options: argparse.Namespace) -> list[tuple[Ruleset, int]]:
    """Every rule set asked for, with every number of players."""
    names = list(RULESETS) if options.rules == "all" else options.rules.split(",")
    rule_sets = [ruleset(name) for name in names]
    counts = None if options.players == "all" else numbers(options.players)
    return [(rules, players) for rules in rule_sets for players in (counts or sorted(rules.fascists)) if fits(rules, players)]


def _play(rules: Ruleset, players: int, options: argparse.Namespace, advance: Callable[[int], None]) -> Summary:
    if options.engine == "reference":
        return play_uniformly(rules, players, options.games, options.seed, advance)
    from ..lab.statistics.simulate import simulate  # needs the extra

    return simulate(rules, players, options.games, options.seed, options.workers, advance)


def _write_files(summaries: list[Summary], options: argparse.Namespace) -> None:
    if options.out is not None:
        from ..lab.statistics.tables import write_table

        write_table(summaries, options.out)
    if options.plot is not None:
        from ..lab.statistics.plots import plot_summaries  # needs the extra

        plot_summaries(summaries, options.plot)


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


def _print_summaries(summaries: list[Summary]) -> None:
    table = Table(title=f"{summaries[0].games:,} games each")
    for column in ("rules", "players", "liberals win", *(ending.replace("_", " ") for ending in summaries[0].endings), "rounds"):
        table.add_column(column, justify="left" if column == "rules" else "right", no_wrap=column == "rules")
    for each in summaries:
        shares = (f"{share:.2%}" for share in each.endings.values())
        table.add_row(each.rules, str(each.players), f"{each.liberal_win_rate:.2%}", *shares, f"{each.nominations:.2f}")
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
