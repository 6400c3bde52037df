"""The command replay: read recorded games in words, and check them against the rules."""

import argparse
from pathlib import Path

from ..paper.files import AnyGame
from ..paper.filling import paper_moments
from ..paper.paper_game import PaperGame
from ..records import Record, check_announcement, final, moments, verify
from ..words import Words, news_in_words
from .options import add_language, each_game, language
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records: readable notation, JSON lines, or human games as JSON lines")
    command.add_argument("--check", action="store_true", help="only say how many fit; exit with 1 if one doesn't")
    command.add_argument("--verify", action="store_true", help="check every deal and shuffle against the revealed seed")
    command.add_argument("--announced", default="", metavar="HASH", help="verify against the announcement that your client kept")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    words = Words(language(options))

    def play(number: int, game: AnyGame) -> None:
        title = _checked(game, options.verify, options.announced)
        if not options.check:
            say(f"game {number}: {title}")
            for moment in paper_moments(game) if isinstance(game, PaperGame) else moments(game):
                for sentence in news_in_words(words, moment.events, moment.view, game.names.__getitem__):
                    say(f"  {sentence}")

    games, fit = each_game(options.file, play)
    say(f"{games} games, {fit} fit")
    return 0 if fit == games else 1


def _checked(record: AnyGame, verified: bool, announced: str) -> str:
    if isinstance(record, PaperGame):
        *_, last = paper_moments(record)
        return f"{record.seats} seats on paper, {record.rules.name}, {last.view.board.ending or 'not ended'}"
    ending = final(record).ending or "not ended"
    checked = f", {_verified(record, announced)}" if verified or announced else ""
    return f"{record.seats} seats, {record.rules.name}, {ending}{checked}"


def _verified(record: Record, announced: str) -> str:
    """Verify the chance of a game, and say against what."""
    drawn = f"{verify(record)} deals and shuffles drawn again"
    check_announcement(record, announced)
    if not record.contributions:
        return f"{drawn}, all from the server's own secret: no player added one"
    return f"{drawn}, as announced to {'you' if announced else ', '.join(f'seat {seat}' for seat in record.contributors)}"
