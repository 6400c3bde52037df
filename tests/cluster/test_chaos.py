"""Nodes are killed, frozen and cut off, the database is restarted, killed and has no room, and no two clocks agree:
nothing that was answered is lost, nothing is done twice, nobody sees what is not theirs or not stored, every game goes on."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from secret_hitler.storage.postgres_database import prepare
from secret_hitler.tables.log_entries import LogLine
from tests.cluster.chaos import NO_ROOM, Chaos, fill
from tests.cluster.histories import faults_of, told_by
from tests.cluster.tcp_proxy import TcpProxy
from tests.postgres import PostgresCluster, postgres_cluster
from tests.sizes import size

KILLS, OTHERS = size("kills of nodes"), size("other faults of each kind")
FAULTS = [*["kill"] * KILLS, *["freeze", "cut", "restart", "crash", "fill"] * OTHERS]
SECONDS = 60 + 20 * len(FAULTS)
AGAIN_WITHIN = 2.0


@pytest.mark.timeout(SECONDS + 120)
async def test_nothing_is_lost_or_done_twice_and_everybody_sees_the_same(tmp_path: Path) -> None:
    faults = FAULTS.copy()
    with postgres_cluster(wal_segment=1) as postgres, TcpProxy(postgres.port) as proxy:
        database = postgres.new_database()
        prepare(database)
        fill(postgres, database, NO_ROOM // 100)
        chaos = Chaos(tmp_path, postgres, database, proxy, tables=2)
        chaos.rng.shuffle(faults)
        try:
            await chaos.run(faults)
        finally:
            await chaos.stop()
        lines = _lines(postgres, database)
    written = Counter(line.command for log in lines.values() for line in log if line.command)
    assert len(chaos.answered) > 5 * len(faults), "the load was too light to mean anything"
    assert chaos.answered <= set(written), "an answered command is not in the log"
    assert max(written.values()) == 1, "a command was carried out twice"
    told = {code: told_by(code, log) for code, log in lines.items()}
    for client in chaos.clients:
        assert client.seat is not None
        assert len(client.history) > 10
        assert faults_of(client.history, told[client.code], client.seat) == []
    _came_back_soon(chaos.waits)


def _came_back_soon(waits: list[float]) -> None:
    """Of a hundred whose node died, at most one waits long for what happens next."""
    assert len(waits) >= KILLS
    assert waits[min(len(waits) - 1, len(waits) * 99 // 100)] < AGAIN_WITHIN, waits


def _lines(postgres: PostgresCluster, database: str) -> dict[str, list[LogLine]]:
    logs: dict[str, list[LogLine]] = {}
    for code, body in postgres.does("SELECT code, body FROM lines WHERE code <> 'FILLED' ORDER BY code, seq", database):
        logs.setdefault(code, []).append(msgspec.json.decode(body, type=LogLine))
    return logs
