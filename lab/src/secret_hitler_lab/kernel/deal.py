"""The opening of a game: roles, deck and first president."""

from .compiled import apart, inner
from .layout import (
    ALIVE,
    ANCHOR,
    CHANCELLOR,
    DISCARDED_FASCIST,
    DISCARDED_LIBERAL,
    ENDING,
    FASCIST_SEATS,
    FASCIST_TILES,
    FASCISTS,
    HITLER,
    LAST_CHANCELLOR,
    LAST_PRESIDENT,
    LIBERAL_TILES,
    NAMED,
    PHASE,
    PRESIDENT,
    ROUND,
    SCRIPTS,
    SEATS,
    Row,
)
from .luck import one_of, replenish, spin


@apart
def deal(knobs: Row, row: Row) -> None:
    """A new game by chance. Where the rules name the first president, nobody is likelier than others to be the host."""
    everyone = (1 << knobs[SEATS]) - 1
    hitler = one_of(everyone, spin(row))
    fascists = 1 << hitler
    for _ in range(knobs[FASCISTS]):
        fascists |= 1 << one_of(everyone & ~fascists, spin(row))
    lay_out(knobs, row, fascists, hitler, one_of(everyone, spin(row)))


@inner
def lay_out(knobs: Row, row: Row, fascists: int, hitler: int, president: int) -> None:
    for field in range(PHASE, SCRIPTS):
        row[field] = 0
    row[ALIVE] = (1 << knobs[SEATS]) - 1
    row[FASCIST_SEATS] = fascists
    row[HITLER] = hitler
    row[ROUND] = 1
    row[PRESIDENT] = president
    row[ANCHOR] = president
    row[CHANCELLOR] = -1
    row[NAMED] = -1
    row[LAST_PRESIDENT] = -1
    row[LAST_CHANCELLOR] = -1
    row[ENDING] = -1
    row[DISCARDED_LIBERAL] = knobs[LIBERAL_TILES]
    row[DISCARDED_FASCIST] = knobs[FASCIST_TILES]
    replenish(row, 1)
