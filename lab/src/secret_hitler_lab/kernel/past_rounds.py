"""The rounds of a game: two numbers each, what everybody saw and what only the government did; the counterpart of environments/history.py.

Round n lies in place n - 1 of the rounds kept, counted around. A seat is counted from 1, so that 0 is nobody; so is a count of tiles.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from secret_hitler.rules.ruleset import MAX_DRAW, MAX_SEATS

from ..observations.claim_numbers import PEEK_TILES
from ..observations.observation import KERNEL_POWERS, LIBERAL_TILE, TILES_SHOWN
from . import layout as at
from .compiled import jit_call, jit_entry, jit_inline, popcount, row_of
from .layout import Row, Rows

WORDS: Final = 2
"""Numbers that a round takes."""

# In the first number, from which bit on: four bits for a seat or a count, ten for a mask, one or two for the rest.
_PRESIDENT, _CHANCELLOR, _VOTED, _BALLOTS, _SPECIAL, _ELECTED, _ASKED, _VETOED, _ENACTED, _POPULACE = 0, 4, 8, 18, 28, 29, 30, 31, 32, 34
_POWER, _TARGET, PRESIDENT_CLAIM, CHANCELLOR_CLAIM, PEEK_CLAIM, PARTY_CLAIM = 35, 38, 42, 46, 50, 55
# In the second number: what the president drew, threw away and passed on, what a peek showed, and a party.
_DRAWN, _DISCARDED, _PASSED, _PEEKED, _PARTY = 0, 4, 6, 10, 19
_KINDS: Final = len(KERNEL_POWERS) - 1
assert MAX_DRAW <= TILES_SHOWN


@jit_inline
def place_of(round: int, rounds: int) -> int:
    return WORDS * ((round - 1) % rounds)


@jit_inline
def open_round(row: Row, past: Row, rounds: int) -> None:
    place = place_of(row[at.ROUND], rounds)
    past[place] = (row[at.PRESIDENT] + 1) << _PRESIDENT | row[at.STANDS_SPECIAL] << _SPECIAL
    past[place + 1] = 0


@jit_call
def note(ruleset_row: Row, row: Row, past: Row, rounds: int, phase: int, round: int, policies: int, action: int) -> None:
    """Keep what an action did, given the phase, the round and the number of policies before it."""
    place = place_of(round, rounds)
    if phase == at.NOMINATION:
        past[place] |= (action + 1) << _CHANCELLOR
        return
    if phase == at.PRESIDENT_SESSION:
        past[place + 1] |= (1 if action == LIBERAL_TILE else 2) << _DISCARDED | (row[at.HAND_FASCIST] + 1) << _PASSED
        return
    if phase == at.ELECTION:
        elected = 2 * popcount(row[at.LAST_BALLOTS]) > popcount(row[at.LAST_VOTED])
        past[place] |= row[at.LAST_VOTED] << _VOTED | row[at.LAST_BALLOTS] << _BALLOTS | (1 if elected else 0) << _ELECTED
        if row[at.PHASE] == at.PRESIDENT_SESSION:
            past[place + 1] |= (row[at.HAND_FASCIST] + 1) << _DRAWN
            return
    elif phase == at.CHANCELLOR_SESSION:
        past[place] |= (1 if row[at.PHASE] == at.VETO_ANSWER else 0) << _ASKED
    elif phase == at.VETO_ANSWER:
        past[place] |= (0 if row[at.PHASE] == at.CHANCELLOR_SESSION else 1) << _VETOED
    elif phase == at.VETO_BALLOT:
        past[place] |= (1 if row[at.VETO_CAST] + row[at.VETO_WANTED] == 4 else 0) << _VETOED
    else:
        past[place] |= (action + 1) << _TARGET
        if phase == at.INVESTIGATION:
            past[place + 1] |= (1 + (row[at.FASCIST_SEATS] >> action & 1)) << _PARTY
    if row[at.LIBERAL] + row[at.FASCIST] != policies:
        _note_policy(ruleset_row, row, past, place)
    if row[at.ROUND] != round:
        open_round(row, past, rounds)


@jit_inline
def _note_policy(ruleset_row: Row, row: Row, past: Row, place: int) -> None:
    past[place] |= (1 if row[at.LAST_ENACTED] > 0 else 2) << _ENACTED | row[at.BY_POPULACE] << _POPULACE
    if row[at.BY_POPULACE] or row[at.LAST_ENACTED] > 0 or row[at.PHASE] == at.OVER:
        return
    power = ruleset_row[at.TRACK + row[at.FASCIST] - 1]
    past[place] |= power << _POWER
    if power == at.PEEK:
        past[place + 1] |= (row[at.PEEKED + row[at.LAST_PRESIDENT]] | 1 << TILES_SHOWN) << _PEEKED


@jit_entry
def observe_history(rules: Rows, table: Rows, history: Rows, onlookers: Rows, shown: npt.NDArray[np.int8]) -> None:
    """For each game the latest rounds as one seat saw them, the one being played first; all zeros for seat -1."""
    ruleset_row = row_of(rules, 0)
    rounds = history.shape[1] // WORDS
    size = shown.shape[1] // rounds
    for game in range(len(onlookers)):
        row, past, out, me = row_of(table, game), row_of(history, game), row_of(shown, game), onlookers[game]
        for place in range(shown.shape[1]):
            out[place] = 0
        if me >= 0:
            for back in range(min(rounds, row[at.ROUND])):
                place = place_of(row[at.ROUND] - back, rounds)
                _show(ruleset_row, past[place], past[place + 1], me, out, back * size)


@jit_call
def _show(ruleset_row: Row, seen: int, secret: int, me: int, out: Row, start: int) -> None:
    president, chancellor = (seen >> _PRESIDENT & 15) - 1, (seen >> _CHANCELLOR & 15) - 1
    voted, ballots = seen >> _VOTED & 1023, seen >> _BALLOTS & 1023
    out[start + president] = 1
    if chancellor >= 0:
        out[start + MAX_SEATS + chancellor] = 1
    for seat in range(MAX_SEATS):
        out[start + 2 * MAX_SEATS + seat] = (voted >> seat & 1) * (2 * (ballots >> seat & 1) - 1)
    start += 3 * MAX_SEATS
    out[start] = seen >> _SPECIAL & 1
    if voted != 0:
        out[start + 1] = 2 * (seen >> _ELECTED & 1) - 1
    out[start + 2] = seen >> _ASKED & 1
    out[start + 3] = seen >> _VETOED & 1
    out[start + 4] = _sign(seen >> _ENACTED & 3)
    out[start + 5] = seen >> _POPULACE & 1
    start += 5
    if seen >> _POWER & 7:
        out[start + (seen >> _POWER & 7)] = 1
    start += _KINDS + 1
    if seen >> _TARGET & 15:
        out[start + (seen >> _TARGET & 15) - 1] = 1
    start += MAX_SEATS
    out[start] = seen >> PRESIDENT_CLAIM & 15
    out[start + 1] = seen >> CHANCELLOR_CLAIM & 15
    if seen >> PEEK_CLAIM & 31:
        for tile in range(ruleset_row[at.DRAW]):
            out[start + 2 + tile] = 2 * (((seen >> PEEK_CLAIM & 31) - 1) >> tile & 1) - 1
    start += 2 + PEEK_TILES
    out[start] = _sign(seen >> PARTY_CLAIM & 3)
    start += 1
    if me == chancellor:
        out[start + 2] = secret >> _PASSED & 15
    if me != president:
        return
    out[start] = secret >> _DRAWN & 15
    out[start + 1] = _sign(secret >> _DISCARDED & 3)
    if secret >> (_PEEKED + TILES_SHOWN) & 1:
        for tile in range(ruleset_row[at.DRAW]):
            out[start + 3 + tile] = 2 * (secret >> (_PEEKED + tile) & 1) - 1
    out[start + 3 + TILES_SHOWN] = _sign(secret >> _PARTY & 3)


@jit_inline
def _sign(code: int) -> int:
    """1 for a liberal, -1 for a fascist tile or party, 0 for none."""
    return 1 if code == 1 else -1 if code == 2 else 0
