"""What a delivered message costs the server: tables of ten sockets playing, against a bare broadcast of messages of the same size.

python -m benchmarks.server_load [tables] [seconds]

Prints server CPU per delivered message and its ratio to the bare broadcast, the time from an action to the last of ten screens, and the
memory
of an idle table and of a socket. Everything stays on this machine's loopback, and stops by itself.
"""

import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from tests.ports import free_port
from tests.server.process import ServerProcess

from secret_hitler.client.http import join_table, open_table
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.table import Options

SEATS = 10
NO_VETO = "veto_threshold = 6"
"""Then every action is seen by all ten screens."""
BARE = """
import asyncio
from litestar import Litestar, WebSocket, websocket
from litestar.params import FromPath

groups = {}

@websocket("/{group:str}")
async def talk(socket: WebSocket, group: FromPath[str]) -> None:
    await socket.accept()
    members = groups.setdefault(group, set())
    outbox = asyncio.Queue(256)
    members.add(outbox)
    async def write() -> None:
        while True:
            await socket.send({"type": "websocket.send", "text": await outbox.get(), "bytes": None})
    writing = asyncio.create_task(write())
    try:
        while True:
            text = await socket.receive_data("text")
            for member in members:
                member.put_nowait(text)
    finally:
        members.discard(outbox)
        writing.cancel()

app = Litestar([talk])
"""


class Choices(msgspec.Struct):
    choices: list[dict[str, Any]] | None = None


class News(msgspec.Struct):
    type: str = ""
    view: Choices | None = None


_news = msgspec.json.Decoder(News)


class Screen(WSListener):
    """One phone: counts what it is shown and tells its table when asked."""

    def __init__(self, table: "Ten | Group", seat: int) -> None:
        self.table, self.seat = table, seat
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.table.shown(self, frame.get_payload_as_bytes())

    def send(self, text: str) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, text.encode())


class Count:
    messages = bytes = actions = 0
    latencies: list[float] = []


class Ten:
    """A table of ten screens with one action under way at a time, so that the last screen to show it can be timed."""

    def __init__(self, code: str, tokens: list[str], count: Count, rng: random.Random) -> None:
        self.code, self.tokens, self.count, self.rng = code, tokens, count, rng
        self.screens: list[Screen] = []
        self.asked: dict[int, list[dict[str, Any]]] = {}
        self.updates = self.commands = 0
        self.sent_at = 0.0
        self.running = False

    async def connect(self, port: int) -> None:
        for seat, token in enumerate(self.tokens):
            screen = Screen(self, seat)
            await ws_connect(lambda screen=screen: screen, f"ws://127.0.0.1:{port}/api/tables/{self.code}/socket")
            screen.send(f'{{"protocol":{PROTOCOL},"token":"{token}"}}')
            self.screens.append(screen)

    def start(self) -> None:
        self.running = True
        self._ask(0, {"type": "Start"})

    def _ask(self, seat: int, command: dict[str, Any]) -> None:
        self.commands += 1
        self.updates = 0
        self.sent_at = time.perf_counter()
        self.screens[seat].send(msgspec.json.encode({**command, "id": str(self.commands)}).decode())

    def shown(self, screen: Screen, payload: bytes) -> None:
        self.count.messages += 1
        self.count.bytes += len(payload)
        news = _news.decode(payload)
        if news.type != "Update" or news.view is None:
            return
        if news.view.choices is not None:
            self.asked[screen.seat] = [choice for choice in news.view.choices if choice["barred"] is None]
        self.updates += 1
        if self.updates == SEATS and self.running:
            self.count.actions += 1
            self.count.latencies.append(time.perf_counter() - self.sent_at)
            self._go_on()

    def _go_on(self) -> None:
        for seat, choices in self.asked.items():
            if choices:
                self._ask(seat, {"type": "Act", "action": self.rng.choice(choices)["action"]})
                return
        self._ask(0, {"type": "Start"})


class Group:
    """Ten screens of the bare broadcast: whenever all have shown a message, one of them sends the next."""

    def __init__(self, name: str, text: str, count: Count) -> None:
        self.name, self.text, self.count = name, text, count
        self.screens: list[Screen] = []
        self.updates = 0
        self.running = False

    async def connect(self, port: int) -> None:
        for seat in range(SEATS):
            screen = Screen(self, seat)
            await ws_connect(lambda screen=screen: screen, f"ws://127.0.0.1:{port}/{self.name}")
            self.screens.append(screen)

    def start(self) -> None:
        self.running = True
        self.screens[0].send(self.text)

    def shown(self, screen: Screen, payload: bytes) -> None:
        self.count.messages += 1
        self.count.bytes += len(payload)
        self.updates += 1
        if self.updates % SEATS == 0 and self.running:
            self.screens[self.updates // SEATS % SEATS].send(self.text)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


async def measure(tables: "list[Ten] | list[Group]", pid: int, count: Count, seconds: float) -> tuple[float, float]:
    """CPU seconds per delivered message, and messages a second."""
    for table in tables:
        table.start()
    await asyncio.sleep(1)
    before, messages, started = cpu_seconds(pid), count.messages, time.perf_counter()
    count.latencies.clear()
    await asyncio.sleep(seconds)
    used, delivered = cpu_seconds(pid) - before, count.messages - messages
    for table in tables:
        table.running = False
    await asyncio.sleep(1)
    return used / delivered, delivered / (time.perf_counter() - started - 1)


async def main(tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        empty = resident(server.pid)
        options = Options(house_rules=NO_VETO)
        hosts = [await open_table(server.url, "Host", options) for _ in range(1000)]
        idle = (resident(server.pid) - empty) / len(hosts)
        before_idle = cpu_seconds(server.pid)
        await asyncio.sleep(3)
        print(f"1000 idle tables: {idle:.1f} kB each, {(cpu_seconds(server.pid) - before_idle) / 3:.1%} of a core")
        count = Count()
        playing = [await _table(server, host.code, host.token, count) for host in hosts[:tables]]
        before = resident(server.pid)
        for table in playing:
            await table.connect(server.port)
        await asyncio.sleep(1)
        print(f"{tables * SEATS} sockets: {(resident(server.pid) - before) / (tables * SEATS):.1f} kB each")
        count.messages = count.bytes = 0
        ours, rate = await measure(playing, server.pid, count, seconds)
        size = count.bytes // count.messages
        times = statistics.quantiles(count.latencies, n=100)
        print(f"{tables} tables of {SEATS}: {rate:,.0f} messages/s of {size} bytes, {ours * 1e6:.1f} us of server CPU each")
        print(f"from an action to the last of ten screens: median {times[49] * 1e3:.1f} ms, p99 {times[98] * 1e3:.1f} ms")
    bare = await _bare(tables, "x" * size, seconds)
    print(f"bare broadcast of the same size: {bare * 1e6:.1f} us of server CPU a message")
    print(f"ratio {ours / bare:.2f} (wanted: at most 2)")


async def _table(server: ServerProcess, code: str, token: str, count: Count) -> Ten:
    others = [await join_table(server.url, code, f"Person {seat}") for seat in range(1, SEATS)]
    return Ten(code, [token, *(other.token for other in others)], count, random.Random(code))


async def _bare(tables: int, text: str, seconds: float) -> float:
    port = free_port()
    flags = ["--ws", "websockets-sansio", "--loop", "uvloop", "--log-level", "error", "--port", str(port), "--no-access-log"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bare.py").write_text(BARE)
        command = [sys.executable, "-m", "uvicorn", "bare:app", "--app-dir", folder, "--ws-per-message-deflate", "false", *flags]
        process = subprocess.Popen(command)
        try:
            await asyncio.sleep(3)
            count = Count()
            groups = [Group(str(number), text, count) for number in range(tables)]
            for group in groups:
                await group.connect(port)
            cost, _ = await measure(groups, process.pid, count, seconds)
            return cost
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, float(sys.argv[2]) if len(sys.argv) > 2 else 15))
