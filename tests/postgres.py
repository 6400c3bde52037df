"""A PostgreSQL of our own for tests: in a temporary folder, on a port of its own, stopped at the end; also killed and restarted."""

import asyncio
import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # because it has no type hints of its own
import pytest

from tests.ports import free_port

SETTINGS = {
    "fsync": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "listen_addresses": "127.0.0.1",
    "max_wal_size": "128MB",
    "min_wal_size": "32MB",
}
_databases = itertools.count()


class PostgresCluster:
    """What is not flushed to the disk outlives a killed process, and nothing else happens to it here."""

    def __init__(self, folder: Path, wal_segment: int = 16, **settings: str) -> None:
        self.folder, self.port = folder, free_port()
        self._settings = {**SETTINGS, **settings, "port": str(self.port), "unix_socket_directories": "''"}
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        size = f"--wal-segsize={wal_segment}"
        _run("initdb", "--no-sync", "--auth=trust", "--username=tester", "--encoding=UTF8", "--locale=C", size, "-D", str(self.data))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def start(self) -> "PostgresCluster":
        flags = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        try:
            _run("pg_ctl", "-D", str(self.data), "-w", "-t", "60", "-l", str(self.folder / "journal"), "-o", flags, "start")
        except AssertionError as error:
            error.add_note((self.folder / "journal").read_text()[-2000:])
            raise
        return self

    def stop(self, how: str = "immediate") -> None:
        _run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")

    def kill(self) -> None:
        """Without warning, all of it."""
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        while _processes_of(self.data):
            for backend in _processes_of(self.data):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(backend, signal.SIGKILL)
            time.sleep(0.02)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def limit_files(self, size: str) -> None:
        """As on a full disk: nothing is written beyond that many bytes of a file, by what runs or by what is started."""
        processes = _processes_of(self.data)
        assert self.pid in processes
        for process in processes:
            try:
                _run("prlimit", f"--pid={process}", f"--fsize={size}:unlimited")
            except AssertionError:
                if process in _processes_of(self.data):  # otherwise it is gone by now
                    raise

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        return f"postgresql://tester@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"tables_{os.getpid()}_{next(_databases)}"
        self.does(f"CREATE DATABASE {name}")
        return self.url(name)

    def does(self, statement: str, url: str | None = None) -> list[Any]:
        """In a thread, since there may be a loop in this one."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(_ask(url or self.url(), statement))).result()


async def _ask(url: str, statement: str) -> list[Any]:
    connection = await asyncpg.connect(url)
    try:
        rows: list[Any] = await connection.fetch(statement)
        return rows
    finally:
        await connection.close()


@contextlib.contextmanager
def postgres_cluster(wal_segment: int = 16, **settings: str) -> Iterator[PostgresCluster]:
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        cluster = PostgresCluster(Path(folder), wal_segment, **settings).start()
        try:
            yield cluster
        finally:
            if _processes_of(cluster.data):
                cluster.stop()


def _processes_of(data: Path) -> list[int]:
    """Also those whose postmaster is gone."""
    found = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdecimal() and (process / "cwd").readlink() == data:
                found.append(int(process.name))
    return found


def _run(program: str, *arguments: str) -> None:
    """As somebody who is not root, whom PostgreSQL refuses."""
    path = _program(program)
    rights = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "env", "HOME=/tmp"] if os.geteuid() == 0 else []
    # A server that was started keeps what it was given for its output, so that is a file and not a pipe whose end would be awaited.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run([*rights, path, *arguments], cwd="/", stdout=output, stderr=output, stdin=subprocess.DEVNULL)
        output.seek(0)
        assert done.returncode == 0, f"{program}: {output.read().decode()}"


def _program(name: str) -> str:
    found = shutil.which(name) or next(iter(sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)), None)
    if found is None:
        pytest.fail("PostgreSQL is not installed, so nothing of several nodes is tested: apt-get install postgresql", pytrace=False)
    return found
