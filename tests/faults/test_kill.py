"""The server is killed without warning, again and again under load: nothing that was answered is lost, nothing is done twice."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from secret_hitler.client import CommandRefused, TableClient, play_now
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.table import Table
from secret_hitler.wire.api import Admission
from secret_hitler.wire.commands import Act, Say
from secret_hitler.wire.table import Level, Options, Stage
from tests.processes import descendants, running
from tests.server.people import admitted
from tests.server.process import ServerProcess
from tests.server.voices import voice
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
    people = [each for _ in range(TABLES) for each in await admitted(server.url, 5)]
    try:
        await _under_load(server, people, KILLS, answered)
    finally:
        server.stop()
    assert len(answered) > KILLS, "the load was too light to mean anything"
    _check_logs(server, answered, TABLES)


async def test_a_server_killed_while_people_talk_loses_none_of_the_game_and_the_talk_goes_on(tmp_path: Path) -> None:
    """Two talk to the others, come back as the page does, and say in how many lives of the server so far."""
    server = ServerProcess(tmp_path / "data").start()
    answered: set[str] = set()
    people = await admitted(server.url, 5, Options(voice=True))
    said, heard = [b"the first life"], [set[bytes]() for _ in people]
    talking = [
        asyncio.create_task(_talk_for_ever(server.url, person, said if number < 2 else [], heard[number]))
        for number, person in enumerate(people)
    ]

    async def everybody_has_heard() -> None:
        async with asyncio.timeout(60):
            while not all(said[0] in words for words in heard):
                await asyncio.sleep(0.02)
        said[0] += b", and the next"

    try:
        await everybody_has_heard()
        await _under_load(server, people, 2, answered, everybody_has_heard)
        assert not any(task.done() for task in talking)
    finally:
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        server.stop()
    assert answered, "nobody played"
    _check_logs(server, answered, 1)


async def _talk_for_ever(url: str, person: Admission, said: list[bytes], words: set[bytes]) -> None:
    while True:
        with contextlib.suppress(OSError, TimeoutError, WebSocketException):
            async with voice(url, person.code, person.token) as mine:
                while mine.closed is None:
                    for each in said:
                        await mine.says(each)
                    await asyncio.sleep(0.06)
                    words.update(heard.frame[4:] for heard in mine.heard)
        await asyncio.sleep(0.1)


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


async def _nothing() -> None:
    pass


async def _under_load(
    server: ServerProcess,
    people: list[Admission],
    kills: int,
    answered: set[str],
    after_each: Callable[[], Awaitable[None]] = _nothing,
) -> None:
    rng = random.Random(50)
    clients = [TableClient(server.url, each.code, each.token) for each in people]
    for client in clients:
        await client.__aenter__()
    playing = [asyncio.create_task(_play_for_ever(client, rng, answered)) for client in clients]
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 0.35))
        server.kill()
        await asyncio.to_thread(server.start)
        await after_each()
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


def _check_logs(server: ServerProcess, answered: set[str], count: int) -> None:
    lines = _lines(server)
    written = Counter(line.command for _, line in lines if line.command)
    assert answered <= set(written), "an answered command is not in the log"
    assert max(written.values()) == 1, "a command was carried out twice"
    tables: dict[str, Table] = {}
    for code, line in lines:
        tables.setdefault(code, Table(code)).apply(line)
    assert len(tables) == count


def _lines(server: ServerProcess) -> list[tuple[str, LogLine]]:
    rows = rows_in(server.data, "SELECT code, body FROM lines ORDER BY code, seq")
    return [(code, msgspec.json.decode(body, type=LogLine)) for code, body in rows]
