"""A real server in a process of its own, which tests start, kill and start again."""

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from secret_hitler.server.signed_tokens import Tokens
from tests.ports import free_port
from tests.storages import database_of, key_in, storage_in

from .laid_out import LaidOut

READY_SECONDS = 150
"""Until a server is ready at the latest, on a machine that has much else to do."""


class ServerProcess:
    def __init__(self, data: Path, before: Callable[[], None] | None = None, ahead: float = 0, **settings: object) -> None:
        """`ahead`: how many seconds the clock of its system is fast."""
        self.data = data
        self._ahead = ahead
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._before = before
        self._settings = {"bot_pace": 0, "message_rate": 10_000, "address_rate": 10_000, **settings}
        if "database" not in settings and database_of(data):
            self._settings["database"] = database_of(data)
        self._process: subprocess.Popen[bytes] | None = None
        self.journal = data.with_suffix(".log")

    def lay_out(self, table: LaidOut) -> None:
        """Before the start; in a thread, since playwright may have a loop running in this one."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(self._lay_out(table))).result()

    async def _lay_out(self, table: LaidOut) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        storage = storage_in(self.data)
        await table.store(storage)
        await storage.close()

    @property
    def tokens(self) -> Tokens:
        return Tokens(key_in(self.data))

    def start(self, wait: bool = True) -> "ServerProcess":
        flags = [part for key, value in self._settings.items() for part in (f"--{key.replace('_', '-')}", str(value))]
        command = [sys.executable, *self._program, "serve", "--port", str(self.port), "--data", str(self.data), *flags]
        with self.journal.open("ab") as journal:
            self._process = subprocess.Popen(
                command,
                stderr=journal,
                stdout=journal,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                preexec_fn=self._before,
            )
        if wait:
            self._wait_until_ready()
        return self

    @property
    def _program(self) -> list[str]:
        if not self._ahead:
            return ["-m", "secret_hitler"]
        fast = f"import time; now = time.time; time.time = lambda: now() + {self._ahead}"
        return ["-c", f"{fast}; from secret_hitler.cli import main; main()"]

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        deadline, said = time.monotonic() + READY_SECONDS, "nothing"
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise AssertionError(f"the server stopped: {self.journal.read_text()[-2000:]}")
            try:
                with urllib.request.urlopen(f"{self.url}/ready", timeout=2):
                    return
            except OSError as error:
                said = repr(error)
                time.sleep(0.05)
        raise AssertionError(f"the server did not become ready, and said {said}: {self.journal.read_text()[-2000:]}")

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """As an operator would."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=20)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
