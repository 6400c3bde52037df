"""The command simulate: uniform random play, with statistics."""

import argparse
from collections.abc import Callable
from pathlib import Path

from rich.table import Table

from secret_hitler.cli import BadUsage
from secret_hitler.cli.options import at_least_one, check_writable, ruleset, ruleset_for
from secret_hitler.cli.output import progress, say_json
from secret_hitler.rules import RULESETS, Ruleset

from ..statistics.plots import check_plot, plot_summaries
from ..statistics.tables import check_table, write_table
from ..statistics.uniform_play import Summary, play_uniformly
from .options import add_many_games_options, numbers, say_table


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", default="7", metavar="N,...", help="one or several numbers of players, or all")
    command.add_argument("--rules", default="official", metavar="NAME,...", help="rule sets, or all five, or a TOML file of house rules")
    add_many_games_options(command, 100_000)
    command.add_argument("--engine", choices=("kernel", "reference"), default="kernel", help="default: kernel")
    command.add_argument("--workers", type=int, default=0, metavar="W", help="how many threads; 0 for one a processor")
    command.add_argument("--out", type=Path, metavar="FILE", help="write the statistics as .csv or .parquet")
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw endings, length and win rate")


def run(options: argparse.Namespace) -> int:
    at_least_one("game", options.games)
    settings = _settings(options)
    summaries: list[Summary] = []
    try:
        _check_files(options)
        with progress("games", options.games * len(settings)) as advance:
            for rules, players in settings:
                summaries.append(_play(rules, players, options, lambda done: advance(len(summaries) * options.games + done)))
        if options.out is not None:
            write_table(summaries, options.out)
        if options.plot is not None:
            plot_summaries(summaries, options.plot)
    except (ValueError, OSError) as error:
        raise BadUsage(str(error)) from error
    if options.json:
        for summary in summaries:
            say_json(summary)
    else:
        say_table(_one(summaries[0]) if len(summaries) == 1 else _many(summaries))
    return 0


def _settings(options: argparse.Namespace) -> list[tuple[Ruleset, int]]:
    """Every rule set asked for, with every number of players."""
    names = list(RULESETS) if options.rules == "all" else options.rules.split(",")
    if options.players == "all":
        return [(rules, players) for rules in map(ruleset, names) for players in sorted(rules.fascists)]
    return [(ruleset_for(name, players), players) for name in names for players in numbers(options.players)]


def _check_files(options: argparse.Namespace) -> None:
    check_writable(options.out)
    check_writable(options.plot)
    if options.out is not None:
        check_table(options.out)
    if options.plot is not None:
        check_plot(options.plot)


def _play(rules: Ruleset, players: int, options: argparse.Namespace, advance: Callable[[int], None]) -> Summary:
    if options.engine == "reference":
        return play_uniformly(rules, players, options.games, options.seed, advance)
    from ..statistics.simulate import simulate

    return simulate(rules, players, options.games, options.seed, options.workers, advance)


def _one(summary: Summary) -> Table:
    table = Table(title=f"{summary.rules}, {summary.players} players, {summary.games:,} games", show_header=False)
    table.add_row("games per second", f"{summary.games_per_second:,.0f}")
    table.add_row("decisions per game", f"{summary.decisions_per_game:.2f}")
    table.add_row("liberals win", f"{summary.liberal_win_rate:.2%}")
    for ending, share in summary.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    for name in ("nominations", "sessions", "chaos", "vetoes"):
        table.add_row(f"{name} per game", f"{getattr(summary, name):.2f}")
    return table


def _many(summaries: list[Summary]) -> Table:
    table = Table(title=f"{summaries[0].games:,} games each")
    for column in ("rules", "players", "liberals win", *(ending.replace("_", " ") for ending in summaries[0].endings), "rounds"):
        table.add_column(column, justify="left" if column == "rules" else "right", no_wrap=column == "rules")
    for each in summaries:
        shares = (f"{share:.2%}" for share in each.endings.values())
        table.add_row(each.rules, str(each.players), f"{each.liberal_win_rate:.2%}", *shares, f"{each.nominations:.2f}")
    return table
