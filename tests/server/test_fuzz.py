"""Messages by the thousand, malformed, illegal, replayed, reordered or too long: each is answered or cut off, and nothing changes."""

import asyncio
import json
import random
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from secret_hitler.client import TableClient
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.api import Admission
from tests.server.live_server import LiveServer
from tests.server.people import admitted
from tests.server.process import ServerProcess
from tests.sizes import size

ILLEGAL, MALFORMED = size("illegal messages"), size("malformed messages")
DOCUMENTED = {1009, 4400, 4429}
"""Too large a frame, too many messages that are none, too many messages."""

WORDS: list[Any] = ["Act", "Say", "Start", "Kick", "Hello", "Welcome", "", None, 0, -1, 1e99, True, [], {}, "x" * 500, "\u0000", "everyone"]


def _illegal(rng: random.Random) -> str:
    """Well formed, and nothing that this seat may do now."""
    target = rng.randrange(-3, 14)
    action = rng.choice(
        [
            {"type": "Nominate", "chancellor": target},
            {"type": "Vote", "ja": rng.random() < 0.5},
            {"type": "Discard", "policy": rng.choice("LF")},
            {"type": "Enact", "policy": rng.choice("LF")},
            {"type": "Veto", "wanted": True},
            {"type": "Investigate", "seat": target},
            {"type": "CallSpecialElection", "president": target},
            {"type": "Execute", "seat": target},
            {"type": "ClaimTiles", "about": rng.choice(["peek", "president-hand"]), "round": target, "tiles": ["F", "L", "L"]},
            {"type": "ClaimParty", "round": target, "party": rng.choice(["L", "F", None])},
        ]
    )
    command: dict[str, Any] = rng.choice(
        [
            {"type": "Act", "action": action},
            {"type": "Act", "action": action},
            {"type": "Start"},
            {"type": "Sit", "seat": target},
            {"type": "Stand"},
            {"type": "Kick", "player": "nobody"},
            {"type": "Lock", "locked": True},
            {"type": "SetOptions", "options": {"rules": "manual"}},
            {"type": "VoteReplace", "seat": 99},
            {"type": "TakeOver", "seat": target},
            {"type": "RemoveBot", "seat": target},
            {"type": "AddBot", "fill_to": target},
            {"type": "HandOver", "player": "nobody"},
        ]
    )
    return json.dumps({**command, "id": str(rng.randrange(1000))})


def _malformed(rng: random.Random) -> str | bytes:
    text = _illegal(rng)
    match rng.randrange(8):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
        case 2:
            return json.dumps({rng.choice(["type", "id", "action"]): rng.choice(WORDS) for _ in range(3)})
        case 3:
            return "[" * rng.randrange(4000)
        case 4:
            return text.replace(rng.choice('{}":,'), rng.choice('{}":,'), 1) + "}"
        case 5:
            return json.dumps({"type": "Say", "id": "1", "text": "x" * rng.choice([401, 9000, 15_000])})
        case 6:
            return json.dumps({**json.loads(text), "extra": rng.choice(WORDS)})
        case _:
            return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(50)))


async def test_bad_messages_change_nothing_and_none_goes_unanswered(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", message_rate=1_000_000) as server:
        await _fuzz(server)
        assert "Traceback" not in server.journal.read_text()


async def _fuzz(server: ServerProcess) -> None:
    people = await admitted(server.url, 5)
    async with TableClient(server.url, people[0].code, people[0].token) as host:
        await host.start()
        assert host.view is not None
        president = host.view.board.president
        assert president is not None
        victim = people[(president + 1) % 5 or 1 + (president == 0)]
        before = _still(host)
        sent, answered = await _send_illegal(server, victim)
        assert sent == answered == ILLEGAL
        assert await _send_malformed(server, victim) >= MALFORMED
        async with TableClient(server.url, people[0].code, people[0].token) as again:
            assert _still(again) == before


def _still(table: TableClient) -> tuple[Any, ...]:
    assert table.view is not None
    return table.view, table.seq, table.game, table.table.options, [chair.player for chair in table.table.chairs], table.talk


async def _send_illegal(server: ServerProcess, victim: Admission) -> tuple[int, int]:
    """Every well-formed command is answered, in a pipeline of some hundreds."""
    rng = random.Random(1)
    answered = 0
    async with connect(_address(server, victim), max_size=None) as socket:
        await _hello(socket, victim)
        for _ in range(ILLEGAL // 100):
            for _ in range(100):
                await socket.send(_illegal(rng))
            replies = 0
            while replies < 100:
                replies += json.loads(await socket.recv())["type"] in ("Refused", "Done")
            answered += replies
    return ILLEGAL, answered


async def _send_malformed(server: ServerProcess, victim: Admission) -> int:
    """Each is answered until the connection is cut off by a documented rule."""
    rng = random.Random(2)
    sent = 0
    while sent < MALFORMED:
        async with connect(_address(server, victim), max_size=None) as socket:
            try:
                if rng.random() < 0.9:
                    await _hello(socket, victim)
                for _ in range(40):
                    await socket.send(_malformed(rng))
                    sent += 1
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
            except ConnectionClosed as closed:
                assert closed.rcvd is not None, "the connection was dropped without a word"
                assert closed.rcvd.code in DOCUMENTED, closed
    return sent


def _address(server: ServerProcess, victim: Admission) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{victim.code}/socket"


async def _hello(socket: Any, victim: Admission) -> None:
    await socket.send(json.dumps({"protocol": PROTOCOL, "token": victim.token}))
    while json.loads(await socket.recv())["type"] != "Welcome":
        pass


def test_the_http_surface_keeps_to_its_description(server: LiveServer) -> None:
    import schemathesis  # here, since it takes seconds, and every worker collects every test
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        _check_operation(server, result.ok())


def _check_operation(server: LiveServer, operation: Any) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=size("examples of a request"), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def check(case: Any) -> None:
        response = case.call(base_url=server.url, timeout=20)
        assert response.status_code < 500 or response.status_code in (503, 507), f"{case.method} {case.path}: {response.text[:200]}"

    check()


@pytest.mark.parametrize(
    ("origin", "status"), [("http://evil.example", 403), ("http://127.0.0.1:{port}", 201), (None, 201)], ids=["other", "own", "none"]
)
def test_pages_of_other_origins_are_refused(server: LiveServer, origin: str | None, status: int) -> None:
    headers = {"content-type": "application/json"} | ({"origin": origin.format(port=server.port)} if origin else {})
    request = urllib.request.Request(f"{server.url}/api/tables", data=b'{"name":"Ann"}', headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            assert response.status == status
            cookie = response.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert "default-src 'self'" in response.headers["content-security-policy"]
    except urllib.error.HTTPError as error:
        assert error.code == status
        error.close()
