"""Export of every decision: who decided, what that seat had seen, what else it could have done, and how the game ended."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from ..rules import AnyEvent, Chance, ClaimParty, ClaimTiles, Seat, SeatAction, View, onlooking
from ..rules.claims import about
from .record import Record, UnfitRecord, final, replay


class DecisionRow(Struct, kw_only=True):
    """One decision; what is written as text here is JSON of our own actions and events."""

    game: int
    table: str
    rules: str
    players: int
    move: int
    """Of the record, from 1."""
    round: int
    seat: int
    role: str
    kind: str
    """Nominate, Vote, Discard, Enact, Veto, Investigate, CallSpecialElection, Execute, ClaimTiles or ClaimParty."""
    liberal: int
    fascist: int
    tracker: int
    draw_pile: int
    president: int | None
    chancellor: int | None
    alive: list[int]
    hand: str | None
    """The tiles in this seat's hand, fascist first; none if it holds none."""
    seen: list[str]
    """The events that this seat saw since its last decision: all of them together are all it knows."""
    alternatives: list[str]
    """A tile held twice stands here twice."""
    chosen: int
    """Which of the alternatives, from 0."""
    winner: str
    won: bool


def decisions(record: Record, number: int = 0) -> Iterator[DecisionRow]:
    """Yield every choice and claim of a finished game, in the order in which they were made."""
    ending = final(record).ending
    if ending is None:
        raise UnfitRecord("a game that did not end has no outcome to write down")
    views = [onlooking(record.rules, record.seats, Seat(seat)) for seat in range(record.seats)]
    unread: list[list[str]] = [[] for _ in views]
    for place, (_, move, told) in enumerate(replay(record), start=1):
        if not isinstance(move.action, Chance):
            seat, view = move.seat, views[move.seat]
            assert view.role is not None
            board, alternatives = view.board, _alternatives(view, move.action)
            yield DecisionRow(
                game=number,
                table=record.notes.get("table", ""),
                rules=record.rules.name,
                players=record.seats,
                move=place,
                round=board.round,
                seat=seat,
                role=view.role,
                kind=type(move.action).__name__,
                liberal=board.liberal,
                fascist=board.fascist,
                tracker=board.tracker,
                draw_pile=board.draw_pile,
                president=board.president,
                chancellor=board.chancellor,
                alive=list(board.alive),
                hand=None if view.hand is None else "".join(view.hand),
                seen=unread[seat],
                alternatives=[_json(action) for action in alternatives],
                chosen=alternatives.index(move.action),
                winner=ending.winner,
                won=view.role.party is ending.winner,
            )
            unread[seat] = []
        for view, waiting in zip(views, unread, strict=True):
            waiting += map(_json, view.see(told))


def _alternatives(view: View, action: SeatAction) -> list[SeatAction]:
    if not isinstance(action, ClaimTiles | ClaimParty):
        return list(view.legal_actions)
    spoken = about(action), action.round
    return [claim for open_claim in view.claims if (open_claim.about, open_claim.round) == spoken for claim in open_claim.tellings]


def _json(value: SeatAction | AnyEvent) -> str:
    return msgspec.json.encode(value).decode()
