"""A process in which bots think plays game after game, and needs no more memory for the last one than for the first few."""

import gc
import random
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from secret_hitler.belief import Belief, Parameters, belief, shipped
from secret_hitler.bots import sit
from secret_hitler.play import Session
from secret_hitler.rules import OFFICIAL, Ruleset, Seat, onlooking
from secret_hitler_lab.tournament.seated_bots import SeatedBots
from tests.sizes import size

WARM_UP = 2
"""Games after which everything that is read once has been read."""
BYTES_REMEMBERED = 1_000
"""For each kind of session that the one model of these rules has worked out; their number is bounded."""
BYTES_A_GAME = 1_000
BYTES_OF_CHANCE = 50_000


def test_many_games_of_bots_leave_memory_flat() -> None:
    """In a process of their own: what other tests leave behind here may go, or grow, at any moment."""
    games = size("games of bots in one process")
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        grown, worked_out = process.submit(growth, games).result()
    assert grown < BYTES_REMEMBERED * worked_out + BYTES_A_GAME * games + BYTES_OF_CHANCE


def growth(games: int) -> tuple[int, int]:
    """Play after a warm-up, and return the bytes and the kinds of session that came along."""
    tracemalloc.start()
    for number in range(WARM_UP):
        play_one(number)
    before, known = memory_and_sessions()
    for number in range(WARM_UP, WARM_UP + games):
        play_one(number)
    after, known_after = memory_and_sessions()
    return after - before, known_after - known


def memory_and_sessions() -> tuple[int, int]:
    """Return the bytes in use, and how many kinds of session the fullest model has worked out."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0], max(model.likelihood.cache_info().currsize for model in belief._MODELS.values())


def test_models_are_shared_by_value_and_bounded() -> None:
    view = onlooking(decoded(OFFICIAL), 7, Seat(0))
    again = onlooking(decoded(OFFICIAL), 7, Seat(0))
    numbers = msgspec.json.decode(msgspec.json.encode(shipped()), type=Parameters)
    assert Belief(view).tiles.model is Belief(again, numbers).tiles.model
    for goal in range(1, 3 * belief.MOST_MODELS):
        Belief(onlooking(msgspec.structs.replace(OFFICIAL, name=f"house {goal}"), 7, Seat(0)))
    assert len(belief._MODELS) <= belief.MOST_MODELS


def play_one(number: int) -> None:
    """Play as in a process of bots, which is sent the rules anew with every bot."""
    rng = random.Random(number)
    seats = [Seat(seat) for seat in range(5)]
    session = Session(OFFICIAL, len(seats), rng.randrange, seats)
    session.views |= {seat: onlooking(decoded(OFFICIAL), len(seats), seat) for seat in seats}
    table = SeatedBots(session, {seat: sit("regular", view, rng) for seat, view in session.views.items() if not isinstance(seat, str)})
    while session.game.ending is None:
        if session.nature_awaited:
            table.play(session.draw())
        else:
            table.decide(*session.game.awaited)
            table.speak()
        table.talk()


def decoded(rules: Ruleset) -> Ruleset:
    return msgspec.json.decode(msgspec.json.encode(rules), type=Ruleset)
