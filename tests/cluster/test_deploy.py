"""What deploy/ holds fits the server: settings that exist, paths that answer, metrics that are counted, a proxy that works."""

import asyncio
import re
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # because it has no type hints of its own

from secret_hitler.client import TableClient
from secret_hitler.server.metrics import as_text
from secret_hitler.server.settings import PREFIX, Settings
from secret_hitler.wire.table import Options
from tests.ports import free_port
from tests.postgres import PostgresCluster
from tests.security.attacker import Stranger
from tests.server.live_server import LiveServer
from tests.server.people import gathered
from tests.server.process import ServerProcess
from tests.server.voices import Voice, voice

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
OF_THE_ENVIRONMENT = {"SECRET_HITLER_OPERATOR_TOKEN", "SECRET_HITLER_METRICS_TOKEN"}


def documents(path: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((DEPLOY / path).read_text(encoding="utf-8")))


def settings() -> set[str]:
    return {f"{PREFIX}{field.upper()}" for field in Settings.__struct_fields__} | OF_THE_ENVIRONMENT


def test_the_compose_file_has_a_database_three_nodes_and_a_proxy_that_knows_them() -> None:
    (compose,) = documents("compose.yaml")
    nodes = {name for name, service in compose["services"].items() if service["image"] == "secret-hitler"}
    assert len(nodes) == 3
    for name in nodes:
        assert set(compose["services"][name]["environment"]) <= settings()
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert all(set(re.findall(r"server (\w+):8000", part)) == nodes for part in re.findall(r"upstream \w+ \{[^}]+\}", proxy))
    assert re.findall(r"^\s*(ip_hash|sticky|hash\b.*)$", proxy, flags=re.MULTILINE) == ["hash $voice_table consistent;"]


def test_the_manifests_fit_each_other_and_the_server() -> None:
    found = {each["kind"]: each for path in ("kubernetes/nodes.yaml", "kubernetes/availability.yaml") for each in documents(path)}
    pod = found["Deployment"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert {variable["name"] for variable in container["env"]} <= settings()
    assert container["readinessProbe"]["httpGet"]["path"] == "/ready"
    assert container["livenessProbe"]["httpGet"]["path"] == "/health"
    for kind in ("Service", "PodDisruptionBudget"):
        chosen = found[kind]["spec"]["selector"]
        assert chosen.get("matchLabels", chosen) == pod["metadata"]["labels"]
    assert found["Service"]["spec"]["sessionAffinity"] == "None"
    scaling = found["HorizontalPodAutoscaler"]["spec"]
    assert scaling["minReplicas"] > found["PodDisruptionBudget"]["spec"]["minAvailable"]
    metric = scaling["metrics"][0]["pods"]["metric"]["name"]
    assert f"# TYPE {metric} gauge" in as_text().decode()
    (adapter,) = documents("prometheus-adapter.yaml")
    assert adapter["rules"]["custom"][0]["name"]["as"] == metric


def test_what_stands_before_the_nodes_has_limits_and_shows_no_metrics() -> None:
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.search(r"location = /metrics \{\s*deny all;", proxy)
    for directive in ("limit_req zone=", "limit_conn connections", "client_max_body_size 32k", "client_header_timeout"):
        assert directive in proxy
    shown: dict[str, str] = {}
    for ingress in [each for each in documents("kubernetes/nodes.yaml") if each["kind"] == "Ingress"]:
        limits = {name.rpartition("/")[2] for name in ingress["metadata"]["annotations"]}
        assert {"limit-rps", "limit-connections", "proxy-body-size", "ssl-redirect"} <= limits
        (rule,) = ingress["spec"]["rules"]
        assert rule["host"] in ingress["spec"]["tls"][0]["hosts"]
        shown |= {path["path"]: path["backend"]["service"]["port"]["name"] for path in rule["http"]["paths"]}
    assert shown == {"/metrics": "nothing", "/": "http", "/(voice)/([^/-]+)": "http"}


@contextmanager
def proxied(folder: Path, nodes: Sequence[LiveServer | ServerProcess]) -> Iterator[str]:
    """Put the proxy of deploy/, by the real program, before these nodes."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.fail("nginx is not installed, so its configuration is not tried: apt-get install nginx", pytrace=False)
    port = free_port()
    server = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    for number, node in enumerate(nodes, start=1):
        server = server.replace(f"node{number}:8000", f"127.0.0.1:{node.port}")
    places = " ".join(f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log stderr warn; events {{}} http {{ access_log off; {places}\n{server}\n}}"
    )
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        while process.poll() is None and not _answers(port):
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_proxy_without_sticky_sessions_serves_a_table_from_three_nodes(tmp_path: Path, postgres: PostgresCluster) -> None:
    database = postgres.new_database()
    with ExitStack() as stack:
        nodes = [stack.enter_context(LiveServer(tmp_path / f"node{number}", database=database, trust_proxy=True)) for number in range(3)]
        url = stack.enter_context(proxied(tmp_path, nodes))
        async with gathered(url, 6) as tables:
            assert all(node.connections_to(tables[0].code) for node in nodes), "spread over all nodes"
            await tables[0].say("to everybody")
            for table in tables:
                await table.until(lambda table: any(said.text == "to everybody" for said in table.talk))
        assert (await Stranger(url).get("/metrics")).status_code == 403


async def test_everybody_of_a_table_talks_at_one_of_three_nodes_and_at_the_next_when_it_dies(
    tmp_path: Path, postgres: PostgresCluster
) -> None:
    with ExitStack() as stack:
        database = postgres.new_database()
        nodes = [ServerProcess(tmp_path / f"node{number}", database=database).start() for number in range(3)]
        for node in nodes:
            stack.callback(node.stop)
        url = stack.enter_context(proxied(tmp_path, nodes))
        async with gathered(url, 5, Options(voice=True)) as tables:
            before = [_connections(node.port) for node in nodes]
            async with _talking(url, tables) as voices:
                assert await _heard(voices, b"before")
                relay = [_connections(node.port) - were for node, were in zip(nodes, before, strict=True)]
                assert sorted(relay) == [0, 0, 5]
                nodes[relay.index(5)].kill()
                died = time.monotonic()
                for each in voices:
                    await each.gone()
            async with _talking(url, tables) as voices:
                assert await _heard(voices, b"after")
                assert time.monotonic() - died < 2
            async with asyncio.timeout(20):
                await tables[0].start()


@asynccontextmanager
async def _talking(url: str, tables: list[TableClient]) -> AsyncIterator[list[Voice]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(voice(url, table.code, table._token or "")) for table in tables]


async def _heard(voices: list[Voice], word: bytes) -> bool:
    await voices[0].says(word)
    for each in voices[1:]:
        await each.until(word)
    return all(each.seats(word) == {0} for each in voices[1:])


def _connections(port: int) -> int:
    """Count those that a port of this machine has open."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(local.endswith(f":{port:04X}") and state == "01" for _, local, _, state, *_ in rows)
