"""The attacker plays by the document: what it can do and see is what any program can."""

import ast
import asyncio
import sys
from pathlib import Path

from tests.security.attacker import Stranger
from tests.server.live_server import LiveServer

HERE = Path(__file__).parent
ITS_OWN = {"attacker.py", "verifier.py"}
"""Files that must stand without the game; a test may lay out a server and a table."""


def test_the_attacker_imports_nothing_of_the_game() -> None:
    allowed = {"httpx", "websockets", *sys.stdlib_module_names}
    files = [file for file in HERE.glob("*.py") if file.name in ITS_OWN]
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= allowed, file.name


async def test_the_attacker_opens_a_table_fills_it_and_plays_a_game_to_its_end(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        admission = await stranger.opens(bot_level="random")
        async with stranger.connects(admission["code"], admission["token"]) as line:
            assert (await line.sends("AddBot", fill_to=5))["type"] == "Done"
            assert (await line.sends("Start"))["type"] == "Done"
            assert (await line.sends("Kick", player="nobody"))["code"] == "no-such-player"
            while True:
                await line.until(lambda line: bool(line.view) and (bool(line.view["choices"]) or line.table["stage"] == "over"))
                if line.table["stage"] == "over":
                    break
                seen = len(line.heard("Update"))
                await line.acts()
                await line.until(lambda line, seen=seen: len(line.heard("Update")) > seen)  # type: ignore[misc]  # because of the default
        record = await stranger.get(f"/api/records/{line.table['record']}/record.json")
        assert record.json()["ending"]
