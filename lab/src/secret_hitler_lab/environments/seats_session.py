"""Sessions as the environments play them: every seat and the public look on, and in the end teams are rewarded."""

import random

from secret_hitler.chance import opener_by_lot
from secret_hitler.play import Session
from secret_hitler.rules import PUBLIC, Ruleset, Seat


def new_session(rules: Ruleset, players: int, rng: random.Random) -> Session:
    opener = opener_by_lot(rules, players, rng.randrange)
    return Session(rules, players, rng.randrange, [*map(Seat, range(players)), PUBLIC], opener)


def rewards(session: Session) -> list[int]:
    """By seat once the game is over: 1 for those who won, -1 for the others; 0 before."""
    game = session.game
    if game.ending is None:
        return [0] * game.board.seats
    return [1 if role.party is game.ending.winner else -1 for role in game.roles]
