"""What each decision does to a game: the compiled counterpart of rules/game.py."""

from . import layout as at
from .compiled import jit_call, jit_inline, lowest, popcount
from .layout import Row
from .rng import one_of, pin, replenish, spin, take

# The election


@jit_inline
def next_round(row: Row) -> None:
    row[at.ROUND] += 1
    if row[at.NAMED] >= 0:
        row[at.STANDS_SPECIAL] = 1
        row[at.PRESIDENT] = row[at.NAMED]
    else:
        row[at.STANDS_SPECIAL] = 0
        above = (row[at.ALIVE] >> (row[at.ANCHOR] + 1)) << (row[at.ANCHOR] + 1)
        row[at.PRESIDENT] = lowest(above if above != 0 else row[at.ALIVE])
        row[at.ANCHOR] = row[at.PRESIDENT]
    row[at.CHANCELLOR] = -1
    row[at.NAMED] = -1
    row[at.VETO_ASKED] = 0
    row[at.PHASE] = at.NOMINATION


@jit_inline
def nominate(row: Row, chancellor: int) -> None:
    row[at.NOMINATIONS] += 1
    row[at.CHANCELLOR] = chancellor
    row[at.VOTED] = 0
    row[at.BALLOTS] = 0
    row[at.PHASE] = at.ELECTION


@jit_inline
def hold_election(ruleset_row: Row, row: Row, ballots: int) -> None:
    row[at.LAST_PRESIDENT] = row[at.PRESIDENT]
    row[at.LAST_CHANCELLOR] = row[at.CHANCELLOR]
    row[at.LAST_VOTED] = row[at.ALIVE]
    row[at.LAST_BALLOTS] = ballots
    if 2 * popcount(ballots) <= popcount(row[at.ALIVE]):
        row[at.CHANCELLOR] = -1
        government_failed(ruleset_row, row)
        return
    if ruleset_row[at.RESET_ON_ELECTION]:
        row[at.TRACKER] = 0
    if not ruleset_row[at.LIMITS_BY_ENACTING]:
        row[at.LIMITED_PRESIDENT] = 1 << row[at.PRESIDENT]
        row[at.LIMITED_CHANCELLOR] = 1 << row[at.CHANCELLOR]
    if row[at.FASCIST] >= ruleset_row[at.HITLER_THRESHOLD]:
        if row[at.CHANCELLOR] == row[at.HITLER]:
            row[at.PHASE] = at.OVER
            row[at.ENDING] = at.HITLER_ELECTED
            return
        row[at.NOT_HITLER] |= 1 << row[at.CHANCELLOR]
    _draw(ruleset_row, row)


@jit_inline
def government_failed(ruleset_row: Row, row: Row) -> None:
    row[at.TRACKER] += 1
    if row[at.TRACKER] >= ruleset_row[at.TRACKER_LENGTH]:
        _populace_enacts(ruleset_row, row)
    if row[at.PHASE] != at.OVER:
        next_round(row)


@jit_call
def _populace_enacts(ruleset_row: Row, row: Row) -> None:
    row[at.CHAOS] += 1
    row[at.BY_POPULACE] = 1
    row[at.LIMITED_PRESIDENT] = 0
    row[at.LIMITED_CHANCELLOR] = 0
    replenish(row, 1)
    enact(ruleset_row, row, take(row, 1))
    if row[at.PHASE] != at.OVER and ruleset_row[at.RESHUFFLE_AFTER_POPULACE]:
        replenish(row, ruleset_row[at.DRAW])


@jit_inline
def enact(ruleset_row: Row, row: Row, liberal: int) -> None:
    row[at.LAST_ENACTED] = 2 * liberal - 1
    row[at.LIBERAL] += liberal
    row[at.FASCIST] += 1 - liberal
    row[at.TRACKER] = 0
    if row[at.LIBERAL] >= ruleset_row[at.LIBERAL_GOAL]:
        row[at.PHASE] = at.OVER
        row[at.ENDING] = at.LIBERAL_POLICIES
    elif row[at.FASCIST] >= ruleset_row[at.FASCIST_GOAL]:
        row[at.PHASE] = at.OVER
        row[at.ENDING] = at.FASCIST_POLICIES


# The legislative session


@jit_inline
def _draw(ruleset_row: Row, row: Row) -> None:
    replenish(row, ruleset_row[at.DRAW])
    row[at.SESSIONS] += 1
    row[at.HAND_LIBERAL] = take(row, ruleset_row[at.DRAW])
    row[at.HAND_FASCIST] = ruleset_row[at.DRAW] - row[at.HAND_LIBERAL]
    row[at.FORGONE] = 0
    row[at.VETO_CAST] = 0
    row[at.VETO_WANTED] = 0
    row[at.PHASE] = at.PRESIDENT_SESSION


@jit_inline
def discard(row: Row, liberal: int) -> None:
    row[at.HAND_LIBERAL] -= liberal
    row[at.HAND_FASCIST] -= 1 - liberal
    row[at.DISCARDED_LIBERAL] += liberal
    row[at.DISCARDED_FASCIST] += 1 - liberal
    row[at.PHASE] = at.CHANCELLOR_SESSION


@jit_inline
def choose(ruleset_row: Row, row: Row, liberal: int) -> None:
    """Take the chancellor's tile: enacted, or laid aside until the sealed ballots are open."""
    row[at.CHOSEN] = liberal
    if ruleset_row[at.SEALED_VETO] and row[at.FASCIST] >= ruleset_row[at.VETO_THRESHOLD]:
        row[at.PHASE] = at.VETO_BALLOT
    else:
        government_enacts(ruleset_row, row)


@jit_call
def government_enacts(ruleset_row: Row, row: Row) -> None:
    liberal = row[at.CHOSEN]
    row[at.DISCARDED_LIBERAL] += row[at.HAND_LIBERAL] - liberal
    row[at.DISCARDED_FASCIST] += row[at.HAND_FASCIST] - (1 - liberal)
    row[at.BY_POPULACE] = 0
    if ruleset_row[at.LIMITS_BY_ENACTING]:
        row[at.LIMITED_PRESIDENT] = 1 << row[at.PRESIDENT]
        row[at.LIMITED_CHANCELLOR] = 1 << row[at.CHANCELLOR]
    enact(ruleset_row, row, liberal)
    if row[at.PHASE] == at.OVER:
        return
    replenish(row, ruleset_row[at.DRAW])
    power = at.NO_POWER if liberal else ruleset_row[at.TRACK + row[at.FASCIST] - 1]
    if power == at.NO_POWER:
        next_round(row)
    elif power == at.PEEK:
        row[at.PEEKED + row[at.PRESIDENT]] = pin(row, ruleset_row[at.DRAW])
        row[at.PEEK_ROUND + row[at.PRESIDENT]] = row[at.ROUND]
        next_round(row)
    else:
        row[at.PHASE] = at.INVESTIGATION - 1 + power


# The veto


@jit_inline
def ask_veto(row: Row, wanted: int) -> None:
    row[at.VETO_ASKED] = wanted
    row[at.FORGONE] = 1 - wanted
    row[at.PHASE] = at.VETO_ANSWER if wanted else at.CHANCELLOR_SESSION


@jit_inline
def cast_veto_ballot(ruleset_row: Row, row: Row, wanted: int) -> None:
    """Count the president's ballot first, then the chancellor's."""
    row[at.VETO_CAST] += 1
    row[at.VETO_WANTED] += wanted
    if row[at.VETO_CAST] < 2:
        return
    if row[at.VETO_WANTED] == 2:
        veto_agenda(ruleset_row, row)
    else:
        government_enacts(ruleset_row, row)


@jit_call
def veto_agenda(ruleset_row: Row, row: Row) -> None:
    row[at.VETOES] += 1
    row[at.CHANCELLOR] = -1
    row[at.DISCARDED_LIBERAL] += row[at.HAND_LIBERAL]
    row[at.DISCARDED_FASCIST] += row[at.HAND_FASCIST]
    replenish(row, ruleset_row[at.DRAW])
    government_failed(ruleset_row, row)


# The powers


@jit_inline
def use_power(row: Row, seat: int) -> None:
    phase = row[at.PHASE]
    if phase == at.SPECIAL_ELECTION:
        row[at.NAMED] = seat
    elif phase == at.INVESTIGATION:
        row[at.INVESTIGATED] |= 1 << seat
        row[at.INVESTIGATORS] |= (row[at.PRESIDENT] + 1) << (4 * seat)
    else:
        row[at.ALIVE] &= ~(1 << seat)
        if seat == row[at.HITLER]:
            row[at.PHASE] = at.OVER
            row[at.ENDING] = at.HITLER_EXECUTED
            return
        row[at.NOT_HITLER] |= 1 << seat
    next_round(row)


@jit_call
def deal(ruleset_row: Row, row: Row) -> None:
    """Deal a new game by chance. Where the rules name the first president, nobody is likelier than others to be the host."""
    everyone = (1 << ruleset_row[at.SEATS]) - 1
    hitler = one_of(everyone, spin(row))
    fascists = 1 << hitler
    for _ in range(ruleset_row[at.FASCISTS]):
        fascists |= 1 << one_of(everyone & ~fascists, spin(row))
    lay_out(ruleset_row, row, fascists, hitler, one_of(everyone, spin(row)))


@jit_inline
def lay_out(ruleset_row: Row, row: Row, fascists: int, hitler: int, president: int) -> None:
    for field in range(at.PHASE, at.SCRIPTS):
        row[field] = 0
    row[at.ALIVE] = (1 << ruleset_row[at.SEATS]) - 1
    row[at.FASCIST_SEATS] = fascists
    row[at.HITLER] = hitler
    row[at.ROUND] = 1
    row[at.PRESIDENT] = president
    row[at.ANCHOR] = president
    row[at.CHANCELLOR] = -1
    row[at.NAMED] = -1
    row[at.LAST_PRESIDENT] = -1
    row[at.LAST_CHANCELLOR] = -1
    row[at.ENDING] = -1
    row[at.DISCARDED_LIBERAL] = ruleset_row[at.LIBERAL_TILES]
    row[at.DISCARDED_FASCIST] = ruleset_row[at.FASCIST_TILES]
    replenish(row, 1)
