"""Files with games on paper as well as records of games played here."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from .. import records
from ..records import Record, UnfitRecord
from ..records.files import games_in, read_format, read_text
from .hand_notation import TITLE, parse_paper
from .paper_game import PAPER, PaperGame

AnyGame = Record | PaperGame

_papers = msgspec.json.Decoder(PaperGame)


def read_games(path: Path) -> Iterator[AnyGame | UnfitRecord]:
    """Read each game of a file in turn, of either kind; an unreadable one comes as the reason."""
    return games_in_text(read_text(path))


def games_in_text(text: str) -> Iterator[AnyGame | UnfitRecord]:
    if text.lstrip().startswith(TITLE):
        return games_in(text, TITLE, parse_paper, game_from_line)
    return games_in(text, records.notation.TITLE, records.parse_record, game_from_line)


def game_from_line(line: str | bytes) -> AnyGame:
    try:
        kind = read_format(line)
        if kind.paper is None:
            return records.from_line(line)
        if kind.paper != PAPER:
            raise UnfitRecord(f"can't read paper format {kind.paper}, only {PAPER}")
        return _papers.decode(line)
    except msgspec.MsgspecError as error:
        raise UnfitRecord(f"not a record: {error}") from error


def game_to_line(game: AnyGame) -> str:
    return records.to_line(game) if isinstance(game, Record) else msgspec.json.encode(game).decode()
