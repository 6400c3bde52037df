"""The command export: recorded games in a form that other programs read."""

import argparse
from pathlib import Path

from ..records import Record, UnfitRecord
from ..records.export_rounds import to_human
from .output import counted, problem, say_json
from .record_files import games_in


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay")
    command.add_argument("--form", choices=("rounds",), default="rounds", help="hands, votes and claims by round, a JSON object a game")


def run(options: argparse.Namespace) -> int:
    unfit = 0
    for number, record in enumerate(counted("games", games_in(options.file))):
        try:
            if isinstance(record, UnfitRecord):
                raise record
            if not isinstance(record, Record):
                raise UnfitRecord("a game on paper has hands that nobody wrote down")
            say_json(to_human(record, number))
        except UnfitRecord as reason:
            unfit += 1
            problem(f"game {number}: {reason}")
    return 1 if unfit else 0
