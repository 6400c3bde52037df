"""What a board, and each government on it, is worth to the liberals, as a belief sees it."""

from functools import cache, cached_property

import numpy as np

from ..belief import Belief, Supposed
from ..belief.worlds import Floats
from ..rules import Ruleset, Seat, View
from ..rules.choices import limited_president

LIBERAL_SHARE = 0.47
"""Of governments between careful players that end in a liberal policy."""
HITLER_RISK = 0.11
"""That a government formed once Hitler may win is led by Hitler."""
SHOT = 0.12
"""That an execution meets Hitler."""


def worth(rules: Ruleset, seats: int, liberal: int, fascist: int) -> float:
    """Return the chance that liberals win from here, before the next government."""
    if liberal >= rules.liberal_goal:
        return 1.0
    if fascist >= rules.fascist_goal:
        return 0.0
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


CUNNING = 0.8
"""How often a fascist with a choice of tiles is expected to play the fascist one."""


class Governments:
    """A table of the worth of every president with every chancellor; under several suppositions, one table for each."""

    def __init__(self, view: View, belief: Belief | Supposed, cunning: float = CUNNING) -> None:
        self.view = view
        rules, board = view.rules, view.board
        team = belief.worlds.fascist
        both = (belief.joint[..., None, :] * team.T) @ team
        self.fascist, self.hitler = belief.joint @ team, belief.hitler
        some = self.fascist[..., :, None] + self.fascist[..., None, :]
        share = belief.liberal_share
        clean, one, two = _liberal_chances(share, rules.draw, cunning)
        liberal = (1 + both - some) * clean + (some - 2 * both) * one + both * two
        self.after_liberal = worth(rules, board.seats, board.liberal + 1, board.fascist)
        self.after_fascist = worth(rules, board.seats, board.liberal, board.fascist + 1)
        self.table: Floats = liberal * self.after_liberal + (1 - liberal) * self.after_fascist
        if view.hitler_can_win:
            self.table = self.table * (1 - self.hitler[..., None, :])
        self.chaos = share * self.after_liberal + (1 - share) * self.after_fascist

    @property
    def stakes(self) -> float:
        """What a liberal instead of a fascist policy is worth now."""
        return self.after_liberal - self.after_fascist

    def best_under(self, president: Seat, most: int = 2) -> Floats:
        """Estimate what a president is likely to form: the mean of the best few."""
        rules, board = self.view.rules, self.view.board
        barred = {president, board.limited_chancellor, limited_president(rules, board)}
        open_to = [seat for seat in board.alive if seat not in barred]
        if not open_to:
            return np.full(self.table.shape[:-2], self.chaos)
        best: Floats = np.sort(self.table[..., president, open_to], axis=-1)[..., -most:]
        mean: Floats = best.sum(axis=-1) / best.shape[-1]
        return mean

    @cached_property
    def if_rejected(self) -> Floats:
        """What comes when the present government is voted down: the next presidents, and in the end the populace."""
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
        gain: Floats = (self.table[..., president, chancellor] - self.if_rejected) / self.stakes
        return gain


def _liberal_chances(share: float, draw: int, cunning: float) -> tuple[float, float, float]:
    """Return the chance of a liberal policy with no, one or two fascists in government; tiles are drawn as if independent."""
    none = (1 - share) ** draw
    single = draw * share * (1 - share) ** (draw - 1)
    pair = draw * (draw - 1) / 2 * share**2 * (1 - share) ** (draw - 2)
    clean = 1 - none
    return clean, clean - cunning * single, clean - cunning * (single + pair)
