"""What every store of tables has to promise, shown of each."""

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from secret_hitler import storage
from secret_hitler.storage import SeqTaken, Storage, StorageFailure, StoredIntermission, StoredRating, StoredTable
from secret_hitler.storage.postgres import PostgresStorage
from secret_hitler.storage.postgres_schema import prepare
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.log_entries import LockSet, LogLine, Spoke
from secret_hitler.wire.commands import Room
from tests.faults.full_disk import NO_ROOM

Opens = Callable[[], Storage]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Opens:
    """Within a loop: the store under test, empty."""
    if request.param == "SQLite":
        return lambda: SqliteStorage(tmp_path / "tables.sqlite")
    url = request.getfixturevalue("postgres").new_database()
    prepare(url)
    return lambda: PostgresStorage(url, "one")


def line(number: int) -> LogLine:
    return LogLine(time=float(number), entries=[LockSet(locked=bool(number % 2))])


async def test_a_number_is_given_once_and_lines_are_read_from_any_number_on(opens: Opens) -> None:
    async with asyncio.timeout(30):
        storage = opens()
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
        await storage.close_table("OTHER", 1.0)
        with pytest.raises(SeqTaken):
            await storage.append("OTHER", 0, line(0))
        with pytest.raises(StorageFailure, match="closed"):
            await storage.append("OTHER", 1, line(1))
        assert await storage.lines("OTHER") == [line(0)]
        await storage.close()


async def test_writing_nothing_to_a_full_disk_is_no_sign_that_there_is_room(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "tables.sqlite")
    await storage.append("TABLE", 0, line(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (NO_ROOM, hard))
    try:
        with pytest.raises(StorageFailure):
            await storage.append("TABLE", 1, line(1))
        await storage.drop_note("nobody", "none", "nothing")
        assert not await storage.writable()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert await storage.writable()
    await storage.append("TABLE", 1, line(1))
    await storage.close()


async def test_a_table_at_rest_is_found_when_it_is_due_and_a_line_wakes_it(opens: Opens) -> None:
    async with asyncio.timeout(30):
        storage = opens()
        for code in ("EARLY", "LATER", "STAYS", "ENDED"):
            await storage.append(code, 0, line(0))
        await asyncio.gather(storage.rest("LATER", 1, 200.0), storage.rest("EARLY", 1, 100.0), storage.close_table("ENDED", 1.0))
        assert await storage.awake() == ["STAYS"]
        assert [await storage.due(by) for by in (99.0, 100.0, 300.0)] == [[], ["EARLY"], ["EARLY", "LATER"]]
        assert await storage.table("LATER") == StoredTable(awake=False, closed=False)
        await storage.append("LATER", 1, line(1))
        await storage.rest("LATER", 1, 200.0)
        assert await storage.table("LATER") == StoredTable(awake=True, closed=False), "it was to rest as it was before its last line"
        assert (await storage.awake(), await storage.due(300.0)) == (["LATER", "STAYS"], ["EARLY"])
        assert await storage.table("ENDED") == StoredTable(awake=False, closed=True)
        assert await storage.table("NEVER") is None
        await storage.close()


async def test_a_record_counts_once_and_a_recovery_code_is_good_once(opens: Opens) -> None:
    async with asyncio.timeout(30):
        storage = opens()
        first, second = StoredRating("one", "liberal", 26.0, 8.0, 1), StoredRating("bot", "fascist", 24.0, 8.0, 1)
        await storage.keep_ratings("2026-4", "game", [first, second])
        await storage.keep_ratings("2026-4", "game", [StoredRating("one", "liberal", 99.0, 8.0, 2)])
        assert sorted(each.identity for each in await storage.ratings("2026-4")) == ["bot", "one"]
        await storage.keep_ratings("2026-4", "next", [StoredRating("one", "liberal", 27.0, 7.0, 2)])
        assert StoredRating("one", "liberal", 27.0, 7.0, 2) in await storage.ratings("2026-4")
        late = [StoredRating("bot", "fascist", 23.0, 7.0, 2), StoredRating("one", "liberal", 28.0, 7.0, 2)]
        assert not await storage.keep_ratings("2026-4", "at once", late), "one has played two games already"
        assert second in await storage.ratings("2026-4")
        assert await storage.keep_ratings("2026-4", "at once", [late[0], StoredRating("one", "liberal", 28.0, 7.0, 3)])
        second = StoredRating("bot", "fascist", 22.0, 6.0, 3)
        assert sorted(await asyncio.gather(*(storage.keep_ratings("2026-4", f"together {each}", [second]) for each in range(2)))) == [0, 1]
        assert await storage.ratings("2027-1") == []
        assert await storage.ratings("2026-4", ["bot", "nobody"]) == [second]
        assert await storage.ratings("2026-4", []) == []
        await storage.keep_recovery("one", ["a", "b"])
        await storage.keep_recovery("one", ["c", "d"])
        assert [await storage.use_recovery(code) for code in ("a", "c", "c")] == [None, "one", None]
        assert await storage.recovery("one") == 1
        await storage.forget_identity("one")
        assert (await storage.use_recovery("d"), [each.identity for each in await storage.ratings("2026-4")]) == (None, ["bot"])
        await storage.close()


async def test_what_somebody_keeps_is_replaced_listed_and_forgotten(opens: Opens) -> None:
    async with asyncio.timeout(30):
        storage = opens()
        await storage.keep_review("game", b"first")
        await storage.keep_review("game", b"again")
        assert (await storage.review("game"), await storage.review("other")) == (b"again", None)
        await storage.keep_identity("one", b"old")
        await storage.keep_identity("one", b"new")
        await storage.keep_identity("two", b"two")
        assert sorted(await storage.identities()) == [("one", b"new"), ("two", b"two")]
        for record, ended in (("a", 1.0), ("b", 3.0), ("c", 2.0)):
            await storage.keep_played(record, ended, {"one": record.encode()})
        await storage.keep_played("a", 1.0, {"one": b"A", "two": b"two"})
        assert await storage.played("one") == [b"b", b"c", b"A"]
        await storage.forget_identity("one")
        assert (await storage.identity("one"), await storage.played("one"), await storage.played("two")) == (None, [], [b"two"])
        await storage.delete_old(closed_before=0.0, records_before=1.5)
        assert (await storage.review("game"), await storage.played("two")) == (None, [])
        await storage.close()


async def test_notes_about_a_program_are_replaced_listed_by_kind_and_dropped(opens: Opens) -> None:
    storage = opens()
    for key, body in (("b", b"1"), ("a", b"2"), ("b", b"3")):
        await storage.keep_note("robot", "seat", key, body)
    await storage.keep_note("robot", "game", "a", b"4")
    await storage.keep_note("other", "seat", "a", b"5")
    assert await storage.notes("robot", "seat") == [("a", b"2"), ("b", b"3")]
    await storage.drop_note("robot", "seat", "a")
    assert await storage.notes("robot", "seat") == [("b", b"3")]
    assert await storage.notes("robot", "game") == [("a", b"4")]
    assert await storage.notes("nobody", "seat") == []
    await storage.close()


@pytest.mark.parametrize("folder", ["migrations", "postgres_migrations"])
def test_migrations_are_numbered_one_after_the_other(folder: str) -> None:
    names = sorted(path.name for path in (Path(storage.__file__).parent / folder).glob("*.sql"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


async def test_what_is_kept_before_a_deal_is_replaced_by_later_ones_and_goes_with_what_was_said(opens: Opens) -> None:
    early, late = StoredIntermission("1", b"early"), StoredIntermission("1", b"late")

    async with asyncio.timeout(30):
        storage = opens()
        spoken = LogLine(time=1.0, entries=[Spoke(room=Room.TABLE, text="a word")])
        for code in ("TABLE", "OTHER"):
            await storage.append(code, 0, line(0))
            await storage.append(code, 1, spoken)
            await storage.keep_intermission(code, 7, late)
        await storage.keep_intermission("TABLE", 3, early)
        await storage.keep_intermission("NOWHERE", 3, early)
        assert await storage.intermission("TABLE") == late
        assert await storage.intermission("NOWHERE") is None
        await storage.append("TABLE", 2, line(2))
        await storage.rest("TABLE", 3, 9.0)
        assert await storage.intermission("TABLE") == late, "whatever adds to the log leaves it"
        await storage.delete_talk("TABLE", before=0.5)
        assert await storage.intermission("TABLE") == late, "nothing was said so early"
        await storage.delete_talk("TABLE", before=2.0)
        assert await storage.intermission("TABLE") is None, "it would remember what was said"
        await storage.close_table("OTHER", 1.0)
        await storage.keep_intermission("OTHER", 8, late)
        assert await storage.intermission("OTHER") is None, "nobody comes to a closed table"
        await storage.close()
