"""The command export: recorded games in forms that other programs read."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from ..paper.files import AnyGame
from ..records import Record, UnfitRecord
from ..records.human_games import to_human
from . import BadUsage
from .options import check_writable, each_game
from .output import say_json

FORMS = {
    "rounds": "hands, votes and claims by round, a JSON object a game, as human games are written",
    "records": "our own records, a JSON object a game, whatever form they were read in",
    "decisions": "every decision with what its seat had seen, as Parquet; needs --out and secret-hitler-lab",
}
ENTRY_POINTS: Final = "secret_hitler.exports"
"""The group of entry points that write forms which need libraries of their own."""

Write = Callable[[Record, int], object]


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, or human games by round, as for replay")
    command.add_argument("--form", choices=FORMS, default="rounds", help="; ".join(f"{name}: {what}" for name, what in FORMS.items()))
    command.add_argument("--out", type=Path, metavar="FILE", help="the Parquet file; the other forms are printed")


def run(options: argparse.Namespace) -> int:
    if (options.form == "decisions") != (options.out is not None):
        raise BadUsage("--out names the file of --form decisions; the other forms are printed")
    check_writable(options.out)
    with _writing(options) as write:
        games, fit = each_game(options.file, partial(_export, write))
    return 0 if fit == games else 1


def _export(write: Write, number: int, game: AnyGame) -> None:
    if not isinstance(game, Record):
        raise UnfitRecord("a game on paper has hands that nobody wrote down")
    write(game, number)


@contextmanager
def _writing(options: argparse.Namespace) -> Iterator[Write]:
    if options.form == "rounds":
        yield lambda record, number: say_json(to_human(record, number))
        return
    if options.form == "records":
        yield lambda record, _: say_json(record)
        return
    from ..records.export_decisions import decisions

    for point in entry_points(group=ENTRY_POINTS, name=options.form):
        with point.load()(options.out) as add:

            def write(record: Record, number: int) -> None:
                for row in list(decisions(record, number)):
                    add(row)

            yield write
        return
    raise BadUsage("this form comes with another package: pip install secret-hitler-lab")
