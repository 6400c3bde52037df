"""What deploy/ holds fits the server: settings that exist, paths that answer, metrics that are counted, a proxy that works."""

import asyncio
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # because it has no type hints of its own

from secret_hitler.server.metrics import as_text
from secret_hitler.server.settings import PREFIX, Settings
from tests.ports import free_port
from tests.postgres import PostgresCluster
from tests.server.live_server import LiveServer
from tests.server.people import gathered

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
OF_THE_ENVIRONMENT = {"SECRET_HITLER_OPERATOR_TOKEN"}


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
    assert set(re.findall(r"server (\w+):8000", proxy)) == nodes
    assert not re.search(r"^\s*(ip_hash|sticky|hash)\b", proxy, flags=re.MULTILINE)


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


@contextmanager
def proxied(folder: Path, nodes: list[LiveServer]) -> Iterator[str]:
    """The proxy of deploy/, by the real program, before these nodes."""
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


def test_a_proxy_without_sticky_sessions_serves_a_table_from_three_nodes(tmp_path: Path, postgres: PostgresCluster) -> None:
    database = postgres.new_database()

    async def story(url: str, nodes: list[LiveServer]) -> None:
        async with gathered(url, 6) as tables:
            assert all(node.connections_to(tables[0].code) for node in nodes), "spread over all nodes"
            await tables[0].say("to everybody")
            for table in tables:
                await table.until(lambda table: any(said.text == "to everybody" for said in table.talk))

    with ExitStack() as stack:
        nodes = [stack.enter_context(LiveServer(tmp_path / f"node{number}", database=database, trust_proxy=True)) for number in range(3)]
        url = stack.enter_context(proxied(tmp_path, nodes))
        asyncio.run(asyncio.wait_for(story(url, nodes), 60))
