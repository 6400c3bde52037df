"""What a delivered message costs the server: tables of ten sockets playing, against a bare broadcast of messages of the same size.

python -m benchmarks.server_load [tables] [seconds]

Prints server CPU per delivered message and its ratio to the bare broadcast, the time from an action to the last of ten screens, and the
memory of an idle table and of a socket. The two servers take turns, second by second, so that what else this machine does weighs on both.
Everything stays on this machine's loopback, and stops by itself.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from benchmarks.screens import SEATS, Count, Group, cpu_seconds, play, resident, seated
from secret_hitler.client.http import open_table
from tests.ports import free_port
from tests.server.process import ServerProcess

IDLE = 1000
TURN_SECONDS = 1.0
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


async def main(tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        empty = resident(server.pid)
        for _ in range(IDLE):
            await open_table(server.url, "Host")
        idle = (resident(server.pid) - empty) / IDLE
        before_idle = cpu_seconds(server.pid)
        await asyncio.sleep(3)
        print(f"{IDLE} idle tables: {idle:.1f} kB each, {(cpu_seconds(server.pid) - before_idle) / 3:.1%} of a core")
        ours, bare = Count(), Count()
        playing = await seated(server.url, tables, ours)
        before = resident(server.pid)
        for table in playing:
            await table.connect([server.port])
        print(f"{tables * SEATS} sockets: {(resident(server.pid) - before) / (tables * SEATS):.1f} kB each")
        ours.messages = ours.bytes = 0
        await play(playing, Count(), lambda: 0, 3 * TURN_SECONDS)
        size = ours.bytes // ours.messages
        async with _bare(Path(folder)) as (port, pid):
            groups = [Group(str(number), "x" * size, bare) for number in range(tables)]
            for group in groups:
                await group.connect(port)
            ours.latencies.clear()
            for _ in range(int(seconds / TURN_SECONDS)):
                await play(playing, ours, partial(cpu_seconds, server.pid), TURN_SECONDS)
                await play(groups, bare, partial(cpu_seconds, pid), TURN_SECONDS)
    times = statistics.quantiles(ours.latencies, n=100)
    rate = ours.delivered / ours.seconds
    print(f"{tables} tables of {SEATS}: {rate:,.0f} messages/s of {size} bytes, {ours.cost * 1e6:.1f} us of server CPU each")
    print(f"from an action to the last of ten screens: median {times[49] * 1e3:.1f} ms, p99 {times[98] * 1e3:.1f} ms")
    print(f"bare broadcast of the same size: {bare.cost * 1e6:.1f} us of server CPU a message")
    print(f"ratio {ours.cost / bare.cost:.2f} (wanted: at most 1.5)")


@asynccontextmanager
async def _bare(folder: Path) -> AsyncIterator[tuple[int, int]]:
    port = free_port()
    flags = ["--ws", "websockets-sansio", "--loop", "uvloop", "--log-level", "error", "--port", str(port), "--no-access-log"]
    (folder / "bare.py").write_text(BARE)
    command = [sys.executable, "-m", "uvicorn", "bare:app", "--app-dir", str(folder), "--ws-per-message-deflate", "false", *flags]
    process = subprocess.Popen(command)
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, float(sys.argv[2]) if len(sys.argv) > 2 else 15))
