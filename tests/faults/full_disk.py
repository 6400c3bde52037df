"""A disk that is full for a while, for one process: no file of it can be written beyond a size."""

import resource
import urllib.error
import urllib.request

from tests.server.process import ServerProcess

NO_ROOM = 2048


def fill_disk(server: ServerProcess) -> None:
    """Stop existing files from growing beyond that size too."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (NO_ROOM, resource.RLIM_INFINITY))


def make_room(server: ServerProcess) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def ready(server: ServerProcess, patience: float = 60) -> bool:
    """Whether it says so; a busy machine has time for it."""
    try:
        with urllib.request.urlopen(f"{server.url}/ready", timeout=patience) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        assert error.code == 503, error
        return False
