"""Random games as records, with talk, for tests that need many different ones."""

import random

from secret_hitler.chance import natures_move
from secret_hitler.records import Move, Record
from secret_hitler.rules import NATURE, Game, Phase, Ruleset, Seat, begin
from secret_hitler.rules.ruleset import FirstPresident


def random_record(rules: Ruleset, seats: int, rng: random.Random, claims: float = 0.05, in_seat_order: bool = False) -> Record:
    """A whole game of uniform play; now and then a seat that may claim something does, and votes come in any order."""
    opener = None if rules.first_president is FirstPresident.RANDOM else Seat(rng.randrange(seats))
    game = begin(rules, seats, opener)
    moves: list[Move] = []
    while game.awaited:
        moves.append(_move(game, rng, claims, in_seat_order))
        game.apply(moves[-1].seat, moves[-1].action)
    return Record(rules=rules, seats=seats, opener=opener, moves=moves, ending=game.ending)


def _move(game: Game, rng: random.Random, claims: float, in_seat_order: bool) -> Move:
    if game.awaited[0] == NATURE:
        return Move(NATURE, natures_move(game, rng.randrange))
    if rng.random() < claims:
        seat = Seat(rng.randrange(game.board.seats))
        possible = game.legal_claims(seat)
        if possible:
            return Move(seat, rng.choice(possible))
    seat = game.awaited[0] if in_seat_order or game.board.phase is not Phase.ELECTION else rng.choice(game.awaited)
    return Move(seat, rng.choice(game.legal_actions(seat)))
