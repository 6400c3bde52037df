"""What people at a table believe as a game is played on in the kernel, and the habits they are taken to have.

The beliefs are those of `belief`, but for the draw pile, of which only the liberal tiles to expect are kept."""

from math import comb, exp, log
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from secret_hitler.belief.traces import KINDS

from . import layout as at
from .compiled import jit_call, jit_inline
from .layout import Row
from .rng import BITS, spin

Table = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]

DRAW: Final = 3
"""Habits of people are known for this draw alone."""
_NEVER: Final = -1e9
_STAGES: Final = 3


def _of(kind: str) -> int:
    return KINDS.index(kind)


# The kinds of traces that come in three stages lie one after the other.
_NOMINATED: Final = _of("nominated-middle") - 1
_NOMINATED_CLEARED, _NOMINATED_TAINTED, _REJECTED = _of("nominated-cleared"), _of("nominated-tainted"), _of("rejected-opening")
_TO_PRESIDENT: Final = (_of("nein-to-president"), _of("ja-to-president"))
_TO_CHANCELLOR: Final = (_of("nein-to-chancellor-opening"), _of("ja-to-chancellor-opening"))
_PRESIDENT: Final = (_of("president-nein"), _of("president-ja"))
_CHANCELLOR: Final = (_of("chancellor-nein-opening"), _of("chancellor-ja-opening"))
_CALLED: Final = (_of("called-liberal"), _of("called-fascist"))
_SPECIAL, _EXECUTION = _of("special-election"), _of("execution")

# Kept beside a game: who was called liberal, whose government enacted a fascist policy, the tiles of the pile, the hand of the session.
CLEARED, TAINTED, TILES, DRAWN, PASSED = range(5)


class Habits(NamedTuple):
    """What people do, as tables; roles are liberal, fascist, Hitler, and a pair is president * 3 + chancellor."""

    pairs: Places
    """By world, seat and seat."""
    roles: Places
    discard: Table
    """Chance to throw away a liberal tile: by liberal and fascist policies, pair and liberal tiles drawn."""
    enact: Table
    """Chance to enact the fascist tile of two: by policies and pair."""
    says_president: Table
    """By role, tiles drawn, passed, policy enacted (1 liberal), what is said (the last: nothing)."""
    says_chancellor: Table
    """By role, tiles held, policy enacted, what was heard, what is said."""
    veto: Table
    """Asks and agrees, by role and liberal tiles held."""
    truth: Table
    trust: Table
    traces: Table
    vote: Table
    choose: Table
    """By role and kind of choice."""
    hands: Table
    """By tiles of a pile and liberal ones among them, the chance of each hand."""


def hands() -> Table:
    table = np.zeros((24, 12, DRAW + 1))
    for tiles in range(DRAW, 24):
        for liberal in range(min(tiles, 11) + 1):
            for drawn in range(DRAW + 1):
                table[tiles, liberal, drawn] = comb(liberal, drawn) * comb(tiles - liberal, DRAW - drawn) / comb(tiles, DRAW)
    return table


@jit_call
def believe(habits: Habits, mind: Table, chance: Table) -> None:
    """For each onlooker, the public last, the chance of each seat to be a fascist, and Hitler."""
    roles = habits.roles
    seats = roles.shape[1]
    for eye in range(mind.shape[0]):
        best, total = _NEVER, 0.0
        for world in range(mind.shape[1]):
            best = max(best, mind[eye, world])
        for seat in range(seats):
            chance[eye, 0, seat] = 0.0
            chance[eye, 1, seat] = 0.0
        for world in range(mind.shape[1]):
            distance = mind[eye, world] - best
            if distance < -20.0:
                continue
            weight = exp(distance)
            total += weight
            for seat in range(seats):
                if roles[world, seat] > 0:
                    chance[eye, 0, seat] += weight
                    if roles[world, seat] == 2:
                        chance[eye, 1, seat] += weight
        for seat in range(seats):
            chance[eye, 0, seat] /= total
            chance[eye, 1, seat] /= total


@jit_inline
def stage_of(ruleset_row: Row, row: Row) -> int:
    return 2 if row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD] else 1 if row[at.FASCIST] > 0 else 0


@jit_call
def note_election(
    ruleset_row: Row, row: Row, habits: Habits, mind: Table, time: Places, kept: Row, stage: int, elected: bool, late: bool
) -> None:
    president, chancellor, ballots = row[at.LAST_PRESIDENT], row[at.LAST_CHANCELLOR], row[at.LAST_BALLOTS]
    if stage > 0:
        _again(habits, mind, time, _NOMINATED + stage, president, chancellor)
    if kept[CLEARED] >> chancellor & 1:
        _again(habits, mind, time, _NOMINATED_CLEARED, president, chancellor)
    if kept[TAINTED] >> chancellor & 1:
        _again(habits, mind, time, _NOMINATED_TAINTED, president, chancellor)
    if not elected:
        _again(habits, mind, time, _REJECTED + stage, president, chancellor)
    for seat in range(ruleset_row[at.SEATS]):
        if not row[at.ALIVE] >> seat & 1:
            continue
        ja = ballots >> seat & 1
        if seat == president:
            _again(habits, mind, time, _PRESIDENT[ja], seat, chancellor)
        elif seat == chancellor:
            _again(habits, mind, time, _CHANCELLOR[ja] + stage, seat, president)
        else:
            _again(habits, mind, time, _TO_PRESIDENT[ja], seat, president)
            _again(habits, mind, time, _TO_CHANCELLOR[ja] + stage, seat, chancellor)
    if elected and late:
        _not_hitler(habits, mind, chancellor)


@jit_call
def _again(habits: Habits, mind: Table, time: Places, kind: int, seat: int, other: int) -> None:
    """Weigh a repeated act: it tells less than the first time."""
    time[kind, seat, other] += 1
    times = float(time[kind, seat, other])
    _trace(habits, mind, kind, seat, other, times**0.5 - (times - 1) ** 0.5)


@jit_call
def _trace(habits: Habits, mind: Table, kind: int, seat: int, other: int, value: float) -> None:
    """Everybody but the one who did it learns from it."""
    for world in range(mind.shape[1]):
        told = value * habits.traces[kind, habits.pairs[world, seat, other]]
        for eye in range(mind.shape[0]):
            if eye != seat:
                mind[eye, world] += told


@jit_call
def _not_hitler(habits: Habits, mind: Table, seat: int) -> None:
    for world in range(mind.shape[1]):
        if habits.roles[world, seat] == 2:
            for eye in range(mind.shape[0]):
                mind[eye, world] = _NEVER


@jit_call
def note_power(row: Row, habits: Habits, mind: Table, kept: Row, phase: int, president: int, target: int) -> None:
    if phase == at.SPECIAL_ELECTION:
        _trace(habits, mind, _SPECIAL, president, target, 1.0)
    elif phase == at.INVESTIGATION:
        fascist = 1 if role_of(row, target) > 0 else 0
        for world in range(mind.shape[1]):
            if (habits.roles[world, target] > 0) != (fascist == 1):
                mind[president, world] = _NEVER
        said = fascist if happens(row, habits.truth[role_of(row, president)]) else 1 - fascist
        kept[CLEARED] = kept[CLEARED] & ~(1 << target) if said else kept[CLEARED] | 1 << target
        _trace(habits, mind, _CALLED[said], president, target, 1.0)
    else:
        _trace(habits, mind, _EXECUTION, president, target, 1.0)
        _not_hitler(habits, mind, target)


@jit_call
def note_session(
    ruleset_row: Row,
    row: Row,
    habits: Habits,
    mind: Table,
    kept: Row,
    chance: Table,
    pile: float,
    liberal: int,
    fascist: int,
    enacted: int,
    president: int,
    chancellor: int,
) -> float:
    """Both say something of their hands, and everybody judges it; the liberal tiles to expect in the pile afterwards."""
    drawn, passed, everybody = kept[DRAWN], kept[PASSED], ruleset_row[at.SEATS]
    heard = _says(row, habits.says_president, role_of(row, president), drawn, passed, enacted)
    said = _says_of_two(row, habits.says_chancellor, role_of(row, chancellor), passed, enacted, heard)
    if not enacted:
        kept[TAINTED] |= 1 << president | 1 << chancellor
    tiles = kept[TILES]
    whole = int(pile)
    part = pile - whole
    expected, weight = 0.0, 0.0
    for pair in range(9):
        first, second = pair // 3, pair % 3
        likely = _is(chance, everybody, president, first) * _is(chance, everybody, chancellor, second)
        unknown = unsaid = by_president = by_president_unsaid = by_chancellor = by_chancellor_unsaid = 0.0
        for hand in range(DRAW + 1):
            fraction = (1 - part) * habits.hands[tiles, whole, hand] + part * habits.hands[tiles, whole + 1, hand]
            for on in range(max(hand - 1, 0), min(hand, DRAW - 1) + 1):
                way = _passes(habits, liberal, fascist, pair, hand, on) * _enacts(habits, liberal, fascist, pair, on, enacted)
                told = (
                    way * habits.says_president[first, hand, on, enacted, heard] * habits.says_chancellor[second, on, enacted, heard, said]
                )
                unknown += fraction * told
                unsaid += fraction * way
                expected += likely * fraction * told * hand
                weight += likely * fraction * told
                if on == passed:
                    by_chancellor += fraction * told
                    by_chancellor_unsaid += fraction * way
                    if hand == drawn:
                        by_president += told
                        by_president_unsaid += way
        everybody_thinks = _evidence(habits, unknown, unsaid)
        president_thinks = _evidence(habits, by_president, by_president_unsaid)
        chancellor_thinks = _evidence(habits, by_chancellor, by_chancellor_unsaid)
        for world in range(mind.shape[1]):
            if habits.pairs[world, president, chancellor] == pair:
                for eye in range(mind.shape[0]):
                    mind[eye, world] += (
                        president_thinks if eye == president else chancellor_thinks if eye == chancellor else everybody_thinks
                    )
    left = pile - (expected / weight if weight > 0 else 0.0)
    return min(max(left, 0.0), 10.0)


@jit_inline
def _evidence(habits: Habits, told: float, untold: float) -> float:
    if untold <= 1e-12 or told <= 1e-12:
        return -12.0
    return float(habits.trust[0] * log(untold) + habits.trust[1] * (log(told) - log(untold)))


@jit_inline
def _is(chance: Table, eye: int, seat: int, role: int) -> float:
    fascist, hitler = float(chance[eye, 0, seat]), float(chance[eye, 1, seat])
    return hitler if role == 2 else fascist - hitler if role == 1 else 1 - fascist


@jit_inline
def _passes(habits: Habits, liberal: int, fascist: int, pair: int, hand: int, on: int) -> float:
    if hand == 0 or hand == DRAW:
        return 1.0
    away = float(habits.discard[liberal, fascist, pair, hand])
    return away if on < hand else 1 - away


@jit_inline
def _enacts(habits: Habits, liberal: int, fascist: int, pair: int, on: int, enacted: int) -> float:
    if on == 0 or on == DRAW - 1:
        return 1.0 if (on > 0) == (enacted == 1) else 0.0
    chance = float(habits.enact[liberal, fascist, pair])
    return 1 - chance if enacted else chance


@jit_call
def _says(row: Row, says: Table, role: int, drawn: int, passed: int, enacted: int) -> int:
    left = fraction(row)
    for said in range(DRAW + 1):
        left -= says[role, drawn, passed, enacted, said]
        if left < 0:
            return said
    return DRAW + 1


@jit_call
def _says_of_two(row: Row, says: Table, role: int, passed: int, enacted: int, heard: int) -> int:
    left = fraction(row)
    for said in range(DRAW):
        left -= says[role, passed, enacted, heard, said]
        if left < 0:
            return said
    return DRAW


@jit_inline
def role_of(row: Row, seat: int) -> int:
    return 2 if seat == row[at.HITLER] else row[at.FASCIST_SEATS] >> seat & 1


@jit_inline
def fraction(row: Row) -> float:
    return spin(row) / float(1 << BITS)


@jit_inline
def happens(row: Row, chance: float) -> bool:
    return fraction(row) < chance
