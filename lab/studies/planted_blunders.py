"""Planted blunders: games in which somebody is made to do what everybody would call a blunder, and what a review says of it."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from secret_hitler.bots import sit
from secret_hitler.play import Move, Session
from secret_hitler.records import Record
from secret_hitler.review import judge_moves
from secret_hitler.rules import Discard, Enact, Execute, Nominate, Party, Phase, Policy, Role, Seat, Vote
from secret_hitler.wire.review import JudgedDecision, Label
from secret_hitler_lab.tournament.arena import play_on
from secret_hitler_lab.tournament.seated_bots import SeatedBots

FOUND = (Label.MISTAKE, Label.BLUNDER)


def judged_blunders(kind: str, wanted: int, records: Iterable[Record]) -> Iterator[list[JudgedDecision]]:
    """Yield what a review says of so many planted ones: of each, the decisions that it was."""
    planted = (game for record in records if (game := plant(kind, record)) is not None)
    for record, moves in islice(planted, wanted):
        yield judge_moves(record, moves)


def plant(kind: str, record: Record) -> tuple[Record, list[int]] | None:
    """Return the game until the blunder could be made, then anyhow to its end, and the blunder's moves; None without an occasion."""
    seats = [Seat(seat) for seat in range(record.seats)]
    session = Session(record.rules, record.seats, random.Random(0).randrange, seats, record.opener)
    for move in record.moves:
        blunder = list(KINDS[kind](session))
        if blunder:
            return _played_on(session, blunder)
        session.play(move)
    return None


def _played_on(session: Session, blunder: list[Move]) -> tuple[Record, list[int]]:
    first = len(session.moves) + 1
    for move in blunder:
        session.play(move)
    made = len(session.moves) + 1
    game = session.game
    bots = {seat: sit("party-line", session.views[seat], random.Random(seat)) for seat in map(Seat, range(game.board.seats))}
    for _ in play_on(SeatedBots(session, bots)):
        pass
    assert game.ending is not None
    record = Record(rules=game.rules, seats=game.board.seats, opener=game.opener, moves=session.moves, ending=game.ending)
    return record, list(range(first, made))


def _known_fascist(session: Session) -> Iterator[Move]:
    """In Hitler's zone a liberal president names somebody who may be Hitler and whose fascist party card it has seen; all say ja."""
    game, board = session.game, session.game.board
    if board.phase is not Phase.NOMINATION or board.fascist < game.rules.hitler_threshold or board.president is None:
        return
    view = session.views[board.president]
    open_to = [action for action in view.legal_actions if isinstance(action, Nominate) and action.chancellor not in board.not_hitler]
    named = [action for action in open_to if view.parties.get(action.chancellor) is Party.FASCIST]
    if game.roles[board.president] is Role.LIBERAL and named:
        yield Move(board.president, named[0])
        yield from [Move(seat, Vote(True)) for seat in board.alive]


def _liberal_burned(session: Session) -> Iterator[Move]:
    """Let a liberal chancellor who holds both kinds enacts the fascist one, or a liberal president with one liberal tile buries it."""
    game, board = session.game, session.game.board
    awaited = board.awaited[0] if board.in_session else None
    if awaited is None or game.roles[awaited] is not Role.LIBERAL or game.hand.count(Policy.LIBERAL) != 1:
        return
    burning = Discard(Policy.LIBERAL) if board.phase is Phase.PRESIDENT_SESSION else Enact(Policy.FASCIST)
    if burning in game.legal_actions(awaited):
        yield Move(awaited, burning)


def _confirmed_shot(session: Session) -> Iterator[Move]:
    """Let a liberal president shoot a liberal who was proved not to be Hitler."""
    game, board = session.game, session.game.board
    if board.phase is not Phase.EXECUTION or board.president is None or game.roles[board.president] is not Role.LIBERAL:
        return
    proved = [seat for seat in board.alive if seat in board.not_hitler and game.roles[seat] is Role.LIBERAL and seat != board.president]
    yield from [Move(board.president, Execute(seat)) for seat in proved[:1]]


KINDS: dict[str, Callable[[Session], Iterator[Move]]] = {
    "a known fascist elected in Hitler's zone": _known_fascist,
    "a liberal tile burned by a liberal": _liberal_burned,
    "the confirmed player shot": _confirmed_shot,
}
