"""LocalGame: host one table in this process, for one person and bots or for bots alone, at a pace the person sets."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from ..client import TableClient
from ..records import Record, write_records
from ..rules import ALL, AnyEvent, OpenClaim, Phase, Seat, View, begin, onlooking
from ..storage.key_value import memory_storage
from ..tables.bots_at_work import LocalBots
from ..tables.host import Host
from ..tables.local_connection import LocalConnection
from ..wire.commands import Hello
from ..wire.table import Level, Options
from .game_setup import GameSetup
from .words import say

SLOWEST, FASTEST = 0.25, 16.0

T = TypeVar("T")


class LocalGame:
    def __init__(self, setup: GameSetup, watch: bool = False, wait_for_claims: bool = False) -> None:
        self.setup = setup
        self.pace = AdjustablePace(setup.speed, wait_for_claims)
        chair = Seat(random.Random(setup.seed).randrange(setup.players)) if setup.seat is None else setup.seat
        self.seat = None if watch else chair
        self.trouble = ""
        self.all_open = False
        """Show everyone's cards to a person who only watches."""
        self._open: OpenGame | None = None
        self._thread = ThreadPoolExecutor(1, "bots")
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._records: list[Record] = []
        self._file = setup.save

    async def open(self) -> TableClient:
        """Deal the first game, and return a connection to it."""
        setup = self.setup
        think = partial(asyncio.get_running_loop().run_in_executor, self._thread)
        bots = LocalBots(lambda _: setup.level, think, self._bot_failed)
        chance = None if setup.seed is None else random.Random(setup.seed)
        self.host = Host(memory_storage(), bots=bots, pace=self.pace, chance=chance)
        level = Level(setup.level) if setup.level in set(Level) else Level.REGULAR
        options = Options(rules=setup.rules.name if not setup.house_rules else "official", house_rules=setup.house_rules, bot_level=level)
        self.live, player = await self.host.play_now(setup.name or say("home.you"), options, setup.players, seat=self.seat)
        # With a seed the same game comes up each time, so the player adds nothing to the chance.
        client = TableClient("", self.live.table.code, player, dial=self._dial, contributes=setup.seed is None)
        client.game = self.live.table.games  # so that it asks for the events since the deal
        return client

    def _bot_failed(self, error: Exception) -> None:
        self.trouble = str(error)

    @asynccontextmanager
    async def _dial(self) -> AsyncIterator["_Line"]:
        inbox = self._inbox = asyncio.Queue()
        connection = LocalConnection(self.host, self.live.table.code, inbox.put_nowait, lambda: inbox.put_nowait(None), _player)
        try:
            yield _Line(connection, inbox)
        finally:
            connection.close()

    async def settle(self) -> None:
        """Wait until the bots have done and said everything that follows from the last move."""
        while thinking := [timer for name, timer in self.live.timers.items() if name.startswith("bot") and not timer.done()]:
            await asyncio.wait(thinking)
        await self._inbox.join()  # until we've read everything

    async def close(self) -> None:
        await self.host.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def untold(self, view: View) -> list[OpenClaim]:
        """Return what I could still claim about the last government, while the bots hold back their votes on the next."""
        table, board = self.live.table, view.board
        waived = self.live.claims_waived == (table.games, board.round)
        if self.seat is None or view.silent is not None or board.phase is not Phase.ELECTION or waived:
            return []
        governed = max((round.number for round in view.rounds if round.enacted is not None), default=0)
        return [claim for claim in view.claims if claim.round == governed and not claim.said]

    def waive_claims(self) -> None:
        """Let the bots vote, whatever I keep to myself."""
        self.host.timers.waive_claims(self.live)

    def hurry(self) -> None:
        self.host.timers.fast_forward(self.live)

    def open_game(self) -> "OpenGame":
        """Replay the game so far with all cards open."""
        playing = self.live.table.playing
        if self._open is None or self._open.moves != (self.live.table.games, len(playing.moves)):
            game = begin(playing.dealt.rules, playing.game.board.seats, playing.dealt.opener)
            view = onlooking(playing.dealt.rules, playing.game.board.seats, ALL)
            events = [event for move in playing.moves for event in view.see(game.apply(move.seat, move.action))]
            self._open = OpenGame((self.live.table.games, len(playing.moves)), view, events)
        return self._open

    def keep(self, name_of: Callable[[Seat], str]) -> None:
        """Add the game that has just ended to the evening's records."""
        if len(self._records) == self.live.table.games:
            return
        record = self.live.table.record()
        names = {f"seat {seat}": name_of(Seat(seat)) for seat in range(record.seats)}
        self._records.append(replace(record, notes=record.notes | names))
        if self.setup.save is not None:
            try:
                self.save()
            except OSError as error:
                self.trouble = str(error)

    def save(self) -> Path:
        """Write the evening's games into the chosen file, or into a new one in this folder."""
        if self._file is None:
            names = (Path(f"secret-hitler-{number}.txt") for number in count(1))
            self._file = next(path for path in names if not path.exists())
        write_records(self._file, self._records)
        return self._file


class OpenGame(NamedTuple):
    moves: tuple[int, int]
    """The number of the game, and how many moves of it were played."""
    view: View
    events: list[AnyEvent]


async def _player(hello: Hello) -> str:
    return hello.token or ""


class _Line:
    """Stand in for a WebSocket within this process."""

    def __init__(self, connection: LocalConnection, inbox: asyncio.Queue[str | None]) -> None:
        self.send, self._inbox = connection.receive, inbox

    async def __aiter__(self) -> AsyncIterator[str]:
        while (text := await self._inbox.get()) is not None:
            yield text
            self._inbox.task_done()


class AdjustablePace:
    """Set how long bots take; people can change it, pause it and step through it."""

    def __init__(self, speed: float = 1.0, waits_for_claims: bool = False) -> None:
        """With `waits_for_claims`, bots wait for a claim as long as it takes."""
        self.speed = speed
        self.paused = False
        self._waits_for_claims = waits_for_claims
        self._steps = 0
        self._changed = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait, or until a step; start over when the speed changes."""
        while True:
            self._changed.clear()
            if self._steps:
                self._steps -= 1
                return
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.paused else seconds / self.speed)
            except TimeoutError:
                return

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        await self.wait(seconds)
        return await think()

    def telling(self, _: float) -> float:
        return 0.0  # people read lines of text as they come

    def patience(self, seconds: float) -> float:
        return inf if self._waits_for_claims else seconds / max(1.0, self.speed)

    def change(self, factor: float) -> None:
        """Go faster or slower within bounds, which a speed from the command line may exceed."""
        self.speed = min(max(self.speed * factor, SLOWEST), max(FASTEST, self.speed))
        self._changed.set()

    def pause(self) -> None:
        self.paused = not self.paused
        self._changed.set()

    def step(self) -> None:
        self.paused = True
        self._steps += 1
        self._changed.set()
