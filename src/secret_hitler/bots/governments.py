"""What a board, and each government on it, is worth to the liberals by a belief."""

from functools import cache, cached_property

import numpy as np

from ..belief import Belief, Supposed
from ..belief.worlds import Floats
from ..rules import Ruleset, Seat, View
from ..rules.choices import limited

LIBERAL_SHARE = 0.47
"""The share of careful players' governments that end in a liberal policy."""
HITLER_RISK = 0.11
"""The chance that Hitler leads a government formed once Hitler may win."""
SHOT = 0.12
"""The chance that an execution hits Hitler."""
CUNNING = 0.8
"""How often to expect that a fascist with a choice plays the fascist tile."""


def worth(rules: Ruleset, seats: int, liberal: int, fascist: int) -> float:
    """Return the chance that liberals win from here, before the next government."""
    shots = tuple(power == "execute" for power in rules.powers[seats])
    return _worth(rules.liberal_goal - liberal, rules.fascist_goal - fascist, fascist - rules.hitler_threshold, shots, fascist)


@cache
def _worth(liberals: int, fascists: int, beyond: int, shots: tuple[bool, ...], enacted: int) -> float:
    if liberals <= 0:
        return 1.0
    if fascists <= 0:
        return 0.0
    safe = 1 - HITLER_RISK if beyond >= 0 else 1.0
    after_fascist = _worth(liberals, fascists - 1, beyond + 1, shots, enacted + 1)
    if enacted < len(shots) and shots[enacted]:
        after_fascist = SHOT + (1 - SHOT) * after_fascist
    return safe * (LIBERAL_SHARE * _worth(liberals - 1, fascists, beyond, shots, enacted) + (1 - LIBERAL_SHARE) * after_fascist)


class Governments:
    """The worth of every president with every chancellor, as a table, or one table for each of several suppositions."""

    def __init__(self, view: View, belief: Belief | Supposed) -> None:
        self.view = view
        rules, board = view.rules, view.board
        team = belief.worlds.fascist
        both = (belief.joint[..., None, :] * team.T) @ team
        self.fascist, self.hitler = belief.joint @ team, belief.hitler
        some = self.fascist[..., :, None] + self.fascist[..., None, :]
        share = belief.liberal_share
        clean, one, two = _liberal_chances(share, rules.draw)
        liberal = (1 + both - some) * clean + (some - 2 * both) * one + both * two
        self.after_liberal = worth(rules, board.seats, board.liberal + 1, board.fascist)
        self.after_fascist = worth(rules, board.seats, board.liberal, board.fascist + 1)
        self.table: Floats = liberal * self.after_liberal + (1 - liberal) * self.after_fascist
        if view.hitler_can_win:
            self.table = self.table * (1 - self.hitler[..., None, :])
        self.chaos = share * self.after_liberal + (1 - share) * self.after_fascist

    @property
    def stakes(self) -> float:
        """What a liberal policy instead of a fascist one is worth now."""
        return self.after_liberal - self.after_fascist

    def best_under(self, president: Seat) -> Floats:
        """Estimate the government a president will form: the mean of the best two."""
        rules, board = self.view.rules, self.view.board
        barred = {president, *limited(rules, board)}
        open_to = [seat for seat in board.alive if seat not in barred]
        if not open_to:
            return np.full(self.table.shape[:-2], self.chaos)
        best = np.sort(self.table[..., president, open_to], axis=-1)[..., -2:]
        mean: Floats = best.sum(axis=-1) / best.shape[-1]
        return mean

    @cached_property
    def if_rejected(self) -> Floats:
        """The worth of rejecting this government: the next presidents, and in the end the populace."""
        rules, board = self.view.rules, self.view.board
        left = rules.tracker_length - board.tracker - 1
        if left <= 0:
            return np.full(self.table.shape[:-2], self.chaos)
        after = [seat for seat in board.alive if board.anchor is not None and seat > board.anchor]
        worths = [self.best_under(seat) for seat in [*after, *board.alive][: min(left, 2)]]
        weight = 0.15 if left > 1 else 0.3
        mean: Floats = sum(worths[1:], worths[0]) / len(worths)
        return mean * (1 - weight) + self.chaos * weight

    def margin(self, president: Seat, chancellor: Seat) -> Floats:
        return (self.table[..., president, chancellor] - self.if_rejected) / self.stakes


def _liberal_chances(share: float, draw: int) -> tuple[float, float, float]:
    """Return the chance of a liberal policy with no, one or two fascists in government, as if draws were independent."""
    none = (1 - share) ** draw
    single = draw * share * (1 - share) ** (draw - 1)
    pair = draw * (draw - 1) / 2 * share**2 * (1 - share) ** (draw - 2)
    clean = 1 - none
    return clean, clean - CUNNING * single, clean - CUNNING * (single + pair)
