"""An assistant at live tables, through the SDK's own client: whole games over stdio and over streamable HTTP, then replay and review."""

import asyncio
import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra assistants: assistants are NOT tested")

from mcp import Client, StdioServerParameters

from secret_hitler.client.assistant import assistant_server
from tests.ports import free_port
from tests.server.live_server import LiveServer

TOOLS = {"sit_down", "look", "wait_for_turn", "act", "claim", "talk", "replay", "review", "leave"}


async def use(client: Client, tool: str, **arguments: object) -> str:
    result = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content if part.type == "text")
    assert not result.is_error, text
    return text


async def play_a_game(client: Client, url: str) -> tuple[str, str]:
    """From sitting down to the end: the key of the seat, and the record."""
    assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
    seated = await use(client, "sit_down", url=url, name="Claire", players=5, level="party-line")
    key = seated.partition("seat key: ")[2].partition("\n")[0]
    claimed = False
    while True:
        shown = await use(client, "wait_for_turn", seat=key)
        if ended := re.search(r"The record is (\S+)\.", shown):
            assert claimed or "claim president-hand" not in shown
            return key, ended[1]
        assert "You are seat 0" in shown
        answers = re.search(r"Answer with one of: (.*)\.", shown)
        if answers is None:
            continue
        if not claimed and "claim president-hand" in shown and "ja" in answers[1]:
            claimed = not (await client.call_tool("claim", {"seat": key, "claim": "claim president-hand FFF"})).is_error
            claimed = claimed or not (await client.call_tool("claim", {"seat": key, "claim": "claim chancellor-hand FF"})).is_error
        result = await client.call_tool("act", {"seat": key, "action": answers[1].split(", ")[-1]})
        assert not result.is_error or "not an action now" in str(result.content)


async def test_an_assistant_plays_a_whole_game_over_stdio(server: LiveServer) -> None:
    async with asyncio.timeout(240):
        command = StdioServerParameters(command=sys.executable, args=["-m", "secret_hitler.cli", "mcp"])
        async with Client(command) as client:
            key, record = await play_a_game(client, server.url)
            await use(client, "talk", seat=key, text="Well played.")
            assert "official" in await use(client, "replay", seat=key, record=record)
            review = json.loads(await use(client, "review", seat=key, record=record))
            assert review["decisions"]
            assert await use(client, "leave", seat=key) == "left"


def test_an_assistant_plays_a_whole_game_over_streamable_http(server: LiveServer, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "secret_hitler.cli", "mcp", "--http", "--port", str(port)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _until_it_answers(f"http://127.0.0.1:{port}/mcp", process)

        async def story() -> None:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                await play_a_game(client, server.url)

        asyncio.run(asyncio.wait_for(story(), 240))
    finally:
        process.terminate()
        process.wait()


def _until_it_answers(url: str, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("it ended")


async def test_what_is_wrong_is_told_in_words_and_no_seat_is_had_without_its_key(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with Client(assistant_server("test")) as client, Client(assistant_server("test")) as other:
            seated = await use(client, "sit_down", url=server.url, players=5)
            key = seated.partition("seat key: ")[2].partition("\n")[0]
            for asking, tool, arguments, reason in (
                (client, "sit_down", {"url": "nowhere"}, "neither the link of a table nor the address of a server"),
                (client, "sit_down", {"url": f"{server.url}/t/NOSUCHXX"}, "NOSUCHXX"),
                (client, "look", {"seat": "0"}, "no such seat"),
                (other, "look", {"seat": key}, "no such seat"),
                (client, "act", {"seat": key, "action": "win"}, "not an action now"),
                (client, "claim", {"seat": key, "claim": "claim peek LLL"}, "never saw"),
                (client, "replay", {"seat": key, "record": "none"}, "record"),
            ):
                result = await asking.call_tool(tool, arguments)
                assert result.is_error, tool
                assert reason in str(result.content)
