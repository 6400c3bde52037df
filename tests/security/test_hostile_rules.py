"""House rules are text from strangers: whatever it says, the server answers at once and goes on."""

import asyncio
from pathlib import Path

import pytest

from secret_hitler.tables.log_entries import LogLine, TableOpened
from secret_hitler.tables.log_lines import encode_line
from secret_hitler.wire.table import Options
from tests.security.attacker import Stranger
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.storages import storage_in

HOSTILE = [
    'fascists = { "5-10000000" = 1 }',
    'powers = { "5-10000000" = [] }',
    "fascist_tiles = 5_000_000",
    "liberal_tiles = 5_000_000\nliberal_goal = 4_999_999",
    "draw = 30\nfascist_tiles = 50",
    f"fascist_tiles = {'9' * 3900}",
    f'fascists = {{ "{"9" * 1000}-{"9" * 2000}" = 1 }}',
    "powers = " + "[" * 3900,
    "x = " + "{a=" * 1300,
    "a." * 1900 + "a = 1",
    'name = "' + "x" * 3000 + '"',
    'name = "ours\\u202Eselur"',
]


@pytest.mark.parametrize("rules", HOSTILE, ids=lambda rules: rules[:24])
async def test_hostile_rules_are_refused_and_the_server_goes_on(server: LiveServer, rules: str) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        admission = await stranger.opens()
        async with stranger.connects(admission["code"], admission["token"]) as line, asyncio.timeout(5):
            assert (await line.sends("SetOptions", options={"house_rules": rules}))["code"] == "rules"
            opened = await stranger.post("/api/tables", {"name": "Mallory", "options": {"house_rules": rules}})
            assert (opened.status_code, opened.json()["code"]) == (400, "rules")
            assert len(opened.text) < 2000
            written = await stranger.post("/api/paper", {"names": ["a"] * 5, "house_rules": rules})
            assert (written.status_code, written.json()["code"]) == (400, "rules")
            assert (await line.sends("Say", text="still here"))["type"] == "Done"


async def test_an_operator_can_forbid_house_rules(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data", forbid_house_rules=True) as server:
        stranger = Stranger(server.url)
        options = {"house_rules": "liberal_goal = 4"}
        opened = await stranger.post("/api/tables", {"name": "Mallory", "options": options})
        assert (opened.status_code, opened.json()["code"]) == (403, "no-house-rules")
        written = await stranger.post("/api/paper", {"names": ["a"] * 5, **options})
        assert written.json()["code"] == "no-house-rules"
        admission = await stranger.opens()
        async with stranger.connects(admission["code"], admission["token"]) as line:
            assert (await line.sends("SetOptions", options=options))["code"] == "no-house-rules"
            assert (await line.sends("SetOptions", options={"rules": "online"}))["type"] == "Done"


@pytest.mark.long_steps  # reading them is what is bounded for new ones
async def test_hostile_rules_that_were_stored_before_there_were_bounds_stop_no_start(tmp_path: Path) -> None:
    """Their table is set aside; the server is there at once, and so is every other table."""
    tables = [LaidOut(people=1, bots=4) for _ in HOSTILE]
    sound = LaidOut(people=1, bots=4)

    async def stored(folder: Path) -> None:
        storage = storage_in(folder)
        for table, rules in zip(tables, HOSTILE, strict=True):
            line = LogLine(time=1.0, entries=[TableOpened(options=Options(house_rules=rules))])
            await storage.append(table.code, 0, encode_line(line))
        await sound.store(storage)
        await storage.close()

    with LiveServer(tmp_path / "data"):
        pass
    await stored(tmp_path / "data")
    with LiveServer(tmp_path / "data") as server:
        stranger = Stranger(server.url)
        async with asyncio.timeout(10):
            for table in tables:
                assert (await stranger.get(f"/api/tables/{table.code}")).json()["code"] == "unreadable"
            assert (await stranger.get(f"/api/tables/{sound.code}")).status_code == 200
