"""Appends a second by nodes that do nothing else, against pgbench inserting the same rows in the same batches; and what NOTIFY allows.

python -m benchmarks.appends DATABASE SECONDS is one such node, on the loop of a server: it prints how many lines it wrote, and in how many
transactions.
"""

import asyncio
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from secret_hitler.play import Move
from secret_hitler.rules import Seat, Vote
from secret_hitler.storage.postgres import PostgresStorage
from secret_hitler.storage.postgres_database import prepare
from secret_hitler.tables.log_entries import LogLine, Played
from secret_hitler.tables.log_lines import encode_line
from tests.postgres import PostgresCluster

TABLES = 300
"""At each node, one line of each under way at a time."""
LINE = encode_line(
    LogLine(time=1e9, player="0123456789abcdef", command="0123456789ab-1", entries=[Played(moves=[Move(Seat(3), Vote(ja=True))])])
)
CONNECTIONS = (1, 4, 16)


async def print_appends(postgres: PostgresCluster, nodes: int, seconds: float) -> None:
    """Let the two take turns, each with the same empty table."""
    lines = batches = inserted = 0.0
    for _ in range(3):
        database = postgres.new_database()
        prepare(database)
        written = await asyncio.gather(*(_node(database, seconds) for _ in range(nodes)))
        lines += sum(count for count, _ in written) / seconds
        batches += sum(count for _, count in written) / seconds
        batch = round(lines / batches)
        emptied = postgres.new_database()
        prepare(emptied)
        inserted += _pgbench(emptied, _rows(batch), nodes, seconds) * batch
    print(
        f"appends, nodes: {nodes}: {lines / 3:,.0f} lines/s in batches of {lines / batches:.0f};"
        f" pgbench inserting the same: {inserted / 3:,.0f} lines/s; ratio {lines / inserted:.2f} (wanted: at least 0.5)"
    )


def print_notify(postgres: PostgresCluster, seconds: float) -> None:
    """Every commit that notifies takes one lock of the whole database server, until it is on the disk."""
    for connections in CONNECTIONS:
        rates = []
        for notify in ("", "SELECT pg_notify('secret_hitler_lines', 'node ABCDEFGH:1');\n"):
            database = postgres.new_database()
            prepare(database)
            rates.append(_pgbench(database, f"BEGIN;\n{_rows(1)}{notify}COMMIT;\n", connections, seconds))
        print(
            f"commits of one line, connections: {connections}: {rates[0]:,.0f}/s without NOTIFY, {rates[1]:,.0f}/s with it;"
            f" ratio {rates[1] / rates[0]:.2f}"
        )


async def _node(database: str, seconds: float) -> tuple[int, int]:
    command = [sys.executable, "-m", "benchmarks.appends", database, str(seconds)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    output, _ = await process.communicate()
    lines, batches = map(int, output.split())
    return lines, batches


def _rows(batch: int) -> str:
    body = LINE.hex()
    rows = f"SELECT lpad(:table::text, 10, '0') || n, :client_id, '\\x{body}'::bytea FROM generate_series(1, {batch}) n"  # noqa: S608  because both stand here
    return f"\\set table random(1, 1000000000)\nINSERT INTO lines (code, seq, body) {rows} ON CONFLICT DO NOTHING;\n"


def _pgbench(database: str, script: str, connections: int, seconds: float) -> float:
    """Transactions a second."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        Path(file.name).write_text(script)
        flags = ["--no-vacuum", "--protocol=prepared", f"--client={connections}", f"--time={max(1, round(seconds))}", f"--file={file.name}"]
        done = subprocess.run(["pgbench", *flags, database], capture_output=True, text=True, check=True)  # noqa: S607  because it is where PostgreSQL put it
    found = re.search(r"tps = ([\d.]+) \(without", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


async def append_for(database: str, seconds: float) -> tuple[int, int]:
    storage = PostgresStorage(database, secrets.token_hex(4))
    lines = batches = 0
    commit = storage._commit

    async def counted(link: object, batch: list[object]) -> None:
        nonlocal lines, batches
        await commit(link, batch)  # type: ignore[arg-type]  # because both are passed on as they came
        lines += len(batch)
        batches += 1

    codes = [secrets.token_hex(4).upper() for _ in range(TABLES)]
    await asyncio.gather(*(storage.append(code, 0, LINE) for code in codes))
    storage._commit = counted  # type: ignore[method-assign, assignment]  # because nothing else sees how many go together
    until = time.monotonic() + seconds

    async def table(code: str) -> None:
        seq = 1
        while time.monotonic() < until:
            await storage.append(code, seq, LINE)
            seq += 1

    await asyncio.gather(*map(table, codes))
    await storage.close()
    return lines, batches


if __name__ == "__main__":
    print(*uvloop.run(append_for(sys.argv[1], float(sys.argv[2]))))
