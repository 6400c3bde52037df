"""Two nodes, one database: a table is the same at both, whoever is at it is known at both, and nothing is allowed twice."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from secret_hitler.server.log_notifications import LineNews
from secret_hitler.storage import Kind, Put, StorageFailure
from secret_hitler.storage import postgres_database as schema
from secret_hitler.storage.postgres_database import OPERATORS, prepare
from secret_hitler.tables.pace import SteadyClock
from secret_hitler.tables.refusal import Refusal
from tests import storages
from tests.cluster.histories import Shown, faults_of
from tests.postgres import PostgresCluster
from tests.security.attacker import Line, Stranger
from tests.server.live_server import LiveServer

WITHIN = 5.0
OPERATOR = "the-token-of-the-operator-of-all-nodes"


async def soon(so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WITHIN):
        while not await so():
            await asyncio.sleep(0.05)


@pytest.fixture(scope="module")
def database(postgres: PostgresCluster) -> str:
    url = postgres.new_database()
    prepare(url)
    postgres.does(f"INSERT INTO kept VALUES ('{OPERATORS}', 'operator {OPERATOR}')", url)  # noqa: S608  because both stand here
    return url


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[tuple[LiveServer, LiveServer]]:
    folder = tmp_path_factory.mktemp("nodes")
    with LiveServer(folder / "one", database=database, quick_wait=60) as one:
        with LiveServer(folder / "two", database=database, quick_wait=60) as two:
            yield one, two


def count(postgres: PostgresCluster, database: str, what: str) -> int:
    return int(postgres.does(f"SELECT count(*) FROM {what}", database)[0][0])  # noqa: S608  because it stands here


async def test_the_same_command_at_two_nodes_is_done_once(
    nodes: tuple[LiveServer, LiveServer], postgres: PostgresCluster, database: str
) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    async with one.connects(host["code"], host["token"]) as here, two.connects(host["code"], host["token"]) as there:
        for number in range(5):
            sent = {"text": f"number {number}", "id": f"say {number}"}
            answers = await asyncio.gather(here.sends("Say", **sent), there.sends("Say", **sent))
            assert [answer["type"] for answer in answers] == ["Done", "Done"]
        for line in (here, there):
            await line.until(lambda line: len(line.heard("Said")) == 5)
            assert [said["text"] for said in line.heard("Said")] == [f"number {number}" for number in range(5)]
    assert count(postgres, database, f"lines WHERE code = '{host['code']}' AND position('number'::bytea IN body) > 0") == 5


async def test_a_node_that_is_behind_reads_the_log_before_it_refuses(
    nodes: tuple[LiveServer, LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    async with one.connects(host["code"], host["token"]) as here, two.connects(host["code"], host["token"]) as there:
        _lose_news(monkeypatch)
        await here.sends("AddBot", fill_to=5)
        assert (await there.sends("Start"))["type"] == "Done"


def _lose_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or have it late."""
    for hear in ("_hear_rows", "_hear_of_lines"):
        monkeypatch.setattr(LineNews, hear, lambda *_: None)


async def test_whoever_comes_to_a_node_that_is_behind_sees_no_less_than_before(
    nodes: tuple[LiveServer, LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    async with one.connects(host["code"], host["token"]) as here, two.connects(host["code"]):
        _lose_news(monkeypatch)
        await here.sends("AddBot", fill_to=5)
        async with two.connects(host["code"], host["token"]) as there:
            assert sum(bool(chair["player"] or chair["bot"]) for chair in there.table["chairs"]) == 5


async def test_who_is_here_is_known_everywhere_and_a_reaction_reaches_all(nodes: tuple[LiveServer, LiveServer]) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    guest = await two.joins(host["code"], "Ben")
    async with one.connects(host["code"], host["token"]) as here:
        async with two.connects(host["code"], guest["token"]) as there, two.connects(host["code"]):
            await _within(here, lambda line: line.table["chairs"][1]["connected"] and line.table["spectators"] == 1)
            await _within(there, lambda line: bool(line.table["chairs"][0]["connected"]))
            await here.sends("React", reaction="wink")
            await _within(there, lambda line: len(line.heard("Reacted")) == 1)
        await _within(here, lambda line: line.table["chairs"][1]["away_since"] is not None and line.table["spectators"] == 0)
        left = (await two.get(f"/api/tables/{host['code']}")).json()["chairs"][1]["away_since"]
        assert abs(left - here.table["chairs"][1]["away_since"]) < WITHIN


async def _within(line: Line, so: Callable[[Line], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        await line.until(so)


async def test_listed_tables_and_strangers_who_wait_are_found_from_any_node(nodes: tuple[LiveServer, LiveServer]) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann", public=True)

    async def listed(here: Stranger) -> bool:
        return [each["code"] for each in (await here.get("/api/tables")).json()] == [host["code"]]

    async with one.connects(host["code"], host["token"]):
        await soon(lambda: listed(two))
        assert await listed(one)
    first = (await one.post("/api/quick-match", {"name": "Cleo", "players": 7})).json()
    second = (await two.post("/api/quick-match", {"name": "Dan", "players": 7})).json()
    assert first["code"] == second["code"]
    ticket = (await one.post(f"/api/tables/{first['code']}/ticket", {}, first["token"])).json()["link"].partition("ticket=")[2]
    moved = await two.post(f"/api/tables/{first['code']}/continue", {"ticket": ticket})
    assert moved.json()["player"] == first["player"]


async def test_what_operators_do_at_one_node_holds_at_all(nodes: tuple[LiveServer, LiveServer]) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    async with two.connects(host["code"], host["token"]) as there:
        await one.post("/api/operator", {"type": "Announce", "text": "soon"}, OPERATOR)
        await _within(there, lambda line: [each["text"] for each in line.heard("Announced")] == ["soon"])
        await one.post("/api/operator", {"type": "ForbidWord", "word": "turnip"}, OPERATOR)
        await soon(lambda: _is_refused(there, "turnip"))
        await one.post("/api/operator", {"type": "CloseTable", "code": host["code"]}, OPERATOR)
        await _within(there, lambda line: line.closed == 4403)
    assert (await two.get(f"/api/tables/{host['code']}")).status_code == 404


async def _is_refused(line: Line, text: str) -> bool:
    return bool((await line.sends("Say", text=text))["type"] == "Refused")


def test_limits_hold_over_all_nodes(nodes: tuple[LiveServer, LiveServer]) -> None:
    one, two = nodes
    limits = one.limits.passwords, two.limits.passwords

    def used_up(which: int) -> bool:
        try:
            limits[which].check("somebody")
        except Refusal:
            return True
        return False

    async def use_up() -> None:
        while not used_up(0):
            limits[0].spend("somebody")

    one.does(use_up())
    deadline = time.monotonic() + WITHIN
    while not used_up(1):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with one.limits.sockets.hold("a house"):
        while not two.limits.sockets.elsewhere or not any(held.get("a house") for held in two.limits.sockets.elsewhere.values()):
            assert time.monotonic() < deadline + WITHIN
            time.sleep(0.05)


async def test_a_table_goes_on_at_another_node_when_its_own_stops(
    tmp_path: Any, nodes: tuple[LiveServer, LiveServer], database: str
) -> None:
    async def begins(node: LiveServer) -> dict[str, Any]:
        return dict((await Stranger(node.url).post("/api/play-now", {"name": "Ann", "players": 5, "level": "random"})).json())

    with LiveServer(tmp_path / "third", database=database, bot_pace=60) as third:  # its bots would think for ever
        player = await begins(third)
    async with Stranger(nodes[0].url).connects(player["code"], player["token"]) as line:
        seen = len(line.heard("Update"))
        while len(line.heard("Update")) < seen + 3:
            if line.view.get("choices"):
                await line.acts()
            await _within(line, lambda line: bool(line.view.get("choices")) or len(line.heard("Update")) >= seen + 3)


async def test_the_schema_is_made_once_and_an_older_version_serves_beside_a_newer(
    tmp_path: Any, postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, steps = postgres.new_database(), schema.read_steps()
    with ThreadPoolExecutor(4) as threads:
        keys = {prepared.key for prepared in threads.map(prepare, [url] * 4)}
    assert len(keys) == 1
    newer = "-- works with: 1\nALTER TABLE tables ADD COLUMN note text; ALTER TABLE nodes ADD COLUMN place text DEFAULT '';"
    with LiveServer(tmp_path / "old", database=url) as old:
        monkeypatch.setattr(schema, "read_steps", lambda: [*steps, newer])
        with LiveServer(tmp_path / "new", database=url) as new:
            monkeypatch.undo()
            with LiveServer(tmp_path / "late", database=url) as late:  # of the old version, started when the schema is new already
                await _talk_at_all([Stranger(node.url) for node in (old, new, late)], postgres, url)
    postgres.does(f"UPDATE schema_version SET works_with = {len(steps) + 1}", url)  # noqa: S608  because it is a number
    with pytest.raises(StorageFailure, match="newer version"):
        prepare(url)


async def _talk_at_all(nodes: list[Stranger], postgres: PostgresCluster, url: str) -> None:
    host = await nodes[0].opens("Ann")
    async with nodes[0].connects(host["code"], host["token"]) as old, nodes[1].connects(host["code"], host["token"]) as new:
        async with nodes[2].connects(host["code"], host["token"]) as late:
            for number, line in enumerate((old, new, late)):
                assert (await line.sends("Say", text="hello", id=f"at {number}"))["type"] == "Done"
            for line in (old, new, late):
                await _within(line, lambda line: len(line.heard("Said")) == 3)
        # What only the newer version writes is not damage to the older one: it lets go of the table, for another node to serve.
        (last,) = (await asyncio.to_thread(postgres.does, f"SELECT max(seq) FROM lines WHERE code = '{host['code']}'", url))[0]  # noqa: S608  because the code is ours
        body = '{"time":1,"player":"","command":"","entries":[{"type":"Invented"}]}'
        append = f"SELECT append_lines('new', ARRAY['{host['code']}'], ARRAY[{last + 1}], ARRAY['{body}'::bytea])"
        await asyncio.to_thread(postgres.does, append, url)
        await _within(old, lambda line: line.closed is not None)
        assert old.heard("Goodbye")[0]["again"] is True
    assert count(postgres, url, "tables WHERE aside IS NOT NULL") == 0


async def test_a_database_of_the_tests_is_empty_when_it_is_used_again(
    tmp_path: Path, postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storages, "postgres", postgres)
    monkeypatch.setattr(storages, "_emptied", [])
    storage = storages.storage_in(tmp_path / "one")
    await storage.write(Put(Kind.PROFILE, "somebody", b""))
    await storage.append("TABLE", 0, b"{}")
    await storage.close()
    url = storages.database_of(tmp_path / "one")
    storages.empty_databases_of(tmp_path / "one")
    names = [name for (name,) in postgres.does("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", url)]
    assert {"lines", "tables", "documents"} <= set(names)
    assert [name for name in names if name != "schema_version" and count(postgres, url, name)] == []
    assert storages.database_of(tmp_path / "two") == url


def test_a_clock_that_is_wrong_goes_by_that_of_the_database() -> None:
    clock = SteadyClock()
    clock.follow(now := clock() + 3600, within=0.1)
    assert abs(clock() - now) < 1
    clock.follow(clock() + 0.05, within=0.1)
    assert abs(clock() - now) < 1


def test_the_checker_of_histories_sees_what_is_wrong() -> None:
    told: Any = {(1, "public"): [["a"], ["b"], ["c"]]}
    good = [Shown(1, seq, events) for seq, events in enumerate(told[1, "public"])]
    assert faults_of(good[:2], told) == faults_of(good[1:], told) == []
    strange: Any = [Shown(1, 0, good[1].events), Shown(1, 3, good[2].events), Shown(2, 0, good[0].events)]
    for bad in ([good[0], good[2]], [good[1], good[0]], [good[0], good[0]], *([each] for each in strange)):
        assert faults_of(bad, told), bad


async def test_one_id_at_two_nodes_is_one_command_whatever_each_of_them_says(nodes: tuple[LiveServer, LiveServer]) -> None:
    """Whoever gives two moves one id, one at each node, plays one of them; the other is taken for a repetition."""
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    async with one.connects(host["code"], host["token"]) as here, two.connects(host["code"], host["token"]) as there:
        for number in range(5):
            id = f"twice {number}"
            answers = await asyncio.gather(here.sends("Say", text=f"here {id}", id=id), there.sends("Say", text=f"there {id}", id=id))
            assert [answer["type"] for answer in answers] == ["Done", "Done"]
        for line in (here, there):
            await line.until(lambda line: len(line.heard("Said")) == 5)
        assert [said["text"] for said in here.heard("Said")] == [said["text"] for said in there.heard("Said")]
        assert {said["text"].partition(" ")[2] for said in here.heard("Said")} == {f"twice {number}" for number in range(5)}


async def test_a_ticket_is_good_once_at_all_nodes_together(nodes: tuple[LiveServer, LiveServer]) -> None:
    one, two = (Stranger(node.url) for node in nodes)
    host = await one.opens("Ann")
    ticket = (await one.post(f"/api/tables/{host['code']}/ticket", token=host["token"])).json()["link"].partition("ticket=")[2]
    body = {"ticket": ticket}
    path = f"/api/tables/{host['code']}/continue"
    answers = await asyncio.gather(*(node.post(path, body) for node in (one, two, one, two)))
    assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403]
