"""The command review: explain finished games, decision by decision."""

import argparse
from pathlib import Path

from ..paper.files import AnyGame
from ..records import UnfitRecord
from ..words import Words
from .options import add_language, each_game, language
from .output import say, say_json


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay; games on paper need their roles")
    command.add_argument("--json", action="store_true", help="print one JSON object for each game")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    from ..review import NoReview, review  # it needs an extra, and --help does not
    from ..review.in_words import in_words

    words = Words(language(options))

    def tell(number: int, game: AnyGame) -> None:
        explained = review(game)
        if options.json:
            say_json(explained)
        else:
            say("\n".join([f"game {number}", *in_words(explained, words)]))

    games, fit = each_game(options.file, tell, (UnfitRecord, NoReview))
    return 0 if fit == games else 1
