"""One server for the tests of a module."""

from collections.abc import Iterator

import pytest

from tests.server.process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data", quick_wait=1) as process:
        yield process
