"""Who sends far more than any game needs is cut off before anything is done for it; who plays keeps their place."""

import asyncio
import contextlib
import math
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from secret_hitler.server import connections, limits, transports
from secret_hitler.server.connections import FrameMeter
from tests.security.attacker import Stranger
from tests.security.floods import SENT, close_code, flood, frame, opened, request
from tests.server.live_server import LiveServer

FAR_AWAY = "127.0.3.1"
"""Another address of this machine, and so another visitor."""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """With the limits of a server as it is installed."""
    with LiveServer(tmp_path_factory.mktemp("guarded") / "data", message_rate=20, address_rate=2) as started:
        yield started


@pytest.mark.parametrize("attack", SENT)
async def test_a_flood_is_closed_and_a_player_is_answered(guarded: LiveServer, attack: str) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(guarded.url)
        table, other = await stranger.opens("Ann"), await stranger.opens("Mallory")
        async with stranger.connects(table["code"], table["token"]) as player:
            heard = await flood(attack, guarded.port, other["code"], FAR_AWAY)
            assert close_code(heard) in (4429, None)  # nobody who still sends is sure to read why
            assert (await player.sends("React", reaction="wink"))["type"] == "Done"


@pytest.mark.parametrize("attack", SENT)
async def test_who_stops_to_read_is_told_why(guarded: LiveServer, attack: str) -> None:
    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        reader, writer = await opened(guarded.port, code, "127.0.3.2")
        writer.write((frame(0x01) if attack == "fragments" else b"") + SENT[attack] * 300)
        heard = b""
        with contextlib.suppress(ConnectionError):
            while part := await reader.read(65_536):
                heard += part
        writer.transport.abort()
        assert close_code(heard) == 4429


async def test_a_flood_costs_little_work(guarded: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much comes in one read, the frames are counted and not decoded."""
    counted: list[int] = []
    take = limits.Allowance.take

    def counting(self: limits.Allowance) -> bool:
        counted.append(1)
        return take(self)

    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        monkeypatch.setattr(limits.Allowance, "take", counting)
        await flood("pings", guarded.port, code, "127.0.3.3")
        assert len(counted) < 1000  # of some 33,000 in the first write


async def test_little_of_a_flood_is_read_at_once(guarded: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    take = transports.ImpatientWebSocket.data_received

    def measured(self: transports.ImpatientWebSocket, data: bytes) -> None:
        lengths.append(len(data))
        take(self, data)

    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        monkeypatch.setattr(transports.ImpatientWebSocket, "data_received", measured)
        reader, writer = await opened(guarded.port, code, "127.0.3.8")
        with _held(guarded):
            writer.write(SENT["pings"] * 300_000)
            await asyncio.sleep(0)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.transport.abort()
        assert max(lengths) <= 2 * transports.UNREAD


async def test_handshakes_that_come_together_take_turns(guarded: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is decoded while the others wait, and what anybody plays comes between them."""
    waiting: list[int] = []
    take = H11Protocol.data_received

    def counting(self: H11Protocol, data: bytes) -> None:
        waiting.append(len(guarded.connections._crowd))
        take(self, data)

    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        addresses = [f"127.0.3.{10 + number}" for number in range(40)]
        many = [await _silent(guarded.port, address) for address in addresses]
        while not all(map(guarded.connections._of_address.get, addresses)):
            await asyncio.sleep(0.01)
        monkeypatch.setattr(H11Protocol, "data_received", counting)
        with _held(guarded):
            for _, writer in many:
                writer.write(request(guarded.port, code))
        assert [b" 101 " in await reader.readuntil(b"\r\n\r\n") for reader, _ in many] == [True] * len(many)
        assert max(waiting) > len(many) / 2
        for _, writer in many:
            writer.transport.abort()


@contextlib.contextmanager
def _held(server: LiveServer) -> Iterator[None]:
    """Let the server do nothing meanwhile, so that everything that is sent reaches it at once."""
    go_on = threading.Event()
    assert server._loop is not None
    server._loop.call_soon_threadsafe(go_on.wait)
    try:
        yield
    finally:
        go_on.set()


async def test_a_crowd_of_frames_is_decoded_in_pieces_and_fragments_are_cut_off_once(
    guarded: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each of two hundred may send is too much for one turn of the loop."""
    lengths, cut = list[int](), list[str]()
    take = WebSocketsSansIOProtocol.data_received

    def measured(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        lengths.append(len(data))
        take(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", measured)
    monkeypatch.setattr(guarded.connections, "flooded", cut.append)
    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        reader, writer = await opened(guarded.port, code, "127.0.3.6")
        crowd, heard = SENT["pings"] * 150, b""
        writer.write(crowd)
        while heard.count(b"\x8a\x00") < 150:  # beside the welcome, which is text
            heard += await reader.read(65_536)
        assert sum(lengths) >= len(crowd)
        assert max(lengths) <= transports.PIECE
        writer.write(frame(0x01) + SENT["fragments"] * 100)
        assert close_code(await reader.read()) == 4429
        assert cut == ["127.0.3.6"]
        writer.transport.abort()


async def test_an_address_that_floods_again_and_again_may_not_come_back_at_once(guarded: LiveServer) -> None:
    async with asyncio.timeout(60):
        code = (await Stranger(guarded.url).opens("Mallory"))["code"]
        for _ in range(20):
            try:
                await flood("pings", guarded.port, code, "127.0.3.4")
            except OSError:
                break
        else:
            raise AssertionError("twenty floods, and nobody shut the door")
        _, writer = await opened(guarded.port, code, "127.0.3.5")
        writer.transport.abort()


async def test_silent_connections_of_one_address_leave_room_for_others(guarded: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(60):
        monkeypatch.setattr(guarded.limits, "connections_of_address", 30)
        monkeypatch.setattr(guarded.connections, "_said_at", -math.inf)
        with capture_logs() as journal:
            silent = [await _silent(guarded.port, "127.0.3.6") for _ in range(40)]
            closed = [await _closes(reader) for reader, _ in silent[30:]]
        assert all(closed)
        assert [line["held"] for line in journal if line["event"] == "connections refused"] == [30]
        assert (await Stranger(guarded.url).get("/api/rules")).status_code == 200
        for _, writer in silent:
            writer.transport.abort()


async def test_who_plays_keeps_the_connection_and_newcomers_find_room(guarded: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are as many connections as there can be, the oldest that nobody plays by gives way."""
    async with asyncio.timeout(60):
        stranger = Stranger(guarded.url)
        table = await stranger.opens("Ann")
        async with stranger.connects(table["code"], table["token"]) as player, AsyncExitStack() as stack:
            monkeypatch.setattr(guarded.connections, "most", len(guarded.connections) + 20)
            monkeypatch.setattr(guarded.connections, "_said_at", -math.inf)
            journal = stack.enter_context(capture_logs())
            silent = [await _silent(guarded.port, f"127.0.3.{7 + number % 5}") for number in range(40)]
            for _, writer in silent:
                stack.callback(writer.transport.abort)
            assert await _closes(silent[0][0])
            assert "connections full" in {line["event"] for line in journal}
            assert (await player.sends("React", reaction="wink"))["type"] == "Done"
            joined = await stranger.joins(table["code"], "Ben")
            async with stranger.connects(table["code"], joined["token"]) as guest:
                assert guest.seat == 1


async def _silent(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def _closes(reader: asyncio.StreamReader) -> bool:
    with contextlib.suppress(ConnectionError):
        return await reader.read() == b""
    return True


@given(st.lists(st.binary(max_size=125), max_size=20), st.data())
def test_frames_are_counted_alike_however_they_are_cut(payloads: list[bytes], data: st.DataObject) -> None:
    """Of a message rate of one, ten frames at once are allowed."""
    sent = b"".join(frame(0x82, payload) for payload in payloads)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=30)))
    meter = FrameMeter(1)
    parts = [sent[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
    assert all(meter.allows(part) for part in parts) == (len(payloads) <= 10)


@pytest.mark.parametrize("length", [126, 65_535, 65_536])
def test_long_frames_are_one_frame_each(length: int) -> None:
    head = bytes([0x82, 0xFE]) + length.to_bytes(2, "big") if length < 65_536 else bytes([0x82, 0xFF]) + length.to_bytes(8, "big")
    meter = FrameMeter(1000)
    sent = (head + bytes(4) + bytes(length)) * 3 + head[:1]
    assert all(meter.allows(sent[at : at + 1000]) for at in range(0, len(sent), 1000))
    assert meter.frames_begun == 3


def test_bytes_are_counted_too() -> None:
    meter = FrameMeter(1)
    assert not meter.allows(bytes([0x82, 0xFF]) + (10**9).to_bytes(8, "big") + bytes(30_000))


def test_a_server_allows_itself_as_many_files_as_it_may() -> None:
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]));"
    raised = f"{low} from secret_hitler.server.connections import raise_file_limit; print(raise_file_limit())"
    answer = subprocess.run([sys.executable, "-c", raised], capture_output=True, text=True, check=True)
    assert int(answer.stdout) == (connections.MOST_FILES if hard < 0 else min(hard, connections.MOST_FILES)) > 256
