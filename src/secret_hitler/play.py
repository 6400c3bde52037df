"""Session: a game, its onlookers' views and its chance, driven together."""

from collections.abc import Iterable

from msgspec import Struct

from .chance import RandomBelow, natures_move
from .rules import NATURE, AnyAction, AnyEvent, Game, Onlooker, Ruleset, Seat, SeatAction, View, begin, onlooking

Seen = dict[Onlooker, list[AnyEvent]]
"""By onlooker, what it saw; whoever saw nothing is left out."""


class Move(Struct, frozen=True, array_like=True, gc=False):
    """Somebody acted: a seat, or NATURE."""

    seat: Seat
    action: AnyAction


class ForgedChance(ValueError):
    """A deal or shuffle that was written down is not the one that the source of chance gives."""


class Session:
    """Each of `views` knows what its onlooker saw. The game with its secrets is for whoever drives it, and for nobody else."""

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
        """Draw the chance now awaited. Drawing uses the source up: play what is drawn."""
        return Move(NATURE, natures_move(self.game, self._below))

    def play(self, *moves: Move) -> Seen:
        """Make moves that the onlookers learn of together. One that the rules forbid raises IllegalAction; alone, it changes nothing."""
        return self._show([event for move in moves for event in self._apply(move)])

    def play_written(self, *moves: Move) -> Seen:
        """Play moves that were written down: draw their chance again, and raise ForgedChance if it differs."""
        return self._show(self.apply_written(*moves))

    def apply_written(self, *moves: Move) -> list[AnyEvent]:
        """Play moves that were written down, and return all they tell, for whoever shows it to the onlookers."""
        told: list[AnyEvent] = []
        for move in moves:
            if move.seat == NATURE and self.draw() != move:
                raise ForgedChance(f"round {self.game.board.round}: the chance recorded is not the one that the seed gives")
            told += self._apply(move)
        return told

    def act(self, seat: Seat, action: SeatAction) -> Seen:
        """Make a seat's move, and then the chance that it leads to."""
        return _joined(self.play(Move(seat, action)), self.let_nature_act())

    def let_nature_act(self) -> Seen:
        """Play chance until a seat is awaited or the game is over."""
        seen: Seen = {}
        while self.nature_awaited:
            seen = _joined(seen, self.play(self.draw()))
        return seen

    def apply_with_chance(self, move: Move) -> list[AnyEvent]:
        """Make a seat's move and the chance that it leads to, and return all they tell."""
        told = self._apply(move)
        while self.nature_awaited:
            told += self._apply(self.draw())
        return told

    def fork(self, below: RandomBelow) -> "Session":
        """Copy the game with other chance, no onlookers and no moves yet, to try what is not yet played."""
        trial = Session.__new__(Session)
        trial.game, trial.views, trial.moves, trial._below = self.game.copy(), {}, [], below
        return trial

    def adopt(self, trial: "Session") -> None:
        """Go on from where a trial went that was forked off here, nothing having been played since."""
        self.game, self._below = trial.game, trial._below
        self.moves += trial.moves

    def _apply(self, move: Move) -> list[AnyEvent]:
        told = self.game.apply(move.seat, move.action)
        self.moves.append(move)
        return told

    def _show(self, told: list[AnyEvent]) -> Seen:
        return {onlooker: seen for onlooker, view in self.views.items() if (seen := view.see(told))}


def _joined(first: Seen, then: Seen) -> Seen:
    return {onlooker: [*first.get(onlooker, ()), *then.get(onlooker, ())] for onlooker in {**first, **then}}
