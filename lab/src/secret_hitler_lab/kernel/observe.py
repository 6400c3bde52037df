"""What one seat may see of a game, as a row of numbers: the compiled counterpart of observation.py."""

import numpy as np
import numpy.typing as npt

from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.observation import ROUNDS_SHOWN, TILES_SHOWN
from . import layout as at
from .compiled import jit_entry, jit_inline, row_of
from .layout import Row, Rows
from .legal import awaited, limited


@jit_entry
def observe_games(rules: Rows, table: Rows, onlookers: Rows, shown: npt.NDArray[np.int8]) -> None:
    """For each game the observation of one seat; all zeros for seat -1."""
    ruleset_row = row_of(rules, 0)
    for game in range(len(onlookers)):
        row, out, me = row_of(table, game), row_of(shown, game), onlookers[game]
        for place in range(shown.shape[1]):
            out[place] = 0
        if me >= 0:
            _observe_knowledge(ruleset_row, row, me, out, _observe_board(ruleset_row, row, me, out))


@jit_inline
def _mark(out: Row, start: int, size: int, place: int) -> int:
    if 0 <= place < size:
        out[start + place] = 1
    return start + size


@jit_inline
def _mark_seats(out: Row, start: int, mask: int) -> int:
    for seat in range(MAX_SEATS):
        out[start + seat] = mask >> seat & 1
    return start + MAX_SEATS


@jit_inline
def _mark_ballots(out: Row, start: int, voted: int, ballots: int) -> int:
    for seat in range(MAX_SEATS):
        out[start + seat] = (voted >> seat & 1) * (2 * (ballots >> seat & 1) - 1)
    return start + MAX_SEATS


@jit_inline
def _observe_board(ruleset_row: Row, row: Row, me: int, out: Row) -> int:
    """Write the public part and return the place where the rest begins."""
    start = _mark(out, 0, MAX_SEATS, me)
    start = _mark(out, start, at.PHASE_CODES, row[at.PHASE])
    out[start] = ruleset_row[at.SEATS]
    out[start + 1] = row[at.LIBERAL]
    out[start + 2] = row[at.FASCIST]
    out[start + 3] = row[at.TRACKER]
    out[start + 4] = row[at.DECK_LIBERAL] + row[at.DECK_FASCIST] + row[at.PINNED]
    out[start + 5] = row[at.DISCARDED_LIBERAL] + row[at.DISCARDED_FASCIST]
    out[start + 6] = min(row[at.ROUND], ROUNDS_SHOWN)
    out[start + 7] = row[at.STANDS_SPECIAL]
    out[start + 8] = row[at.VETO_ASKED]
    out[start + 9] = 1 if row[at.FASCIST] >= ruleset_row[at.VETO_THRESHOLD] else 0
    out[start + 10] = 1 if row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD] else 0
    power = ruleset_row[at.TRACK + row[at.FASCIST]] if row[at.FASCIST] < ruleset_row[at.FASCIST_GOAL] - 1 else at.NO_POWER
    start = _mark(out, start + 11, at.POWER_CODES, power)
    start = _mark_seats(out, start, row[at.ALIVE])
    start = _mark_seats(out, start, awaited(row))
    start = _mark(out, start, MAX_SEATS, row[at.PRESIDENT])
    start = _mark(out, start, MAX_SEATS, row[at.CHANCELLOR])
    start = _mark(out, start, MAX_SEATS, row[at.ANCHOR])
    start = _mark_seats(out, start, limited(ruleset_row, row))
    start = _mark_seats(out, start, row[at.INVESTIGATED])
    start = _mark_seats(out, start, row[at.NOT_HITLER])
    start = _mark(out, start, MAX_SEATS, row[at.LAST_PRESIDENT])
    start = _mark(out, start, MAX_SEATS, row[at.LAST_CHANCELLOR])
    start = _mark_ballots(out, start, row[at.LAST_VOTED], row[at.LAST_BALLOTS])
    out[start] = row[at.LAST_ENACTED]
    out[start + 1] = row[at.BY_POPULACE]
    return start + 2


@jit_inline
def _observe_knowledge(ruleset_row: Row, row: Row, me: int, out: Row, start: int) -> None:
    """Write the private part: roles and parties, the hand, my own secret votes, my latest peek."""
    mine, hitler, fascists = 1 << me, 1 << row[at.HITLER], row[at.FASCIST_SEATS]
    everyone = (1 << ruleset_row[at.SEATS]) - 1
    known = mine
    if row[at.PHASE] == at.OVER:
        known = everyone
    elif (mine == hitler and ruleset_row[at.HITLER_KNOWS]) or (mine & fascists & ~hitler and ruleset_row[at.FASCISTS_KNOW_TEAM]):
        known = mine | fascists
    start = _mark_seats(out, start, known & ~fascists)
    start = _mark_seats(out, start, known & fascists & ~hitler)
    start = _mark_seats(out, start, known & hitler)
    for seat in range(MAX_SEATS):
        if row[at.INVESTIGATORS] >> (4 * seat) & 15 == me + 1:
            known |= 1 << seat
    start = _mark_seats(out, start, known & ~fascists)
    start = _mark_seats(out, start, known & fascists)
    phase = row[at.PHASE]
    chancellor = at.CHANCELLOR_SESSION <= phase <= at.VETO_BALLOT and me == row[at.CHANCELLOR]
    if chancellor or (phase == at.PRESIDENT_SESSION and me == row[at.PRESIDENT]):
        out[start] = row[at.HAND_LIBERAL]
        out[start + 1] = row[at.HAND_FASCIST]
    if phase == at.ELECTION and row[at.VOTED] & mine:
        out[start + 2] = 2 * (row[at.BALLOTS] >> me & 1) - 1
    if phase == at.VETO_BALLOT and me == row[at.PRESIDENT] and row[at.VETO_CAST] == 1:
        out[start + 3] = 2 * row[at.VETO_WANTED] - 1
    if phase == at.VETO_BALLOT and chancellor:
        out[start + 4] = 2 * row[at.CHOSEN] - 1
    if chancellor:
        out[start + 5] = row[at.FORGONE]
    if row[at.PEEK_ROUND + me] > 0:
        for tile in range(min(ruleset_row[at.DRAW], TILES_SHOWN)):
            out[start + 6 + tile] = 2 * (row[at.PEEKED + me] >> tile & 1) - 1
        out[start + 6 + TILES_SHOWN] = min(row[at.ROUND] - row[at.PEEK_ROUND + me], ROUNDS_SHOWN)
