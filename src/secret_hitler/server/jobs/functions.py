"""What is worked out about finished games, as functions for another process: they take and give what is quickly sent to it."""

import msgspec

from ...belief import lines_of
from ...paper.files import game_from_line
from ...review import review
from ...review.poster import moment_poster, picture, poster
from ...rules import Onlooker
from ...tables.replies import replayed
from ...wire import api
from ...wire.review import Review
from ...words import Words
from .process import note

_reviews = msgspec.json.Decoder(Review)


def replay_of(id: str, line: str, onlooker: Onlooker) -> bytes:
    return replayed(id, game_from_line(line), onlooker)


def beliefs_of(line: str) -> bytes:
    """What the public could believe after each round but the last."""
    believed = [
        api.Believed(round=each.round, fascist=each.fascist, hitler=each.hitler, liberal_win=each.liberal_win)
        for each in lines_of(game_from_line(line))
    ]
    return msgspec.json.encode(believed)


def review_of(line: str) -> bytes:
    return msgspec.json.encode(review(game_from_line(line), note))


def poster_of(body: bytes, language: str, move: int) -> bytes:
    """The picture of a review, or of one of its moments."""
    reviewed, words = _reviews.decode(body), Words(language)
    return picture(moment_poster(reviewed, words, move) if move else poster(reviewed, words))
