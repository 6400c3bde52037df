"""LocalGame: a Host in this process with one table at it, for one person and bots, or for bots alone; they change its pace."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from math import inf
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from ..client import TableClient
from ..records import Record, write_records
from ..rules import ALL, AnyEvent, OpenClaim, Phase, Seat, View, begin, onlooking
from ..storage.key_value import memory_storage
from ..tables.bots_at_work import LocalBots, Thought
from ..tables.host import Host
from ..tables.live_table import LiveTable
from ..tables.local_connection import LocalConnection
from ..wire.commands import Hello
from ..wire.table import Level, Options
from .launch_options import GameSetup
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
        """Whether somebody who only watches sees the cards of all."""
        self._open: OpenGame | None = None
        self._thread = ThreadPoolExecutor(1, "bots")
        self._line: _Line | None = None
        self._records: list[Record] = []
        self._file = setup.save

    async def open(self) -> TableClient:
        """Deal the first game, and return a connection to it."""
        setup = self.setup
        bots = LocalBots(lambda _: setup.level, self._think, self._bot_failed)
        chance = None if setup.seed is None else random.Random(setup.seed)
        self.host = Host(memory_storage(), bots=bots, pace=self.pace, chance=chance)
        level = Level(setup.level) if setup.level in set(Level) else Level.REGULAR
        options = Options(rules=setup.rules.name if not setup.house_rules else "official", house_rules=setup.house_rules, bot_level=level)
        self.live, player = await self.host.play_now(setup.name or say("home.you"), options, setup.players, seat=self.seat)
        # With a seed the same game is dealt each time, so nobody adds to its chance.
        client = TableClient("", self.live.table.code, player, dial=self._dial, contributes=setup.seed is None)
        client.game = self.live.table.games  # so that it asks for the events since the deal
        return client

    async def _think(self, think: Callable[[], Thought | None]) -> Thought | None:
        return await asyncio.get_running_loop().run_in_executor(self._thread, think)

    def _bot_failed(self, error: Exception) -> None:
        self.trouble = str(error)

    @asynccontextmanager
    async def _dial(self) -> AsyncIterator["_Line"]:
        self._line = _Line(self.host, self.live.table.code)
        try:
            yield self._line
        finally:
            self._line.close()

    async def settle(self) -> None:
        """Wait until the bots have done and said all that follows from the last move."""
        while thinking := [timer for name, timer in self.live.timers.items() if name.startswith("bot") and not timer.done()]:
            await asyncio.wait(thinking)
        if self._line is not None:
            await self._line.inbox.join()  # until all that was sent here has been read

    async def close(self) -> None:
        await self.host.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    # Claims

    def untold(self, view: View) -> list[OpenClaim]:
        """Return what I saw of the last government and have not spoken of, while bots hold back their votes on the next."""
        table, board = self.live.table, view.board
        waived = self.live.claims_waived == (table.games, board.round)
        if self.seat is None or view.silent is not None or board.phase is not Phase.ELECTION or waived:
            return []
        governed = max((round.number for round in view.rounds if round.enacted is not None), default=0)
        return [claim for claim in view.claims if claim.round == governed and not claim.said]

    def waive_claims(self) -> None:
        """Let the bots vote, whatever I saw and keep to myself."""
        self.host.timers.waive_claims(self.live)

    def hurry(self) -> None:
        self.pace.hurry()
        self.host.timers.set(self.live)

    def noticed(self, view: View) -> None:
        """Go back to the usual pace once the table waits for me, and keep a game that has ended."""
        if view.choices or (view.board.ending is not None and self.pace.hurried):
            self.pace.hurried = False

    # All cards open

    def open_game(self) -> "OpenGame":
        if self._open is None or self._open.game != self.live.table.games:
            self._open = OpenGame(self.live)
        self._open.catch_up()
        return self._open

    # Records

    def keep(self, name_of: Callable[[Seat], str]) -> None:
        """Keep the game that has just ended, beside those of the evening before it."""
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
        """Write the games of the evening where it was asked for, or else into a new file here."""
        if self._file is None:
            names = (Path(f"secret-hitler-{number}.txt") for number in count(1))
            self._file = next(path for path in names if not path.exists())
        write_records(self._file, self._records)
        return self._file


class OpenGame:
    """A game with all cards open, played again move by move beside the table."""

    def __init__(self, live: LiveTable) -> None:
        playing = live.table.playing
        self.game = live.table.games
        self._moves, self._played = playing.moves, 0
        self._again = begin(playing.dealt.rules, playing.game.board.seats, playing.dealt.opener)
        self.view = onlooking(playing.dealt.rules, playing.game.board.seats, ALL)
        self.events: list[AnyEvent] = []

    def catch_up(self) -> None:
        for move in self._moves[self._played :]:
            self.events += self.view.see(self._again.apply(move.seat, move.action))
        self._played = len(self._moves)


class _Line:
    """What a WebSocket is to a TableClient, within this process."""

    def __init__(self, host: Host, code: str) -> None:
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._reading = False
        self._connection = LocalConnection(host, code, self.inbox.put_nowait, lambda: self.inbox.put_nowait(None), _whoever)

    async def send(self, text: str) -> None:
        await self._connection.receive(text)

    def __aiter__(self) -> "_Line":
        return self

    async def __anext__(self) -> str:
        if self._reading:
            self.inbox.task_done()
        self._reading = True
        text = await self.inbox.get()
        if text is None:
            raise StopAsyncIteration
        return text

    def close(self) -> None:
        self._connection.close()


async def _whoever(hello: Hello) -> str:
    return hello.token or ""


class AdjustablePace:
    """How long bots take; people change it, stop it, step it and hurry it."""

    def __init__(self, speed: float = 1.0, waits_for_claims: bool = False) -> None:
        """With `waits_for_claims` bots wait for a claim as long as it takes."""
        self.speed = speed
        self.paused = False
        self.hurried = False
        """No pause until the table waits for a person again."""
        self._waits_for_claims = waits_for_claims
        self._steps = 0
        self._changed = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait, or until a step; a change of speed begins the wait anew."""
        while True:
            self._changed.clear()
            if self._steps:
                self._steps -= 1
                return
            if self.hurried:
                await asyncio.sleep(0)
                return
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.paused else seconds / self.speed)
            except TimeoutError:
                return

    async def take(self, seconds: float, think: Callable[[], Awaitable[T]]) -> T:
        await self.wait(seconds)
        return await think()

    def patience(self, seconds: float) -> float:
        if self.hurried:
            return 0.0
        return inf if self._waits_for_claims else seconds / max(1.0, self.speed)

    def faster(self) -> None:
        self._set_speed(self.speed * 2)

    def slower(self) -> None:
        self._set_speed(self.speed / 2)

    def _set_speed(self, speed: float) -> None:
        self.speed = min(max(speed, SLOWEST), max(FASTEST, self.speed))
        self._changed.set()

    def pause(self) -> None:
        self.paused = not self.paused
        self._changed.set()

    def step(self) -> None:
        self.paused = True
        self._steps += 1
        self._changed.set()

    def hurry(self) -> None:
        self.hurried = True
        self._changed.set()
