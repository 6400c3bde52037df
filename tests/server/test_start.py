"""The start of a server: immediate however many tables are stored, alive while it restores, and memory for the tables in use alone."""

import asyncio
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.security.attacker import Stranger
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess
from tests.server.stored_tables import store_many

pytestmark = pytest.mark.sqlite

STORED, USED = 2000, 25


def asked(server: ServerProcess, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(server.url + path, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def in_memory(server: ServerProcess) -> int:
    (line,) = [line for line in asked(server, "/metrics")[1].splitlines() if line.startswith("secret_hitler_tables ")]
    return int(float(line.split()[1]))


def test_stored_tables_are_in_memory_while_they_are_used(tmp_path: Path) -> None:
    codes = store_many(tmp_path / "data", STORED)
    with ServerProcess(tmp_path / "data", forget_after=1) as server:
        assert in_memory(server) == 0, "nothing is going on, so nothing is folded"
        for code in codes[:: STORED // USED]:
            status, state = asked(server, f"/api/tables/{code}")
            assert (status, f'"code":"{code}"' in state) == (200, True)
        assert 0 < in_memory(server) <= USED
        deadline = time.monotonic() + 60
        while in_memory(server):
            assert time.monotonic() < deadline, "tables that nobody needs stay in memory"
            time.sleep(0.1)
        assert asked(server, f"/api/tables/{codes[-1]}")[0] == 200


def test_a_server_that_restores_is_alive_and_says_that_it_is_not_ready(tmp_path: Path) -> None:
    game = LaidOut(people=5, bots=0, seed="restored")
    game.deals()
    game.comes_to(lambda game: game.board.round > 6, None)
    codes = store_many(tmp_path / "data", 100, rest_for=None, lines=game.lines)
    server = ServerProcess(tmp_path / "data")
    server.start(wait=False)
    try:
        answers = _until_ready(server)
        assert answers[0] == (200, 503), "it was ready before it could be asked"
        assert answers[-1] == (200, 200)
        assert {health for health, _ in answers} == {200}
        assert in_memory(server) == len(codes)
    finally:
        server.stop()


def _until_ready(server: ServerProcess) -> list[tuple[int, int]]:
    """Ask /health and /ready, and return what they answer from the first answer on."""
    answers: list[tuple[int, int]] = []
    deadline = time.monotonic() + 60
    while not answers or answers[-1][1] != 200:
        assert time.monotonic() < deadline, answers
        try:
            answers.append((asked(server, "/health")[0], asked(server, "/ready")[0]))
        except urllib.error.URLError:
            time.sleep(0.01)
    return answers


async def test_a_server_whose_database_hangs_says_within_a_second_that_it_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang() -> bool:
        await asyncio.sleep(3600)
        return True

    with LiveServer(tmp_path / "data") as server:
        monkeypatch.setattr(server.storage, "writable", hang)
        async with asyncio.timeout(20):
            answer = await Stranger(server.url).get("/ready")
        assert (answer.status_code, answer.text) == (503, "not now: the database can't store anything\n")
