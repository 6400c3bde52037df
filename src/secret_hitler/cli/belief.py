"""The command belief: show what the public could believe in recorded games."""

import argparse
from pathlib import Path

from ..paper.files import AnyGame
from .options import each_game
from .output import say, say_json


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay")
    command.add_argument("--json", action="store_true", help="one JSON object a round")


def run(options: argparse.Namespace) -> int:
    from ..belief import lines_of  # it needs an extra, and --help does not

    def tell(number: int, game: AnyGame) -> None:
        for line in lines_of(game, number):
            if options.json:
                say_json(line)
            else:
                chances = zip(game.names, line.fascist, line.hitler, strict=True)
                seats = "  ".join(f"{name}: {fascist:.0%} ({hitler:.0%})" for name, fascist, hitler in chances)
                say(f"game {line.game}, round {line.round}: liberals win {line.liberal_win:.0%}; fascist (Hitler) {seats}")

    games, fit = each_game(options.file, tell)
    return 0 if fit == games else 1
