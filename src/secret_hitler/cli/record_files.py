"""Files of games that a person named: a file that cannot be opened, or that holds none, is an error."""

from collections.abc import Iterator
from pathlib import Path

from ..paper.files import read_games
from ..paper.paper_game import PaperGame
from ..records import Record, UnfitRecord
from .usage import BadUsage


def games_in(path: Path) -> Iterator[Record | PaperGame | UnfitRecord]:
    """Each game in turn; one that cannot be read comes as the reason."""
    empty = True
    try:
        for game in read_games(path):
            empty = False
            yield game
    except UnfitRecord as error:
        raise BadUsage(str(error)) from error
    if empty:
        raise BadUsage(f"{path} holds no game")
