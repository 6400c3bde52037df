"""The command review: finished games explained, decision by decision."""

import argparse
from pathlib import Path

from ..records import UnfitRecord
from ..words import Words
from .output import counted, problem, say, say_json
from .usage import add_language, games_in, language


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records, as for replay; games on paper need their roles written down")
    command.add_argument("--json", action="store_true", help="one JSON object a game")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    from ..review import NoReview, review  # it needs an extra, and --help does not
    from ..review.in_words import in_words

    words, unfit = Words(language(options)), 0
    for number, game in enumerate(counted("games", games_in(options.file))):
        try:
            if isinstance(game, UnfitRecord):
                raise game
            explained = review(game)
        except (UnfitRecord, NoReview) as reason:
            unfit += 1
            problem(f"game {number}: {reason}")
            continue
        if options.json:
            say_json(explained)
        else:
            say(f"game {number}")
            for line in in_words(explained, words):
                say(line)
    return 1 if unfit else 0
