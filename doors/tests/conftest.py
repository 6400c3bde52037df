"""What the tests of the doors share: one Synapse for each worker."""

from collections.abc import Iterator

import pytest

from .synapse import Synapse


@pytest.fixture(scope="session")
def synapse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synapse]:
    with Synapse(tmp_path_factory.mktemp("synapse") / "home") as started:
        yield started
