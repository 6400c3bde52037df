"""The command replay: recorded games in words, played through the rules again."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ..paper.files import AnyGame
from ..paper.filling import paper_moments
from ..paper.paper_game import PaperGame
from ..records import final, moments, verify
from ..words import Words, news_in_words
from .options import add_language, each_game, language
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="records: readable notation, JSON lines, or human games as JSON lines")
    command.add_argument("--check", action="store_true", help="say only how many fit; exit 1 if any does not")
    command.add_argument("--verify", action="store_true", help="draw every deal and shuffle again from the revealed seed")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    words = Words(language(options))

    def play(number: int, game: AnyGame) -> None:
        title = _checked(game, options.verify)
        if not options.check:
            say(f"game {number}: {title}")
            for sentence in _in_words(game, words):
                say(f"  {sentence}")

    games, fit = each_game(options.file, play)
    say(f"{games} games, {fit} fit")
    return 0 if fit == games else 1


def _checked(record: AnyGame, verified: bool) -> str:
    if isinstance(record, PaperGame):
        *_, last = paper_moments(record)
        return f"{record.seats} seats on paper, {record.rules.name}, {last.view.board.ending or 'not ended'}"
    ending = final(record).ending or "not ended"
    checked = f", {verify(record)} deals and shuffles drawn again" if verified else ""
    return f"{record.seats} seats, {record.rules.name}, {ending}{checked}"


def _in_words(record: AnyGame, words: Words) -> Iterator[str]:
    for moment in paper_moments(record) if isinstance(record, PaperGame) else moments(record):
        yield from news_in_words(words, moment.events, moment.view, record.names.__getitem__)
