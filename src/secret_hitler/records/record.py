"""Record: a game as data that replays for ever, to any moment and through any lens; and the place of a mistake in a written one."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

from msgspec import Struct

from ..chance import Contribution, SeededRandom, announcement_hash, player_commitment, seed_from, server_commitment
from ..play import ForgedChance, Move, Session
from ..rules import ALL, NATURE, AnyEvent, Deal, Ending, Game, IllegalAction, Onlooker, Role, Ruleset, Seat, View, begin, onlooking

FORMAT = 1
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    format: int = FORMAT
    rules: Ruleset
    seats: int
    opener: Seat | None = None
    moves: list[Move] = []
    ending: Ending | None = None
    """As written down; None for a game that didn't end."""
    commitment: str | None = None
    """What the table saw before the deal, if the chance came from a seed."""
    seed: str | None = None
    """Hexadecimal, revealed after the end."""
    server_secret: str | None = None
    """The secret behind the commitment if others added to the chance; otherwise that's the seed."""
    contributions: list[Contribution] = []
    notes: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """The players' names, or their seats if nobody wrote them down."""
        return [self.notes.get(f"seat {seat}", f"seat {seat}") for seat in range(self.seats)]

    @property
    def contributors(self) -> list[Seat]:
        return [each.seat for each in self.contributions]

    @property
    def announcement(self) -> str:
        """Hash the announcement that the commitments of this record make."""
        by_seat = {each.seat: each.commitment for each in self.contributions}
        return announcement_hash(self.commitment or "", [by_seat.get(Seat(seat)) for seat in range(self.seats)])

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles dealt; empty before the deal."""
        return next((move.action.roles for move in self.moves if isinstance(move.action, Deal)), ())


class UnfitRecord(ValueError):
    """A record that we can't read, or that the rules don't allow."""

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason)
        self.move = move
        """The first move that the rules don't allow, from 1."""


class Position(NamedTuple):
    """Counted from 1, as editors do."""

    line: int
    column: int

    def unfit(self, reason: object) -> UnfitRecord:
        return UnfitRecord(f"line {self.line}, column {self.column}: {reason}")


class Clause(NamedTuple):
    text: str
    place: Position


def clauses_in(body: str, first: int) -> Iterator[tuple[int, Clause]]:
    """Read the clauses of lines that start with a round's number, without remarks in braces; the first line has this number."""
    for number, line in enumerate(body.splitlines(), start=first):
        bare = re.sub(r"\{[^}]*\}", lambda remark: " " * len(remark[0]), line)
        if not bare.strip():
            continue
        begun = re.match(r"\s*(\d+)\.", bare)
        if begun is None:
            column = len(line) - len(line.lstrip()) + 1
            raise Position(number, column).unfit(f"a line begins with the number of its round and a point, not {line.strip()[:20]!r}")
        for found in re.compile(r"[^;]+").finditer(bare, begun.end()):
            text = found[0].strip()
            if text:
                yield int(begun[1]), Clause(text, Position(number, bare.index(text, found.start()) + 1))


def unfit_header(error: Exception, line: int) -> UnfitRecord:
    """Describe a mistake in the header, which starts on this line of the file."""
    found = _TOML_PLACE.search(str(error))
    if found is None:
        return UnfitRecord(f"header, from line {line}: {error}")
    return Position(line + int(found[1]) - 1, int(found[2])).unfit(f"header: {_TOML_PLACE.sub('', str(error))}")


def split_games(text: str, title: str) -> list[tuple[int, str]]:
    """Split a text into games, each with its first line."""
    starts = [found.start() for found in re.finditer(rf"^{re.escape(title)}", text, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    return [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in zip(starts, ends, strict=True)]


class Moment(Struct):
    """After `number` moves: what an onlooker saw of the last one, and everything it knows by then."""

    number: int
    events: list[AnyEvent]
    view: View


def replay(record: Record) -> Iterator[tuple[Game, Move, list[AnyEvent]]]:
    """Yield the game after each move, the move, and its events. It is always the same Game."""
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
    """Return the game at the end of the record, which must end as written."""
    played = [game for game, _, _ in replay(record)]
    game = played[-1] if played else begin(record.rules, record.seats, record.opener)
    if game.ending != record.ending:
        raise UnfitRecord(f"the record says {_ending(record.ending)}, the rules say {_ending(game.ending)}")
    return game


def _ending(ending: str | None) -> str:
    return ending or "that the game did not end"


def moments(record: Record, lens: Onlooker = ALL) -> Iterator[Moment]:
    """Yield each moment at which the onlooker saw something, from before the first move. It is always the same View."""
    view = onlooking(record.rules, record.seats, lens)
    yield Moment(0, [], view)
    for number, (_, _, told) in enumerate(replay(record), start=1):
        seen = view.see(told)
        if seen:
            yield Moment(number, seen, view)


def at(record: Record, number: int, lens: Onlooker = ALL) -> Moment:
    last = None
    for moment in moments(record, lens):
        if moment.number > number:
            break
        last = Moment(moment.number, moment.events, deepcopy(moment.view))
    assert last is not None
    return last


def check_announcement(record: Record, kept: str = "") -> None:
    """Compare the commitments with what each player saw before revealing, or with what one of them `kept`."""
    if kept and kept != record.announcement:
        raise UnfitRecord("the commitments in the record aren't the ones that the server announced before the deal")
    for each in record.contributions:
        if each.announcement and each.announcement != record.announcement:
            raise UnfitRecord(f"seat {each.seat} saw another announcement than the one in the record")
        if not each.announcement and not kept:
            raise UnfitRecord(
                f"seat {each.seat} didn't confirm what the server announced (records before version 2 don't have it): the cards follow "
                "from the seed, but only a player who kept the announcement can tell whether the seed was chosen afterwards"
            )


def verify(record: Record) -> int:
    """Check every deal and shuffle against the revealed seed; return how many there are."""
    if record.seed is None or record.commitment is None:
        raise UnfitRecord("the record carries no seed and commitment to verify")
    seed = bytes.fromhex(record.seed)
    secret = seed if record.server_secret is None else bytes.fromhex(record.server_secret)
    if server_commitment(secret) != record.commitment:
        raise UnfitRecord("the seed is not the one that was committed to before the deal")
    if record.contributors != sorted(set(record.contributors).intersection(range(record.seats))):
        raise UnfitRecord("the secrets aren't in the order of the seats, one for each: another order gives other cards")
    for each in record.contributions:
        if player_commitment(bytes.fromhex(each.secret)) != each.commitment:
            raise UnfitRecord(f"what seat {each.seat} added is not what it had committed to")
    if seed_from(secret, [(each.seat, bytes.fromhex(each.secret)) for each in record.contributions]) != seed:
        raise UnfitRecord("the seed does not follow from what the server and the seats had committed to")
    session = Session(record.rules, record.seats, SeededRandom(seed).below, opener=record.opener)
    for number, move in enumerate(record.moves, start=1):
        try:
            session.apply_written(move)
        except ForgedChance as error:
            raise UnfitRecord(f"move {number}, {error}") from error
    return sum(move.seat == NATURE for move in record.moves)
