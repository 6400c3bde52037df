"""Seated: one game on the reference engine and the View of each seat; what the environments wrap."""

import random

from ...chance import natures_move
from ...rules import NATURE, PUBLIC, AnyEvent, Chance, Ending, Phase, Ruleset, Seat, SeatAction, begin, onlooking
from ...rules.ruleset import FirstPresident
from .observation import legal_numbers, numbered_action, observation


class Seated:
    """Everything a seat is shown comes from its own View; the game itself stays here."""

    def __init__(self, rules: Ruleset, players: int, rng: random.Random) -> None:
        opener = None if rules.first_president is FirstPresident.RANDOM else Seat(rng.randrange(players))
        self._rng = rng
        self._game = begin(rules, players, opener)
        self.views = [onlooking(rules, players, Seat(seat)) for seat in range(players)]
        self.public = onlooking(rules, players, PUBLIC)
        self._news: list[list[AnyEvent]] = [[] for _ in range(players)]
        self._let_nature_act()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self._game.awaited

    @property
    def phase(self) -> Phase:
        return self._game.board.phase

    @property
    def ending(self) -> Ending | None:
        return self._game.ending

    def act(self, seat: Seat, action: SeatAction) -> None:
        self._apply(seat, action)
        self._let_nature_act()

    def act_by_number(self, seat: Seat, number: int) -> None:
        self.act(seat, numbered_action(self.phase, number))

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the decisions open to a seat; none if it is not awaited."""
        return legal_numbers(self.views[seat].legal_actions)

    def observation(self, seat: Seat) -> list[int]:
        return observation(self.views[seat])

    def news(self, seat: Seat) -> list[AnyEvent]:
        """What this seat saw since it last asked."""
        news, self._news[seat] = self._news[seat], []
        return news

    def rewards(self) -> list[int]:
        """By team once the game is over: 1 for those who won, -1 for the others; 0 before."""
        if self.ending is None:
            return [0] * len(self.views)
        return [1 if role.party is self.ending.winner else -1 for role in self._game.roles]

    def _let_nature_act(self) -> None:
        while self.awaited and self.awaited[0] == NATURE:
            self._apply(NATURE, natures_move(self._game, self._rng.randrange))

    def _apply(self, seat: Seat, action: SeatAction | Chance) -> None:
        told = self._game.apply(seat, action)
        self.public.see(told)
        for view, news in zip(self.views, self._news, strict=True):
            news += view.see(told)
