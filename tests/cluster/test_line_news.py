"""What one node writes comes to another with the news, if that has somebody at the table; whatever does not is read from the log."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from secret_hitler.play import Move
from secret_hitler.rules import Seat, Vote
from secret_hitler.server.log_notifications import LineNews
from secret_hitler.storage import SeqTaken, StorageFailure
from secret_hitler.storage.postgres import GATHER_SECONDS, MANY, WRITERS, PostgresStorage, WaitingLine
from secret_hitler.storage.postgres_database import Link, prepare
from secret_hitler.tables.host import Host
from secret_hitler.tables.log_entries import LogLine, Played, Spoke
from secret_hitler.tables.log_lines import encode_line
from secret_hitler.wire.commands import Room
from tests.postgres import PostgresCluster
from tests.security.attacker import Line, Stranger
from tests.server.live_server import LiveServer

LONG = 5000
"""Bytes that no message has room for beside others."""


@pytest.fixture
def database(postgres: PostgresCluster) -> str:
    url = postgres.new_database()
    prepare(url)
    return url


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the tables that were read because of news, each time."""
    found: list[str] = []
    rows_since = PostgresStorage.rows_since

    async def noted(self: PostgresStorage, known: dict[str, int]) -> dict[str, list[tuple[int, bytes]]]:
        rows = await rows_since(self, known)
        found.extend(rows)
        return rows

    monkeypatch.setattr(PostgresStorage, "rows_since", noted)
    return found


async def _known_to_be_at_both(here: Line, there: Line) -> None:
    async with asyncio.timeout(10):
        for line in (here, there):
            await line.until(lambda line: all(chair["connected"] for chair in line.table["chairs"][:2]))


async def _at_two_nodes(tmp_path: Path, database: str, story: Callable[[dict[str, Any], Line, Line], Any]) -> None:
    with LiveServer(tmp_path / "one", database=database) as first, LiveServer(tmp_path / "two", database=database) as second:
        one, two = Stranger(first.url), Stranger(second.url)
        host = await one.opens("Ann")
        guest = await two.joins(host["code"], "Ben")
        async with one.connects(host["code"], host["token"]) as here, two.connects(host["code"], guest["token"]) as there:
            await _known_to_be_at_both(here, there)
            await story(host, here, there)


async def test_a_node_that_follows_a_table_reads_nothing(tmp_path: Path, database: str, read: list[str]) -> None:
    async def story(_: dict[str, Any], here: Line, there: Line) -> None:
        read.clear()
        for number in range(3):
            await here.sends("AddBot", seat=2 + number, level="random")
        await there.until(lambda line: sum(bool(chair["bot"]) for chair in line.table["chairs"]) == 3)
        for text in ("Grüße", '"quoted" \\', "\u2028"):
            await here.sends("Say", text=text)
        for line in (here, there):
            await line.until(lambda line: len(line.heard("Said")) == 3)
        assert [said["text"] for said in here.heard("Said")] == [said["text"] for said in there.heard("Said")]
        assert read == []

    await _at_two_nodes(tmp_path, database, story)


async def test_what_has_no_room_in_the_news_is_read(tmp_path: Path, database: str, postgres: PostgresCluster, read: list[str]) -> None:
    async def story(host: dict[str, Any], here: Line, there: Line) -> None:
        code = host["code"]
        ((last,),) = await asyncio.to_thread(postgres.does, f"SELECT max(seq) FROM lines WHERE code = '{code}'", database)  # noqa: S608  because the code is ours
        spoken = [Spoke(room=Room.TABLE, text=text, player=host["player"]) for text in ("x" * LONG, "short")]
        bodies = [encode_line(LogLine(time=1, entries=[each])).hex() for each in spoken]
        seqs = f"ARRAY[{last + 1}, {last + 2}], ARRAY['\\x{bodies[0]}'::bytea, '\\x{bodies[1]}'::bytea]"
        await asyncio.to_thread(postgres.does, f"SELECT append_lines('third', ARRAY['{code}', '{code}'], {seqs})", database)
        for line in (here, there):
            await line.until(lambda line: len(line.heard("Said")) == 2)
            assert [len(said["text"]) for said in line.heard("Said")] == [LONG, 5]
        assert set(read) == {code}

    await _at_two_nodes(tmp_path, database, story)


async def test_a_game_that_ends_elsewhere_is_told_once_its_record_is_kept(
    tmp_path: Path, database: str, postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever acts meanwhile waits for that."""
    keep_record = Host._keep_record

    async def slowly(self: Host, live: Any) -> None:
        await asyncio.sleep(0.3)
        await keep_record(self, live)

    monkeypatch.setattr(Host, "_keep_record", slowly)

    async def story(_: dict[str, Any], here: Line, there: Line) -> None:
        await here.sends("AddBot", fill_to=5, level="random")
        await here.sends("Start")
        await there.until(lambda line: line.table["stage"] == "playing")
        await asyncio.gather(here.sends("VoteRemake"), there.sends("VoteRemake"))
        talked = asyncio.create_task(there.sends("Say", text="again?"))
        await there.until(lambda line: line.table["stage"] == "lobby")
        assert await asyncio.to_thread(
            postgres.does, f"SELECT FROM documents WHERE kind = 'record' AND key = '{there.table['record']}'", database
        )
        assert (await talked)["type"] == "Done"

    await _at_two_nodes(tmp_path, database, story)


async def test_a_message_of_another_form_is_no_news(database: str) -> None:
    """A node hears what others say, whichever version they are of."""
    storage = PostgresStorage(database, "here")
    news = LineNews(storage, None, asyncio.create_task)  # type: ignore[arg-type]  # because no table is asked for
    news._hear_rows('there {"rows":[]}')
    news._hear_rows("there [[1]]")
    await storage.close()


async def test_of_a_batch_with_a_taken_number_and_a_closed_table_the_rest_is_written(database: str) -> None:
    line = encode_line(LogLine(time=1, entries=[Played(moves=[Move(Seat(3), Vote(ja=True))])]))
    storage = PostgresStorage(database, "here")
    await asyncio.gather(*(storage.append(code, 0, line) for code in ("AAAA", "BBBB", "CCCC")))
    await storage.append("BBBB", 1, line)
    await storage.close_table("CCCC", 5.0)
    written, taken, closed, dead = await asyncio.gather(
        *(storage.append(code, seq, line) for code, seq in (("AAAA", 1), ("BBBB", 1), ("CCCC", 1), ("CCCC", 0))), return_exceptions=True
    )
    assert written is None
    assert isinstance(taken, SeqTaken)
    assert isinstance(closed, StorageFailure)
    assert not isinstance(closed, SeqTaken)
    assert isinstance(dead, SeqTaken)
    assert [len(await storage.lines(code)) for code in ("AAAA", "BBBB", "CCCC")] == [2, 2, 1]
    await storage.close()


async def test_what_comes_soon_after_several_lines_goes_together_and_one_line_alone_waits_for_nothing(
    database: str, postgres: PostgresCluster
) -> None:
    line = encode_line(LogLine(time=1, entries=[Played(moves=[Move(Seat(3), Vote(ja=True))])]))

    def transactions(seq: int) -> int:
        return len(postgres.does(f"SELECT DISTINCT xmin::text FROM lines WHERE seq = {seq:d}", database))  # noqa: S608  because it is a number

    storage = PostgresStorage(database, "here")
    await storage.append("AAAA", 0, line)
    await storage.append("BBBB", 0, line)
    assert storage._gathering_until == 0
    began = time.monotonic()
    await asyncio.gather(storage.append("AAAA", 1, line), storage.append("BBBB", 1, line))
    assert storage._gathering_until >= began + GATHER_SECONDS
    storage._gathering_until = time.monotonic() + 0.3  # however long it took
    first = asyncio.create_task(storage.append("AAAA", 2, line))
    while not storage._writing:
        await asyncio.sleep(0)
    await asyncio.sleep(0)  # the writer has begun
    await asyncio.gather(first, storage.append("BBBB", 2, line))
    assert [transactions(seq) for seq in range(3)] == [2, 1, 1]
    await storage.close()


async def test_where_much_is_written_two_transactions_are_under_way_and_none_overtakes_another_of_its_table(
    database: str, postgres: PostgresCluster
) -> None:
    line = encode_line(LogLine(time=1, entries=[Played(moves=[Move(Seat(3), Vote(ja=True))])]))
    codes = [f"T{number:03d}" for number in range(3 * MANY)]
    storage = PostgresStorage(database, "here")
    await asyncio.gather(*(storage.append(code, 0, line) for code in codes))
    most, commit = 0, storage._commit

    async def watched(link: Link, batch: list[WaitingLine]) -> None:
        nonlocal most
        most = max(most, len(storage._writing))
        under_way.append([each.code for each in batch])
        assert len({code for each in under_way for code in each}) == sum(map(len, under_way))
        await commit(link, batch)
        under_way.pop(under_way.index([each.code for each in batch]))

    under_way: list[list[str]] = []
    storage._commit = watched  # type: ignore[method-assign]  # because nothing else sees what goes together
    await asyncio.gather(*(storage.append(code, seq, line) for seq in (1, 2) for code in codes))
    assert most == WRITERS
    assert not storage._under_way
    assert not storage._writing
    await storage.close()
    assert postgres.does("SELECT count(*) FROM lines", database)[0][0] == len(codes) * 3


async def test_two_transactions_that_lose_their_connections_write_every_line_once_and_in_order(
    database: str, postgres: PostgresCluster
) -> None:
    codes = [f"T{number:03d}" for number in range(6 * MANY)]
    cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE '%append_lines%' AND pid <> pg_backend_pid()"
    answered: dict[str, int] = {}
    storage, going_on = PostgresStorage(database, "here"), True

    async def table(code: str) -> None:
        while going_on:
            seq = answered.get(code, 0)
            await storage.append(code, seq, encode_line(LogLine(time=seq, command=f"{code} {seq}", entries=[])))
            answered[code] = seq + 1

    playing = [asyncio.create_task(table(code)) for code in codes]
    both = 0
    while both < 3:
        before = sum(answered.values())
        while len(storage._writing) < WRITERS or sum(answered.values()) < before + len(codes):
            await asyncio.sleep(0)
        both += (await asyncio.to_thread(postgres.does, cut, database))[0][0] == WRITERS
    going_on = False
    await asyncio.gather(*playing)
    await storage.close()
    written = postgres.does("SELECT code, seq, body FROM lines ORDER BY code, seq", database)
    assert [(code, seq) for code, seq, _ in written] == [(code, seq) for code in codes for seq in range(answered[code])]
    assert all(msgspec.json.decode(body)["command"] == f"{code} {seq}" for code, seq, body in written)
