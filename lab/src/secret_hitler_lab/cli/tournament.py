"""The command tournament: every bot against every other, with ratings."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from secret_hitler.bots import LEVELS
from secret_hitler.cli import BadUsage
from secret_hitler.cli.options import check_bot, check_writable, ruleset
from secret_hitler.cli.output import problem, progress, say_json

from ..extra import MissingExtra
from ..statistics.plots import check_plot
from ..tournament.ledger import Ledger
from ..tournament.tournament import Match, Outcome, Setting, games_of, play_here
from ..tournament.workers import WorkerLost
from .options import numbers, say_table

if TYPE_CHECKING:
    from ..tournament.standings import Standings


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--bots", default=",".join(LEVELS), metavar="A,B,...", help="default: all of them")
    command.add_argument("--players", default="7", metavar="N,...", help="one or several numbers of players")
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    command.add_argument("--games", type=int, default=200, metavar="G", help="how many deals; every pairing plays the same ones")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes; the result is the same")
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep the games as JSON lines; run it again to continue, or with more --games, --bots or --players to extend it",
    )
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw ratings and pairings: .svg, .png or .pdf")
    command.add_argument("--page", type=Path, metavar="FILE", help="write a leaderboard as one HTML file")
    command.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster there; local starts one on this machine")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    for bot in options.bots.split(","):
        check_bot(bot)
    for path in (options.out, options.plot, options.page):
        check_writable(path)
    try:
        from ..tournament.leaderboard import draw, page
        from ..tournament.standings import standings

        if options.plot is not None:
            check_plot(options.plot)
        setting = Setting(
            rules=ruleset(options.rules),
            bots=tuple(options.bots.split(",")),
            players=numbers(options.players),
            games=options.games,
            seed=options.seed,
        )
        with Ledger(setting, options.out) as ledger:
            _play(ledger, options)
        result = standings(ledger.setting, ledger.outcomes.values())
        if options.plot is not None:
            draw(result, options.plot)
        if options.page is not None:
            options.page.write_text(page(result), encoding="utf-8")
    except (MissingExtra, ValueError, WorkerLost, OSError) as error:
        raise BadUsage(str(error)) from error
    for reason, games in result.failures.items():
        problem(f"broken off, {games} times: {reason}")
    if options.json:
        say_json(result)
        return int(result.void == result.games)
    for players in result.players:
        say_table(_cross_table(result, players))
    say_table(_ratings(result))
    for bot, used in result.usage.items():
        problem(f"{bot}: {used}")
    return int(result.void == result.games)


def _play(ledger: Ledger, options: argparse.Namespace) -> None:
    left = ledger.left
    if ledger.outcomes:
        problem(f"{ledger.games_played:,} games are in {options.out} already, {games_of(left):,} are left")
    if left:
        with progress("games", games_of(left)) as advance:
            ledger.write_all(_outcomes(ledger.setting, left, options), advance)


def _outcomes(setting: Setting, left: list[Match], options: argparse.Namespace) -> Iterator[Outcome]:
    if options.ray is None:
        return play_here(setting, left, options.workers)
    from ..tournament.cluster import play_on_cluster

    return play_on_cluster(setting, left, options.ray, options.workers)


def _cross_table(result: "Standings", players: int) -> Table:
    table = Table(title=f"{result.rules}, {players} players: how often the liberals (rows) win against the fascists (columns)")
    table.add_column("liberals")
    for fascists in result.bots:
        table.add_column(fascists, justify="right")
    for liberals in result.bots:
        table.add_row(liberals, *(result.pairing(players, liberals, fascists).share for fascists in result.bots))
    return table


def _ratings(result: "Standings") -> Table:
    table = Table(title=f"OpenSkill ratings from {result.games:,} games, with what holds 95 of 100")
    table.add_column("bot")
    for column in ("rating", "as liberals", "as fascists"):
        table.add_column(column, justify="right")
    for each in result.ratings:
        table.add_row(each.bot, str(each.overall), str(each.liberal), str(each.fascist))
    return table
