"""What each decision does to a game: the compiled counterpart of rules/game.py."""

from .compiled import apart, inner, lowest, popcount
from .layout import (
    ALIVE,
    ANCHOR,
    BALLOTS,
    BY_POPULACE,
    CHANCELLOR,
    CHANCELLOR_SESSION,
    CHAOS,
    CHOSEN,
    DISCARDED_FASCIST,
    DISCARDED_LIBERAL,
    DRAW,
    ELECTION,
    ENDING,
    FASCIST,
    FASCIST_GOAL,
    FASCIST_POLICIES,
    FORGONE,
    HAND_FASCIST,
    HAND_LIBERAL,
    HITLER,
    HITLER_ELECTED,
    HITLER_EXECUTED,
    HITLER_THRESHOLD,
    INVESTIGATED,
    INVESTIGATION,
    INVESTIGATORS,
    LAST_BALLOTS,
    LAST_CHANCELLOR,
    LAST_ENACTED,
    LAST_PRESIDENT,
    LAST_VOTED,
    LIBERAL,
    LIBERAL_GOAL,
    LIBERAL_POLICIES,
    LIMITED_CHANCELLOR,
    LIMITED_PRESIDENT,
    LIMITS_BY_ENACTING,
    NAMED,
    NO_POWER,
    NOMINATION,
    NOMINATIONS,
    NOT_HITLER,
    OVER,
    PEEK,
    PEEK_ROUND,
    PEEKED,
    PHASE,
    PRESIDENT,
    PRESIDENT_SESSION,
    RESET_ON_ELECTION,
    RESHUFFLE_AFTER_POPULACE,
    ROUND,
    SEALED_VETO,
    SESSIONS,
    SPECIAL_ELECTION,
    STANDS_SPECIAL,
    TRACK,
    TRACKER,
    TRACKER_LENGTH,
    VETO_ANSWER,
    VETO_ASKED,
    VETO_BALLOT,
    VETO_CAST,
    VETO_THRESHOLD,
    VETO_WANTED,
    VETOES,
    VOTED,
    Row,
)
from .luck import pin, replenish, take

# The election


@inner
def next_round(row: Row) -> None:
    row[ROUND] += 1
    if row[NAMED] >= 0:
        row[STANDS_SPECIAL] = 1
        row[PRESIDENT] = row[NAMED]
    else:
        row[STANDS_SPECIAL] = 0
        above = (row[ALIVE] >> (row[ANCHOR] + 1)) << (row[ANCHOR] + 1)
        row[PRESIDENT] = lowest(above if above != 0 else row[ALIVE])
        row[ANCHOR] = row[PRESIDENT]
    row[CHANCELLOR] = -1
    row[NAMED] = -1
    row[VETO_ASKED] = 0
    row[PHASE] = NOMINATION


@inner
def nominate(row: Row, chancellor: int) -> None:
    row[NOMINATIONS] += 1
    row[CHANCELLOR] = chancellor
    row[VOTED] = 0
    row[BALLOTS] = 0
    row[PHASE] = ELECTION


@inner
def hold_election(knobs: Row, row: Row, ballots: int) -> None:
    row[LAST_PRESIDENT] = row[PRESIDENT]
    row[LAST_CHANCELLOR] = row[CHANCELLOR]
    row[LAST_VOTED] = row[ALIVE]
    row[LAST_BALLOTS] = ballots
    if 2 * popcount(ballots) <= popcount(row[ALIVE]):
        row[CHANCELLOR] = -1
        government_failed(knobs, row)
        return
    if knobs[RESET_ON_ELECTION]:
        row[TRACKER] = 0
    if not knobs[LIMITS_BY_ENACTING]:
        row[LIMITED_PRESIDENT] = 1 << row[PRESIDENT]
        row[LIMITED_CHANCELLOR] = 1 << row[CHANCELLOR]
    if row[FASCIST] >= knobs[HITLER_THRESHOLD]:
        if row[CHANCELLOR] == row[HITLER]:
            row[PHASE] = OVER
            row[ENDING] = HITLER_ELECTED
            return
        row[NOT_HITLER] |= 1 << row[CHANCELLOR]
    _draw(knobs, row)


@inner
def government_failed(knobs: Row, row: Row) -> None:
    row[TRACKER] += 1
    if row[TRACKER] >= knobs[TRACKER_LENGTH]:
        _populace_enacts(knobs, row)
    if row[PHASE] != OVER:
        next_round(row)


@apart
def _populace_enacts(knobs: Row, row: Row) -> None:
    row[CHAOS] += 1
    row[BY_POPULACE] = 1
    row[LIMITED_PRESIDENT] = 0
    row[LIMITED_CHANCELLOR] = 0
    replenish(row, 1)
    enact(knobs, row, take(row, 1))
    if row[PHASE] != OVER and knobs[RESHUFFLE_AFTER_POPULACE]:
        replenish(row, knobs[DRAW])


@inner
def enact(knobs: Row, row: Row, liberal: int) -> None:
    row[LAST_ENACTED] = 2 * liberal - 1
    row[LIBERAL] += liberal
    row[FASCIST] += 1 - liberal
    row[TRACKER] = 0
    if row[LIBERAL] >= knobs[LIBERAL_GOAL]:
        row[PHASE] = OVER
        row[ENDING] = LIBERAL_POLICIES
    elif row[FASCIST] >= knobs[FASCIST_GOAL]:
        row[PHASE] = OVER
        row[ENDING] = FASCIST_POLICIES


# The legislative session


@inner
def _draw(knobs: Row, row: Row) -> None:
    replenish(row, knobs[DRAW])
    row[SESSIONS] += 1
    row[HAND_LIBERAL] = take(row, knobs[DRAW])
    row[HAND_FASCIST] = knobs[DRAW] - row[HAND_LIBERAL]
    row[FORGONE] = 0
    row[VETO_CAST] = 0
    row[VETO_WANTED] = 0
    row[PHASE] = PRESIDENT_SESSION


@inner
def discard(row: Row, liberal: int) -> None:
    row[HAND_LIBERAL] -= liberal
    row[HAND_FASCIST] -= 1 - liberal
    row[DISCARDED_LIBERAL] += liberal
    row[DISCARDED_FASCIST] += 1 - liberal
    row[PHASE] = CHANCELLOR_SESSION


@inner
def choose(knobs: Row, row: Row, liberal: int) -> None:
    """The chancellor's tile: enacted, or laid aside until the sealed ballots are open."""
    row[CHOSEN] = liberal
    if knobs[SEALED_VETO] and row[FASCIST] >= knobs[VETO_THRESHOLD]:
        row[PHASE] = VETO_BALLOT
    else:
        government_enacts(knobs, row)


@apart
def government_enacts(knobs: Row, row: Row) -> None:
    liberal = row[CHOSEN]
    row[DISCARDED_LIBERAL] += row[HAND_LIBERAL] - liberal
    row[DISCARDED_FASCIST] += row[HAND_FASCIST] - (1 - liberal)
    row[BY_POPULACE] = 0
    if knobs[LIMITS_BY_ENACTING]:
        row[LIMITED_PRESIDENT] = 1 << row[PRESIDENT]
        row[LIMITED_CHANCELLOR] = 1 << row[CHANCELLOR]
    enact(knobs, row, liberal)
    if row[PHASE] == OVER:
        return
    replenish(row, knobs[DRAW])
    power = NO_POWER if liberal else knobs[TRACK + row[FASCIST] - 1]
    if power == NO_POWER:
        next_round(row)
    elif power == PEEK:
        row[PEEKED + row[PRESIDENT]] = pin(row, knobs[DRAW])
        row[PEEK_ROUND + row[PRESIDENT]] = row[ROUND]
        next_round(row)
    else:
        row[PHASE] = INVESTIGATION - 1 + power


# The veto


@inner
def ask_veto(row: Row, wanted: int) -> None:
    row[VETO_ASKED] = wanted
    row[FORGONE] = 1 - wanted
    row[PHASE] = VETO_ANSWER if wanted else CHANCELLOR_SESSION


@inner
def cast_veto_ballot(knobs: Row, row: Row, wanted: int) -> None:
    """The president's first, then the chancellor's."""
    row[VETO_CAST] += 1
    row[VETO_WANTED] += wanted
    if row[VETO_CAST] < 2:
        return
    if row[VETO_WANTED] == 2:
        veto_agenda(knobs, row)
    else:
        government_enacts(knobs, row)


@apart
def veto_agenda(knobs: Row, row: Row) -> None:
    row[VETOES] += 1
    row[CHANCELLOR] = -1
    row[DISCARDED_LIBERAL] += row[HAND_LIBERAL]
    row[DISCARDED_FASCIST] += row[HAND_FASCIST]
    replenish(row, knobs[DRAW])
    government_failed(knobs, row)


# The powers


@inner
def use_power(row: Row, seat: int) -> None:
    phase = row[PHASE]
    if phase == SPECIAL_ELECTION:
        row[NAMED] = seat
    elif phase == INVESTIGATION:
        row[INVESTIGATED] |= 1 << seat
        row[INVESTIGATORS] |= (row[PRESIDENT] + 1) << (4 * seat)
    else:
        row[ALIVE] &= ~(1 << seat)
        if seat == row[HITLER]:
            row[PHASE] = OVER
            row[ENDING] = HITLER_EXECUTED
            return
        row[NOT_HITLER] |= 1 << seat
    next_round(row)
