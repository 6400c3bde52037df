"""BotsTable: a session in this process; bots see through their own views, and people through theirs."""

import random
import secrets
from collections.abc import Iterator

from ...bots import PERSONALITIES, Talk, sit
from ...bots.seated_bots import SeatedBots
from ...play import Move, Seen, Session
from ...records import Record
from ...rules import AnyEvent, Onlooker, Role, Ruleset, Seat, SeatAction, onlooking
from ...rules.ruleset import FirstPresident


class BotsTable:
    """Whoever asks for `views[onlooker]` gets what that onlooker was shown. The game itself stays here."""

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        level: str,
        seed: int | str | None,
        people: tuple[Seat, ...],
        onlookers: tuple[Onlooker, ...],
        opener: Seat,
    ) -> None:
        chance = secrets.token_hex() if seed is None else seed
        nature = random.Random(f"{chance} nature")
        bots = [Seat(seat) for seat in range(players) if seat not in people]
        self._opener = None if rules.first_president is FirstPresident.RANDOM else opener
        self._session = Session(rules, players, nature.randrange, (*bots, *onlookers), self._opener)
        self._unshown: list[Seen] = []
        self.views = {onlooker: onlooking(rules, players, onlooker) for onlooker in onlookers}
        self._bots = SeatedBots(self._session, {})
        for seat in bots:
            rng = random.Random(f"{chance} seat {seat}")
            person = rng.choice(list(PERSONALITIES.values()))
            self._bots.bots[seat] = sit(level, self._session.views[seat], rng, person)

    @property
    def over(self) -> bool:
        return not self._session.game.awaited

    def record(self, notes: dict[str, str]) -> Record:
        game = self._session.game
        return Record(
            rules=game.rules, seats=game.board.seats, opener=self._opener, moves=self._session.moves, ending=game.ending, notes=notes
        )

    @property
    def hitler(self) -> Seat:
        """For the table that deals again: in one rule set whoever was Hitler opens."""
        assert self.over
        return Seat(self._session.game.roles.index(Role.HITLER))

    def awaited_bots(self) -> list[Seat]:
        return [seat for seat in self._session.game.awaited if seat in self._bots.bots]

    def let_nature_act(self) -> None:
        while self._session.nature_awaited:
            self._unshown.append(self._bots.play(self._session.draw()))

    def act(self, seat: Seat, action: SeatAction) -> None:
        self._unshown.append(self._bots.play(Move(seat, action)))

    def show(self) -> Iterator[tuple[Onlooker, list[AnyEvent]]]:
        """Let the onlookers see what happened since they were last shown; the bots may have acted in another thread."""
        unshown, self._unshown = self._unshown, []
        for seen in unshown:
            for onlooker, view in self.views.items():
                if onlooker in seen:
                    yield onlooker, view.see(seen[onlooker])

    def let_bot_act(self, seat: Seat) -> None:
        self._unshown.append(self._bots.decide(seat))
        self.let_nature_act()

    def let_bots_claim(self) -> None:
        self._unshown += self._bots.speak()

    def talk(self) -> list[tuple[Seat, Talk]]:
        return self._bots.talk()

    def hear(self, seat: Seat, talk: Talk) -> None:
        """What a person says aloud."""
        self._bots.hear(seat, talk)
