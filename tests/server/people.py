"""People at a live table, played by programs that only use the public protocol."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from secret_hitler.client import CommandRefused, TableClient, join_table, open_table
from secret_hitler.wire.api import Admission
from secret_hitler.wire.table import Options


@asynccontextmanager
async def gathered(
    server: str, people: int, options: Options | None = None, kind: type[TableClient] = TableClient
) -> AsyncIterator[list[TableClient]]:
    """Open a table with so many people connected to it; the first is the host."""
    admissions = await admitted(server, people, options)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(kind(server, each.code, each.token)) for each in admissions]


async def admitted(server: str, people: int, options: Options | None = None) -> list[Admission]:
    host = await open_table(server, "Person 0", options)
    return [host, *[await join_table(server, host.code, f"Person {number}") for number in range(1, people)]]


async def play_on(table: TableClient, rng: random.Random) -> None:
    """Act at random whenever asked, until the game is over; others may have been faster."""
    async for view in table.turns():
        try:
            await table.act(rng.choice(view.legal_actions))
        except CommandRefused as refusal:
            assert refusal.code in ("not-awaited", "already-voted", "over"), refusal


async def play_to_the_end(tables: list[TableClient], rng: random.Random) -> None:
    await tables[0].start()
    await asyncio.gather(*(play_on(table, rng) for table in tables))
