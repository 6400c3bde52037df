"""Session: drive a game, its onlookers' views and its chance together."""

from collections.abc import Iterable

from msgspec import Struct

from .chance import RandomBelow, natures_move
from .rules import NATURE, AnyAction, AnyEvent, Game, Onlooker, Ruleset, Seat, SeatAction, View, begin, onlooking

Seen = dict[Onlooker, list[AnyEvent]]
"""What each onlooker saw, without those who saw nothing."""


class Move(Struct, frozen=True, array_like=True, gc=False):
    """An action of a seat or NATURE."""

    seat: Seat
    action: AnyAction


class ForgedChance(ValueError):
    """A written deal or shuffle that doesn't come from the source of chance."""


class Session:
    """Each view knows what its onlooker saw. Only the driver of the session may look at the game and its secrets."""

    def __init__(
        self, rules: Ruleset, seats: int, below: RandomBelow, onlookers: Iterable[Onlooker] = (), opener: Seat | None = None
    ) -> None:
        self.game: Game = begin(rules, seats, opener)
        self.views: dict[Onlooker, View] = {onlooker: onlooking(rules, seats, onlooker) for onlooker in onlookers}
        self.moves: list[Move] = []
        self._below = below

    @property
    def nature_awaited(self) -> bool:
        return NATURE in self.game.awaited

    def draw(self) -> Move:
        """Draw the awaited chance. Always play it, because drawing uses the source up."""
        return Move(NATURE, natures_move(self.game, self._below))

    def play(self, *moves: Move) -> Seen:
        """Make moves that the onlookers see together. A forbidden one raises IllegalAction; alone, it changes nothing."""
        told = [event for move in moves for event in self._apply(move)]
        return {onlooker: seen for onlooker, view in self.views.items() if (seen := view.see(told))}

    def apply_written(self, *moves: Move) -> list[AnyEvent]:
        """Play written moves and return their events; draw their chance again, and raise ForgedChance if it differs."""
        told: list[AnyEvent] = []
        for move in moves:
            if move.seat == NATURE and self.draw() != move:
                raise ForgedChance(f"round {self.game.board.round}: the chance recorded is not the one that the seed gives")
            told += self._apply(move)
        return told

    def act(self, seat: Seat, action: SeatAction) -> Seen:
        """Make a seat's move and the chance after it."""
        return _joined(self.play(Move(seat, action)), self.let_nature_act())

    def let_nature_act(self) -> Seen:
        """Play chance until a seat is awaited or the game is over."""
        seen: Seen = {}
        while self.nature_awaited:
            seen = _joined(seen, self.play(self.draw()))
        return seen

    def apply_with_chance(self, move: Move) -> list[AnyEvent]:
        """Make a seat's move and the chance after it, and return all their events."""
        told = self._apply(move)
        while self.nature_awaited:
            told += self._apply(self.draw())
        return told

    def fork(self, below: RandomBelow) -> "Session":
        """Copy the game with other chance, without onlookers and moves, to try something."""
        trial = Session.__new__(Session)
        trial.game, trial.views, trial.moves, trial._below = self.game.copy(), {}, [], below
        return trial

    def adopt(self, trial: "Session") -> None:
        """Continue where a trial ended that was forked from here, if nothing was played since."""
        self.game, self._below = trial.game, trial._below
        self.moves += trial.moves

    def _apply(self, move: Move) -> list[AnyEvent]:
        told = self.game.apply(move.seat, move.action)
        self.moves.append(move)
        return told


def _joined(first: Seen, then: Seen) -> Seen:
    return {onlooker: [*first.get(onlooker, ()), *then.get(onlooker, ())] for onlooker in {**first, **then}}
