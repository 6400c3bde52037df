"""What all tests share: how large they are, where they write, and one server for each worker."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests import sizes, storages
from tests.postgres import PostgresCluster, postgres_cluster
from tests.server.live_server import LiveServer

MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30  # noqa: S108  because what is made there has a name of its own, as in any temporary folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--storage", choices=["sqlite", "postgresql"], default="sqlite", help="where the server's tests store their tables")
    parser.addoption("--long", action="store_true", help="everything at its full size: tests/sizes.py")


def pytest_configure(config: pytest.Config) -> None:
    sizes.long = config.getoption("--long")
    _write_to_memory()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # the server of a worker runs while others look at what is printed
    config.addinivalue_line("markers", "sqlite: is about the one file of a server alone")
    config.addinivalue_line("markers", "long: runs in make test-long alone, since no smaller form of it means anything")
    config.addinivalue_line("markers", "long_steps: holds up the loop of its server on purpose")
    config.addinivalue_line("markers", "daily(count): so many of its cases, spread over them, run in make test, and all in make test-long")


def _write_to_memory() -> None:
    """Write to memory: a disk takes milliseconds for every line that is stored. TMPDIR names another place."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    on_postgresql = config.getoption("--storage") == "postgresql"
    left_out = [item for item in items if on_postgresql and item.get_closest_marker("sqlite")]
    if not sizes.long:
        left_out += [item for item in items if item.get_closest_marker("long")]
        cases: dict[str, list[pytest.Item]] = {}
        for item in items:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
        for same in cases.values():
            if daily := same[0].get_closest_marker("daily"):
                kept = sizes.spread(daily.args[0], same)
                left_out += [item for item in same if item not in kept]
    gone = set(left_out)
    config.hook.pytest_deselected(items=list(gone))
    items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresCluster]:
    """One for each worker, in which every test has a database of its own."""
    with postgres_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session", autouse=True)
def _storage(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--storage") == "postgresql":
        storages.postgres = request.getfixturevalue("postgres")


@pytest.fixture(autouse=True)
def _storage_used(request: pytest.FixtureRequest, _storage: None) -> Iterator[None]:
    folder = request.getfixturevalue("tmp_path") if storages.postgres is not None and "tmp_path" in request.fixturenames else None
    yield
    if folder is not None:
        storages.empty_databases_of(folder)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Its bots do not pause to think, and a table of strangers waits for a second."""
    with LiveServer(tmp_path_factory.mktemp("server") / "data", quick_wait=1) as started:
        yield started
