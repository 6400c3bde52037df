"""Who must act and what is legal: the compiled counterpart of rules/choices.py."""

from typing import Final

from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, NO, YES
from . import layout as at
from .compiled import jit_inline, lowest, popcount
from .layout import Row

YES_OR_NO: Final = 1 << YES | 1 << NO


@jit_inline
def limited(ruleset_row: Row, row: Row) -> int:
    """Return the living who may not be nominated because of the last government."""
    counted = ruleset_row[at.SEATS] if ruleset_row[at.EXEMPT_BY_DEALT] else popcount(row[at.ALIVE])
    seats = row[at.LIMITED_CHANCELLOR]
    if counted > ruleset_row[at.EXEMPT_AT]:
        seats |= row[at.LIMITED_PRESIDENT]
    return seats & row[at.ALIVE]


@jit_inline
def nominable(ruleset_row: Row, row: Row) -> int:
    return row[at.ALIVE] & ~limited(ruleset_row, row) & ~(1 << row[at.PRESIDENT])


@jit_inline
def targets(ruleset_row: Row, row: Row) -> int:
    """Whom the president's power may be turned on."""
    seats = row[at.ALIVE]
    if not (row[at.PHASE] == at.SPECIAL_ELECTION and ruleset_row[at.SPECIAL_ELECTION_OF_SELF]):
        seats &= ~(1 << row[at.PRESIDENT])
    if row[at.PHASE] == at.INVESTIGATION:
        seats &= ~row[at.INVESTIGATED]
    return seats


@jit_inline
def may_ask_veto(ruleset_row: Row, row: Row) -> bool:
    if ruleset_row[at.SEALED_VETO] or row[at.FASCIST] < ruleset_row[at.VETO_THRESHOLD] or row[at.VETO_ASKED] or row[at.FORGONE]:
        return False
    return not ruleset_row[at.VETO_NEEDS_FASCIST_HAND] or row[at.HAND_LIBERAL] == 0


@jit_inline
def awaited(row: Row) -> int:
    """Return the mask of the seats that must act."""
    phase = row[at.PHASE]
    if phase == at.ELECTION:
        return row[at.ALIVE] & ~row[at.VOTED]
    if phase == at.CHANCELLOR_SESSION:
        return 1 << row[at.CHANCELLOR]
    if phase == at.VETO_BALLOT:
        chancellor = 1 << row[at.CHANCELLOR]
        return chancellor if row[at.VETO_CAST] else chancellor | 1 << row[at.PRESIDENT]
    return 0 if phase == at.OVER else 1 << row[at.PRESIDENT]


@jit_inline
def actor(row: Row) -> int:
    """Return the seat to act next: voters in seat order, then president before chancellor; -1 when the game is over."""
    phase = row[at.PHASE]
    if phase == at.ELECTION:
        return lowest(row[at.ALIVE] & ~row[at.VOTED])
    if phase == at.CHANCELLOR_SESSION or (phase == at.VETO_BALLOT and row[at.VETO_CAST]):
        return row[at.CHANCELLOR]
    return -1 if phase == at.OVER else row[at.PRESIDENT]


@jit_inline
def legal(ruleset_row: Row, row: Row) -> int:
    """Return the mask of the actions open to the seat to act."""
    phase = row[at.PHASE]
    if phase == at.ELECTION:
        return YES_OR_NO
    if phase == at.NOMINATION:
        return nominable(ruleset_row, row)
    if phase == at.CHANCELLOR_SESSION and may_ask_veto(ruleset_row, row):
        return YES_OR_NO
    if phase in (at.PRESIDENT_SESSION, at.CHANCELLOR_SESSION):
        return (row[at.HAND_LIBERAL] > 0) << LIBERAL_TILE | (row[at.HAND_FASCIST] > 0) << FASCIST_TILE
    if phase in (at.VETO_ANSWER, at.VETO_BALLOT):
        return YES_OR_NO
    return 0 if phase == at.OVER else targets(ruleset_row, row)
