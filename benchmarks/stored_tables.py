"""What stored tables cost a server: the time to start with many of them, and the memory, which follows the tables in use alone.

python -m benchmarks.stored_tables [tables]

Prints the start with that many stored tables against the start with none, how long the first answer about a stored table takes, and the
memory while ten groups of tables are used one after the other. Everything stays on this machine.
"""

import asyncio
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tests.server.process import ServerProcess
from tests.server.stored_tables import store_many

from .screens import resident

GROUPS, GROUP = 10, 300
STARTS = 3


def started(server: ServerProcess) -> float:
    """Seconds from nothing to ready."""
    begun = time.perf_counter()
    server.start()
    return time.perf_counter() - begun


def start_time(server: ServerProcess) -> float:
    times = []
    for _ in range(STARTS):
        times.append(started(server))
        server.stop()
    return statistics.median(times)


def asked(server: ServerProcess, codes: Sequence[str]) -> list[float]:
    """Seconds until each table answers."""
    times = []
    for code in codes:
        begun = time.perf_counter()
        with urllib.request.urlopen(f"{server.url}/api/tables/{code}") as answer:
            answer.read()
        times.append(time.perf_counter() - begun)
    return times


def in_memory(server: ServerProcess) -> int:
    with urllib.request.urlopen(f"{server.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return int(float(next(line for line in lines if line.startswith("secret_hitler_tables ")).split()[1]))


async def forgotten(server: ServerProcess) -> None:
    while in_memory(server):
        await asyncio.sleep(0.2)


def main(tables: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bare, full = Path(folder) / "bare", Path(folder) / "full"
        codes = store_many(full, tables)
        size = (full / "tables.sqlite").stat().st_size / 1e6
        none, many = start_time(ServerProcess(bare)), start_time(ServerProcess(full))
        print(f"start to ready: {none:.2f} s with no table, {many:.2f} s with {tables:,} stored ({size:.0f} MB); ratio {many / none:.2f}")
        with ServerProcess(full, forget_after=2) as server:
            empty = resident(server.pid)
            print(f"at the start: {in_memory(server)} tables in memory, {empty / 1024:.0f} MB")
            step = len(codes) // (GROUPS * GROUP)
            used: list[float] = []
            for number in range(GROUPS):
                times = asked(server, codes[number * GROUP * step : (number + 1) * GROUP * step : step])
                used.append((resident(server.pid) - empty) / 1024)
                if number == 0:
                    print(f"{in_memory(server)} tables in memory: {used[0] * 1024 / GROUP:.0f} kB each")
                    print(f"a stored table answers after {statistics.median(times) * 1e3:.1f} ms (median)")
                asyncio.run(asyncio.wait_for(forgotten(server), 60))
            told = ", ".join(f"{each:.0f}" for each in used)
            print(f"{GROUP} tables at a time, one group after the other: {told} MB; last against third: ratio {used[-1] / used[2]:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
