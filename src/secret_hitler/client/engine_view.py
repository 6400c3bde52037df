"""Write a View for an engine in the format `text`: one fact a line, as words and numbers separated by spaces."""

from collections.abc import Iterable, Iterator

from ..rules import Role, Seat, View
from ..rules.claims import Round
from ..words.view_text import PARTY, TILE, order

_ROLE = {Role.LIBERAL: "liberal", Role.FASCIST: "fascist", Role.HITLER: "hitler"}
_BALLOT = {True: "j", False: "n", None: "-"}


def view_lines(view: View) -> Iterator[str]:
    """Describe the view line by line, as documented in docs/engine.md."""
    board, rules = view.board, view.rules
    yield f"seat {view.onlooker}"
    yield f"role {'none' if view.role is None else _ROLE[view.role]}"
    yield f"seats {board.seats}"
    yield f"phase {board.phase}"
    yield f"round {board.round}"
    yield f"president {_seat(board.president)}"
    yield f"chancellor {_seat(board.chancellor)}"
    yield f"liberal {board.liberal} {rules.liberal_goal}"
    yield f"fascist {board.fascist} {rules.fascist_goal}"
    yield f"tracker {board.tracker} {rules.tracker_length}"
    yield f"pile {board.draw_pile} {board.discards}"
    yield f"tiles {view.liberal_tiles_left} {view.fascist_tiles_left}"
    yield f"alive {_seats(board.alive)}"
    yield f"limited {_seats(view.term_limited)}"
    yield f"nothitler {_seats(board.not_hitler)}"
    yield f"power {view.next_power}"
    yield f"danger {_yes(view.hitler_can_win)}"
    yield f"veto {_yes(view.veto_open)}"
    yield from (f"known {seat} {_ROLE[role]}" for seat, role in sorted(view.roles.items()))
    yield from (f"party {seat} {PARTY[party]}" for seat, party in sorted(view.parties.items()) if seat not in view.roles)
    if view.hand is not None:
        yield f"hand {''.join(view.hand)}"
    for round in view.rounds:
        yield _past(round)
        yield from _seen(round)
        for said in round.claims:
            yield f"claim {said.claim.round} {said.seat} {order(said.claim).removeprefix('claim ')} {said.verdict}"


def _past(round: Round) -> str:
    ballots = "none" if round.ballots is None else "".join(_BALLOT[ballot] for ballot in round.ballots)
    outcome = "veto" if round.vetoed else "none" if round.enacted is None else TILE[round.enacted]
    return (
        f"past {round.number} president {round.president} chancellor {_seat(round.chancellor)} votes {ballots} "
        f"elected {'none' if round.elected is None else _yes(round.elected)} enacted {outcome} chaos {_yes(round.by_populace)} "
        f"power {round.power} target {_seat(round.target)}"
    )


def _seen(round: Round) -> Iterator[str]:
    """Describe what this seat saw in a round."""
    seen = {"drawn": round.president_hand, "passed": round.chancellor_hand, "peek": round.peek}
    yield from (f"saw {round.number} {what} {''.join(tiles)}" for what, tiles in seen.items() if tiles is not None)
    if round.party is not None:
        yield f"saw {round.number} party {PARTY[round.party]}"


def _seat(seat: Seat | None) -> str:
    return "none" if seat is None else str(seat)


def _seats(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, seats)) or "none"


def _yes(so: bool) -> str:
    return "yes" if so else "no"
