"""How long a bot takes says nothing of what it holds: it thinks within its pause, at every pace."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from secret_hitler.server import metrics
from secret_hitler.server.metrics import Histogram
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.host import Host
from secret_hitler.tables.pace import BEAT, LONGEST, ROOM, SHORTEST, paced
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.commands import Hello, Start
from secret_hitler.wire.messages import Done
from secret_hitler.wire.table import Options
from tests.security.attacker import Stranger
from tests.security.virtual_time import in_virtual_time
from tests.server.live_server import LiveServer
from tests.storages import storage_in


def taken(seconds: float, thinking: float) -> float:
    async def thought() -> str:
        await asyncio.sleep(thinking)
        return "ja"

    async def story() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await paced(seconds, thought) == "ja"
        return loop.time() - began

    return in_virtual_time(story())


@pytest.mark.parametrize("pace", [0.5, 1.0, 3.0])
def test_whatever_is_thought_within_the_pause_takes_as_long(pace: float) -> None:
    for seconds in (SHORTEST * pace, LONGEST * pace):
        room = min(ROOM, seconds)
        assert {round(taken(seconds, thinking), 6) for thinking in (0, 0.001, 0.067, room / 2, room)} == {round(seconds, 6)}


def test_at_once_every_thought_takes_one_beat() -> None:
    assert {round(taken(0, thinking), 6) for thinking in (0.0004, 0.001, 0.01, 0.04, 0.067, 0.099)} == {BEAT}


@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_what_takes_longer_shows_its_beats_and_no_more(pace: float) -> None:
    seconds = SHORTEST * pace
    late = [taken(seconds, min(ROOM, seconds) + thinking) - seconds for thinking in (0.11, 0.13, 0.19, 0.21, 0.29)]
    assert [round(each / BEAT, 6) for each in late] == [2, 2, 2, 3, 3]


def test_no_metric_tells_how_long_a_single_bot_thought() -> None:
    """A thought of a fascist took 34 ms where one of a liberal took 5; the sum of all thoughts told one after the other."""
    seen = []
    for seconds in (0.005, 0.034, 0.2):
        thoughts = Histogram(f"thoughts_{seconds}", "Until a bot has thought", metrics._SLOW, summed=False)
        thoughts.observe(seconds)
        (family,) = thoughts.collect()
        seen.append([(sample.name.removeprefix(family.name), sample.labels, sample.value) for sample in family.samples])
    assert seen[0] == seen[1] == seen[2]
    text = metrics.as_text().decode()
    assert "action_seconds_sum" in text
    assert "bot_thought_seconds_sum" not in text
    assert "bot_wait_seconds_sum" not in text


@pytest.mark.parametrize(
    ("headers", "settings", "status"),
    [
        ({}, {}, 200),
        ({"x-forwarded-for": "192.0.2.1"}, {}, 403),
        ({}, {"trust_proxy": True}, 403),
        ({}, {"public_url": "https://tables.example.org"}, 403),
        ({"authorization": "Bearer for Prometheus alone"}, {"trust_proxy": True}, 200),
        ({"authorization": "Bearer a guess"}, {"trust_proxy": True}, 403),
    ],
)
async def test_metrics_are_for_this_machine_or_for_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], settings: dict[str, Any], status: int
) -> None:
    monkeypatch.setenv("SECRET_HITLER_METRICS_TOKEN", "for Prometheus alone")
    with LiveServer(tmp_path / "data", **settings) as server:
        assert (await Stranger(server.url, headers).get("/metrics")).status_code == status


@pytest.mark.parametrize("players", [5, 7, 10])
def test_how_much_a_seat_is_told_at_the_deal_says_nothing_of_its_role(players: int, tmp_path: Path) -> None:
    """Whoever shares a network with a player sees the length of what is sent to them, and nothing else of it."""
    sent: dict[str, list[str]] = {}

    async def story() -> None:
        storage = storage_in(tmp_path)
        tables = Host(storage)
        live, host = await tables.open("Person 0", Options())
        everybody = [host, *[await tables.join(live, f"Person {number}", sit=True) for number in range(1, players)]]
        for player in everybody:
            sent[player] = []
            live.come(Connection(player, nobody, send_now=partial(_kept, sent[player])))
        assert isinstance(await tables.command(live, host, Start(id="deal")), Done)
        for connection in list(live.connections):
            live.greet(connection, Hello(protocol=PROTOCOL, game=1))
        await tables.close()
        await storage.close()

    asyncio.run(story())
    for kind, which in (("Update", 0), ("Welcome", 0), ("Update", 1)):
        told = {player: [text for text in texts if text.startswith(f'{{"type":"{kind}"')] for player, texts in sent.items()}
        first = {player: texts[which] for player, texts in told.items()}
        assert len({len(text.rstrip()) for text in first.values()}) > 1, "what they know differs"
        assert len({len(text) for text in first.values()}) == 1


def _kept(messages: list[str], message: str) -> bool:
    messages.append(message)
    return True


async def nobody(message: str) -> None:
    raise AssertionError(message)
