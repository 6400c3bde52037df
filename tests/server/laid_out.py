"""A table laid out at the moment a test needs, as lines of its log: who sits, what was dealt, what was played."""

import random
import time
from collections.abc import Callable

from secret_hitler.play import Move
from secret_hitler.rules import NATURE, Decision, Game, Seat
from secret_hitler.server.decide import SEED_BYTES, deal
from secret_hitler.server.log_entries import AnyLogEntry, BotSat, Joined, LogLine, Played, Sat, TableOpened
from secret_hitler.server.storage import Storage
from secret_hitler.server.table import Table
from secret_hitler.server.tokens import new_code
from secret_hitler.wire.table import Level, Options

Chooses = Callable[[Game, Seat, list[Decision]], Decision]


class LaidOut:
    """The same seed lays out the same table, but for its code, under which no two tables can be stored."""

    def __init__(self, people: int = 1, bots: int = 4, options: Options | None = None, seed: str = "a table") -> None:
        self.code = new_code()
        self.rng = random.Random(seed)
        self.players = [f"player {number}" for number in range(people)]
        self.table = Table(self.code)
        self._lines: list[LogLine] = []
        options = options or Options(bot_level=Level.RANDOM)
        self._write(TableOpened(options=options))
        for number, player in enumerate(self.players):
            self._write(Joined(player=player, name=f"Player {number + 1}"), Sat(player=player, seat=Seat(number)))
        self._write(*(BotSat(seat=Seat(seat), level=options.bot_level) for seat in range(people, people + bots)))

    def deals(self) -> "LaidOut":
        self._write(*deal(self.table, self.rng.randbytes(SEED_BYTES).hex()))
        return self

    def plays_until(self, there: Callable[[Game], bool], chooses: Chooses | None = None) -> "LaidOut":
        """Everybody acts, at random if nothing else is said, until something is so; to wait for what never comes fails."""
        game = self.game
        while not there(game):
            assert game.awaited, "the game ended before it came to that"
            seat = game.awaited[0]
            assert seat != NATURE
            legal = list(game.legal_actions(seat))
            action = self.rng.choice(legal) if chooses is None else chooses(game, seat, legal)
            self._write(Played(moves=self.table.playing.tried(Move(seat, action))))
        return self

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _write(self, *entries: AnyLogEntry) -> None:
        line = LogLine(time=time.time(), entries=list(entries))
        self._lines.append(line)
        self.table.write(line)

    async def store(self, storage: Storage) -> None:
        for number, line in enumerate(self._lines):
            await storage.append(self.code, number, line)
