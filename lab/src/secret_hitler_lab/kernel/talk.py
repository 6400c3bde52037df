"""Claims in the kernel: once a session or an investigation is over, those who saw something are asked in turn what they say of it."""

from typing import Final

import numpy as np
import numpy.typing as npt

from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.claim_numbers import CLAIMS, HAND_TILES, PEEK_TILES, WAIT
from ..observations.observation import OBSERVATION_SIZE
from . import layout as at
from .compiled import jit_call, jit_entry, jit_inline, row_of
from .layout import Row, Rows
from .past_rounds import CHANCELLOR_CLAIM, PARTY_CLAIM, PEEK_CLAIM, PRESIDENT_CLAIM, place_of

HAND_SEEN, PEEK_SEEN, PARTY_SEEN, PASSED_SEEN = 1, 2, 4, 8
PRESIDENT_SAW: Final = HAND_SEEN | PEEK_SEEN | PARTY_SEEN

_HAND: Final = 0
_PASSED: Final = _HAND + HAND_TILES + 1
_PEEK: Final = _PASSED + HAND_TILES + 1
_PARTY: Final = _PEEK + (1 << PEEK_TILES)
"""The first claim number of each kind."""
_BITS: Final = 6
"""Of HEARD for each seat: the claim number counted from 1."""
assert len(CLAIMS) < 1 << _BITS
assert MAX_SEATS * _BITS < 64


@jit_inline
def look(ruleset_row: Row, row: Row, phase: int, round: int) -> None:
    """After an action in this phase and round: what may now be spoken of."""
    if row[at.PHASE] == at.OVER:
        row[at.UNSAID] = 0
    elif at.CHANCELLOR_SESSION <= phase <= at.VETO_BALLOT:
        if not at.PRESIDENT_SESSION <= row[at.PHASE] <= at.VETO_BALLOT:
            _leave_session(ruleset_row, row, round)
    elif phase == at.INVESTIGATION:
        row[at.UNSAID] = PARTY_SEEN


@jit_call
def _leave_session(ruleset_row: Row, row: Row, round: int) -> None:
    row[at.SAW_ROUND] = round
    row[at.UNSAID] = 0
    if ruleset_row[at.DRAW] <= HAND_TILES:
        row[at.UNSAID] |= HAND_SEEN
    if ruleset_row[at.DRAW] - 1 <= HAND_TILES:
        row[at.UNSAID] |= PASSED_SEEN
    if row[at.PEEK_ROUND + row[at.LAST_PRESIDENT]] == round and ruleset_row[at.DRAW] <= PEEK_TILES:
        row[at.UNSAID] |= PEEK_SEEN


@jit_inline
def speaker(row: Row) -> int:
    """Return the president of the latest session before its chancellor."""
    return row[at.LAST_PRESIDENT] if row[at.UNSAID] & PRESIDENT_SAW else row[at.LAST_CHANCELLOR]


@jit_call
def claims_open(ruleset_row: Row, row: Row) -> int:
    """Return the mask of what the speaker may say, or wait."""
    unsaid, draw = row[at.UNSAID], ruleset_row[at.DRAW]
    mask = 0
    if unsaid & PRESIDENT_SAW == 0:
        mask = ((1 << draw) - 1) << _PASSED
    if unsaid & HAND_SEEN:
        mask |= ((1 << (draw + 1)) - 1) << _HAND
    if unsaid & PEEK_SEEN:
        mask |= ((1 << (1 << draw)) - 1) << _PEEK
    if unsaid & PARTY_SEEN:
        mask |= 3 << _PARTY
    return (mask << 1 | 1) << WAIT


@jit_call
def speak(row: Row, past: Row, rounds: int, action: int) -> None:
    unsaid = row[at.UNSAID]
    seat = speaker(row)
    if action == WAIT:
        row[at.UNSAID] = unsaid & ~PRESIDENT_SAW if unsaid & PRESIDENT_SAW else 0
        return
    number = action - WAIT - 1
    row[at.HEARD] = row[at.HEARD] & ~(63 << (_BITS * seat)) | (number + 1) << (_BITS * seat)
    if number < _PASSED:
        seen, place, code = HAND_SEEN, PRESIDENT_CLAIM, number + 1
    elif number < _PEEK:
        seen, place, code = PASSED_SEEN, CHANCELLOR_CLAIM, number - _PASSED + 1
    elif number < _PARTY:
        seen, place, code = PEEK_SEEN, PEEK_CLAIM, number - _PEEK + 1
    else:
        seen, place, code = PARTY_SEEN, PARTY_CLAIM, number - _PARTY + 1
    row[at.UNSAID] = unsaid & ~seen
    if row[at.ROUND] - row[at.SAW_ROUND] < rounds:
        past[place_of(row[at.SAW_ROUND], rounds)] |= code << place


@jit_entry
def observe_claims(table: Rows, onlookers: Rows, shown: npt.NDArray[np.int8]) -> None:
    """After the rest of the observation, for each seat and claim number: 1 if that is the latest the seat said."""
    for game in range(len(onlookers)):
        row, out = row_of(table, game), row_of(shown, game)
        for seat in range(MAX_SEATS):
            said = row[at.HEARD] >> (_BITS * seat) & 63
            if said and onlookers[game] >= 0:
                out[OBSERVATION_SIZE + len(CLAIMS) * seat + said - 1] = 1
