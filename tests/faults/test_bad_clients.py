"""Clients that never read, that send byte by byte, or that connect a hundred times a second do not hold up the others."""

import asyncio
import base64
import contextlib
import json
import os
import random
import resource
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from secret_hitler.client import CommandRefused, TableClient
from secret_hitler.rules import Nominate
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.table import Stage
from tests.server.people import admitted, gathered, play_on, play_to_the_end
from tests.server.process import ServerProcess


@contextlib.asynccontextmanager
async def _handshake(server: ServerProcess, code: str) -> AsyncIterator[asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    try:
        await writer.drain()
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer
        yield writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def _frame(text: str) -> bytes:
    payload = text.encode()
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload)]) + mask + masked


HELLO = json.dumps({"protocol": PROTOCOL})


async def _never_reads(server: ServerProcess, code: str) -> None:
    async with _handshake(server, code) as writer:
        writer.write(_frame(HELLO))
        await writer.drain()
        await asyncio.sleep(60)


async def _sends_byte_by_byte(server: ServerProcess, code: str) -> None:
    async with _handshake(server, code) as writer:
        for byte in _frame(HELLO):
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.2)


async def _reconnects(server: ServerProcess, code: str) -> None:
    for _ in range(3000):
        with contextlib.suppress(OSError):
            async with _handshake(server, code):
                pass
        await asyncio.sleep(0.01)


async def test_bad_clients_do_not_hold_up_the_others(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with gathered(server.url, 7) as tables:
            bad = [
                asyncio.create_task(trouble(server, tables[0].code))
                for trouble in (_never_reads, _never_reads, _sends_byte_by_byte, _reconnects)
            ]
            try:
                await tables[0].until(lambda table: table.table.spectators >= 2)
                for _ in range(3):
                    await play_to_the_end(tables, random.Random(9))
                    game = tables[0].game
                    assert game > 0
            finally:
                for task in bad:
                    task.cancel()
                outcomes = await asyncio.gather(*bad, return_exceptions=True)
            assert all(outcome is None or isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes


async def _talk_on(table: TableClient) -> None:
    for number in range(5000):
        await table.say(f"{number} " + "x" * 300)


@pytest.mark.sqlite
async def test_a_full_disk_is_a_clear_refusal_and_no_lost_game(tmp_path: Path) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    async def until_full(server: ServerProcess) -> tuple[list[str], str]:
        people = await admitted(server.url, 5)
        async with TableClient(server.url, people[0].code, people[0].token) as host:
            await host.start()
            with pytest.raises(CommandRefused, match=r"can.t save anything right now. Nothing is lost"):
                await _talk_on(host)
            talked = len(host.talk)
            assert talked > 10
            president = host.view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
        async with TableClient(server.url, people[0].code, people[president].token) as table:
            await table.until(lambda table: table.asked)
            with pytest.raises(CommandRefused, match="save anything"):
                await table.act(table.view.legal_actions[0])  # type: ignore[union-attr]  # because the table asks
            assert table.view.board.phase == "nomination"  # type: ignore[union-attr]  # as above
        return [each.token for each in people], people[0].code

    async def after(server: ServerProcess, tokens: list[str], code: str) -> None:
        async with TableClient(server.url, code, tokens[0]) as host:
            assert host.table.stage is Stage.PLAYING
            president = host.view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
        async with TableClient(server.url, code, tokens[president]) as table:
            action = table.view.legal_actions[0]  # type: ignore[union-attr]  # because the table asks
            assert isinstance(action, Nominate)
            await table.act(action)

    with ServerProcess(tmp_path / "data", before=small_disk) as server:
        tokens, code = await until_full(server)
        server.kill()
    with ServerProcess(tmp_path / "data") as with_room:
        await after(with_room, tokens, code)


async def test_a_server_told_to_stop_says_goodbye_and_players_come_back_by_themselves(tmp_path: Path) -> None:
    async def play_from_here(tables: list[TableClient]) -> None:
        rng = random.Random(2)
        await asyncio.gather(*(play_on(table, rng) for table in tables))
        assert all(table.over for table in tables)

    with ServerProcess(tmp_path / "data") as server:
        async with gathered(server.url, 5) as tables:
            await tables[0].start()
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            await play_from_here(tables)
