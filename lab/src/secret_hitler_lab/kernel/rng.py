"""Chance in the kernel: random words, and tiles drawn only when somebody looks at them.

A random fraction has 57 bits. Multiplied by n, its whole part is a number below n and the rest is a new fraction, so one word serves
several small choices; what is lost is below one part in 2 ** 30 each.

Nobody sees the order of a pile, so a pile is two counts and its top tile is drawn when it is needed. A peek pins the tiles it saw.
"""

from typing import Final

import numpy as np

from secret_hitler.rules.ruleset import MAX_SEATS

from . import layout as at
from .compiled import jit_call, jit_inline, popcount
from .layout import Row

BITS: Final = 57
REST: Final = (1 << BITS) - 1
_TILES_PER_WORD: Final = 4

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_A, _B, _C, _SPARE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(64 - BITS)

_WORD: Final = (1 << 64) - 1


@jit_inline
def spin(row: Row) -> int:
    """Return a new fraction, by SplitMix64."""
    state = np.uint64(row[at.RNG]) + _STEP
    row[at.RNG] = np.int64(state)  # type: ignore[assignment]  # int() would keep it unsigned
    word = (state ^ (state >> _A)) * _FIRST
    word = (word ^ (word >> _B)) * _SECOND
    word = word ^ (word >> _C)
    return np.int64(word >> _SPARE)  # type: ignore[return-value]


@jit_inline
def one_of(mask: int, fraction: int) -> int:
    return at.NTH_SEAT[MAX_SEATS * mask + ((fraction * popcount(mask)) >> BITS)]


@jit_inline
def lift(row: Row, fraction: int) -> int:
    """Return the top tile of the part of the pile without an order, given a lot below its size."""
    liberal = 1 if fraction < row[at.DECK_LIBERAL] else 0
    row[at.DECK_LIBERAL] -= liberal
    row[at.DECK_FASCIST] -= 1 - liberal
    return liberal


@jit_inline
def take(row: Row, tiles: int) -> int:
    """Take tiles from the top; how many of them are liberal."""
    liberals = 0
    while tiles > 0 and row[at.PINNED] > 0:
        liberals += row[at.ORDER] & 1
        row[at.ORDER] >>= 1
        row[at.PINNED] -= 1
        tiles -= 1
    fraction = 0
    for tile in range(tiles):
        if tile % _TILES_PER_WORD == 0:
            fraction = spin(row)
        fraction *= row[at.DECK_LIBERAL] + row[at.DECK_FASCIST]
        liberals += lift(row, fraction >> BITS)
        fraction &= REST
    return liberals


@jit_call
def pin(row: Row, tiles: int) -> int:
    """Fix the order of the tiles on top; the order."""
    while row[at.PINNED] < tiles:
        liberal = lift(row, spin(row) * (row[at.DECK_LIBERAL] + row[at.DECK_FASCIST]) >> BITS)
        row[at.ORDER] |= liberal << row[at.PINNED]
        row[at.PINNED] += 1
    return row[at.ORDER] & ((1 << tiles) - 1)


@jit_call
def replenish(row: Row, tiles: int) -> None:
    """Shuffle draw pile and discards together if the pile has fewer tiles than this."""
    if row[at.DECK_LIBERAL] + row[at.DECK_FASCIST] + row[at.PINNED] >= tiles:
        return
    pinned = popcount(row[at.ORDER])
    liberals = row[at.DECK_LIBERAL] + row[at.DISCARDED_LIBERAL] + pinned
    fascists = row[at.DECK_FASCIST] + row[at.DISCARDED_FASCIST] + row[at.PINNED] - pinned
    row[at.DISCARDED_LIBERAL] = 0
    row[at.DISCARDED_FASCIST] = 0
    if row[at.SCRIPTS] == 0:
        row[at.DECK_LIBERAL], row[at.DECK_FASCIST], row[at.PINNED], row[at.ORDER] = liberals, fascists, 0, 0
        return
    row[at.DECK_LIBERAL], row[at.DECK_FASCIST], row[at.PINNED], row[at.ORDER] = 0, 0, liberals + fascists, row[at.SCRIPT]
    row[at.SCRIPTS] -= 1
    for place in range(at.SCRIPT, at.SCRIPT + at.FORETOLD - 1):
        row[place] = row[place + 1]


def rng_of(seed: int, number: int) -> int:
    """Return where a stream of random numbers begins, one for each seed and number: streams do not meet."""
    start = _mixed(_mixed(seed & _WORD) + number & _WORD)
    return start - (1 << 64) if start >> 63 else start


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31
