"""BotsTable: a game in this process; bots see through their own views, and an onlooker through its own."""

import random
import secrets
from collections.abc import Iterator

from ...bots import PERSONALITIES, Bot, Talk, sit
from ...chance import natures_move
from ...rules import NATURE, AnyAction, AnyEvent, Game, Onlooker, Role, Ruleset, Seat, begin, onlooking
from ...rules.ruleset import FirstPresident


class BotsTable:
    """Whoever asks for `views[onlooker]` gets what that onlooker saw. The game itself stays here."""

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        level: str,
        seed: int | str | None,
        people: tuple[Seat, ...],
        onlookers: tuple[Onlooker, ...],
        opener: Seat | None,
    ) -> None:
        chance = secrets.token_hex() if seed is None else seed
        self._nature = random.Random(f"{chance} nature")
        self._unshown: list[list[AnyEvent]] = []
        self._game: Game = begin(rules, players, None if rules.first_president is FirstPresident.RANDOM else opener)
        self.views = {onlooker: onlooking(rules, players, onlooker) for onlooker in onlookers}
        self._bots: dict[Seat, Bot] = {}
        for seat in (Seat(number) for number in range(players) if number not in people):
            rng = random.Random(f"{chance} seat {seat}")
            person = rng.choice(list(PERSONALITIES.values()))
            self._bots[seat] = sit(level, onlooking(rules, players, seat), rng, person)

    @property
    def over(self) -> bool:
        return not self._game.awaited

    @property
    def hitler(self) -> Seat:
        """For the table that deals again: in one rule set whoever was Hitler opens."""
        assert self.over
        return Seat(self._game.roles.index(Role.HITLER))

    def awaited_bots(self) -> list[Seat]:
        return [seat for seat in self._game.awaited if seat in self._bots]

    def let_nature_act(self) -> None:
        while self._game.awaited and self._game.awaited[0] == NATURE:
            self.apply(NATURE, natures_move(self._game, self._nature.randrange))

    def apply(self, seat: Seat, action: AnyAction) -> None:
        told = self._game.apply(seat, action)
        for bot in self._bots.values():
            seen = bot.view.see(told)
            if seen:
                bot.see(seen)
        self._unshown.append(told)

    def show(self) -> Iterator[tuple[Onlooker, list[AnyEvent]]]:
        """Let the onlookers see what happened since they were last shown; the bots may have acted in another thread."""
        unshown, self._unshown = self._unshown, []
        for told in unshown:
            for onlooker, view in self.views.items():
                seen = view.see(told)
                if seen:
                    yield onlooker, seen

    def let_bot_act(self, seat: Seat) -> None:
        self.apply(seat, self._bots[seat].decide())
        self.let_nature_act()

    def let_bots_claim(self) -> None:
        """Presidents before chancellors, once the session is over; who saw nothing new says nothing."""
        board = self._game.board
        if self.over or board.in_session:
            return
        for sight in board.sights[-3:]:
            bot = self._bots.get(sight.seat)
            if bot is not None and sight.seat in board.alive:
                for claim in bot.claims():
                    self.apply(sight.seat, claim)

    def talk(self) -> Iterator[tuple[Seat, Talk]]:
        for seat, bot in self._bots.items():
            if seat in self._game.board.alive:
                for each in bot.talk():
                    yield seat, each
