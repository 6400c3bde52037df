"""Random games as records, with talk, for tests that need many different ones."""

import random

from secret_hitler.chance import opener_by_lot
from secret_hitler.play import Move, Session
from secret_hitler.records import Record
from secret_hitler.rules import Game, Phase, Ruleset, Seat


def random_record(rules: Ruleset, seats: int, rng: random.Random, claims: float = 0.05, in_seat_order: bool = False) -> Record:
    """Play a whole game at random; now and then a seat makes a claim, and votes come in any order."""
    session = Session(rules, seats, rng.randrange, opener=opener_by_lot(rules, seats, rng.randrange))
    game = session.game
    while game.awaited:
        session.play(session.draw() if session.nature_awaited else _move(game, rng, claims, in_seat_order))
    return Record(rules=rules, seats=seats, opener=game.opener, moves=session.moves, ending=game.ending)


def _move(game: Game, rng: random.Random, claims: float, in_seat_order: bool) -> Move:
    if rng.random() < claims:
        seat = Seat(rng.randrange(game.board.seats))
        possible = game.legal_claims(seat)
        if possible:
            return Move(seat, rng.choice(possible))
    seat = game.awaited[0] if in_seat_order or game.board.phase is not Phase.ELECTION else rng.choice(game.awaited)
    return Move(seat, rng.choice(game.legal_actions(seat)))
