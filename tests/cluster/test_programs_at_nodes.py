"""A program at three nodes: it reads its stream at one, plays at another and accepts at the third; whatever it sends twice is done once."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

from secret_hitler.storage.postgres_database import prepare
from secret_hitler.tables.log_entries import Joined, LogLine
from tests.postgres import PostgresCluster
from tests.seats.programs import V1, Program, play_by_polling
from tests.server.process import ServerProcess

NODES = 3


@pytest.fixture
def database(postgres: PostgresCluster) -> str:
    url = postgres.new_database()
    prepare(url)
    return url


@pytest.fixture
def nodes(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[list[ServerProcess]]:
    folder = tmp_path_factory.mktemp("nodes")
    started = [ServerProcess(folder / f"node{number}", database=database) for number in range(NODES)]
    with ExitStack() as stack, ThreadPoolExecutor(NODES) as threads:
        for node in started:
            stack.callback(node.stop)
        list(threads.map(ServerProcess.start, started))
        yield started


def test_a_program_plays_by_way_of_any_node_and_everything_happens_once(
    nodes: list[ServerProcess], postgres: PostgresCluster, database: str
) -> None:
    challenger, challenged = Program(nodes[0], "Challenger"), Program(nodes[1], "Challenged")
    twice = [challenged.at(node) for node in nodes[1:]]
    stream = challenged.at(nodes[0]).stream()
    with ThreadPoolExecutor(3) as threads:
        code = challenger.at(nodes[1]).post(f"{V1}/challenges", to=[challenged.id], players=5)["code"]
        assert next(stream)["challenge"]["code"] == code
        admissions = list(threads.map(lambda program: program.post(f"{V1}/challenges/{code}/accept"), twice))
        assert len({admission["player"] for admission in admissions}) == 1
        playing = threads.submit(play_by_polling, challenger.at(nodes[2]), code)
        sent = _play_twice(stream, twice, code, threads)
        assert playing.result(60)["table"]["stage"] == "over"
    stream.close()
    log = [msgspec.json.decode(body, type=LogLine) for (body,) in postgres.does(f"SELECT body FROM lines WHERE code = '{code}'", database)]  # noqa: S608  because the code is ours
    written = Counter(line.command for line in log if line.command)
    assert sent
    assert {written[command] for command in sent} == {1}
    names = Counter(entry.name for line in log for entry in line.entries if isinstance(entry, Joined))
    assert names == {"Challenger": 1, "Challenged": 1}
    for path in ("games", "games/export"):
        lists = [challenged.at(node).get(f"{V1}/{path}") for node in nodes]
        assert lists[0] == lists[1] == lists[2]
        assert lists[0]
    assert challenged.get(f"{V1}/challenges") == []


def _play_twice(stream: Iterator[dict[str, Any]], twice: list[Program], code: str, threads: ThreadPoolExecutor) -> list[str]:
    """To the end of the game; every move goes to two nodes at once. The ids of the moves."""
    views, done = dict[str, Any](), list[str]()
    for line in stream:
        message = line["message"]
        if line["code"] != code or message["type"] not in ("Welcome", "Update"):
            continue
        views |= message["view"] or {}
        if views.get("board", {}).get("ending"):
            return done
        choice = next((choice for choice in views.get("choices", ()) if choice["barred"] is None), None)
        if choice is not None:
            act = {"type": "Act", "id": f"move {len(done)}", "action": choice["action"]}
            answers = threads.map(lambda program, act=act: program.post(f"{V1}/tables/{code}/commands", **act), twice)
            assert [answer["type"] for answer in answers] == ["Done", "Done"]
            done.append(str(act["id"]))
            views["choices"] = ()
    raise AssertionError("the stream ended before the game")
