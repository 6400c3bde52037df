"""The command belief: what the public could have believed of recorded games."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..records import UnfitRecord
from .output import counted, problem, say, say_json
from .usage import games_in

if TYPE_CHECKING:
    from ..belief import BeliefLine


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay")
    command.add_argument("--json", action="store_true", help="one JSON object a round")


def run(options: argparse.Namespace) -> int:
    from ..belief import lines_of  # it needs an extra, and --help does not

    unfit = 0
    for number, record in enumerate(counted("games", games_in(options.file))):
        try:
            if isinstance(record, UnfitRecord):
                raise record
            for line in lines_of(record, number):
                if options.json:
                    say_json(line)
                else:
                    say(_in_words(line, record.names))
        except UnfitRecord as reason:
            unfit += 1
            problem(f"game {number}: {reason}")
    return 1 if unfit else 0


def _in_words(line: "BeliefLine", names: list[str]) -> str:
    chances = zip(names, line.fascist, line.hitler, strict=True)
    seats = "  ".join(f"{name}: {fascist:.0%} ({hitler:.0%})" for name, fascist, hitler in chances)
    return f"game {line.game}, round {line.round}: liberals win {line.liberal_win:.0%}; fascist (Hitler) {seats}"
