"""A table laid out at the moment a test needs, as lines of its log: who sits, what was dealt, what was played."""

import random
import time
from collections.abc import Callable

from msgspec.structs import replace

from secret_hitler.play import Move
from secret_hitler.rules import Decision, Discard, Enact, Game, Policy, Seat, Vote
from secret_hitler.storage import Storage
from secret_hitler.tables.dealing import SECRET_BYTES, deal
from secret_hitler.tables.host import new_code
from secret_hitler.tables.log_entries import AnyLogEntry, BotSat, Joined, LogLine, Played, Sat, TableOpened
from secret_hitler.tables.log_lines import encode_line
from secret_hitler.tables.table import Table
from secret_hitler.wire.table import Level, Options

Chooses = Callable[[Game, Seat, list[Decision]], Decision]


class LaidOut:
    """The same seed lays out the same table, but for its code, under which no two tables can be stored."""

    def __init__(
        self,
        people: int = 1,
        bots: int = 4,
        options: Options | None = None,
        seed: str = "a table",
        name: str = "Player 1",
        starts: float | None = None,
    ) -> None:
        self.now = starts
        """When it happens, if not now."""
        self.code = new_code()
        self.rng = random.Random(seed)
        self.players = [f"player {number}" for number in range(people)]
        self.names = [name, *(f"Player {number + 1}" for number in range(1, people))][:people]
        self.table = Table(self.code)
        self.lines: list[LogLine] = []
        options = options or Options(bot_level=Level.RANDOM)
        self.writes(TableOpened(options=options))
        for seat, (player, name) in enumerate(zip(self.players, self.names, strict=True)):
            self.writes(Joined(player=player, name=name), Sat(player=player, seat=Seat(seat)))
        self.writes(*(BotSat(seat=Seat(seat), level=options.bot_level) for seat in range(people, people + bots)))

    def deals(self) -> None:
        self.writes(*deal(self.table, self.rng.randbytes(SECRET_BYTES).hex()))

    def comes_to(self, there: Callable[[Game], bool], chooses: Chooses | None) -> bool:
        """Everybody acts, at random if nothing else is said, until something is so, or the game is over."""
        while (game := self.game).awaited and not there(game):
            seat = game.awaited[0]
            legal = list(game.legal_actions(seat))
            action = self.rng.choice(legal) if chooses is None else chooses(game, seat, legal)
            self.plays(seat, action)
        return there(game)

    def plays(self, seat: Seat, action: Decision) -> None:
        self.writes(Played(moves=self.table.playing.try_move(Move(seat, action)).moves))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def writes(self, *entries: AnyLogEntry) -> None:
        line = LogLine(time=time.time() if self.now is None else self.now, entries=list(entries))
        self.lines.append(line)
        self.table.apply(line)

    async def store(self, storage: Storage, later: float = 0.0) -> None:
        for number, line in enumerate(self.lines):
            await storage.append(self.code, number, encode_line(replace(line, time=line.time + later)))


def laid_out(
    there: Callable[[Game], bool],
    seed: str = "",
    chooses: Chooses | None = None,
    people: int = 1,
    bots: int = 4,
    options: Options | None = None,
    name: str = "Player 1",
    starts: float | None = None,
) -> LaidOut:
    """Find the first of some games that comes to that."""
    for number in range(200):
        table = LaidOut(people, bots, options, f"{seed} {number}", name, starts)
        table.deals()
        if table.comes_to(there, chooses):
            return table
    raise AssertionError("no game came to that")


def for_the_liberals(game: Game, seat: Seat, legal: list[Decision]) -> Decision:
    """Everybody plays into their hands, which few games at random do."""
    wanted = [action for action in legal if action in (Vote(ja=True), Discard(policy=Policy.FASCIST), Enact(policy=Policy.LIBERAL))]
    return random.Random(seat + game.board.round).choice(wanted or legal)
