"""Playback: a record through the rules again, to any moment and through any lens."""

from collections.abc import Iterator
from copy import deepcopy

from msgspec import Struct

from ..chance import SeededRandom, player_commitment, seed_from, server_commitment
from ..play import ForgedChance, Move, Session
from ..rules import ALL, NATURE, AnyEvent, Game, IllegalAction, Onlooker, View, begin, onlooking
from .record import Record, UnfitRecord


class Moment(Struct):
    """After `number` moves: the events an onlooker saw of the last one, and all it knows by then."""

    number: int
    events: list[AnyEvent]
    view: View


def replay(record: Record) -> Iterator[tuple[Game, Move, list[AnyEvent]]]:
    """Yield the game after each move, the move, and what came of it. The Game object is the same each time."""
    try:
        game = begin(record.rules, record.seats, record.opener)
    except ValueError as error:
        raise UnfitRecord(str(error)) from error
    for number, move in enumerate(record.moves, start=1):
        try:
            told = game.apply(move.seat, move.action)
        except IllegalAction as error:
            raise UnfitRecord(f"move {number}, round {game.board.round}: {error}", number) from error
        yield game, move, told


def final(record: Record) -> Game:
    """Return the game at the end of the record, which must be the end that was written down."""
    game = begin(record.rules, record.seats, record.opener) if not record.moves else None
    for after, _, _ in replay(record):
        game = after
    assert game is not None
    if game.ending != record.ending:
        raise UnfitRecord(f"the record says {_ending(record.ending)}, the rules say {_ending(game.ending)}")
    return game


def _ending(ending: str | None) -> str:
    return ending or "that the game did not end"


def moments(record: Record, lens: Onlooker = ALL) -> Iterator[Moment]:
    """Yield each moment at which the onlooker saw something, from before the first move. The View object is the same each time."""
    view = onlooking(record.rules, record.seats, lens)
    yield Moment(0, [], view)
    for number, (_, _, told) in enumerate(replay(record), start=1):
        seen = view.see(told)
        if seen:
            yield Moment(number, seen, view)


def at(record: Record, number: int, lens: Onlooker = ALL) -> Moment:
    """Return the moment after so many moves, as the onlooker knew it then."""
    last = None
    for moment in moments(record, lens):
        if moment.number > number:
            break
        last = Moment(moment.number, moment.events, deepcopy(moment.view))
    assert last is not None
    return last


def verify(record: Record) -> int:
    """Draw every deal and shuffle again from the revealed seed; return how many were checked."""
    if record.seed is None or record.commitment is None:
        raise UnfitRecord("the record carries no seed and commitment to verify")
    seed = bytes.fromhex(record.seed)
    secret = seed if record.server_secret is None else bytes.fromhex(record.server_secret)
    if server_commitment(secret) != record.commitment:
        raise UnfitRecord("the seed is not the one that was committed to before the deal")
    for each in record.contributions:
        if player_commitment(bytes.fromhex(each.secret)) != each.commitment:
            raise UnfitRecord(f"what seat {each.seat} added is not what it had committed to")
    if seed_from(secret, [(each.seat, bytes.fromhex(each.secret)) for each in record.contributions]) != seed:
        raise UnfitRecord("the seed does not follow from what the server and the seats had committed to")
    session = Session(record.rules, record.seats, SeededRandom(seed).below, opener=record.opener)
    for number, move in enumerate(record.moves, start=1):
        try:
            session.play_written(move)
        except ForgedChance as error:
            raise UnfitRecord(f"move {number}, {error}") from error
    return sum(move.seat == NATURE for move in record.moves)
