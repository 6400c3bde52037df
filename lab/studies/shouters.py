"""python -m lab.studies.shouters: what fascists win by shouting, and how much of it because the others hear them.

Each deal is played three times: as the level plays, with shouters whom all hear, and with shouters to whom all are deaf.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from math import sqrt

import numpy as np
from msgspec import Struct

from secret_hitler.rules import OFFICIAL, Party, Role, Seat
from secret_hitler_lab.tournament.arena import Player, play_on, seat_bots
from secret_hitler_lab.tournament.opponents import Deaf, Shouter
from secret_hitler_lab.tournament.workers import spread

NONE, HEARD, UNHEARD = "none", "heard", "unheard"
BATCH = 10


class Trial(Struct, frozen=True):
    level: Player
    players: int
    all: bool
    """Whether every fascist shouts, Hitler too, or the first one alone."""
    seed: int


def fascists_won(trial: Trial, number: int, way: str) -> bool:
    table = seat_bots(OFFICIAL, trial.players, trial.level, trial.level, trial.seed, number)
    roles = table.session.game.roles
    fascists = [Seat(seat) for seat, role in enumerate(roles) if role is Role.FASCIST]
    shouting = [] if way == NONE else fascists[:1]
    if trial.all and shouting:
        shouting = [Seat(seat) for seat, role in enumerate(roles) if role is not Role.LIBERAL]
    for seat, bot in table.bots.items():
        if seat in shouting:
            table.bots[seat] = Shouter(bot)
        elif way == UNHEARD:
            table.bots[seat] = Deaf(bot, shouting)
    for _ in play_on(table):
        pass
    ending = table.session.game.ending
    assert ending is not None
    return ending.winner is Party.FASCIST


def played(trial: Trial, numbers: range) -> list[list[bool]]:
    return [[fascists_won(trial, number, way) for way in (NONE, HEARD, UNHEARD)] for number in numbers]


def gains(trial: Trial, games: int, workers: int = 1) -> Iterator[tuple[str, float, float]]:
    """Yield what it's worth to shout, to shout at the deaf, and to be heard, each with its error."""
    lots = [range(start, min(games, start + BATCH)) for start in range(0, games, BATCH)]
    won = np.array([each for lot in spread(partial(played, trial), lots, workers, in_order=True) for each in lot], dtype=float)
    none, heard, unheard = won.T
    for name, difference in (("shouting", heard - none), ("at the deaf", unheard - none), ("being heard", heard - unheard)):
        yield name, float(difference.mean()), float(difference.std()) / sqrt(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="regular")
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--all", action="store_true", help="let every fascist shout, Hitler too")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=61000)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    trial = Trial(asked.level, asked.players, asked.all, asked.seed)
    told = ", ".join(f"{name} {gain:+.3f} ± {error:.3f}" for name, gain, error in gains(trial, asked.games, asked.workers))
    who = "all fascists" if asked.all else "one fascist"
    sys.stdout.write(f"{who} against {asked.level} at {asked.players}, {asked.games} deals, seed {asked.seed}: {told}\n")


if __name__ == "__main__":
    main()
