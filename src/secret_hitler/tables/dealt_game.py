"""DealtGame: the game on a table, from its deal to its end, and what every onlooker was shown of it."""

from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from ..chance import SeededRandom, server_commitment
from ..play import Move, Seen, Session
from ..records import Record
from ..rules import PUBLIC, AnyEvent, Board, Game, Onlooker, Ruleset, Seat, View, onlooking
from ..rules.view import seen_by
from ..wire.commands import Suspicion
from ..wire.table import Level
from .log_entries import Dealt


class ViewerLog:
    """What one onlooker of the game was shown, update by update, and its view, which follows from that when somebody looks.

    At one of several nodes, and when a table is loaded from its log, nobody looks at most of them."""

    def __init__(self, view: View, board: Callable[[], Board] | None = None) -> None:
        """Show the `board` of the game that all its onlookers see."""
        self._board = board
        self.onlooker = view.onlooker
        self._view, self._learned = view, 0
        self.updates: list[list[AnyEvent]] = []
        self.times: list[float] = []
        """When each of them was shown."""

    @property
    def board(self) -> Board:
        """As it is now; nothing need be learned for it where all onlookers see the same."""
        return self.view.board if self._board is None else self._board()

    @property
    def view(self) -> View:
        unlearned = self.updates[self._learned :]
        if unlearned:
            self._learned += len(unlearned)
            self._view.learn(list(chain.from_iterable(unlearned)), None if self._board is None else self._board())
        return self._view


class CoveredSeat(NamedTuple):
    """The viewer that a seat of a shared phone is while its owner does not hold it: told what everybody sees, and nothing else."""

    seat: Onlooker


Viewer = Onlooker | CoveredSeat


class SeatHolder(Struct, frozen=True):
    """Who had a seat when the game ended: a person, whether or not a bot played for them, or a bot alone."""

    player: str
    bot: Level | None


class Trial(NamedTuple):
    """A move with the chance that follows it, played on a copy: legal, and not part of the game until it is written down."""

    moves: list[Move]
    session: Session
    lots: SeededRandom
    told: list[AnyEvent]


class DealtGame:
    def __init__(self, dealt: Dealt, seats: int) -> None:
        self.dealt = dealt
        self._lots = SeededRandom(bytes.fromhex(dealt.seed))
        self._session = Session(dealt.rules, seats, self._lots.below, opener=dealt.opener)
        onlookers: list[Onlooker] = [*map(Seat, range(seats)), PUBLIC]
        self.viewer_logs = {onlooker: ViewerLog(onlooking(dealt.rules, seats, onlooker), self._board) for onlooker in onlookers}
        self._covered: dict[Onlooker, ViewerLog] = {}
        self.remake_votes: set[str] = set()
        self.held: set[str] = set()
        """Everybody who has held a seat of this game, and so has seen its secrets."""
        self.rated = False
        self.marks: dict[str, dict[Seat, Suspicion]] = {}
        """What each player thinks of the others; told to nobody."""
        self.ended_with: list[SeatHolder] = []
        self.asked_at = 0.0
        """When the seats now awaited were asked."""
        self.nominated_at = 0.0
        self.governed_at = 0.0
        """When the last session ended with a policy."""

    def log_of(self, viewer: Viewer) -> ViewerLog | None:
        """Return what a viewer was shown; a covered seat has the updates of the public, seen from its place."""
        if not isinstance(viewer, CoveredSeat):
            return self.viewer_logs.get(viewer)
        if viewer.seat not in self._covered:
            public = self.viewer_logs[PUBLIC]
            self._covered[viewer.seat] = covered = ViewerLog(onlooking(self.dealt.rules, self.game.board.seats, viewer.seat), self._board)
            covered.updates, covered.times = public.updates, public.times
        return self._covered[viewer.seat]

    def _board(self) -> Board:
        return self.game.board

    @property
    def game(self) -> Game:
        return self._session.game

    @property
    def moves(self) -> list[Move]:
        return self._session.moves

    @cached_property
    def commitment(self) -> str:
        return server_commitment(bytes.fromhex(self.dealt.server_secret or self.dealt.seed))

    @property
    def commitments(self) -> list[str | None]:
        """By seat, of those who added to the chance."""
        by_seat = {each.seat: each.commitment for each in self.dealt.contributions}
        return [by_seat.get(Seat(seat)) for seat in range(self.game.board.seats)]

    def try_move(self, move: Move) -> Trial:
        """Play a move and what nature adds to it on a copy; raises IllegalAction."""
        lots = self._lots.copy()
        session = self._session.fork(lots.below)
        told = session.apply_with_chance(move)
        return Trial(session.moves, session, lots, told)

    def play(self, moves: list[Move], time: float, trial: Trial | None = None) -> Seen:
        """Show each onlooker what these moves tell. With their trial they need not be played again.

        Those for whom no event is alone share what the public saw."""
        if trial is None:
            told = self._session.apply_written(*moves)
        else:
            told, self._lots = trial.told, trial.lots
            self._session.adopt(trial.session)
        seen = Seen()
        public, alone = seen_by(PUBLIC, told), {event.audience for event in told}
        for onlooker, log in self.viewer_logs.items():
            events = seen_by(onlooker, told) if onlooker in alone else public
            if events:
                seen[onlooker] = events
                log.updates.append(events)
                log.times.append(time)
        self.asked_at = time
        return seen

    def record(self, notes: dict[str, str]) -> Record:
        """Write down the game that ended or was broken off, with its seed revealed."""
        return Record(
            rules=self.dealt.rules,
            seats=self.game.board.seats,
            opener=self.dealt.opener,
            moves=self.moves,
            ending=self.game.ending,
            commitment=self.commitment,
            seed=self.dealt.seed,
            server_secret=self.dealt.server_secret if self.dealt.contributions else None,
            contributions=self.dealt.contributions,
            notes=notes,
        )


def opening(rules: Ruleset, seats: int, opener: Seat | None, seed: str) -> list[Move]:
    """Make nature's first moves, as the seed has them."""
    trial = Session(rules, seats, SeededRandom(bytes.fromhex(seed)).below, opener=opener)
    trial.let_nature_act()
    return trial.moves
