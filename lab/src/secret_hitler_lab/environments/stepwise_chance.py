"""A game whose chance is taken in small steps: roles seat by seat, the first president, and each tile when somebody looks at it.

The reference engine wants whole decks. Nobody has seen the order of a pile, so before a move that looks at its top, the tiles to be seen
are drawn one by one and put on top; a peek pins the tiles it saw.
"""

from collections.abc import Sequence
from typing import Any, Final

from secret_hitler.rules import NATURE, AnyEvent, Game, Phase, Policy, Role, Ruleset, Seat, Tiles, begin
from secret_hitler.rules.actions import Appoint, Deal, Enact, Shuffle, UsePower, Veto, Vote
from secret_hitler.rules.events import PeekSeen, PoliciesDrawn, PolicyEnacted
from secret_hitler.rules.game import cards_to_shuffle, role_cards
from secret_hitler.rules.powers import Decision, DropDecided
from secret_hitler.rules.ruleset import FirstPresident

ROLES: Final = tuple(Role)
TILES: Final = tuple(Policy)


class SmallChances:
    """Chance has outcomes while `chance` is not empty; otherwise the first of `game.awaited` decides."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules, self.players = rules, players
        self.game: Game = begin(rules, players, None if rules.first_president is FirstPresident.RANDOM else Seat(0))
        self.log: list[list[AnyEvent]] = []
        """The events of each move, secrets and all."""
        self.moves: list[tuple[Seat, Decision]] = []
        self._dealt: tuple[Role, ...] = ()
        self._shuffles = 0
        self._gone = 0
        self._pinned = 0
        self._wanted = 0
        self._drawn: Tiles = ()
        self._pending: tuple[Seat, Decision | Shuffle] | None = None

    @property
    def opening(self) -> bool:
        """Whether roles or the first president are still to be drawn."""
        return self.game.board.phase is Phase.DEAL

    @property
    def dealing(self) -> bool:
        return self.opening and len(self._dealt) < self.players

    @property
    def place(self) -> tuple[int, int]:
        """Which tile is to be drawn: the number of the shuffle, and the place in its order."""
        return self._shuffles, self._gone + self._pinned + len(self._drawn)

    def chance(self) -> list[tuple[int, float]]:
        """Numbers of the outcomes with their probabilities: roles and tiles in the order of their kinds, or a seat."""
        if self.dealing:
            return _shares(self._left(role_cards(self.rules, self.players), self._dealt), ROLES)
        if self.opening:
            return [(seat, 1 / self.players) for seat in range(self.players)]
        if self._pending is not None:
            return _shares(self._left(self._pile()[self._pinned :], self._drawn), TILES)
        return []

    def take_chance(self, outcome: int) -> None:
        if self.dealing:
            self._dealt += (ROLES[outcome],)
        elif self.opening:
            self._open(Seat(outcome))
        else:
            self._drawn += (TILES[outcome],)
            if len(self._drawn) == self._wanted:
                self._commit()

    def decide(self, seat: Seat, action: Decision) -> None:
        self.moves.append((seat, action))
        self._begin(seat, action)

    def __deepcopy__(self, memo: dict[int, Any]) -> "SmallChances":
        twin = object.__new__(SmallChances)
        twin.__dict__.update(self.__dict__)
        twin.game, twin.log, twin.moves = self.game.copy(), self.log.copy(), self.moves.copy()
        return twin

    def _open(self, president: Seat) -> None:
        named = self.rules.first_president is not FirstPresident.RANDOM
        self.game = begin(self.rules, self.players, president if named else None)
        self.log.append(self.game.apply(NATURE, Deal(self._dealt)))
        self.log.append(self.game.apply(NATURE, Shuffle(cards_to_shuffle(self.game))))
        if not named:
            self.log.append(self.game.apply(NATURE, Appoint(president)))

    def _begin(self, seat: Seat, action: Decision | Shuffle) -> None:
        """Find out how many tiles this move will look at, and wait for those that have no order yet."""
        if isinstance(action, Shuffle):
            self._shuffles, self._gone, self._pinned = self._shuffles + 1, 0, 0
        looks = isinstance(action, Enact | Veto | UsePower | Shuffle) or (isinstance(action, Vote) and len(self.game.awaited) == 1)
        told = self.game.copy().apply(seat, action) if looks else []
        tiles = next((len(event.tiles) for event in told if isinstance(event, PeekSeen)), _taken(told))
        self._pending, self._wanted, self._drawn = (seat, action), max(0, tiles - self._pinned), ()
        if self._wanted == 0:
            self._commit()

    def _commit(self) -> None:
        assert self._pending is not None
        seat, action = self._pending
        pile, top = self._pile(), self._pinned
        order = pile[:top] + self._drawn + self._left(pile[top:], self._drawn)
        if isinstance(action, Shuffle):
            action = Shuffle(order)
        else:
            self.game.suppose(deck=order)
        told = self.game.apply(seat, action)
        self.log.append(told)
        self._pinned = max(0, top + self._wanted - _taken(told))
        self._gone += _taken(told)
        self._pending = None
        if self.game.awaited and self.game.awaited[0] == NATURE:
            self._begin(NATURE, Shuffle(cards_to_shuffle(self.game)))

    def _pile(self) -> Tiles:
        assert self._pending is not None
        _, action = self._pending
        return action.deck if isinstance(action, Shuffle) else self.game.deck

    @staticmethod
    def _left(cards: Sequence[Any], gone: Sequence[Any]) -> tuple[Any, ...]:
        left = list(cards)
        for card in gone:
            left.remove(card)
        return tuple(left)


def _shares(cards: Sequence[Any], kinds: Sequence[Any]) -> list[tuple[int, float]]:
    return [(number, cards.count(kind) / len(cards)) for number, kind in enumerate(kinds) if kind in cards]


def _taken(told: list[AnyEvent]) -> int:
    for event in told:
        if isinstance(event, PoliciesDrawn):
            return event.tiles
        if isinstance(event, PolicyEnacted) and event.by_populace:
            return 1
        if isinstance(event, DropDecided):
            return int(event.dropped)
    return 0
