"""Three nodes and a database to which everything happens that can, while people play at whichever node answers."""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # because it has no type hints of its own
import pytest

from secret_hitler.client import CommandRefused, open_table
from secret_hitler.client.http import join_table
from secret_hitler.server.cluster import LEASE_SECONDS
from secret_hitler.wire.commands import Act, Say
from secret_hitler.wire.table import Level, Options, Stage
from tests.cluster.histories import RoamingClient
from tests.cluster.tcp_proxy import TcpProxy
from tests.postgres import PostgresCluster
from tests.server.process import ServerProcess

NODES = 3
SKEW = 3600
"""Seconds by which the clock of the last node is ahead of that of the first."""
PEOPLE, SEATS = 3, 5
NO_ROOM = 2 << 20
"""Bytes beyond which no file of the database can be written on its full disk; those of its own log have half as many."""


def fill(postgres: PostgresCluster, database: str, lines: int, first: int = 1) -> None:
    """So short that none is compressed, about a hundred bytes each: once the table is as long as NO_ROOM, its next page has no room."""
    numbers = f"generate_series({first}, {first + lines - 1}) n"
    postgres.does(f"INSERT INTO lines SELECT 'FILLED', n, repeat(md5(n::text), 2)::bytea FROM {numbers}", database)  # noqa: S608  because they are numbers


class Chaos:
    def __init__(self, folder: Path, postgres: PostgresCluster, database: str, proxy: TcpProxy, tables: int, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.postgres, self.database, self.proxy, self.tables = postgres, database, proxy, tables
        through = database.replace(f":{postgres.port}/", f":{proxy.port}/")
        self.nodes = [
            ServerProcess(folder / f"node{number}", ahead=number * SKEW // (NODES - 1), database=through if number == 1 else database)
            for number in range(NODES)
        ]
        self._happens = {
            "kill": self._kill,
            "freeze": self._freeze,
            "cut": self._cut,
            "restart": self._restart,
            "crash": self._crash,
            "fill": self._fill,
        }
        self.answered: set[str] = set()
        self.clients: list[RoamingClient] = []
        self.deaths: list[tuple[float, float]] = []
        """From when to when a node was dead, and everything else was well."""

    async def run(self, faults: list[str]) -> None:
        await self._each(lambda node: node.start())
        urls = [node.url for node in self.nodes]
        for _ in range(self.tables):
            host = await open_table(self.rng.choice(urls), "Person 0", Options(bot_level=Level.RANDOM))
            people = [host, *[await join_table(self.rng.choice(urls), host.code, f"Person {each}") for each in range(1, PEOPLE)]]
            self.clients += [RoamingClient(urls, person.code, person.token, self.rng) for person in people]
        for client in self.clients:
            await client.__aenter__()
        playing = [asyncio.create_task(self._play_for_ever(client)) for client in self.clients]
        for fault in faults:
            await asyncio.sleep(self.rng.uniform(0.1, 0.5))
            await self._happens[fault]()
            failed = [task for task in playing if task.done()]
            assert not failed, failed[0].exception()
        await self._every_game_goes_on()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in self.clients:
            await client.__aexit__()

    @property
    def waits(self) -> list[float]:
        """How long those whose node had died, and who had come to another, waited for what happened next; the shortest first."""
        returns = (each for client in self.clients for each in client.waits)
        return sorted(wait for at, wait in returns if any(died <= at <= back for died, back in self.deaths))

    async def stop(self) -> None:
        await self._each(lambda node: node.stop())

    async def _each(self, does: Callable[[ServerProcess], object]) -> None:
        await asyncio.gather(*(asyncio.to_thread(does, node) for node in self.nodes))

    # What happens

    async def _kill(self) -> None:
        """One where somebody is; it stays dead until they have all come to another and seen the game go on there."""
        there = self.rng.choice(self.clients).node
        hit = [(client, len(client.waits)) for client in self.clients if client.node == there]
        node = next(node for node in self.nodes if node.url == there)
        died_at = time.monotonic()
        node.kill()
        await self._every_game_goes_on()
        async with asyncio.timeout(60):
            for client, waits in hit:
                await client.until(lambda _, client=client, waits=waits: len(client.waits) > waits)  # type: ignore[misc]  # because the defaults bind the loop's values
        self.deaths.append((died_at, time.monotonic()))
        await asyncio.to_thread(node.start)

    async def _freeze(self) -> None:
        """Longer than its lease; what it was about to do is out of date when it wakes."""
        node = self.rng.choice(self.nodes)
        os.kill(node.pid, signal.SIGSTOP)
        await asyncio.sleep(LEASE_SECONDS + self.rng.uniform(0.2, 1))
        os.kill(node.pid, signal.SIGCONT)

    async def _cut(self) -> None:
        """Between one node and the database; its people get no answer, and it loses its duties."""
        self.proxy.cut()
        await asyncio.sleep(LEASE_SECONDS + self.rng.uniform(0.2, 1))
        self.proxy.mend()

    async def _restart(self) -> None:
        await asyncio.to_thread(self.postgres.stop, "fast")
        await asyncio.to_thread(self.postgres.start)

    async def _crash(self) -> None:
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.to_thread(self.postgres.start)

    async def _fill(self) -> None:
        """Fill the database's disk; whatever it accepts meanwhile it still has to keep."""
        await asyncio.to_thread(self.postgres.limit_files, str(NO_ROOM))
        with pytest.raises(asyncpg.PostgresError, match="could not extend file"):
            await asyncio.to_thread(fill, self.postgres, self.database, 1000, NO_ROOM)
        await asyncio.sleep(self.rng.uniform(0.5, 1.5))
        await asyncio.to_thread(self.postgres.limit_files, "unlimited")

    async def _every_game_goes_on(self) -> None:
        before = [len(client.history) for client in self.clients]
        async with asyncio.timeout(60):
            for client, shown in zip(self.clients, before, strict=True):
                await client.until(lambda _, client=client, shown=shown: len(client.history) > shown)  # type: ignore[misc]  # because the defaults bind the loop's values

    # What people do

    async def _play_for_ever(self, client: RoamingClient) -> None:
        while True:
            if client.host and client.table.stage is not Stage.PLAYING:
                with contextlib.suppress(CommandRefused):
                    await client.add_bots(fill_to=SEATS)
                with contextlib.suppress(CommandRefused):
                    await client.start()
                await asyncio.sleep(0.05)
                continue
            if not client.asked or client.view is None:
                changes = client.changes
                await client.until(lambda table, changes=changes: table.changes > changes)  # type: ignore[misc]  # as above
                continue
            command: Act | Say = Act(id=client.command_id(), action=self.rng.choice(client.view.legal_actions))
            if self.rng.random() < 0.1:
                command = Say(id=client.command_id(), text="still here")
            try:
                await client.do(command)
                self.answered.add(command.id)
            except CommandRefused:  # the moment has passed, or nothing can be stored
                await asyncio.sleep(0.05)
