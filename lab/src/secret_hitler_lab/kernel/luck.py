"""Chance in the kernel: random words, and tiles drawn only when somebody looks at them.

A random fraction has 57 bits. Multiplied by n, its whole part is a number below n and the rest is a new fraction, so one word serves
several small choices; what is lost is below one part in 2 ** 30 each.

Nobody sees the order of a pile, so a pile is two counts and its top tile is drawn when it is needed. A peek pins the tiles it saw.
"""

from typing import Final

import numpy as np

from secret_hitler.rules.ruleset import MAX_SEATS

from .compiled import apart, inner, popcount
from .layout import (
    DECK_FASCIST,
    DECK_LIBERAL,
    DISCARDED_FASCIST,
    DISCARDED_LIBERAL,
    FORETOLD,
    LUCK,
    NTH_SEAT,
    ORDER,
    PINNED,
    SCRIPT,
    SCRIPTS,
    Row,
)

BITS: Final = 57
REST: Final = (1 << BITS) - 1
_TILES_PER_WORD: Final = 4

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_A, _B, _C, _SPARE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(64 - BITS)


@inner
def spin(row: Row) -> int:
    """A new fraction, by SplitMix64."""
    state = np.uint64(row[LUCK]) + _STEP
    row[LUCK] = np.int64(state)  # type: ignore[assignment]  # int() would keep it unsigned
    word = (state ^ (state >> _A)) * _FIRST
    word = (word ^ (word >> _B)) * _SECOND
    word = word ^ (word >> _C)
    return np.int64(word >> _SPARE)  # type: ignore[return-value]


@inner
def one_of(mask: int, luck: int) -> int:
    return NTH_SEAT[MAX_SEATS * mask + ((luck * popcount(mask)) >> BITS)]


@inner
def lift(row: Row, luck: int) -> int:
    """The top tile of the part of the pile without an order, given a lot below its size."""
    liberal = 1 if luck < row[DECK_LIBERAL] else 0
    row[DECK_LIBERAL] -= liberal
    row[DECK_FASCIST] -= 1 - liberal
    return liberal


@inner
def take(row: Row, tiles: int) -> int:
    """Take tiles from the top; how many of them are liberal."""
    liberals = 0
    while tiles > 0 and row[PINNED] > 0:
        liberals += row[ORDER] & 1
        row[ORDER] >>= 1
        row[PINNED] -= 1
        tiles -= 1
    luck = 0
    for tile in range(tiles):
        if tile % _TILES_PER_WORD == 0:
            luck = spin(row)
        luck *= row[DECK_LIBERAL] + row[DECK_FASCIST]
        liberals += lift(row, luck >> BITS)
        luck &= REST
    return liberals


@apart
def pin(row: Row, tiles: int) -> int:
    """Fix the order of the tiles on top; the order."""
    while row[PINNED] < tiles:
        liberal = lift(row, spin(row) * (row[DECK_LIBERAL] + row[DECK_FASCIST]) >> BITS)
        row[ORDER] |= liberal << row[PINNED]
        row[PINNED] += 1
    return row[ORDER] & ((1 << tiles) - 1)


@apart
def replenish(row: Row, tiles: int) -> None:
    """Shuffle draw pile and discards together if the pile has fewer tiles than this."""
    if row[DECK_LIBERAL] + row[DECK_FASCIST] + row[PINNED] >= tiles:
        return
    pinned = popcount(row[ORDER])
    liberals = row[DECK_LIBERAL] + row[DISCARDED_LIBERAL] + pinned
    fascists = row[DECK_FASCIST] + row[DISCARDED_FASCIST] + row[PINNED] - pinned
    row[DISCARDED_LIBERAL] = 0
    row[DISCARDED_FASCIST] = 0
    if row[SCRIPTS] == 0:
        row[DECK_LIBERAL], row[DECK_FASCIST], row[PINNED], row[ORDER] = liberals, fascists, 0, 0
        return
    row[DECK_LIBERAL], row[DECK_FASCIST], row[PINNED], row[ORDER] = 0, 0, liberals + fascists, row[SCRIPT]
    row[SCRIPTS] -= 1
    for place in range(SCRIPT, SCRIPT + FORETOLD - 1):
        row[place] = row[place + 1]
