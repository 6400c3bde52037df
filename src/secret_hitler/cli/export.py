"""The command export: convert recorded games for other programs."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    "rounds": "hands, votes and claims by round, a JSON object for each game, like the human games",
    "records": "our own records, a JSON object for each game",
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

        def export(number: int, game: AnyGame) -> None:
            if not isinstance(game, Record):
                raise UnfitRecord("nobody wrote down the hands of a game on paper")
            write(game, number)

        games, fit = each_game(options.file, export)
    return 0 if fit == games else 1


@contextmanager
def _writing(options: argparse.Namespace) -> Iterator[Write]:
    if options.form != "decisions":
        yield lambda record, number: say_json(to_human(record, number) if options.form == "rounds" else record)
        return
    for point in entry_points(group=ENTRY_POINTS, name=options.form):
        with point.load()(options.out) as write:
            yield write
        return
    raise BadUsage("this form is in another package: pip install secret-hitler-lab")
