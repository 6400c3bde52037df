"""Whole games under the built-in policies: uniform play, and the party line."""

from .compiled import apart, entry, inner, popcount, row_of
from .deal import deal
from .layout import (
    ALIVE,
    CHANCELLOR,
    CHANCELLOR_SESSION,
    DECISIONS,
    ENDED,
    ENDING,
    FASCIST_SEATS,
    HAND_FASCIST,
    HAND_LIBERAL,
    INVESTIGATION,
    OVER,
    PHASE,
    PRESIDENT,
    PRESIDENT_SESSION,
    VETO_BALLOT,
    VETO_CAST,
    VETO_WANTED,
    Row,
    Rows,
)
from .legal import may_ask_veto, nominable, targets
from .luck import BITS, one_of, spin
from .transitions import ask_veto, cast_veto_ballot, choose, discard, hold_election, nominate, use_power, veto_agenda


@entry
def play_games(rules: Rows, table: Rows, games: int, liberal_line: bool, fascist_line: bool) -> None:
    """Play so many games on one row and count them there; a party that follows its line plays its own tiles, and all else is uniform."""
    knobs, row = row_of(rules, 0), row_of(table, 0)
    for _ in range(games):
        deal(knobs, row)
        while row[PHASE] != OVER:
            seat = one_of(nominable(knobs, row), spin(row))
            nominate(row, seat)
            row[DECISIONS] += 1 + popcount(row[ALIVE])
            # one random bit a voter is as good as a vote each
            hold_election(knobs, row, spin(row) & row[ALIVE])
            if row[PHASE] == PRESIDENT_SESSION:
                _hold_session(knobs, row, liberal_line, fascist_line)
            if INVESTIGATION <= row[PHASE] < OVER:
                row[DECISIONS] += 1
                use_power(row, one_of(targets(knobs, row), spin(row)))
        row[ENDED + row[ENDING]] += 1


@inner
def _hold_session(knobs: Row, row: Row, liberal_line: bool, fascist_line: bool) -> None:
    fascist = row[FASCIST_SEATS] >> row[PRESIDENT] & 1
    discard(row, _pick(row, 1 - fascist, fascist_line if fascist else liberal_line))
    row[DECISIONS] += 1
    if may_ask_veto(knobs, row) and _speak_of_veto(knobs, row):
        return
    fascist = row[FASCIST_SEATS] >> row[CHANCELLOR] & 1
    choose(knobs, row, _pick(row, fascist, fascist_line if fascist else liberal_line))
    row[DECISIONS] += 1
    if row[PHASE] == VETO_BALLOT:
        luck = spin(row)
        row[DECISIONS] += 2
        row[VETO_CAST] = 1
        row[VETO_WANTED] = luck & 1
        cast_veto_ballot(knobs, row, luck >> 1 & 1)


@inner
def _pick(row: Row, fascist: int, on_line: bool) -> int:
    """A tile of the hand: any, or on the line one of this party if there is one."""
    liberals, fascists = row[HAND_LIBERAL], row[HAND_FASCIST]
    if on_line:
        return (0 if fascists > 0 else 1) if fascist else (1 if liberals > 0 else 0)
    return 1 if spin(row) * (liberals + fascists) >> BITS < liberals else 0


@apart
def _speak_of_veto(knobs: Row, row: Row) -> bool:
    """Whether the agenda was vetoed."""
    luck = spin(row)
    row[DECISIONS] += 1
    ask_veto(row, luck & 1)
    if row[PHASE] == CHANCELLOR_SESSION:
        return False
    row[DECISIONS] += 1
    if luck >> 1 & 1:
        veto_agenda(knobs, row)
        return True
    return False
