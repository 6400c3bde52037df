"""Who must act and what is legal: the compiled counterpart of rules/choices.py."""

from typing import Final

from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, NO, YES
from .compiled import inner, lowest, popcount
from .layout import (
    ALIVE,
    CHANCELLOR,
    CHANCELLOR_SESSION,
    ELECTION,
    EXEMPT_AT,
    EXEMPT_BY_DEALT,
    FASCIST,
    FORGONE,
    HAND_FASCIST,
    HAND_LIBERAL,
    INVESTIGATED,
    INVESTIGATION,
    LIMITED_CHANCELLOR,
    LIMITED_PRESIDENT,
    NOMINATION,
    OVER,
    PHASE,
    PRESIDENT,
    PRESIDENT_SESSION,
    SEALED_VETO,
    SEATS,
    SPECIAL_ELECTION,
    SPECIAL_ELECTION_OF_SELF,
    VETO_ANSWER,
    VETO_ASKED,
    VETO_BALLOT,
    VETO_CAST,
    VETO_NEEDS_FASCIST_HAND,
    VETO_THRESHOLD,
    VOTED,
    Row,
)

YES_OR_NO: Final = 1 << YES | 1 << NO


@inner
def limited(knobs: Row, row: Row) -> int:
    """The living who may not be nominated because of the last government."""
    counted = knobs[SEATS] if knobs[EXEMPT_BY_DEALT] else popcount(row[ALIVE])
    seats = row[LIMITED_CHANCELLOR]
    if counted > knobs[EXEMPT_AT]:
        seats |= row[LIMITED_PRESIDENT]
    return seats & row[ALIVE]


@inner
def nominable(knobs: Row, row: Row) -> int:
    return row[ALIVE] & ~limited(knobs, row) & ~(1 << row[PRESIDENT])


@inner
def targets(knobs: Row, row: Row) -> int:
    """Whom the president's power may be turned on."""
    seats = row[ALIVE]
    if not (row[PHASE] == SPECIAL_ELECTION and knobs[SPECIAL_ELECTION_OF_SELF]):
        seats &= ~(1 << row[PRESIDENT])
    if row[PHASE] == INVESTIGATION:
        seats &= ~row[INVESTIGATED]
    return seats


@inner
def may_ask_veto(knobs: Row, row: Row) -> bool:
    if knobs[SEALED_VETO] or row[FASCIST] < knobs[VETO_THRESHOLD] or row[VETO_ASKED] or row[FORGONE]:
        return False
    return not knobs[VETO_NEEDS_FASCIST_HAND] or row[HAND_LIBERAL] == 0


@inner
def awaited(row: Row) -> int:
    """The mask of the seats that must act."""
    phase = row[PHASE]
    if phase == ELECTION:
        return row[ALIVE] & ~row[VOTED]
    if phase == CHANCELLOR_SESSION:
        return 1 << row[CHANCELLOR]
    if phase == VETO_BALLOT:
        chancellor = 1 << row[CHANCELLOR]
        return chancellor if row[VETO_CAST] else chancellor | 1 << row[PRESIDENT]
    if phase == OVER:
        return 0
    return 1 << row[PRESIDENT]


@inner
def actor(row: Row) -> int:
    """The seat to act next: voters in seat order, then president before chancellor; -1 when the game is over."""
    phase = row[PHASE]
    if phase == ELECTION:
        return lowest(row[ALIVE] & ~row[VOTED])
    if phase == CHANCELLOR_SESSION or (phase == VETO_BALLOT and row[VETO_CAST]):
        return row[CHANCELLOR]
    if phase == OVER:
        return -1
    return row[PRESIDENT]


@inner
def legal(knobs: Row, row: Row) -> int:
    """The mask of the actions open to the seat to act."""
    phase = row[PHASE]
    if phase == ELECTION:
        return YES_OR_NO
    if phase == NOMINATION:
        return nominable(knobs, row)
    if phase == CHANCELLOR_SESSION and may_ask_veto(knobs, row):
        return YES_OR_NO
    if phase in (PRESIDENT_SESSION, CHANCELLOR_SESSION):
        return (row[HAND_LIBERAL] > 0) << LIBERAL_TILE | (row[HAND_FASCIST] > 0) << FASCIST_TILE
    if phase in (VETO_ANSWER, VETO_BALLOT):
        return YES_OR_NO
    if phase == OVER:
        return 0
    return targets(knobs, row)
