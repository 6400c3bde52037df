"""The row of numbers that is a game, the row that is a rule set, and the codes in them."""

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from secret_hitler.rules import Ending, Role, Ruleset
from secret_hitler.rules.readings import USUAL
from secret_hitler.rules.ruleset import MAX_SEATS, Count, TermLimits, TrackerReset, VetoStyle

from ..observations.observation import KERNEL_POWERS, PHASES, POWERS

Rows = npt.NDArray[np.int64]


class Row(Protocol):
    """One row of an array; numpy's own types do not know that its fields are whole numbers."""

    def __getitem__(self, field: int, /) -> int: ...
    def __setitem__(self, field: int, number: int, /) -> None: ...


NOMINATION, ELECTION, PRESIDENT_SESSION, CHANCELLOR_SESSION, VETO_ANSWER, VETO_BALLOT = range(6)
INVESTIGATION, SPECIAL_ELECTION, EXECUTION, OVER = range(6, 10)

NO_POWER, INVESTIGATE, SPECIAL, EXECUTE, PEEK = range(5)

PHASE_CODES: Final = len(PHASES)
POWER_CODES: Final = len(POWERS)

ENDINGS: Final = tuple(Ending)
LIBERAL_POLICIES, HITLER_EXECUTED, FASCIST_POLICIES, HITLER_ELECTED = range(4)

# A rule set. From TRACK on: the power of fascist policy 1, 2, ...
(
    SEATS,
    LIBERAL_TILES,
    FASCIST_TILES,
    DRAW,
    LIBERAL_GOAL,
    FASCIST_GOAL,
    HITLER_THRESHOLD,
    VETO_THRESHOLD,
    TRACKER_LENGTH,
    FASCISTS,
    FASCISTS_KNOW_TEAM,
    HITLER_KNOWS,
    LIMITS_BY_ENACTING,
    EXEMPT_AT,
    EXEMPT_BY_DEALT,
    RESET_ON_ELECTION,
    RESHUFFLE_AFTER_POPULACE,
    SEALED_VETO,
    VETO_NEEDS_FASCIST_HAND,
    SPECIAL_ELECTION_OF_SELF,
    TRACK,
) = range(21)

# A game. Seats in a mask are bits, the lowest is seat 0; a seat that nobody holds is -1; a tile is 1 if liberal.
# What every vote touches comes first, in one line of the machine's cache.
(
    RNG,
    DECISIONS,  # counted over all games of the row
    PHASE,
    ALIVE,
    VOTED,
    BALLOTS,
    ENDING,
    PRESIDENT,
    CHANCELLOR,
    ROUND,
    ANCHOR,
    STANDS_SPECIAL,
    NAMED,
    LIBERAL,
    FASCIST,
    TRACKER,
    LIMITED_PRESIDENT,  # a mask of one seat or none, and so is the next
    LIMITED_CHANCELLOR,
    DECK_LIBERAL,  # the part of the draw pile whose order nobody knows yet
    DECK_FASCIST,
    PINNED,  # how many tiles on top have an order already,
    ORDER,  # and the order: the lowest bit is the top tile
    DISCARDED_LIBERAL,
    DISCARDED_FASCIST,
    HAND_LIBERAL,
    HAND_FASCIST,
    VETO_ASKED,
    FORGONE,
    CHOSEN,
    VETO_CAST,
    VETO_WANTED,
    HITLER,
    FASCIST_SEATS,  # Hitler included
    INVESTIGATED,
    INVESTIGATORS,  # four bits for each seat: who investigated it, counted from 1
    NOT_HITLER,
    LAST_PRESIDENT,  # the latest election held
    LAST_CHANCELLOR,
    LAST_VOTED,
    LAST_BALLOTS,
    LAST_ENACTED,  # 1 liberal, -1 fascist
    BY_POPULACE,
    PEEKED,  # from here one number for each seat: its latest peek
) = range(43)
PEEK_ROUND: Final = PEEKED + MAX_SEATS
"""From here one number for each seat: the round of its latest peek."""
SCRIPTS: Final = PEEK_ROUND + MAX_SEATS
"""How many shuffles to come are foretold, and from the next field on their orders. A new game wipes clean from PHASE to here."""
SCRIPT: Final = SCRIPTS + 1
FORETOLD: Final = 4
NOMINATIONS, SESSIONS, CHAOS, VETOES, ENDED = range(SCRIPT + FORETOLD, SCRIPT + FORETOLD + 5)
"""Counted over all games of the row; from ENDED on one number for each ending."""
UNSAID, HEARD, SAW_ROUND = range(ENDED + len(ENDINGS), ENDED + len(ENDINGS) + 3)
"""Where claims are played: what may be spoken of now, the latest claim of each seat, and the round it was seen in."""
FIELDS: Final = 80
assert SAW_ROUND < FIELDS


def ruleset_row(rules: Ruleset, seats: int) -> npt.NDArray[np.int64]:
    """Return the rule set as the row that the kernel reads."""
    if seats not in rules.fascists:
        raise ValueError(f"rule set {rules.name!r} is for {', '.join(map(str, sorted(rules.fascists)))} players, not {seats}")
    for power in rules.powers[seats]:
        if power not in KERNEL_POWERS:
            raise ValueError(f"the kernel does not know the power {power} of rule set {rules.name!r}: use the reference engine")
    for field, usual in USUAL.items():
        if getattr(rules, field) != usual:
            raise ValueError(f"the kernel does not know the reading {field} of rule set {rules.name!r}: use the reference engine")
    numbers = {
        SEATS: seats,
        LIBERAL_TILES: rules.liberal_tiles,
        FASCIST_TILES: rules.fascist_tiles,
        DRAW: rules.draw,
        LIBERAL_GOAL: rules.liberal_goal,
        FASCIST_GOAL: rules.fascist_goal,
        HITLER_THRESHOLD: rules.hitler_threshold,
        VETO_THRESHOLD: rules.veto_threshold,
        TRACKER_LENGTH: rules.tracker_length,
        FASCISTS: rules.fascists[seats],
        FASCISTS_KNOW_TEAM: Role.FASCIST in rules.informed(seats),
        HITLER_KNOWS: Role.HITLER in rules.informed(seats),
        LIMITS_BY_ENACTING: rules.term_limits is TermLimits.LAST_ENACTING,
        EXEMPT_AT: rules.president_exempt_at,
        EXEMPT_BY_DEALT: rules.president_exempt_by is Count.DEALT,
        RESET_ON_ELECTION: rules.tracker_reset is TrackerReset.ON_ELECTION,
        RESHUFFLE_AFTER_POPULACE: rules.reshuffle_after_populace,
        SEALED_VETO: rules.veto is VetoStyle.SEALED,
        VETO_NEEDS_FASCIST_HAND: rules.veto_needs_fascist_hand,
        SPECIAL_ELECTION_OF_SELF: rules.special_election_of_self,
    }
    track = [POWERS.index(power) for power in rules.powers[seats]]
    return np.array([*(numbers[knob] for knob in range(TRACK)), *track], dtype=np.int64)


def _seats_in(mask: int) -> list[int]:
    seats = [seat for seat in range(MAX_SEATS) if mask >> seat & 1]
    return seats + [-1] * (MAX_SEATS - len(seats))


_MASKS: Final = range(1 << MAX_SEATS)
NTH_SEAT: Final[Row] = np.array([seat for mask in _MASKS for seat in _seats_in(mask)], dtype=np.int8)
"""For each mask its seats in order, and nobody in the places left."""
