"""What a server counts and writes down: every metric the dashboard names, lines of JSON with request ids, and nothing secret."""

import json
import random
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from secret_hitler.client import CommandRefused, TableClient, open_table, play_now
from secret_hitler.client.http import ServerError, join_table
from secret_hitler.wire.commands import Start
from secret_hitler.wire.table import Level
from tests.server.people import gathered, play_to_the_end
from tests.server.process import ServerProcess
from tests.storages import rows_in

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
PASSWORD = "quince and medlar"  # noqa: S105  because a test looks for it in the journal


async def test_metrics_and_journal_tell_what_happened_and_no_secret(tmp_path: Path) -> None:
    async def story(server: ServerProcess) -> list[str]:
        secrets = [PASSWORD]
        async with gathered(server.url, 5) as tables:
            with pytest.raises(CommandRefused):
                await tables[1].do(Start(id="not the host"))
            await play_to_the_end(tables, random.Random(5))
            secrets += [table._token or "" for table in tables]
        bots = await play_now(server.url, "Quentin", level=Level.EXPERT)
        async with TableClient(server.url, bots.code, bots.token) as table:
            async for view in table.turns():
                if len(view.rounds) > 1:  # bots have voted, and thought about it
                    break
                await table.act(view.legal_actions[0])
        private = await open_table(server.url, "Quentin", password=PASSWORD)
        with pytest.raises(ServerError):
            await join_table(server.url, private.code, "Rosalind", password=PASSWORD + "!")
        return [*secrets, bots.token, private.token]

    with ServerProcess(tmp_path / "data", log_format="json") as server:
        secrets = await story(server)
        asked = urllib.request.Request(f"{server.url}/api/operator?secret=queried", headers={"authorization": "Bearer a-guess-of-a-token"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked)
        refused.value.close()
        with urllib.request.urlopen(f"{server.url}/metrics") as answer:
            metrics = answer.read().decode()
        secrets += [(server.data / "operator.token").read_text().split()[1], "a-guess-of-a-token", "queried"]
    _check_metrics(metrics)
    lines = [_read(line) for line in server.journal.read_text().splitlines()]
    answered = [line for line in lines if line["event"] == "answered"]
    assert refused.value.headers["x-request-id"] in [line["request"] for line in answered]
    assert len({line["request"] for line in answered}) == len(answered) > 5
    assert all({"level", "timestamp"} <= set(line) for line in lines)
    logs = " ".join(bytes(body).decode() for (body,) in rows_in(server.data, "SELECT body FROM lines"))
    seeds = re.findall(r'"seed":"(\w+)"', logs)
    assert len(seeds) >= 2
    written = server.journal.read_text()
    for secret in [*secrets, *seeds, "Person", "Quentin", "roles", "HITLER", "seed"]:
        assert secret, "an empty secret is in everything"
        assert secret not in written.replace("secret-hitler", ""), secret
        assert secret not in metrics, secret


def _read(line: str) -> dict[str, Any]:
    try:
        fields: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError as error:
        raise AssertionError(f"a line of the journal is no JSON: {line}") from error
    return fields


def _check_metrics(text: str) -> None:
    samples = {sample.name: sample for family in text_string_to_metric_families(text) for sample in family.samples}
    named = set(re.findall(r"secret_hitler_\w+", DASHBOARD.read_text()))
    assert len(named) > 15
    assert named <= set(samples), named - set(samples)
    counted = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if "le" not in sample.labels
    }
    for name in ("moves_total", "action_seconds_count", "write_seconds_count", "request_seconds_count"):
        assert counted[f"secret_hitler_{name}",] > 0, name
    assert samples["secret_hitler_bot_thought_seconds_bucket"].value > 0
    assert counted["secret_hitler_refusals_total", "not-host"] == 1
    assert counted["secret_hitler_refusals_total", "password"] == 1
    assert counted["secret_hitler_refusals_total", "operator"] == 1
    assert counted["secret_hitler_disk_free_bytes",] > 0
    assert counted["secret_hitler_ready",] == 1
