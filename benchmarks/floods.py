"""What a player notices while strangers flood the server: the time from a command to its answer, for each attack from 1 and 200 addresses.

python -m benchmarks.floods [seconds of each attack]

A server, the attackers and the player are a process each, on this machine's loopback, with the limits of a server as it is installed.
The attackers give way to the others (nice), since their processors would be somewhere else.
Everything stops by itself. Beside it stands what a server that only echoes, and that nobody floods, needs for an answer in the same
seconds: what this machine is kept busy with shows in both.
"""

import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.ports import free_port
from tests.security.attacker import Line, Stranger
from tests.security.floods import ATTACKS
from tests.server.process import ServerProcess

WANTED = 0.05
PAUSE = 0.08
"""Between two commands of the player, who may send twenty a second."""
REST_SECONDS = 0.5
ECHO = """
import asyncio, sys

async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line)

async def main():
    async with await asyncio.start_server(echo, "127.0.0.1", int(sys.argv[1])) as server:
        await server.serve_forever()

asyncio.run(main())
"""
ADDRESSES = (1, 200)


async def main(seconds: float) -> None:
    print(
        f"{'attack':<22}{'addresses':>10}{'median':>10}{'p99':>10}{'longest':>10}{'echo p99':>10}   wanted: p99 under {WANTED * 1e3:.0f} ms"
    )
    await _measure("none", 0, seconds)
    for attack in ATTACKS:
        for addresses in ADDRESSES:
            await _measure(attack, addresses, seconds)


async def _measure(attack: str, addresses: int, seconds: float) -> None:
    """Each attack meets a server of its own, which has not yet shut anybody out."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", message_rate=20, address_rate=2) as server:
        stranger = Stranger(server.url)
        opened, target = await stranger.opens("Ann"), await stranger.opens("Mallory")
        async with stranger.connects(opened["code"], opened["token"]) as player:
            attackers = None
            if addresses:
                arguments = [attack, str(addresses), str(server.port), target["code"], str(seconds + 2 * REST_SECONDS)]
                attackers = subprocess.Popen([sys.executable, "-m", "tests.security.floods", *arguments])
            await asyncio.sleep(REST_SECONDS)
            async with _echo() as (reader, writer):
                times, echoed = await _answers(player, reader, writer, seconds)
            if attackers is not None:
                attackers.wait()
    p99, bare = (statistics.quantiles(each, n=100, method="inclusive")[98] for each in (times, echoed))
    figures = "".join(f"{figure * 1e3:>7.1f} ms" for figure in (statistics.median(times), p99, max(times), bare))
    print(f"{attack:<22}{addresses:>10}{figures}   {'' if p99 < WANTED else 'TOO LONG'}", flush=True)


@asynccontextmanager
async def _echo() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", ECHO, str(port)])
    try:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                break
            except OSError:
                await asyncio.sleep(0.05)
        yield reader, writer
        writer.close()
    finally:
        process.terminate()
        process.wait()


async def _answers(
    player: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float
) -> tuple[list[float], list[float]]:
    times, echoed, ends, number = list[float](), list[float](), time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        number += 1
        began = time.monotonic()
        await player.socket.send(json.dumps({"type": "React", "id": f"b{number}", "reaction": "wink"}))
        with contextlib.suppress(TimeoutError):
            await player.until(lambda line, id=f"b{number}": any(each.get("id") == id for each in line.received[-50:]))  # type: ignore[misc]
        times.append(time.monotonic() - began)
        await asyncio.sleep(PAUSE / 2)
        began = time.monotonic()
        writer.write(b"wink\n")
        await reader.readline()
        echoed.append(time.monotonic() - began)
        await asyncio.sleep(PAUSE / 2)
    return times, echoed


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 4))
