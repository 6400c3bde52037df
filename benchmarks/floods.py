"""What a player notices while strangers flood the server: the time from a command to its answer, for each attack from 1 and 200 addresses.

python -m benchmarks.floods [seconds of each attack] [attack ...]

The server and the player share one core, the attackers have the other ones: elsewhere they would have machines of their own. Where the
system allows it, all of them go before whatever else this machine does. Each flood also meets a bare server, written with websockets,
that counts bytes, closes whoever sends too many, and echoes the player: what it needs is what the machine and the flood take from anyone.
Everything stops by itself.
"""

import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from tests.ports import free_port
from tests.security.attacker import Stranger
from tests.security.floods import ATTACKS
from tests.server.process import ServerProcess

WANTED = 0.05
PAUSE = 0.08
"""Between two commands of the player, who may send twenty a second."""
REST_SECONDS = 0.5
FIRST_IN_LINE = -15
"""The priority of all that is measured."""
BARE = """
import asyncio, sys
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

class Counting(ServerConnection):
    received = 0

    def data_received(self, data):
        self.received += len(data)
        if self.received > 100_000:
            self.transport.abort()
        else:
            super().data_received(data)

async def echo(socket):
    try:
        async for message in socket:
            await socket.send(message)
    except ConnectionClosed:
        pass

async def main():
    async with serve(echo, "127.0.0.1", int(sys.argv[1]), create_connection=Counting, compression=None):
        await asyncio.get_running_loop().create_future()

asyncio.run(main())
"""
ADDRESSES = (1, 200)


async def main(seconds: float, attacks: tuple[str, ...]) -> None:
    ours_run_on(0)
    columns = "".join(f"{title:>10}" for title in ("median", "p99", "longest", "bare p99", "bare max"))
    print(f"{'attack':<22}{'addresses':>10}{columns}   wanted: p99 under {WANTED * 1e3:.0f} ms")
    for attack, addresses in [("none", 0), *((attack, addresses) for attack in attacks for addresses in ADDRESSES)]:
        async with _server() as (port, code, ask):
            times = await _answers(ask, attack, addresses, port, code, seconds)
        async with _bare() as (port, code, ask):
            bare = await _answers(ask, attack, addresses, port, code, seconds)
        p99 = _p99(times)
        figures = "".join(f"{figure * 1e3:>7.1f} ms" for figure in (statistics.median(times), p99, max(times), _p99(bare), max(bare)))
        print(f"{attack:<22}{addresses:>10}{figures}   {'' if p99 < WANTED else 'TOO LONG'}", flush=True)


def ours_run_on(first: int) -> None:
    """Run this process on the first core, or on all others, and before everything else if that's allowed."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1] if first == 0 else cores[1:] or cores)
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, FIRST_IN_LINE)


Ask = Callable[[], Awaitable[object]]


@asynccontextmanager
async def _server() -> AsyncIterator[tuple[int, str, Ask]]:
    """Each attack meets a server of its own, which has not yet shut anybody out."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", message_rate=20, address_rate=2) as server:
        stranger = Stranger(server.url)
        opened, target = await stranger.opens("Ann"), await stranger.opens("Mallory")
        async with stranger.connects(opened["code"], opened["token"]) as player:
            yield server.port, target["code"], lambda: player.sends("React", reaction="wink")


@asynccontextmanager
async def _bare() -> AsyncIterator[tuple[int, str, Ask]]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port)])
    try:
        async for player in connect(f"ws://127.0.0.1:{port}/", compression=None):

            async def ask(player: ClientConnection = player) -> None:
                await player.send(json.dumps({"type": "React", "id": "b1", "reaction": "wink"}))
                await player.recv()

            yield port, "ABCDE", ask
            break
    finally:
        process.terminate()
        process.wait()


async def _answers(ask: Ask, attack: str, addresses: int, port: int, code: str, seconds: float) -> list[float]:
    attackers = None
    if addresses:
        arguments = [attack, str(addresses), str(port), code, str(seconds + 2 * REST_SECONDS)]
        attackers = subprocess.Popen([sys.executable, "-m", "tests.security.floods", *arguments], preexec_fn=lambda: ours_run_on(1))
    await asyncio.sleep(REST_SECONDS)
    times, ends = list[float](), time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.monotonic()
        await ask()
        times.append(time.monotonic() - began)
        await asyncio.sleep(PAUSE)
    if attackers is not None:
        attackers.wait()
    return times


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[98]


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 4, tuple(sys.argv[2:]) or ATTACKS))
