"""Planted blunders: games of bots in which somebody is made to do what everybody would call a blunder, and what a review says of it."""

from collections.abc import Callable, Iterator
from itertools import count

from ...bots.seated_bots import SeatedBots
from ...play import Move
from ...records import Record
from ...review import review
from ...rules import OFFICIAL, Discard, Enact, Execute, Game, Nominate, Party, Phase, Policy, Role, Vote
from ...wire.review import Label
from ..tournament.arena import play_on, seat_bots

FOUND = (Label.MISTAKE, Label.BLUNDER)
SEATS = 7
LEVEL = "regular"


def found_blunders(kind: str, wanted: int, seed: int = 0) -> int:
    """Of so many planted ones, how many a review calls a mistake or a blunder."""
    found = planted = 0
    for number in count():
        if planted == wanted:
            return found
        game = plant(kind, seed, number)
        if game is None:
            continue
        record, moves = game
        planted += 1
        found += any(one.label in FOUND for one in review(record).decisions if one.move in moves)
    raise AssertionError


def plant(kind: str, seed: int, number: int) -> tuple[Record, list[int]] | None:
    """A game with the blunder in it and the moves that are one; None where no occasion came."""
    table = seat_bots(OFFICIAL, SEATS, LEVEL, LEVEL, seed, number)
    game, session = table.session.game, table.session
    moves: list[int] = []
    for _ in play_on(table):
        if not moves:
            moves = [_make(table, move) for move in KINDS[kind](table, game)]
    if not moves or game.ending is None:
        return None
    return Record(rules=OFFICIAL, seats=SEATS, opener=game.opener, moves=session.moves, ending=game.ending), moves


def _make(table: SeatedBots, move: Move) -> int:
    table.play(move)
    return len(table.session.moves)


def _known_fascist(table: SeatedBots, game: Game) -> Iterator[Move]:
    """In Hitler's zone a liberal president names somebody whose fascist party card it has seen, and all say ja."""
    board = game.board
    if board.phase is not Phase.NOMINATION or board.fascist < game.rules.hitler_threshold or board.president is None:
        return
    view = table.session.views[board.president]
    named = [
        action for action in view.legal_actions if isinstance(action, Nominate) and view.parties.get(action.chancellor) is Party.FASCIST
    ]
    if game.roles[board.president] is Role.LIBERAL and named:
        yield Move(board.president, named[0])
        yield from [Move(seat, Vote(True)) for seat in board.alive]


def _liberal_burned(_: SeatedBots, game: Game) -> Iterator[Move]:
    """A liberal chancellor who holds both kinds enacts the fascist one, or a liberal president with one liberal tile buries it."""
    board = game.board
    awaited = board.awaited[0] if board.in_session else None
    if awaited is None or game.roles[awaited] is not Role.LIBERAL or game.hand.count(Policy.LIBERAL) != 1:
        return
    burning = Discard(Policy.LIBERAL) if board.phase is Phase.PRESIDENT_SESSION else Enact(Policy.FASCIST)
    if burning in game.legal_actions(awaited):
        yield Move(awaited, burning)


def _confirmed_shot(_: SeatedBots, game: Game) -> Iterator[Move]:
    """A liberal president shoots a liberal who was proved not to be Hitler."""
    board = game.board
    if board.phase is not Phase.EXECUTION or board.president is None or game.roles[board.president] is not Role.LIBERAL:
        return
    proved = [seat for seat in board.alive if seat in board.not_hitler and game.roles[seat] is Role.LIBERAL and seat != board.president]
    yield from [Move(board.president, Execute(seat)) for seat in proved[:1]]


KINDS: dict[str, Callable[[SeatedBots, Game], Iterator[Move]]] = {
    "a known fascist elected in Hitler's zone": _known_fascist,
    "a liberal tile burned by a liberal": _liberal_burned,
    "the confirmed player shot": _confirmed_shot,
}
