"""Tournaments on a Ray cluster of two workers: one is killed in the middle, and the result is the same."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.tournament.ledger import Ledger
from secret_hitler_lab.tournament.tournament import Setting, matches, play_here
from tests.processes import descendants, running

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: secret-hitler-lab[cluster]")

SETTING = Setting(rules=OFFICIAL, bots=("random", "party-line"), players=(5,), games=150, seed=11)
COMMAND = (sys.executable, "-m", "secret_hitler", "tournament", "--bots", "random,party-line", "--players", "5", "--games", "150")


STARTS = 3
"""Ray gives up on a start that takes 30 seconds, as it may while other tests keep the machine busy."""


class Cluster:
    """One node of two workers, with a token and a directory of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        token = home / "token"
        token.write_text(secrets.token_hex(32))
        ray = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(token), "RAY_USAGE_STATS_ENABLED": "0"}
        self.environment = {**os.environ, **ray}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.node = self._started()

    def busy(self) -> list[int]:
        return descendants(self.node.pid, named="ray::_play_matches")

    def stop(self) -> None:
        started = [self.node.pid, *descendants(self.node.pid)]
        self.node.terminate()
        try:
            self.node.wait(15)
        except subprocess.TimeoutExpired:
            for process in filter(running, started):
                os.kill(process, signal.SIGKILL)
            self.node.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        log = self.home / "node.log"
        options = ("--head", "--block", "--num-cpus=2", "--include-dashboard=false", f"--port={self.port}", f"--temp-dir={self.home}")
        command = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start", *options]
        for _ in range(STARTS):
            with log.open("wb") as file:
                node = subprocess.Popen(command, stdout=file, stderr=file, env=self.environment)
            wait_for(lambda node=node: b"Ray runtime started" in log.read_bytes() or node.poll() is not None)  # type: ignore[misc]  # because the default binds the loop's value
            if node.poll() is None:
                return node
        raise AssertionError(log.read_text())


@contextmanager
def cluster() -> Iterator[Cluster]:
    home = Path(tempfile.mkdtemp(prefix="sh-"))  # because the paths of Ray's sockets must be short
    try:
        started = Cluster(home)
        try:
            yield started
        finally:
            started.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.mark.long
def test_a_killed_worker_of_a_cluster_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with cluster() as ray:
        command = [*COMMAND, "--seed", "11", "--ray", ray.address, "--out", str(path)]
        with subprocess.Popen(command, env=ray.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as tournament:
            wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 1 and bool(ray.busy()))
            killed = ray.busy()[0]
            os.kill(killed, signal.SIGKILL)
            assert path.read_bytes().count(b"\n") <= len(matches(SETTING)), "it was killed too late to mean anything"
            _, complaints = tournament.communicate(timeout=120)
        assert tournament.returncode == 0, complaints
        assert not running(killed)
    with Ledger(SETTING, path) as ledger:
        assert ledger.left == []
    here = {outcome.match: outcome for outcome in play_here(SETTING, matches(SETTING), workers=2)}
    assert msgspec.json.encode(sorted(ledger.outcomes.values(), key=str)) == msgspec.json.encode(sorted(here.values(), key=str))


def test_an_address_without_a_cluster_is_told() -> None:
    done = subprocess.run([*COMMAND, "--ray", "nowhere"], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "there is no Ray cluster at nowhere" in done.stderr


def wait_for(happened: Callable[[], bool], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
