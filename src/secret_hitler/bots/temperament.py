"""Temperament: how one player differs from people on average, drawn for a seat and a game, and the mood of the table."""

import random
from functools import cache
from importlib.resources import files
from math import exp, log

import msgspec
from msgspec import Struct

from ..rules import Seat, View
from .bot import Personality


class Temperament(Struct, frozen=True, kw_only=True):
    """A player, in log odds; the defaults play people's mean, without a mood."""

    ja: float = 0.0
    """How much it leans to ja, above all others."""
    resolve: float = 1.0
    """How closely it follows its reasons when it votes."""
    kin: float = 0.0
    """How much it favours players who voted as it did."""
    near: float = 0.0
    """How much it favours neighbours over players across the table."""
    silence: float = 0.0
    """How much it prefers saying nothing about what it saw."""
    lies: float = 0.0
    """How much a fascist prefers lies."""


class Population(Struct, frozen=True):
    """What `lab.studies.fit_temperaments` found in human games."""

    mean: Temperament
    spread: Temperament
    """Standard deviations between players."""
    stretch: float
    """How much further from even a single player's silence is than everybody's."""
    moods: tuple[float, float]
    """Standard deviations of what moves all votes of one game, and of one election."""

    def draw(self, rng: random.Random, person: Personality) -> Temperament:
        """Draw a player around the point where a personality stands."""
        places = {name: getattr(person, name, 0.0) for name in Temperament.__struct_fields__}
        return Temperament(
            **{name: getattr(self.mean, name) + getattr(self.spread, name) * (place + rng.gauss(0, 1)) for name, place in places.items()}
        )

    def mood(self, view: View) -> float:
        """Draw the mood of an election from what everybody saw of the game, so that everybody shares it and it says nothing of roles."""
        past = [(round.president, round.chancellor, round.ballots, round.enacted) for round in view.rounds[:-1]]
        game = random.Random(str(past[0])).gauss(0, self.moods[0]) if past else 0.0
        return game + random.Random(f"{past} {view.board.president} {view.board.chancellor}").gauss(0, self.moods[1])


@cache
def population() -> Population:
    return msgspec.json.decode(files(__package__).joinpath("temperament.json").read_bytes(), type=Population)


def agreement(view: View, seat: Seat) -> float:
    """Tell how often a seat voted as I did, from -.5 to .5; nothing is known at first."""
    ballots = [
        (round.ballots[view.me], round.ballots[seat]) for round in view.rounds if round.elected is not None and round.ballots is not None
    ]
    both = [mine is theirs for mine, theirs in ballots if mine is not None and theirs is not None]
    return (sum(both) + 2) / (len(both) + 4) - 0.5


def distance(view: View, seat: Seat) -> float:
    steps = (seat - view.me) % view.board.seats
    return min(steps, view.board.seats - steps) / (view.board.seats / 2)


def shifted(chance: float, stretch: float, shift: float) -> float:
    """Move a chance in log odds; what's certain stays so."""
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + exp(-stretch * log(chance / (1 - chance)) - shift))
