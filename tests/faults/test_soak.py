"""The soak: nothing that was answered is lost, every game that ended has its record, every table goes on, and memory stays flat."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from secret_hitler.server.admin.checkup import Checkup
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.table import Table
from secret_hitler.wire.table import Stage
from tests.faults.soak import Soak
from tests.server.process import ServerProcess
from tests.sizes import size

pytestmark = pytest.mark.sqlite

SECONDS, TABLES = size("seconds of a soak"), size("tables of a soak")


@pytest.mark.timeout(2 * SECONDS + 600)  # all tables are folded again at the end
async def test_strangers_come_and_go_through_kills_and_full_disks(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", bot_pace=min(1.0, TABLES / 40), quick_wait=2, forget_after=3).start()
    soak = Soak(server, TABLES)
    try:
        await soak.run(SECONDS)
        server.stop()
    finally:
        server.kill()
    assert min(soak.visits, soak.returns, soak.kills, soak.full_disks, soak.drops) > 0, vars(soak)
    _nothing_is_lost(server, soak.answered)
    assert Checkup(server.data).sound
    half = len(soak.memory) // 2
    before, after = max(soak.memory[:half]), max(soak.memory[half:])
    assert after < 1.1 * before + 10, soak.memory


def _nothing_is_lost(server: ServerProcess, answered: set[str]) -> None:
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as connection:
        rows = connection.execute("SELECT code, body FROM lines ORDER BY code, seq").fetchall()
        records = {id for (id,) in connection.execute("SELECT key FROM documents WHERE kind = 'record'")}
    tables: dict[str, Table] = {}
    written: Counter[str] = Counter()
    ended: set[str] = set()
    for code, body in rows:
        line = msgspec.json.decode(body, type=LogLine)
        written[line.command] += bool(line.command)
        table = tables.setdefault(code, Table(code))
        table.apply(line)
        if table.stage is Stage.OVER:
            ended.add(table.playing.dealt.record)
    assert len(answered) > SECONDS, "the load was too light to mean anything"
    assert answered <= set(written), "an answered command is not in the log"
    assert max(written.values()) == 1, "a command was carried out twice"
    assert ended
    assert ended <= records, "a game that ended has no record"
