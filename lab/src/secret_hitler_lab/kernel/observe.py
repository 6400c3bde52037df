"""What one seat may see of a game, as a row of numbers: the compiled counterpart of observation.py."""

import numpy as np
import numpy.typing as npt

from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.observation import ROUNDS_SHOWN, TILES_SHOWN
from .compiled import entry, inner, row_of
from .layout import (
    ALIVE,
    ANCHOR,
    BALLOTS,
    BY_POPULACE,
    CHANCELLOR,
    CHANCELLOR_SESSION,
    CHOSEN,
    DECK_FASCIST,
    DECK_LIBERAL,
    DISCARDED_FASCIST,
    DISCARDED_LIBERAL,
    DRAW,
    ELECTION,
    FASCIST,
    FASCIST_GOAL,
    FASCIST_SEATS,
    FASCISTS_KNOW_TEAM,
    FORGONE,
    HAND_FASCIST,
    HAND_LIBERAL,
    HITLER,
    HITLER_KNOWS,
    HITLER_THRESHOLD,
    INVESTIGATED,
    INVESTIGATORS,
    LAST_BALLOTS,
    LAST_CHANCELLOR,
    LAST_ENACTED,
    LAST_PRESIDENT,
    LAST_VOTED,
    LIBERAL,
    NO_POWER,
    NOT_HITLER,
    OVER,
    PEEK_ROUND,
    PEEKED,
    PHASE,
    PHASE_CODES,
    PINNED,
    POWER_CODES,
    PRESIDENT,
    PRESIDENT_SESSION,
    ROUND,
    SEATS,
    STANDS_SPECIAL,
    TRACK,
    TRACKER,
    VETO_ASKED,
    VETO_BALLOT,
    VETO_CAST,
    VETO_THRESHOLD,
    VETO_WANTED,
    VOTED,
    Row,
    Rows,
)
from .legal import awaited, limited


@entry
def observe_games(rules: Rows, table: Rows, onlookers: Rows, shown: npt.NDArray[np.int8]) -> None:
    """For each game the observation of one seat; all zeros for seat -1."""
    knobs = row_of(rules, 0)
    for game in range(len(onlookers)):
        row, out, me = row_of(table, game), row_of(shown, game), onlookers[game]
        for place in range(shown.shape[1]):
            out[place] = 0
        if me >= 0:
            _observe_knowledge(knobs, row, me, out, _observe_board(knobs, row, me, out))


@inner
def _mark(out: Row, at: int, size: int, place: int) -> int:
    if 0 <= place < size:
        out[at + place] = 1
    return at + size


@inner
def _mark_seats(out: Row, at: int, mask: int) -> int:
    for seat in range(MAX_SEATS):
        out[at + seat] = mask >> seat & 1
    return at + MAX_SEATS


@inner
def _mark_ballots(out: Row, at: int, voted: int, ballots: int) -> int:
    for seat in range(MAX_SEATS):
        out[at + seat] = (voted >> seat & 1) * (2 * (ballots >> seat & 1) - 1)
    return at + MAX_SEATS


@inner
def _observe_board(knobs: Row, row: Row, me: int, out: Row) -> int:
    """The public part; the place where the rest begins."""
    at = _mark(out, 0, MAX_SEATS, me)
    at = _mark(out, at, PHASE_CODES, row[PHASE])
    out[at] = knobs[SEATS]
    out[at + 1] = row[LIBERAL]
    out[at + 2] = row[FASCIST]
    out[at + 3] = row[TRACKER]
    out[at + 4] = row[DECK_LIBERAL] + row[DECK_FASCIST] + row[PINNED]
    out[at + 5] = row[DISCARDED_LIBERAL] + row[DISCARDED_FASCIST]
    out[at + 6] = min(row[ROUND], ROUNDS_SHOWN)
    out[at + 7] = row[STANDS_SPECIAL]
    out[at + 8] = row[VETO_ASKED]
    out[at + 9] = 1 if row[FASCIST] >= knobs[VETO_THRESHOLD] else 0
    out[at + 10] = 1 if row[FASCIST] >= knobs[HITLER_THRESHOLD] else 0
    power = knobs[TRACK + row[FASCIST]] if row[FASCIST] < knobs[FASCIST_GOAL] - 1 else NO_POWER
    at = _mark(out, at + 11, POWER_CODES, power)
    at = _mark_seats(out, at, row[ALIVE])
    at = _mark_seats(out, at, awaited(row))
    at = _mark(out, at, MAX_SEATS, row[PRESIDENT])
    at = _mark(out, at, MAX_SEATS, row[CHANCELLOR])
    at = _mark(out, at, MAX_SEATS, row[ANCHOR])
    at = _mark_seats(out, at, limited(knobs, row))
    at = _mark_seats(out, at, row[INVESTIGATED])
    at = _mark_seats(out, at, row[NOT_HITLER])
    at = _mark(out, at, MAX_SEATS, row[LAST_PRESIDENT])
    at = _mark(out, at, MAX_SEATS, row[LAST_CHANCELLOR])
    at = _mark_ballots(out, at, row[LAST_VOTED], row[LAST_BALLOTS])
    out[at] = row[LAST_ENACTED]
    out[at + 1] = row[BY_POPULACE]
    return at + 2


@inner
def _observe_knowledge(knobs: Row, row: Row, me: int, out: Row, at: int) -> None:
    """The private part: roles and parties, the hand, my own secret votes, my latest peek."""
    mine, hitler, fascists = 1 << me, 1 << row[HITLER], row[FASCIST_SEATS]
    everyone = (1 << knobs[SEATS]) - 1
    known = mine
    if row[PHASE] == OVER:
        known = everyone
    elif (mine == hitler and knobs[HITLER_KNOWS]) or (mine & fascists & ~hitler and knobs[FASCISTS_KNOW_TEAM]):
        known = mine | fascists
    at = _mark_seats(out, at, known & ~fascists)
    at = _mark_seats(out, at, known & fascists & ~hitler)
    at = _mark_seats(out, at, known & hitler)
    for seat in range(MAX_SEATS):
        if row[INVESTIGATORS] >> (4 * seat) & 15 == me + 1:
            known |= 1 << seat
    at = _mark_seats(out, at, known & ~fascists)
    at = _mark_seats(out, at, known & fascists)
    phase = row[PHASE]
    chancellor = CHANCELLOR_SESSION <= phase <= VETO_BALLOT and me == row[CHANCELLOR]
    if chancellor or (phase == PRESIDENT_SESSION and me == row[PRESIDENT]):
        out[at] = row[HAND_LIBERAL]
        out[at + 1] = row[HAND_FASCIST]
    if phase == ELECTION and row[VOTED] & mine:
        out[at + 2] = 2 * (row[BALLOTS] >> me & 1) - 1
    if phase == VETO_BALLOT and me == row[PRESIDENT] and row[VETO_CAST] == 1:
        out[at + 3] = 2 * row[VETO_WANTED] - 1
    if phase == VETO_BALLOT and chancellor:
        out[at + 4] = 2 * row[CHOSEN] - 1
    if chancellor:
        out[at + 5] = row[FORGONE]
    if row[PEEK_ROUND + me] > 0:
        for tile in range(min(knobs[DRAW], TILES_SHOWN)):
            out[at + 6 + tile] = 2 * (row[PEEKED + me] >> tile & 1) - 1
        out[at + 6 + TILES_SHOWN] = min(row[ROUND] - row[PEEK_ROUND + me], ROUNDS_SHOWN)
