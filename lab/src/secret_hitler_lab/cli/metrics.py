"""The command metrics: how games lied, saw through lies and persuaded."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from secret_hitler.cli import BadUsage
from secret_hitler.cli.options import games_in
from secret_hitler.cli.output import counted, problem, say_json
from secret_hitler.records import Record

from ..statistics.hidden_role_metrics import MEANINGS, metrics
from .options import say_table


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    rates = metrics(_finished(options.file))
    if not rates:
        raise BadUsage(f"{options.file} has no finished game with roles")
    if options.json:
        say_json({rate.name: rate for rate in rates})
        return 0
    table = Table(title=str(options.file))
    for column in ("measure", "of which"):
        table.add_column(column)
    for column in ("rate", "cases"):
        table.add_column(column, justify="right")
    for rate in rates:
        table.add_row(rate.name, MEANINGS[rate.name], f"{rate.rate:.3f} ± {rate.error:.3f}", f"{rate.of:,}")
    say_table(table)
    return 0


def _finished(path: Path) -> Iterator[Record]:
    """Games on paper, broken-off games and what does not fit are named and left out."""
    for number, game in enumerate(counted("games", games_in(path))):
        if isinstance(game, Record) and game.ending is not None:
            yield game
        else:
            problem(f"game {number}: {game if isinstance(game, Exception) else 'not a finished game with all its cards'}; left out")
