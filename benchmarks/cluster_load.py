"""What nodes on PostgreSQL cost: against a server alone on SQLite, and against pgbench inserting the same rows in the same batches.

python -m benchmarks.cluster_load [tables] [seconds]

All in one run, the servers taking turns second by second: CPU per delivered message and the time from an action to the last of ten screens,
for a server alone and for 1, 2 and 3 nodes with the screens of each table spread over them. First all are offered the same: an action at
each table every 30 to 90 ms, which is far more than people do. Then every action follows the one before at once: the more tables, the more
messages a server has to handle in one go, and the less each costs; with few tables nodes wait for their transactions instead. Then appends
a second, by 1, 2 and 3 nodes that do nothing else, and by pgbench; then commits a second with NOTIFY and without, by 1, 4 and 16
connections. PostgreSQL writes through to the disk, as SQLite does. Everything stays on this machine, and stops by itself.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from tests.postgres import PostgresCluster, postgres_cluster
from tests.server.process import ServerProcess

from .appends import print_appends, print_notify
from .screens import SEATS, Count, Ten, cpu_seconds, play, seated

NODES = (1, 2, 3)
TURN_SECONDS = 1.0
EVERY_SECONDS = (0.06, 0.0)
"""From one action at a table to the next, on the average."""


class Played:
    """Tables at one server, or spread over the nodes of one database."""

    def __init__(self, name: str, servers: list[ServerProcess], database: Callable[[], float] = lambda: 0.0) -> None:
        self.name, self.servers, self.database = name, servers, database
        self.count, self.database_cpu = Count(), 0.0
        self.tables: list[Ten] = []

    async def sit_down(self, tables: int) -> None:
        self.tables = await seated(self.servers[0].url, tables, self.count)
        for table in self.tables:
            await table.connect([server.port for server in self.servers])

    def begin(self, every: float) -> None:
        """Whatever was counted before is forgotten."""
        count, self.database_cpu = self.count, 0.0
        count.cpu, count.seconds, count.delivered = 0.0, 0.0, 0
        count.latencies.clear()
        for table in self.tables:
            table.every = every

    async def turn(self) -> None:
        before = self.database()
        await play(self.tables, self.count, partial(_used, self.servers), TURN_SECONDS)
        self.database_cpu += self.database() - before


def _used(servers: list[ServerProcess]) -> float:
    return sum(cpu_seconds(server.pid) for server in servers)


def backends_cpu(postgres: PostgresCluster) -> float:
    """Of all its processes; those that have ended are counted by the first."""
    total = 0.0
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and (process / "cwd").readlink() == postgres.data:
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                total += sum(map(int, fields[11:15] if int(process.name) == postgres.pid else fields[11:13]))
        except OSError:
            continue
    return total / os.sysconf("SC_CLK_TCK")


async def print_screens(postgres: PostgresCluster, folder: Path, tables: int, seconds: float) -> None:
    with ExitStack() as stack:
        alone = Played("SQLite, a server alone", [stack.enter_context(ServerProcess(folder / "alone"))])
        played = [alone]
        for nodes in NODES:
            database = postgres.new_database()
            servers = [stack.enter_context(ServerProcess(folder / f"{nodes}-{each}", database=database)) for each in range(nodes)]
            played.append(Played(f"PostgreSQL, nodes: {nodes}", servers, partial(backends_cpu, postgres)))
        for each in played:
            await each.sit_down(tables)
        for every in EVERY_SECONDS:
            for each in played:
                each.begin(every)
                await each.turn()
                each.begin(every)
            for _ in range(int(seconds / TURN_SECONDS)):
                for each in played:
                    await each.turn()
            _print(played, tables, every)


def _print(played: list[Played], tables: int, every: float) -> None:
    pace = f"every {every * 1000:.0f} ms" if every else "at once"
    print(f"{tables} tables of {SEATS}, the next action {pace}; ratios are to the server alone")
    alone = played[0]
    for each in played:
        count, times = each.count, statistics.quantiles(each.count.latencies, n=100)
        with_database = count.cost + each.database_cpu / count.delivered
        print(
            f"{each.name}: {count.delivered / count.seconds:,.0f} messages/s; CPU a message {count.cost * 1e6:.1f} us"
            f" ({count.cost / alone.count.cost:.2f}), with the database's {with_database * 1e6:.1f} us"
            f" ({with_database / alone.count.cost:.2f}); action to last screen median {times[49] * 1e3:.1f} ms"
            f" ({times[49] / statistics.median(alone.count.latencies):.2f}), p99 {times[98] * 1e3:.1f} ms"
        )


async def main(tables: int, seconds: float) -> None:
    with postgres_cluster(fsync="on") as postgres, tempfile.TemporaryDirectory() as folder:
        await print_screens(postgres, Path(folder), tables, seconds)
        for nodes in NODES:
            await print_appends(postgres, nodes, seconds / 3)
        print_notify(postgres, seconds / 3)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 150, float(sys.argv[2]) if len(sys.argv) > 2 else 15))
