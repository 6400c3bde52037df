"""DealtGame: the game on a table, from deal to end, and what each viewer saw of it."""

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
from ..wire.table import Level, Unrated
from .log_entries import Dealt


class ViewerLog:
    """What one viewer of the game was shown, update by update, and the view that follows from it.

    Compute the view only on demand: with several nodes, or after loading a table, most of them are never needed."""

    def __init__(self, view: View, board: Callable[[], Board] | None = None) -> None:
        """Take the game's `board`, which all viewers see."""
        self._board = board
        self.onlooker = view.onlooker
        self._view, self._learned = view, 0
        self.updates: list[list[AnyEvent]] = []
        self.times: list[float] = []
        """When each update was shown."""

    @property
    def board(self) -> Board:
        """Return the current board; where all viewers share it, skip learning the rest."""
        return self.view.board if self._board is None else self._board()

    @property
    def view(self) -> View:
        unlearned = self.updates[self._learned :]
        if unlearned:
            self._learned += len(unlearned)
            self._view.learn(list(chain.from_iterable(unlearned)), None if self._board is None else self._board())
        return self._view


class CoveredSeat(NamedTuple):
    """The viewer of a seat on a shared phone while its owner doesn't hold the phone: it sees what everyone sees."""

    seat: Onlooker


Viewer = Onlooker | CoveredSeat


class SeatHolder(Struct, frozen=True):
    """Who had a seat when the game ended: a person, even if a bot played for them, or a bot alone."""

    player: str
    bot: Level | None


class Turn(NamedTuple):
    """What a seat is asked, from when the table began to wait for it: claims and the votes of others don't begin another."""

    move: int
    """How many moves came before."""
    at: float


class Trial(NamedTuple):
    """A legal move and the chance that follows it, played on a copy; it joins the game once the log has it."""

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
        """Everyone who has held a seat in this game and so has seen its secrets."""
        self.dealt_in: list[str] = []
        """Who was dealt each seat, whoever plays it later; empty for a bot."""
        self.dealt_at = 0.0
        self.unrated: Unrated | None = Unrated.ALONE
        self.marks: dict[str, dict[Seat, Suspicion]] = {}
        """What each player thinks of the others; never sent to anyone else."""
        self.ended_with: list[SeatHolder] = []
        self.asked_at = 0.0
        """When the awaited seats were asked."""
        self.turns: dict[Seat, Turn] = {}
        """Of the awaited seats."""
        self.nominated_at = 0.0
        self.governed_at = 0.0
        """When the last session ended in a policy."""

    def log_of(self, viewer: Viewer) -> ViewerLog | None:
        """Return a viewer's log; a covered seat gets the public updates, seen from its chair."""
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
    def rated(self) -> bool:
        return self.unrated is None

    @property
    def moves(self) -> list[Move]:
        return self._session.moves

    @cached_property
    def commitment(self) -> str:
        return server_commitment(bytes.fromhex(self.dealt.server_secret or self.dealt.seed))

    @property
    def commitments(self) -> list[str | None]:
        """By seat: the commitments of those who added to the chance."""
        by_seat = {each.seat: each.commitment for each in self.dealt.contributions}
        return [by_seat.get(Seat(seat)) for seat in range(self.game.board.seats)]

    def try_move(self, move: Move) -> Trial:
        """Play a move and its chance on a copy; raises IllegalAction."""
        lots = self._lots.copy()
        session = self._session.fork(lots.below)
        told = session.apply_with_chance(move)
        return Trial(session.moves, session, lots, told)

    def play(self, moves: list[Move], time: float, trial: Trial | None = None) -> Seen:
        """Show each viewer what these moves tell. With their trial, don't play them again.

        Viewers who see no private event share the public update."""
        before = self.game.board
        question, asked = (before.round, before.phase), set(before.awaited)
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
        board = self.game.board
        known = self.turns if (board.round, board.phase) == question else {}
        self.turns = {seat: known[seat] if seat in asked & known.keys() else Turn(len(self.moves), time) for seat in board.awaited}
        self.asked_at = time
        return seen

    def record(self, notes: dict[str, str]) -> Record:
        """Make the record of a game that ended or was broken off, with its seed revealed."""
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
    """Make nature's first moves from the seed."""
    trial = Session(rules, seats, SeededRandom(bytes.fromhex(seed)).below, opener=opener)
    trial.let_nature_act()
    return trial.moves
