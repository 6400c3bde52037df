"""Whole games under the built-in policies: uniform play, and the party line."""

from . import layout as at
from .compiled import jit_call, jit_entry, jit_inline, popcount, row_of
from .layout import Row, Rows
from .legal import may_ask_veto, nominable, targets
from .rng import BITS, one_of, spin
from .transitions import ask_veto, cast_veto_ballot, choose, deal, discard, hold_election, nominate, use_power, veto_agenda


@jit_entry
def play_games(rules: Rows, table: Rows, games: int, liberal_line: bool, fascist_line: bool) -> None:
    """Play so many games on one row and count them there; a party that follows its line plays its own tiles, and all else is uniform."""
    ruleset_row, row = row_of(rules, 0), row_of(table, 0)
    for _ in range(games):
        deal(ruleset_row, row)
        while row[at.PHASE] != at.OVER:
            nominate(row, one_of(nominable(ruleset_row, row), spin(row)))
            row[at.DECISIONS] += 1 + popcount(row[at.ALIVE])
            # one random bit a voter is as good as a vote each
            hold_election(ruleset_row, row, spin(row) & row[at.ALIVE])
            if row[at.PHASE] == at.PRESIDENT_SESSION:
                _hold_session(ruleset_row, row, liberal_line, fascist_line)
            if at.INVESTIGATION <= row[at.PHASE] < at.OVER:
                row[at.DECISIONS] += 1
                use_power(row, one_of(targets(ruleset_row, row), spin(row)))
        row[at.ENDED + row[at.ENDING]] += 1


@jit_inline
def _hold_session(ruleset_row: Row, row: Row, liberal_line: bool, fascist_line: bool) -> None:
    fascist = row[at.FASCIST_SEATS] >> row[at.PRESIDENT] & 1
    discard(row, _pick(row, 1 - fascist, fascist_line if fascist else liberal_line))
    row[at.DECISIONS] += 1
    if may_ask_veto(ruleset_row, row) and _speak_of_veto(ruleset_row, row):
        return
    fascist = row[at.FASCIST_SEATS] >> row[at.CHANCELLOR] & 1
    choose(ruleset_row, row, _pick(row, fascist, fascist_line if fascist else liberal_line))
    row[at.DECISIONS] += 1
    if row[at.PHASE] == at.VETO_BALLOT:
        fraction = spin(row)
        row[at.DECISIONS] += 2
        row[at.VETO_CAST] = 1
        row[at.VETO_WANTED] = fraction & 1
        cast_veto_ballot(ruleset_row, row, fraction >> 1 & 1)


@jit_inline
def _pick(row: Row, fascist: int, on_line: bool) -> int:
    """Return a tile of the hand: any, or on the line one of this party if there is one."""
    liberals, fascists = row[at.HAND_LIBERAL], row[at.HAND_FASCIST]
    if on_line:
        return (0 if fascists > 0 else 1) if fascist else (1 if liberals > 0 else 0)
    return 1 if spin(row) * (liberals + fascists) >> BITS < liberals else 0


@jit_call
def _speak_of_veto(ruleset_row: Row, row: Row) -> bool:
    """Whether the agenda was vetoed."""
    fraction = spin(row)
    row[at.DECISIONS] += 1
    ask_veto(row, fraction & 1)
    if row[at.PHASE] == at.CHANCELLOR_SESSION:
        return False
    row[at.DECISIONS] += 1
    if fraction >> 1 & 1:
        veto_agenda(ruleset_row, row)
        return True
    return False
