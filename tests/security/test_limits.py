"""One address, one player or one table can take so much and no more; the others never notice."""

import asyncio
import itertools
import json
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from secret_hitler.server import limits, transports
from secret_hitler.server import socket as table_socket
from secret_hitler.server.security import household
from secret_hitler.tables import connection
from tests.security.attacker import PROTOCOL, Line, Stranger
from tests.server.live_server import LiveServer
from tests.sizes import size

RATE = 0.2
_numbers = itertools.count(10)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Behind a proxy, so that a test can come from any address; one address may do little, and no time passes in which it may do more."""
    now = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "monotonic", lambda: now)
        with LiveServer(tmp_path_factory.mktemp("proxied") / "data", trust_proxy=True, address_rate=RATE) as started:
            yield started


def test_an_allowance_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    allowance = limits.Allowance(burst=2, rate=0.1)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    assert allowance.wait == 10
    now += 9.5
    assert not allowance.take()
    assert allowance.wait == 1
    now += 0.5
    assert allowance.take()


def come_from(server: LiveServer, address: str) -> Stranger:
    return Stranger(server.url, {"x-forwarded-for": address})


async def refused(stranger: Stranger, path: str, most: int, body: Any = None) -> httpx.Response:
    """Ask until it is too much: the first answer that says so."""
    for _ in range(most):
        answer = await (stranger.get(path) if body is None else stranger.post(path, body))
        if answer.status_code == 429:
            return answer
    raise AssertionError(f"{most} times {path}, and no limit")


def is_clear(answer: httpx.Response) -> None:
    assert answer.json()["code"] == "too-many"
    assert "Wait a moment" in answer.json()["reason"]
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    ("path", "most", "body"),
    [
        ("/api/rules", 41, None),
        ("/api/records/nothing", 13, None),
        ("/api/records/nothing/belief", 3, None),
        ("/api/tables", 4, {"name": "Mallory"}),
        ("/api/play-now", 4, {"name": "Mallory"}),
        ("/api/paper", 25, {"names": ["a", "b", "c", "d", "e"]}),
    ],
)
async def test_what_one_address_may_ask_has_an_end_and_others_go_on(proxied: LiveServer, path: str, most: int, body: Any) -> None:
    async with asyncio.timeout(60):
        number = next(_numbers)
        attacker = come_from(proxied, f"203.0.113.{number}")
        is_clear(await refused(attacker, path, most, body))
        honest = come_from(proxied, f"198.51.100.{number}")
        answer = await (honest.get(path) if body is None else honest.post(path, body))
        assert answer.status_code != 429


async def test_a_network_of_ipv6_addresses_is_one_address(proxied: LiveServer) -> None:
    for number in range(3):
        attacker = come_from(proxied, f"2001:db8:1:1::{number:x}")
        answer = await attacker.get("/api/records/nothing/belief")
        if answer.status_code == 429:
            break
    else:
        raise AssertionError("every address of a network was counted for itself")
    assert (await come_from(proxied, "2001:db8:1:2::1").get("/api/records/nothing/belief")).status_code == 404
    assert household("2001:db8:1:1::5") == household("2001:db8:1:1:ffff::1") == "2001:db8:1:1::/64"
    assert household("::ffff:192.0.2.1") == "192.0.2.1"


async def test_only_the_proxy_says_where_somebody_comes_from(proxied: LiveServer, tmp_path: Path) -> None:
    """What a client writes itself stands before what the proxy adds, and without a proxy nobody reads it."""

    async def story(server: LiveServer, forged: str) -> None:
        for number in range(3):
            stranger = Stranger(server.url, {"x-forwarded-for": forged.format(number=number)})
            if (await stranger.get("/api/records/nothing/belief")).status_code == 429:
                return
        raise AssertionError("a forged address was believed")

    await story(proxied, "10.0.0.{number}, 192.0.2.77")
    with LiveServer(tmp_path / "data", address_rate=RATE) as direct:
        await story(direct, "10.0.0.{number}")


async def test_passwords_are_not_guessed_and_guesses_keep_nobody_out(proxied: LiveServer) -> None:
    """A guess is charged to whoever makes it: however many guess, the right word is taken."""
    async with asyncio.timeout(60):
        opened = await come_from(proxied, "192.0.2.1").opens("Ann", "quince")
        path = f"/api/tables/{opened['code']}/join"
        is_clear(await refused(come_from(proxied, "192.0.2.2"), path, 2, {"name": "Mallory", "password": "wrong"}))
        for number in range(8):
            answer = await come_from(proxied, f"192.0.2.{100 + number}").post(path, {"name": "Mallory", "password": "wrong"})
            assert answer.status_code == 403
        for number in range(3):
            answer = await come_from(proxied, "192.0.2.99").post(path, {"name": f"Ben {number}", "password": "quince"})
            assert answer.status_code == 201


async def test_a_player_from_many_addresses_is_counted_as_one(proxied: LiveServer) -> None:
    async with asyncio.timeout(60):
        opened = await come_from(proxied, "192.0.2.3").opens("Ann")
        for number in range(21):
            stranger = come_from(proxied, f"198.18.{number}.1")
            answer = await stranger.get("/api/turns", token=opened["token"])
            if answer.status_code == 429:
                is_clear(answer)
                return
        raise AssertionError("one token asks from everywhere for ever")


async def test_nobody_is_refused_because_others_ask_about_a_table(proxied: LiveServer) -> None:
    async with asyncio.timeout(60):
        opened = await come_from(proxied, "192.0.2.4").opens("Ann")
        for number in range(100):
            answer = await come_from(proxied, f"198.19.{number}.1").get(f"/api/tables/{opened['code']}")
            assert answer.status_code == 200


async def test_sockets_of_one_address_have_an_end(proxied: LiveServer) -> None:
    async with asyncio.timeout(60):
        opened = await come_from(proxied, "192.0.2.5").opens("Ann")
        attacker = come_from(proxied, "192.0.2.6")
        async with AsyncExitStack() as stack:
            for _ in range(20):
                await stack.enter_async_context(attacker.socket(opened["code"]))
            with pytest.raises(InvalidStatus) as denied:
                await stack.enter_async_context(attacker.socket(opened["code"]))
            assert denied.value.response.status_code == 429
            assert int(denied.value.response.headers["retry-after"]) >= 1
            assert json.loads(denied.value.response.body or b"")["code"] == "too-many"
            async with come_from(proxied, "192.0.2.5").connects(opened["code"], opened["token"]) as line:
                assert line.seat == 0


async def test_watchers_of_one_address_leave_room_for_others(proxied: LiveServer) -> None:
    async with asyncio.timeout(60):
        opened = await come_from(proxied, "192.0.2.7").opens("Ann")
        attacker = come_from(proxied, "192.0.2.8")
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(attacker.connects(opened["code"])) for _ in range(4)]
            await lines[-1].until(lambda line: line.closed is not None)
            assert lines[-1].closed == 4429
            assert lines[-1].heard("Goodbye")[0]["code"] == "watched"
            assert all(line.closed is None for line in lines[:-1])
            async with come_from(proxied, "192.0.2.9").connects(opened["code"]) as another:
                assert another.heard("Welcome")


async def test_two_hundred_watchers_do_not_lock_a_player_out(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    watchers = size("watchers")
    most = watchers * table_socket.WATCHERS_OF_ONE_TABLE // 200
    monkeypatch.setattr(table_socket, "WATCHERS_OF_ONE_TABLE", most)

    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        opened = await stranger.opens("Ann")
        async with AsyncExitStack() as stack:
            closed = 0
            for _ in range(watchers):
                line: Line = await stack.enter_async_context(stranger.connects(opened["code"]))
                closed += bool(line.heard("Goodbye"))
            assert closed == watchers - most > 0
            async with stranger.connects(opened["code"], opened["token"]) as host:
                assert host.seat == 0
            joined = await stranger.joins(opened["code"], "Ben")
            async with stranger.connects(opened["code"], joined["token"]) as guest:
                assert guest.seat == 1


async def test_a_player_with_too_many_devices_keeps_the_newest(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        opened = await stranger.opens("Ann")
        async with AsyncExitStack() as stack:
            devices = table_socket.DEVICES_OF_ONE_PLAYER
            lines = [await stack.enter_async_context(stranger.connects(opened["code"], opened["token"])) for _ in range(devices + 1)]
            await lines[0].until(lambda line: line.closed is not None)
            assert (lines[0].closed, lines[0].heard("Goodbye")[0]["code"]) == (4429, "devices")
            assert all(line.closed is None and line.heard("Welcome") for line in lines[1:])


async def test_several_devices_send_no_more_than_one(tmp_path: Path) -> None:
    async def story(server: LiveServer) -> None:
        stranger = Stranger(server.url)
        opened = await stranger.opens("Ann")
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(stranger.connects(opened["code"], opened["token"])) for _ in range(4)]
            for number in range(40):
                line = lines[number % 4]
                if line.closed is not None:
                    break
                await line.socket.send(json.dumps({"type": "React", "id": f"r{number}", "reaction": "wink"}))
            await asyncio.wait([asyncio.create_task(_closes(line)) for line in lines], return_when=asyncio.FIRST_COMPLETED)
            (one,) = [line for line in lines if line.closed is not None][:1]
            assert (one.closed, one.heard("Goodbye")[0]["code"]) == (4429, "too-fast")

    with LiveServer(tmp_path / "data", message_rate=5) as slow:
        await story(slow)


async def _closes(line: Line) -> None:
    await line.until(lambda line: line.closed is not None)


def _stalled(server: LiveServer, code: str) -> socket.socket:
    """Somebody who asks for much and reads nothing."""
    small = socket.create_connection(("127.0.0.1", server.port))
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += small.recv(1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    small.sendall(_frame({"protocol": PROTOCOL}))
    return small


def _frame(message: dict[str, Any]) -> bytes:
    payload = json.dumps(message).encode()
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload


@pytest.mark.long_steps  # because no limit cuts its flood short here, and one read may bring 4,000 frames
@pytest.mark.parametrize("how", ["too far behind", "stalled"])
async def test_a_reader_that_reads_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "stalled":
        monkeypatch.setattr(connection, "OUTBOX", 10**9)
        monkeypatch.setattr(transports, "STALLED_SECONDS", 0.3)
    with LiveServer(tmp_path / "data", send_buffer=4096) as server:
        stranger = Stranger(server.url)
        opened = await stranger.opens("Ann")
        async with stranger.connects(opened["code"], opened["token"]) as host:
            dead = await asyncio.to_thread(_stalled, server, opened["code"])
            try:
                await host.until(lambda line: line.table["spectators"] == 1)
                flood = asyncio.create_task(asyncio.to_thread(_flood, dead))
                await host.until(lambda line: line.table["spectators"] == 0)
                assert await flood, "the server stopped listening without closing"
            finally:
                dead.close()
            assert (await host.sends("Say", text="still here"))["type"] == "Done"


def _flood(dead: socket.socket) -> bool:
    """Send what has to be answered until the other end is gone."""
    refusal = _frame({"type": "Nudge", "id": "x" * 40, "seat": 0}) * 200
    dead.settimeout(30)
    try:
        while True:
            dead.sendall(refusal)
    except (ConnectionError, BrokenPipeError):
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "begun", [b"", b"GET /api/rules HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"]
)
async def test_a_request_that_never_ends_is_closed(server: LiveServer, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(transports, "REQUEST_SECONDS", 0.2)

    async with asyncio.timeout(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(begun)
        await writer.drain()
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
