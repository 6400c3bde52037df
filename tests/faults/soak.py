"""A long evening: strangers come and go at many tables while the server is killed, its disk fills up and sockets drop."""

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from secret_hitler.client import CommandRefused, ServerError, TableClient, open_table, play_now
from secret_hitler.client.http import post
from secret_hitler.wire.api import Admission, QuickMatch
from secret_hitler.wire.commands import Act, Say
from secret_hitler.wire.table import Level, Options, Stage
from tests.faults.facts import standing_still
from tests.faults.full_disk import fill_disk, make_room, ready
from tests.server.process import ServerProcess

STUCK_SECONDS = 120.0
"""A table of one person and bots on which nothing happens for so long stands still."""
AGAIN_SECONDS = 0.5


class Soak:
    def __init__(self, server: ServerProcess, strangers: int, seed: int = 1) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.strangers = strangers
        self.answered: set[str] = set()
        self.visits = self.returns = self.kills = self.full_disks = self.drops = self.refused = self.ended = 0
        self.memory: list[float] = []
        """Megabytes of the server, once a second while it is left alone."""

    async def run(self, seconds: float) -> None:
        """Three fifths of the time with faults; then the same visitors at a server that is left alone.

        Longer where a slow machine has not seen everything by then."""
        visiting = [asyncio.create_task(self._stranger(), name=f"stranger {number}") for number in range(self.strangers)]
        try:
            await self._while_all_goes_well(visiting, self._faults(0.6 * seconds))
            await self._while_all_goes_well(visiting, self._watch_memory(0.4 * seconds, answers=seconds))
        finally:
            for task in visiting:
                task.cancel()
            await asyncio.wait(visiting)

    async def _while_all_goes_well(self, visiting: "list[asyncio.Task[None]]", doing: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(doing)
        done, _ = await asyncio.wait({task, *visiting}, return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        for each in done:
            each.result()

    # Faults

    async def _faults(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until or not (self.kills and self.full_disks):
            await asyncio.sleep(self.rng.uniform(2, 4 + self.strangers / 10))  # time enough for everybody to come back
            if self.kills <= self.full_disks:
                self.server.kill()
                await asyncio.to_thread(self.server.start)
                self.kills += 1
            else:
                await self._full_disk()

    async def _full_disk(self) -> None:
        fill_disk(self.server)
        while await asyncio.to_thread(ready, self.server):
            await asyncio.sleep(0.1)
        await asyncio.sleep(self.rng.uniform(0, 2))
        make_room(self.server)
        while not await asyncio.to_thread(ready, self.server):
            await asyncio.sleep(0.1)
        self.full_disks += 1

    async def _watch_memory(self, seconds: float, answers: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until or not (self.ended and self.returns and self.drops and len(self.answered) > answers):
            await asyncio.sleep(1)
            pages = int(Path(f"/proc/{self.server.pid}/statm").read_text().split()[1])
            self.memory.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)

    # Strangers

    async def _stranger(self) -> None:
        seat: Admission | None = None
        while True:
            await asyncio.sleep(self.rng.uniform(0, 2))
            try:
                if seat is None or self.rng.random() < 0.6:
                    seat, among_strangers = await self._come()
                    self.visits += 1
                else:
                    self.returns += 1  # to a table that may have left memory meanwhile
                await self._visit(seat, among_strangers)
            except ServerError:  # it is down, or cannot store anything just now
                self.refused += 1
                await asyncio.sleep(AGAIN_SECONDS)

    async def _come(self) -> tuple[Admission, bool]:
        way = self.rng.random()
        if way < 0.2:
            return await post(self.server.url, "/api/quick-match", QuickMatch(name="Stranger", players=5), Admission), True
        if way < 0.4:
            return await open_table(self.server.url, "Host", Options(bot_level=Level.RANDOM)), False
        return await play_now(self.server.url, "Guest", players=self.rng.choice((5, 7, 10)), level=Level.RANDOM), False

    async def _visit(self, seat: Admission, among_strangers: bool) -> None:
        async with TableClient(self.server.url, seat.code, seat.token) as table:
            if table.host and not table.game and not among_strangers:
                with contextlib.suppress(CommandRefused):
                    await table.add_bots(fill_to=5)
                    await table.start()
            if table.table.stage is Stage.LOBBY and not among_strangers:
                return  # the disk was full when it should have begun
            turns = self.rng.randrange(1, 30)
            with contextlib.suppress(TimeoutError) if among_strangers else contextlib.nullcontext():
                async with asyncio.timeout(self.rng.uniform(2, 20)) if among_strangers else asyncio.timeout(None):
                    await self._play(table, turns)

    async def _play(self, table: TableClient, turns: int) -> None:
        while turns and not table.over:
            await self._until_asked(table)
            if table.asked and table.view is not None:
                act = Act(id=table.command_id(), action=self.rng.choice(table.view.legal_actions))
                await self._ask(table, act)
                turns -= 1
            if self.rng.random() < 0.2:
                await self._ask(table, Say(id=table.command_id(), text="good evening"))
            socket: Any = table._socket
            if self.rng.random() < 0.1 and socket is not None:
                socket.transport.abort()
                self.drops += 1
        self.ended += table.over

    async def _until_asked(self, table: TableClient) -> None:
        """Let the others go on without this person as long as they like, and check that they do."""
        while not (table.asked or table.over):
            try:
                async with asyncio.timeout(STUCK_SECONDS):
                    await table.until(_moved(table.seq))
            except TimeoutError as error:
                raise AssertionError(await standing_still(self.server, table)) from error

    async def _ask(self, table: TableClient, command: Act | Say) -> None:
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                await table.do(command)
            self.answered.add(command.id)
        except CommandRefused:  # the moment has passed, or the disk is full
            await asyncio.sleep(0.05)


def _moved(seen: int) -> Callable[[TableClient], bool]:
    return lambda table: table.asked or table.over or table.seq != seen
