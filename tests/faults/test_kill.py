"""The server is killed without warning, again and again under load: nothing that was answered is lost, nothing is done twice."""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from secret_hitler.client import CommandRefused, TableClient, play_now
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.table import Table
from secret_hitler.wire.commands import Act, Say
from secret_hitler.wire.table import Level, Stage
from tests.processes import descendants, running
from tests.server.people import admitted
from tests.server.process import ServerProcess
from tests.sizes import size
from tests.storages import rows_in

KILLS = size("kills")
TABLES = 2
SECONDS = 300 + 20 * KILLS
"""A start takes one second, and many on a machine that has much else to do."""


@pytest.mark.timeout(SECONDS + 100)
async def test_nothing_answered_is_lost_and_nothing_happens_twice(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    answered: set[str] = set()
    try:
        await _under_load(server, answered)
    finally:
        server.stop()
    lines = list(_lines(server))
    written = Counter(line.command for _, line in lines if line.command)
    assert len(answered) > KILLS, "the load was too light to mean anything"
    assert answered <= set(written), "an answered command is not in the log"
    assert max(written.values()) == 1, "a command was carried out twice"
    tables: dict[str, Table] = {}
    for code, line in lines:
        tables.setdefault(code, Table(code)).apply(line)
    assert len(tables) == TABLES


async def test_a_killed_server_leaves_no_bot_thinking(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        await _bots_asked(server)
        deadline = time.monotonic() + 30
        while not (bots := descendants(server.pid, "spawn_main")):
            assert time.monotonic() < deadline, "no bot thinks"
            time.sleep(0.05)
        server.kill()
        deadline = time.monotonic() + 30
        while any(map(running, bots)):
            assert time.monotonic() < deadline, "the bots outlive their server"
            time.sleep(0.05)
        server.start()


async def _bots_asked(server: ServerProcess) -> None:
    """Find a game in which bots have to think, even if a person is the first president."""
    person = await play_now(server.url, "Mira", level=Level.DEDUCER)
    async with TableClient(server.url, person.code, person.token) as table:
        if table.view is not None and table.view.board.president == table.seat:
            await table.act(table.view.legal_actions[0])


async def _under_load(server: ServerProcess, answered: set[str]) -> None:
    rng = random.Random(50)
    people = [each for _ in range(TABLES) for each in await admitted(server.url, 5)]
    clients = [TableClient(server.url, each.code, each.token) for each in people]
    for client in clients:
        await client.__aenter__()
    playing = [asyncio.create_task(_play_for_ever(client, rng, answered)) for client in clients]
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.05, 0.35))
        server.kill()
        await asyncio.to_thread(server.start)
        failed = [task for task in playing if task.done()]
        assert not failed, failed[0].exception()
    for task in playing:
        task.cancel()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes
    for client in clients:
        await client.__aexit__()


async def _play_for_ever(client: TableClient, rng: random.Random, answered: set[str]) -> None:
    while True:
        if client.host and client.table.stage is not Stage.PLAYING:
            await _ask(client.start(), None, answered)
        async for view in client.turns():
            act = Act(id=client.command_id(), action=rng.choice(view.legal_actions))
            await _ask(client.do(act), act.id, answered)
            if rng.random() < 0.2:
                say = Say(id=client.command_id(), text="still here")
                await _ask(client.do(say), say.id, answered)
        game = client.game
        if client.host:
            await _ask(client.start(), None, answered)
        await client.until(lambda table, game=game: table.game > game)  # type: ignore[misc]  # because the default binds the loop's value


async def _ask(asking: "asyncio.Future[None] | object", id: str | None, answered: set[str]) -> None:
    try:
        await asking  # type: ignore[misc]  # because it is one coroutine or another
    except CommandRefused:
        return
    if id is not None:
        answered.add(id)


def _lines(server: ServerProcess) -> list[tuple[str, LogLine]]:
    rows = rows_in(server.data, "SELECT code, body FROM lines ORDER BY code, seq")
    return [(code, msgspec.json.decode(body, type=LogLine)) for code, body in rows]
