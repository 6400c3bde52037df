"""What every store of tables has to promise, shown of the one in SQLite."""

import asyncio
from pathlib import Path

import pytest

from secret_hitler.server.log_entries import LockSet, LogLine
from secret_hitler.server.storage import SeqTaken, Storage
from secret_hitler.server.storage.sqlite import SqliteStorage


def line(number: int) -> LogLine:
    return LogLine(time=float(number), entries=[LockSet(locked=bool(number % 2))])


def test_a_number_is_given_once_and_lines_are_read_from_any_number_on(tmp_path: Path) -> None:
    async def story() -> None:
        storage: Storage = SqliteStorage(tmp_path / "tables.sqlite")
        await asyncio.gather(*(storage.append("TABLE", number, line(number)) for number in range(5)))
        outcomes = await asyncio.gather(
            storage.append("TABLE", 4, line(9)),
            storage.append("OTHER", 0, line(0)),
            storage.append("TABLE", 5, line(5)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [SeqTaken, type(None), type(None)], "one that fails does not take others along"
        assert await storage.lines("TABLE") == [line(number) for number in range(6)]
        assert await storage.lines("TABLE", since=4) == [line(4), line(5)]
        assert await storage.lines("NOWHERE") == []
        assert await storage.open_tables() == ["OTHER", "TABLE"]
        await storage.close_table("OTHER", 1.0)
        assert await storage.open_tables() == ["TABLE"]
        with pytest.raises(SeqTaken):
            await storage.append("OTHER", 0, line(0))
        await storage.close()

    asyncio.run(asyncio.wait_for(story(), 30))
