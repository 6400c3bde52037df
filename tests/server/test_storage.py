"""What every storage has to promise, shown of each."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from secret_hitler import storage
from secret_hitler.server.accounts.documents import StoredRating, rating_of
from secret_hitler.storage import Drop, DropOwner, Kind, Put, SeqTaken, Storage, StorageFailure, StoredTable, Unreadable
from secret_hitler.storage import postgres_database as schema
from secret_hitler.storage.key_value import KeyValueStorage, MemoryStore, memory_storage
from secret_hitler.storage.postgres import PostgresStorage
from secret_hitler.storage.postgres_database import Link
from secret_hitler.storage.sqlite import SqliteStorage
from tests.faults.full_disk import NO_ROOM
from tests.postgres import PostgresCluster


class SlowStore(MemoryStore):
    """As in a page: whatever is asked for, others come first."""

    async def get(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return await super().get(key)

    async def items(self, prefix: str) -> list[tuple[str, str]]:
        await asyncio.sleep(0)
        return await super().items(prefix)

    async def write(self, changes: Mapping[str, str | None], expected: Mapping[str, str | None]) -> bool:
        await asyncio.sleep(0)
        return await super().write(changes, expected)


@pytest.fixture(name="storage", params=["memory", "browser", "SQLite", "PostgreSQL"])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    match request.param:
        case "memory":
            storage: Storage = memory_storage()
        case "browser":
            storage = KeyValueStorage(SlowStore())
        case "SQLite":
            storage = SqliteStorage(tmp_path / "tables.sqlite")
        case _:
            url = request.getfixturevalue("postgres").new_database()
            schema.prepare(url)
            storage = PostgresStorage(url, "one")
    yield storage
    await storage.close()


def line(number: int) -> bytes:
    return b'{"line":%d}' % number


async def test_a_number_is_given_once_and_lines_are_read_from_any_number_on(storage: Storage) -> None:
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
    assert await storage.lines("TABLE", since=6) == await storage.lines("NOWHERE") == []
    await storage.close_table("OTHER", 1.0)
    with pytest.raises(SeqTaken):
        await storage.append("OTHER", 0, line(0))
    with pytest.raises(StorageFailure, match="closed"):
        await storage.append("OTHER", 1, line(1))
    assert await storage.lines("OTHER") == [line(0)]


async def test_of_two_who_write_a_line_at_once_one_is_told_that_it_is_taken(storage: Storage) -> None:
    await storage.append("TABLE", 0, line(0))
    both = await asyncio.gather(storage.append("TABLE", 1, line(1)), storage.append("TABLE", 1, line(2)), return_exceptions=True)
    assert sorted(type(each).__name__ for each in both) == ["NoneType", "SeqTaken"]
    assert await storage.lines("TABLE", 1) == [line(1 if both[0] is None else 2)]


async def test_a_gap_in_a_log_is_noticed(storage: Storage) -> None:
    await storage.append("TABLE", 0, line(0))
    await storage.append("TABLE", 2, line(2))
    with pytest.raises(Unreadable, match="line 1 is missing"):
        await storage.lines("TABLE")
    assert await storage.lines("TABLE", since=2) == [line(2)]


async def test_a_sleeping_table_is_found_when_it_is_due_and_a_line_wakes_it(storage: Storage) -> None:
    for code in ("EARLY", "LATER", "STAYS", "ENDED"):
        await storage.append(code, 0, line(0))
    await asyncio.gather(storage.sleep_until("LATER", 1, 200.0), storage.sleep_until("EARLY", 1, 100.0), storage.close_table("ENDED", 1.0))
    assert await storage.active_tables() == ["STAYS"]
    assert [await storage.due_tables(by) for by in (99.0, 100.0, 300.0)] == [[], ["EARLY"], ["EARLY", "LATER"]]
    assert await storage.table("LATER") == StoredTable(active=False, closed=False)
    await storage.append("LATER", 1, line(1))
    await storage.sleep_until("LATER", 1, 200.0)
    assert await storage.table("LATER") == StoredTable(active=True, closed=False), "it was to sleep as it was before its last line"
    assert (sorted(await storage.active_tables()), await storage.due_tables(300.0)) == (["LATER", "STAYS"], ["EARLY"])
    assert await storage.table("ENDED") == StoredTable(active=False, closed=True)
    assert await storage.table("NEVER") is None
    await storage.quarantine("EARLY", "it cannot be read")
    assert await storage.table("EARLY") == StoredTable(active=False, closed=False, quarantined=True)
    assert await storage.due_tables(300.0) == []


async def test_the_log_of_a_table_closed_long_ago_is_deleted_and_its_code_never_given_again(storage: Storage) -> None:
    for code, closed in (("OLD", 1.0), ("NEW", 5.0)):
        await storage.append(code, 0, line(0))
        await storage.close_table(code, closed)
    await storage.append("OPEN", 0, line(0))
    await storage.delete_old(closed_before=3.0, documents_before=0.0)
    assert [await storage.lines(code) for code in ("OLD", "NEW", "OPEN")] == [[], [line(0)], [line(0)]]
    with pytest.raises(SeqTaken):
        await storage.append("OLD", 0, line(0))


async def test_a_snapshot_is_replaced_by_later_ones_and_goes_when_a_line_is_rewritten_or_the_table_closed(storage: Storage) -> None:
    for code in ("TABLE", "OTHER"):
        for number in range(2):
            await storage.append(code, number, line(number))
        await storage.save_snapshot(code, 7, b"late")
    await storage.save_snapshot("TABLE", 3, b"early")
    await storage.save_snapshot("NOWHERE", 3, b"early")
    assert await storage.snapshot("TABLE") == b"late"
    assert await storage.snapshot("NOWHERE") is None
    await storage.append("TABLE", 2, line(2))
    await storage.sleep_until("TABLE", 3, 9.0)
    assert await storage.snapshot("TABLE") == b"late", "whatever adds to the log leaves it"
    await storage.rewrite_lines("TABLE", {1: b"silence"})
    assert await storage.lines("TABLE") == [line(0), b"silence", line(2)]
    assert await storage.snapshot("TABLE") is None, "it would remember what was said"
    await storage.close_table("OTHER", 1.0)
    await storage.save_snapshot("OTHER", 8, b"later")
    assert await storage.snapshot("OTHER") is None, "nobody comes to a closed table"


async def test_documents_are_replaced_and_found_the_newest_first_by_prefix_and_by_owner(storage: Storage) -> None:
    for key, body, time in (
        ("ann/b", b"1", 2.0),
        ("ann/a", b"2", 2.0),
        ("ann/c", b"3", 3.0),
        ("bob/a", b"4", 9.0),
        ("ann/b", b"5", 1.0),
    ):
        assert await storage.write(Put(Kind.PLAYED, key, body, owner=key[:3], time=time))
    await storage.write(Put(Kind.PROFILE, "ann/a", b"6", owner="ann"), Put(Kind.PLAYED, "ann", b"7"), Put(Kind.PLAYED, "anna", b"8"))
    assert await storage.get(Kind.PLAYED, "ann/b") == b"5"
    assert (await storage.get(Kind.PLAYED, "nobody"), await storage.get(Kind.RECORD, "ann/b")) == (None, None)
    assert await storage.find(Kind.PLAYED, "ann/") == [("ann/c", b"3"), ("ann/a", b"2"), ("ann/b", b"5")]
    assert await storage.find(Kind.PLAYED, owner="bob") == [("bob/a", b"4")]
    assert await storage.find(Kind.PLAYED, "ann/", owner="bob") == []
    assert [key for key, _ in await storage.find(Kind.PLAYED)] == ["bob/a", "ann/c", "ann/a", "ann/b", "ann", "anna"]
    await storage.write(Put(Kind.PLAYED, "ann/c", b"3"), Drop(Kind.PLAYED, "anna"), Drop(Kind.PLAYED, "nobody"))
    assert [key for key, _ in await storage.find(Kind.PLAYED, "ann")] == ["ann/a", "ann/b", "ann", "ann/c"], "it has no time any more"
    assert await storage.find(Kind.PLAYED, owner="ann") == [("ann/a", b"2"), ("ann/b", b"5")], "and no owner"


async def test_of_a_write_all_is_done_or_nothing(storage: Storage) -> None:
    first, second = Put(Kind.PROFILE, "ann", b"1", expected=None), Put(Kind.PROFILE, "bob", b"2")
    assert await storage.write(first, second)
    assert not await storage.write(Put(Kind.PROFILE, "bob", b"3"), first), "somebody has it"
    assert not await storage.write(Put(Kind.PROFILE, "bob", b"3"), Put(Kind.PROFILE, "ann", b"4", expected=b"2"))
    assert not await storage.write(Drop(Kind.PROFILE, "bob"), Drop(Kind.PROFILE, "ann", expected=b"2"))
    assert not await storage.write(Put(Kind.PROFILE, "bob", b"3"), Drop(Kind.PROFILE, "nobody", expected=b""))
    assert await storage.find(Kind.PROFILE) == [("ann", b"1"), ("bob", b"2")]
    assert await storage.write(Put(Kind.PROFILE, "ann", b"4", expected=b"1"), Drop(Kind.PROFILE, "bob", expected=b"2"))
    assert await storage.write(Drop(Kind.PROFILE, "nobody", expected=None))
    assert await storage.find(Kind.PROFILE) == [("ann", b"4")]
    once = [storage.write(Drop(Kind.PROFILE, "ann", expected=b"4"), Put(Kind.RATED, str(each), b"")) for each in range(5)]
    assert sorted(await asyncio.gather(*once)) == [False] * 4 + [True]
    assert len(await storage.find(Kind.RATED)) == 1
    first_of_all = [storage.write(Put(Kind.PROFILE, "new", str(each).encode(), expected=None)) for each in range(5)]
    assert sorted(await asyncio.gather(*first_of_all)) == [False] * 4 + [True]


async def test_all_that_belongs_to_somebody_is_dropped_in_one_write(storage: Storage) -> None:
    for kind in (Kind.PROFILE, Kind.PLAYED, Kind.RATING):
        await storage.write(*(Put(kind, f"{owner} {kind}", b"1", owner=owner, time=1.0) for owner in ("ann", "bob", "")))
    assert not await storage.write(DropOwner("ann"), Put(Kind.PROFILE, "bob profile", b"2", expected=b"3"))
    assert len(await storage.find(Kind.PLAYED)) == 3
    assert await storage.write(DropOwner("ann"), Put(Kind.RECOVERY, "code", b"ann", owner="ann"))
    assert await storage.write(DropOwner(""))
    for kind in (Kind.PROFILE, Kind.PLAYED, Kind.RATING):
        assert [key for key, _ in await storage.find(kind)] == [f" {kind}", f"bob {kind}"]
    assert await storage.find(Kind.RECOVERY, owner="ann") == [("code", b"ann")], "what is put in the same write stays"


async def test_old_documents_are_deleted_and_with_a_record_what_belongs_to_it(storage: Storage) -> None:
    for record, ended in (("old", 1.0), ("new", 9.0)):
        await storage.write(
            Put(Kind.RECORD, record, b"{}", owner="TABLE", time=ended),
            Put(Kind.PLAYED, f"ann/{record}", b"{}", owner="ann", time=ended),
            *(Put(kind, record, b"") for kind in (Kind.REVIEW, Kind.RATED)),
        )
    await storage.write(Put(Kind.REVIEW, "of nothing", b""), Put(Kind.PROFILE, "ann", b"", owner="ann"))
    await storage.delete_old(closed_before=0.0, documents_before=5.0)
    for kind in (Kind.RECORD, Kind.REVIEW, Kind.RATED):
        assert [key for key, _ in await storage.find(kind)] == ["new"]
    assert (await storage.find(Kind.PLAYED), await storage.find(Kind.PROFILE)) == ([("ann/new", b"{}")], [("ann", b"")])
    assert await storage.writable()
    assert await storage.size() > 0


async def test_writing_nothing_to_a_full_disk_is_no_sign_that_there_is_room(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "tables.sqlite")
    await storage.append("TABLE", 0, line(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (NO_ROOM, hard))
    try:
        with pytest.raises(StorageFailure):
            await storage.append("TABLE", 1, line(1))
        await storage.write(Drop(Kind.PROGRAM_SEAT, "nothing"))
        assert not await storage.writable()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert await storage.writable()
    await storage.append("TABLE", 1, line(1))
    await storage.close()


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_a_write_whose_answer_was_lost_is_known_as_done(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    url = postgres.new_database()
    schema.prepare(url)
    connection_of = Link.connection

    class Unlucky(NamedTuple):
        connection: Any

        async def fetch(self, *asked: object) -> list[Any]:
            if lost == "after":
                await self.connection.fetch(*asked)
            monkeypatch.undo()
            raise ConnectionResetError

    async def unlucky(link: Link) -> Unlucky:
        return Unlucky(await connection_of(link))

    async with asyncio.timeout(30):
        storage = PostgresStorage(url, "one")
        assert await storage.write(Put(Kind.RECOVERY, "code", b"ann"))
        monkeypatch.setattr(Link, "connection", unlucky)
        assert await storage.write(Drop(Kind.RECOVERY, "code", expected=b"ann"), Put(Kind.PROFILE, "ann", b"1", expected=None))
        assert (await storage.get(Kind.RECOVERY, "code"), await storage.get(Kind.PROFILE, "ann")) == (None, b"1")
        monkeypatch.setattr(Link, "connection", unlucky)
        assert not await storage.write(Put(Kind.PROFILE, "ann", b"2", expected=b"0")), "it is not as expected, nor as it should become"
        await storage.close()


async def test_a_page_of_before_finds_its_tables_and_records() -> None:
    store = MemoryStore()
    store.texts = {"log/OABCDEFG/000000": "{}", "log/OABCDEFG/000001": "[]", "record/local.x": "a game", "mine/OABCDEFG": "me"}
    storage = KeyValueStorage(store)
    assert await storage.table("OABCDEFG") == StoredTable(active=True, closed=False)
    assert await storage.lines("OABCDEFG") == [b"{}", b"[]"]
    assert (await storage.get(Kind.RECORD, "local.x"), await storage.get("mine", "OABCDEFG")) == (b"a game", b"me")
    with pytest.raises(SeqTaken):
        await storage.append("OABCDEFG", 0, b"")
    await storage.append("OABCDEFG", 2, b"next")
    assert store.texts["log/OABCDEFG/000002"] == "next"
    await storage.delete_old(closed_before=1e12, documents_before=1e12)
    assert (await storage.get(Kind.RECORD, "local.x"), len(await storage.lines("OABCDEFG"))) == (b"a game", 3)


# Data of older versions

OLD_ROWS = """
    INSERT INTO tables (code, wake_at) VALUES ('TABLE', 0);
    INSERT INTO lines VALUES ('TABLE', 0, 'a line');
    INSERT INTO records VALUES ('game', 'TABLE', 7.5, '{"format":1}'), ('paper', 'elsewhere', 8.5, '{"paper":1}');
    INSERT INTO reviews VALUES ('game', '{"awards":[]}');
    INSERT INTO rated VALUES ('game');
    INSERT INTO identities VALUES ('ann', '{"name":"Ann"}'), ('bob', '{}');
    INSERT INTO played VALUES ('ann', 7.5, 'game', '{"won":1}'), ('ann', 8.5, 'paper', '{"won":2}'), ('bob', 7.5, 'game', '{"won":0}');
    INSERT INTO ratings VALUES ('2026-4', 'ann', 'liberal', 25, 8.333333333333334, 3), ('2026-4', 'bot:random', 'fascist', 24.1, 0.1, 12);
    INSERT INTO recovery VALUES ('hash', 'ann');
    INSERT INTO program_notes VALUES ('program-x', 'account', '', '{"id":1}'), ('program-x', 'seat', 'TABLE', 'player');
"""


async def everything_is_found(storage: Storage) -> None:
    assert await storage.lines("TABLE") == [b"a line"]
    assert await storage.active_tables() == ["TABLE"]
    assert await storage.find(Kind.RECORD) == [("paper", b'{"paper":1}'), ("game", b'{"format":1}')]
    assert await storage.find(Kind.RECORD, owner="TABLE") == [("game", b'{"format":1}')]
    assert (await storage.get(Kind.REVIEW, "game"), await storage.get(Kind.RATED, "game")) == (b'{"awards":[]}', b"")
    assert await storage.find(Kind.PROFILE) == [("ann", b'{"name":"Ann"}'), ("bob", b"{}")]
    assert await storage.find(Kind.PLAYED, "ann/") == [("ann/paper", b'{"won":2}'), ("ann/game", b'{"won":1}')]
    ratings = dict(await storage.find(Kind.RATING, "2026-4/"))
    assert rating_of(ratings["2026-4/ann/liberal"]) == StoredRating("ann", "liberal", 25.0, 8.333333333333334, 3)
    assert rating_of(ratings["2026-4/bot:random/fascist"]) == StoredRating("bot:random", "fascist", 24.1, 0.1, 12)
    assert await storage.find(Kind.RECOVERY, owner="ann") == [("hash", b"ann")]
    assert await storage.get(Kind.PROGRAM, "program-x") == b'{"id":1}'
    assert await storage.find(Kind.PROGRAM_SEAT, "program-x/") == [("program-x/TABLE", b"player")]
    assert await storage.write(DropOwner("ann"))
    assert [len(await storage.find(kind)) for kind in (Kind.PROFILE, Kind.PLAYED, Kind.RATING, Kind.RECOVERY)] == [1, 1, 1, 0]
    await storage.delete_old(closed_before=0.0, documents_before=8.0)
    assert [len(await storage.find(kind)) for kind in (Kind.RECORD, Kind.REVIEW, Kind.RATED, Kind.PLAYED)] == [1, 0, 0, 0]
    await storage.close()


async def test_a_file_from_before_there_were_documents_opens_and_nothing_is_lost(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        for step in sorted((Path(storage.__file__).parent / "migrations").glob("*.sql"))[:8]:
            connection.executescript(step.read_text(encoding="utf-8"))
        connection.executescript(f"{OLD_ROWS} PRAGMA user_version = 8;")
        for table in ("lines", "records", "reviews", "identities", "played", "program_notes"):
            connection.execute(f"UPDATE {table} SET body = CAST(body AS BLOB)")  # noqa: S608  because all of it stands here
        connection.commit()
    await everything_is_found(SqliteStorage(tmp_path / "tables.sqlite"))


async def test_a_database_from_before_there_were_documents_opens_and_nothing_is_lost(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, steps = postgres.new_database(), schema.read_steps()
    monkeypatch.setattr(schema, "read_steps", lambda: steps[:7])
    schema.prepare(url)
    for statement in OLD_ROWS.split(";"):
        postgres.does(statement, url)
    monkeypatch.undo()
    schema.prepare(url)
    await everything_is_found(PostgresStorage(url, "one"))


@pytest.mark.parametrize("folder", ["migrations", "postgres_migrations"])
def test_migrations_are_numbered_one_after_the_other(folder: str) -> None:
    names = sorted(path.name for path in (Path(storage.__file__).parent / folder).glob("*.sql"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
