"""Ctrl-C ends a command that plays many games soon, and its workers with it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import descendants, running

ENDLESS = {
    "arena": ("--liberals", "strategist", "--fascists", "strategist", "--players", "10", "--games", "100000", "--workers", "2"),
    "tournament": ("--bots", "strategist,deducer", "--players", "10", "--games", "100000", "--workers", "2"),
    "simulate": ("--games", "1000000000"),
}
SOON = 5.0
"""Seconds; on an idle machine half a one is enough, but tests run beside others."""


@pytest.fixture(autouse=True)
def interrupts_are_heeded() -> Iterator[None]:
    """Also where these tests run in the background of a shell, which ignores interrupts for all that begins there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.daily(2)
@pytest.mark.parametrize("everybody", [True, False], ids=["as a terminal does", "the command alone"])
@pytest.mark.parametrize("command", ENDLESS)
def test_an_interrupt_ends_it_soon(command: str, everybody: bool, tmp_path: Path) -> None:
    told = tmp_path / "told"
    with told.open("wb") as out:
        started = subprocess.Popen(
            [sys.executable, "-m", "secret_hitler", command, *ENDLESS[command]], stdout=out, stderr=out, start_new_session=True
        )
    workers = at_work(started.pid, command)
    interrupted = time.monotonic()
    (os.killpg if everybody else os.kill)(started.pid, signal.SIGINT)
    try:
        assert started.wait(timeout=30) == 130
    finally:
        started.kill()
        started.wait()
    assert time.monotonic() - interrupted < SOON
    assert not any(map(running, workers))
    assert b"Traceback" not in told.read_bytes()


def at_work(process: int, command: str) -> list[int]:
    """Wait until the games are being played, and say by whom."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        workers = descendants(process, named="spawn_main")
        if command == "simulate" and cpu_seconds(process) > 2:
            return []
        if len(workers) == 2 and all(cpu_seconds(worker) > 1.5 for worker in workers):
            return workers
        time.sleep(0.05)
    raise AssertionError("nobody plays")


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
