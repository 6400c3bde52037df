"""Claims in the kernel: once a session or an investigation is over, those who saw something are asked in turn what they say of it."""

from typing import Final

import numpy as np
import numpy.typing as npt

from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.claim_numbers import CLAIMS, HAND_TILES, PEEK_TILES, WAIT
from ..observations.observation import OBSERVATION_SIZE
from .compiled import apart, entry, inner, row_of
from .layout import (
    CHANCELLOR_SESSION,
    DRAW,
    HEARD,
    INVESTIGATION,
    LAST_CHANCELLOR,
    LAST_PRESIDENT,
    OVER,
    PEEK_ROUND,
    PHASE,
    PRESIDENT_SESSION,
    ROUND,
    SAW_ROUND,
    UNSAID,
    VETO_BALLOT,
    Row,
    Rows,
)
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


@inner
def look(knobs: Row, row: Row, phase: int, round: int) -> None:
    """After an action in this phase and round: what may now be spoken of."""
    if row[PHASE] == OVER:
        row[UNSAID] = 0
    elif CHANCELLOR_SESSION <= phase <= VETO_BALLOT:
        if not PRESIDENT_SESSION <= row[PHASE] <= VETO_BALLOT:
            _leave_session(knobs, row, round)
    elif phase == INVESTIGATION:
        row[UNSAID] = PARTY_SEEN


@apart
def _leave_session(knobs: Row, row: Row, round: int) -> None:
    row[SAW_ROUND] = round
    row[UNSAID] = 0
    if knobs[DRAW] <= HAND_TILES:
        row[UNSAID] |= HAND_SEEN
    if knobs[DRAW] - 1 <= HAND_TILES:
        row[UNSAID] |= PASSED_SEEN
    if row[PEEK_ROUND + row[LAST_PRESIDENT]] == round and knobs[DRAW] <= PEEK_TILES:
        row[UNSAID] |= PEEK_SEEN


@inner
def speaker(row: Row) -> int:
    """The president of the latest session before its chancellor."""
    return row[LAST_PRESIDENT] if row[UNSAID] & PRESIDENT_SAW else row[LAST_CHANCELLOR]


@apart
def claims_open(knobs: Row, row: Row) -> int:
    """The mask of what the speaker may say, or wait."""
    unsaid, draw = row[UNSAID], knobs[DRAW]
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


@apart
def speak(row: Row, past: Row, rounds: int, action: int) -> None:
    unsaid = row[UNSAID]
    seat = speaker(row)
    if action == WAIT:
        row[UNSAID] = unsaid & ~PRESIDENT_SAW if unsaid & PRESIDENT_SAW else 0
        return
    number = action - WAIT - 1
    row[HEARD] = row[HEARD] & ~(63 << (_BITS * seat)) | (number + 1) << (_BITS * seat)
    if number < _PASSED:
        seen, place, code = HAND_SEEN, PRESIDENT_CLAIM, number + 1
    elif number < _PEEK:
        seen, place, code = PASSED_SEEN, CHANCELLOR_CLAIM, number - _PASSED + 1
    elif number < _PARTY:
        seen, place, code = PEEK_SEEN, PEEK_CLAIM, number - _PEEK + 1
    else:
        seen, place, code = PARTY_SEEN, PARTY_CLAIM, number - _PARTY + 1
    row[UNSAID] = unsaid & ~seen
    if row[ROUND] - row[SAW_ROUND] < rounds:
        past[place_of(row[SAW_ROUND], rounds)] |= code << place


@entry
def observe_claims(table: Rows, onlookers: Rows, shown: npt.NDArray[np.int8]) -> None:
    """After the rest of the observation, for each seat and claim number: 1 if that is the latest the seat said."""
    for game in range(len(onlookers)):
        row, out = row_of(table, game), row_of(shown, game)
        for seat in range(MAX_SEATS):
            said = row[HEARD] >> (_BITS * seat) & 63
            if said and onlookers[game] >= 0:
                out[OBSERVATION_SIZE + len(CLAIMS) * seat + said - 1] = 1
