"""Actions as numbers and a View as a row of numbers: what every environment shares, whatever the number of players.

The numbers of an observation come in this order; seats that do not exist stay 0:
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from secret_hitler.rules import Decision, Discard, Enact, Party, Phase, Policy, Power, Role, Seat, UsePower, Veto, View, Vote
from secret_hitler.rules.actions import DISCARDS, ENACTMENTS, NOMINATIONS, USES, VETOES, VOTES
from secret_hitler.rules.powers import BY_PHASE, TARGETS, target
from secret_hitler.rules.ruleset import MAX_SEATS

_PHASES: Final = (
    Phase.NOMINATION,
    Phase.ELECTION,
    Phase.PRESIDENT_SESSION,
    Phase.CHANCELLOR_SESSION,
    Phase.VETO_ANSWER,
    Phase.VETO_BALLOT,
    Phase.INVESTIGATION,
    Phase.SPECIAL_ELECTION,
    Phase.EXECUTION,
    Phase.OVER,
)
KERNEL_POWERS: Final = (Power.NONE, Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.EXECUTE, Power.PEEK)
# Whatever is added to the rules later comes last, so that the numbers that learners and the kernel know stay what they are.
PHASES: Final = (*_PHASES, *(phase for phase in (*BY_PHASE, Phase.PEEK, Phase.DROP) if phase not in _PHASES))
POWERS: Final = (*KERNEL_POWERS, *(power for power in Power if power not in KERNEL_POWERS))

# An action: a seat to name from 0 to 9, yes or no, or a tile. The phase tells what it means.
YES: Final = MAX_SEATS
NO: Final = MAX_SEATS + 1
LIBERAL_TILE: Final = MAX_SEATS + 2
FASCIST_TILE: Final = MAX_SEATS + 3
ACTIONS: Final = MAX_SEATS + 4
_ANSWERS: Final[dict[Phase, tuple[Decision, ...]]] = {Phase.ELECTION: VOTES, Phase.PEEK: USES, Phase.DROP: USES}
"""What yes and no mean where they are not about a veto."""

ROUNDS_SHOWN: Final = 127
"""Larger numbers of rounds are shown as this."""
TILES_SHOWN: Final = 8
"""How many tiles of a peek are shown."""

PARTS: Final = {
    "me": MAX_SEATS,
    "phase": len(PHASES),
    "players": 1,
    "liberal policies": 1,
    "fascist policies": 1,
    "tracker": 1,
    "draw pile": 1,
    "discards": 1,
    "round": 1,
    "president by special election": 1,
    "veto asked": 1,
    "veto open": 1,
    "Hitler can win by election": 1,
    "power of the next fascist policy": len(POWERS),
    "alive": MAX_SEATS,
    "awaited": MAX_SEATS,
    "president": MAX_SEATS,
    "chancellor": MAX_SEATS,
    "where the rotation stands": MAX_SEATS,
    "term-limited": MAX_SEATS,
    "investigated": MAX_SEATS,
    "proved not Hitler": MAX_SEATS,
    "latest election: president": MAX_SEATS,
    "latest election: chancellor": MAX_SEATS,
    "latest election: ballots, 1 ja, -1 nein": MAX_SEATS,
    "latest policy, 1 liberal, -1 fascist": 1,
    "latest policy by the populace": 1,
    "known to be liberals": MAX_SEATS,
    "known to be ordinary fascists": MAX_SEATS,
    "known to be Hitler": MAX_SEATS,
    "known to be of the liberal party": MAX_SEATS,
    "known to be of the fascist party": MAX_SEATS,
    "my hand: liberal": 1,
    "my hand: fascist": 1,
    "my ballot, 1 ja, -1 nein": 1,
    "my sealed veto ballot, 1 for, -1 against": 1,
    "the tile I chose, 1 liberal, -1 fascist": 1,
    "I do not ask for a veto": 1,
    "my latest peek, top first, 1 liberal, -1 fascist": TILES_SHOWN,
    "rounds since my latest peek": 1,
}
OBSERVATION_SIZE: Final = sum(PARTS.values())

__doc__ = (__doc__ or "") + "\n".join(f"  {name}: {size}" for name, size in PARTS.items())


def part(name: str) -> slice:
    """Where a part of an observation lies."""
    sizes = list(PARTS.values())
    place = list(PARTS).index(name)
    return slice(sum(sizes[:place]), sum(sizes[: place + 1]))


def action_number(action: Decision) -> int:
    match action:
        case Vote(yes) | Veto(yes) | UsePower(yes):
            return YES if yes else NO
        case Discard(policy) | Enact(policy):
            return LIBERAL_TILE if policy is Policy.LIBERAL else FASCIST_TILE
        case _:
            return target(action)


def numbered_action(phase: Phase, number: int) -> Decision:
    """Return what the number means in this phase."""
    if number < MAX_SEATS:
        return NOMINATIONS[number] if phase is Phase.NOMINATION else TARGETS[BY_PHASE[phase].action][number]
    if number in (YES, NO):
        return _ANSWERS.get(phase, VETOES)[number - YES]
    tile = Policy.LIBERAL if number == LIBERAL_TILE else Policy.FASCIST
    return (DISCARDS if phase is Phase.PRESIDENT_SESSION else ENACTMENTS)[tile]


def legal_numbers(actions: Iterable[Decision]) -> list[int]:
    return sorted({action_number(action) for action in actions})


def observation(view: View) -> list[int]:
    """Return the View of a seat as numbers; it must have seen the deal."""
    return _public(view) + _private(view)


def _public(view: View) -> list[int]:
    board = view.board
    assert not isinstance(view.onlooker, str)
    election = next((round for round in reversed(view.rounds) if round.ballots is not None), None)
    enactment = next((round for round in reversed(view.rounds) if round.enacted is not None), None)
    return [
        *_seats((view.onlooker,)),
        *_one_of(PHASES, board.phase),
        board.seats,
        board.liberal,
        board.fascist,
        board.tracker,
        board.draw_pile,
        board.discards,
        min(board.round, ROUNDS_SHOWN),
        int(board.special),
        int(board.veto_asked),
        int(view.veto_open),
        int(view.hitler_can_win),
        *_one_of(POWERS, view.next_power),
        *_seats(board.alive),
        *_seats(board.awaited),
        *_seats((board.president,)),
        *_seats((board.chancellor,)),
        *_seats((board.anchor,)),
        *_seats(view.term_limited),
        *_seats(board.investigated),
        *_seats(board.not_hitler),
        *_seats((election.president if election else None,)),
        *_seats((election.chancellor if election else None,)),
        *_ballots((election.ballots if election else None) or ()),
        _sign(None if enactment is None else enactment.enacted is Policy.LIBERAL),
        int(enactment is not None and enactment.by_populace),
    ]


def _private(view: View) -> list[int]:
    hand = view.hand or ()
    peek = next((round for round in reversed(view.rounds) if round.peek is not None), None)
    tiles = [_sign(tile is Policy.LIBERAL) for tile in (peek.peek if peek else None) or ()]
    return [
        *_known(view.roles, Role.LIBERAL),
        *_known(view.roles, Role.FASCIST),
        *_known(view.roles, Role.HITLER),
        *_known(view.parties, Party.LIBERAL),
        *_known(view.parties, Party.FASCIST),
        hand.count(Policy.LIBERAL),
        hand.count(Policy.FASCIST),
        _sign(view.ballot),
        _sign(view.veto_ballot),
        _sign(None if view.chosen is None else view.chosen is Policy.LIBERAL),
        int(view.forgone),
        *(tiles + [0] * TILES_SHOWN)[:TILES_SHOWN],
        min(view.board.round - peek.number, ROUNDS_SHOWN) if peek else 0,
    ]


def _seats(seats: Iterable[Seat | None]) -> list[int]:
    marks = [0] * MAX_SEATS
    for seat in seats:
        if seat is not None:
            marks[seat] = 1
    return marks


def _known(table: Mapping[Seat, object], kind: object) -> list[int]:
    return _seats(seat for seat, known in table.items() if known is kind)


def _ballots(ballots: tuple[bool | None, ...]) -> list[int]:
    return [_sign(ballot) for ballot in ballots] + [0] * (MAX_SEATS - len(ballots))


def _one_of(kinds: Sequence[object], kind: object) -> list[int]:
    return [1 if other is kind else 0 for other in kinds]


def _sign(yes: bool | None) -> int:
    return 0 if yes is None else 1 if yes else -1
