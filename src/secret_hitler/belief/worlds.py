"""Worlds: every way to deal the roles, as one table."""

from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..rules import Role, Ruleset

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

LIBERAL, FASCIST, HITLER = range(3)
CODES: Final = {Role.LIBERAL: LIBERAL, Role.FASCIST: FASCIST, Role.HITLER: HITLER}


class Worlds:
    """One row for each deal of the roles; games of one size share the table."""

    def __init__(self, seats: int, fascists: int) -> None:
        self.seats = seats
        assignments = [
            [HITLER if seat == hitler else FASCIST if seat in team else LIBERAL for seat in range(seats)]
            for hitler in range(seats)
            for team in combinations([seat for seat in range(seats) if seat != hitler], fascists)
        ]
        self.roles: Codes = np.array(assignments, dtype=np.intp)
        self.fascist = (self.roles != LIBERAL).astype(float)
        """1 where a seat is in the fascist party, Hitler included."""
        self.hitler = (self.roles == HITLER).astype(float)
        self.pairs: Codes = self.roles[:, :, None] * 3 + self.roles[:, None, :]
        """For each ordered pair of seats a number from 0 to 8 that names both roles."""
        self.pairs_of: Codes = np.ascontiguousarray(self.pairs.reshape(len(self.roles), -1).T)
        """The same, a row for each pair of seats."""

    def __len__(self) -> int:
        return len(self.roles)

    def of(self, roles: tuple[Role, ...]) -> int:
        return int(np.flatnonzero((self.roles == [CODES[role] for role in roles]).all(axis=1))[0])


def worlds(rules: Ruleset, seats: int) -> Worlds:
    return _worlds(seats, rules.fascists[seats])


_worlds = cache(Worlds)
