"""Playing on as people do: from any moment of a game to its end, every seat by its own belief, compiled. Nobody talks but to claim."""

from math import exp
from typing import Final

import numpy as np
import numpy.typing as npt

from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, NO, YES
from . import layout as at
from .compiled import jit_call, jit_entry, row_of
from .layout import Row, Rows
from .legal import actor, legal, may_ask_veto
from .people_belief import (
    DRAW,
    DRAWN,
    PASSED,
    TILES,
    Habits,
    Places,
    Table,
    believe,
    fraction,
    happens,
    note_election,
    note_power,
    note_session,
    role_of,
    stage_of,
)
from .steps import act

VOTE_PARTS: Final = 15
CHOICE_PARTS: Final = 8
NOMINATING, INVESTIGATING, CALLING, SHOOTING = range(4)
MOOD: Final = 0.8
"""How far votes of one election go together: the spread of what all share, in log odds."""


@jit_entry
def play_on(
    rules: Rows,
    habits: Habits,
    start: Rows,
    minds: Table,
    times: Places,
    beside: Rows,
    pile: float,
    action: int,
    streams: Rows,
    table: Rows,
    mind: Table,
    time: Places,
    marks: Rows,
    chance: Table,
    odds: Table,
    liberals_won: npt.NDArray[np.bool_],
) -> None:
    """From one moment, after one action, so many games as there are streams; the arrays from `table` on are room to work in."""
    ruleset_row, row, kept = row_of(rules, 0), row_of(table, 0), row_of(marks, 0)
    for number in range(len(streams)):
        for field in range(start.shape[1]):
            table[0, field] = start[0, field]
        row[at.RNG] = streams[number]
        for eye in range(minds.shape[0]):
            for world in range(minds.shape[1]):
                mind[eye, world] = minds[eye, world]
        for kind in range(times.shape[0]):
            for seat in range(times.shape[1]):
                for other in range(times.shape[2]):
                    time[kind, seat, other] = times[kind, seat, other]
        for mark in range(beside.shape[1]):
            marks[0, mark] = beside[0, mark]
        _to_the_end(ruleset_row, row, habits, mind, time, kept, pile, action, chance, odds)
        liberals_won[number] = row[at.ENDING] <= at.HITLER_EXECUTED


@jit_call
def _to_the_end(
    ruleset_row: Row, row: Row, habits: Habits, mind: Table, time: Places, kept: Row, pile: float, forced: int, chance: Table, odds: Table
) -> None:
    believe(habits, mind, chance)
    while row[at.PHASE] != at.OVER:
        phase, seat, policies, round_pair = (
            row[at.PHASE],
            actor(row),
            row[at.LIBERAL] + row[at.FASCIST],
            (row[at.PRESIDENT], row[at.CHANCELLOR]),
        )
        late, stage = row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD], stage_of(ruleset_row, row)
        before_liberal, before_fascist = row[at.LIBERAL], row[at.FASCIST]
        if phase == at.ELECTION:
            _vote(ruleset_row, row, habits, chance, odds, forced)
            forced = -1
            note_election(ruleset_row, row, habits, mind, time, kept, stage, row[at.PHASE] == at.PRESIDENT_SESSION, late)
        else:
            action = forced if forced >= 0 else _choose(ruleset_row, row, habits, chance, odds, seat)
            forced = -1
            if phase == at.PRESIDENT_SESSION:
                kept[DRAWN] = row[at.HAND_LIBERAL]
                kept[PASSED] = row[at.HAND_LIBERAL] - (1 if action == LIBERAL_TILE else 0)
            _act(ruleset_row, row, seat, action)
            if phase >= at.INVESTIGATION:
                note_power(row, habits, mind, kept, phase, seat, action)
        if row[at.PHASE] == at.OVER:
            return
        if phase == at.CHANCELLOR_SESSION and row[at.LIBERAL] + row[at.FASCIST] > policies:
            liberal = row[at.LIBERAL] - before_liberal
            pile = note_session(ruleset_row, row, habits, mind, kept, chance, pile, before_liberal, before_fascist, liberal, *round_pair)
        elif row[at.LIBERAL] + row[at.FASCIST] > policies:
            pile -= row[at.LIBERAL] - before_liberal
        if row[at.PHASE] == at.NOMINATION or row[at.PHASE] >= at.INVESTIGATION:
            tiles = row[at.DECK_LIBERAL] + row[at.DECK_FASCIST] + row[at.PINNED]
            if tiles > kept[TILES]:
                pile = float(ruleset_row[at.LIBERAL_TILES] - row[at.LIBERAL])
            elif row[at.LIBERAL] + row[at.FASCIST] == policies:
                pile *= tiles / kept[TILES]  # a veto threw away a hand that nobody else saw
            kept[TILES] = tiles
            believe(habits, mind, chance)


# What people do


@jit_call
def _vote(ruleset_row: Row, row: Row, habits: Habits, chance: Table, odds: Table, forced: int) -> None:
    """All who have not voted; one of them may be made to."""
    mood = MOOD * _normal(row)
    while row[at.PHASE] == at.ELECTION:
        seat = actor(row)
        if forced >= 0:
            _act(ruleset_row, row, seat, forced)
            forced = -1
            continue
        _vote_parts(ruleset_row, row, chance, seat, odds)
        role, leaning = role_of(row, seat), mood
        for part in range(VOTE_PARTS):
            leaning += habits.vote[role, part] * odds[0, part]
        _act(ruleset_row, row, seat, YES if happens(row, 1 / (1 + exp(-leaning))) else NO)


@jit_call
def _choose(ruleset_row: Row, row: Row, habits: Habits, chance: Table, odds: Table, seat: int) -> int:
    phase, role = row[at.PHASE], role_of(row, seat)
    if phase == at.PRESIDENT_SESSION:
        drawn = row[at.HAND_LIBERAL]
        if drawn == 0 or drawn == DRAW:
            return LIBERAL_TILE if drawn else FASCIST_TILE
        pair = role * 3 + role_of(row, row[at.CHANCELLOR])
        return LIBERAL_TILE if happens(row, habits.discard[row[at.LIBERAL], row[at.FASCIST], pair, drawn]) else FASCIST_TILE
    if phase == at.VETO_ANSWER:
        return YES if happens(row, habits.veto[1, role, row[at.HAND_LIBERAL]]) else NO
    if phase == at.CHANCELLOR_SESSION:
        held = row[at.HAND_LIBERAL]
        if may_ask_veto(ruleset_row, row):
            return YES if happens(row, habits.veto[0, role, held]) else NO
        if held == 0 or held == DRAW - 1:
            return LIBERAL_TILE if held else FASCIST_TILE
        pair = role_of(row, row[at.PRESIDENT]) * 3 + role
        return FASCIST_TILE if happens(row, habits.enact[row[at.LIBERAL], row[at.FASCIST], pair]) else LIBERAL_TILE
    kind = NOMINATING if phase == at.NOMINATION else INVESTIGATING + phase - at.INVESTIGATION
    return _pick_seat(ruleset_row, row, habits, chance, odds, seat, role, kind)


@jit_call
def _pick_seat(ruleset_row: Row, row: Row, habits: Habits, chance: Table, odds: Table, seat: int, role: int, kind: int) -> int:
    open_to, total = legal(ruleset_row, row), 0.0
    for other in range(ruleset_row[at.SEATS]):
        odds[1, other] = 0.0
        if open_to >> other & 1:
            _choice_parts(ruleset_row, row, chance, seat, other, odds)
            leaning = 0.0
            for part in range(CHOICE_PARTS):
                leaning += habits.choose[role, kind, part] * odds[0, part]
            odds[1, other] = exp(min(leaning, 30.0))
            total += odds[1, other]
    left, last = fraction(row) * total, -1
    for other in range(ruleset_row[at.SEATS]):
        if open_to >> other & 1:
            last = other
            left -= odds[1, other]
            if left < 0:
                break
    return last


def vote_parts(ruleset_row: Row, row: Row, chance: Table, seat: int, out: Table) -> None:
    """Write what a voter looks at: the own belief, the public's, the place and the board."""
    president, chancellor, everybody = row[at.PRESIDENT], row[at.CHANCELLOR], ruleset_row[at.SEATS]
    late = 1.0 if row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD] else 0.0
    out[0, 0] = 1.0
    out[0, 1] = 0.0 if seat == president else chance[seat, 0, president]
    out[0, 2] = 0.0 if seat == chancellor else chance[seat, 0, chancellor]
    out[0, 3] = late * chance[seat, 1, chancellor]
    out[0, 4] = chance[everybody, 0, president]
    out[0, 5] = chance[everybody, 0, chancellor]
    out[0, 6] = late * chance[everybody, 1, chancellor]
    out[0, 7] = 1.0 if seat == president else 0.0
    out[0, 8] = 1.0 if seat == chancellor else 0.0
    out[0, 9] = 1.0 if row[at.TRACKER] == 1 else 0.0
    out[0, 10] = 1.0 if row[at.TRACKER] + 1 >= ruleset_row[at.TRACKER_LENGTH] else 0.0
    out[0, 11] = 1.0 if row[at.LIBERAL] + row[at.FASCIST] == 0 else 0.0
    out[0, 12] = late
    out[0, 13] = row[at.LIBERAL] / 5.0
    out[0, 14] = row[at.FASCIST] / 5.0


def choice_parts(ruleset_row: Row, row: Row, chance: Table, seat: int, other: int, out: Table) -> None:
    """Write what is looked at in somebody who may be named or made to suffer a power."""
    everybody = ruleset_row[at.SEATS]
    late = 1.0 if row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD] else 0.0
    out[0, 0] = chance[seat, 0, other]
    out[0, 1] = chance[seat, 1, other]
    out[0, 2] = late * chance[seat, 0, other]
    out[0, 3] = late * chance[seat, 1, other]
    out[0, 4] = chance[everybody, 0, other]
    out[0, 5] = late * chance[everybody, 1, other]
    out[0, 6] = 1.0 if row[at.NOT_HITLER] >> other & 1 else 0.0
    out[0, 7] = 1.0 if (other - seat) % everybody == 1 else 0.0


@jit_call
def _act(ruleset_row: Row, row: Row, seat: int, action: int) -> None:
    """Not taken in at each place: it is long."""
    act(ruleset_row, row, seat, action)


@jit_call
def _normal(row: Row) -> float:
    """Near enough: the sum of twelve fractions."""
    total = -6.0
    for _ in range(12):
        total += fraction(row)
    return total


_vote_parts, _choice_parts = jit_call(vote_parts), jit_call(choice_parts)
