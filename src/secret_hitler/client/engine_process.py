"""EngineProcess: a program that talks in lines over standard input and output, and can't hold up a game."""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from typing import Final

MAX_LINE: Final = 65_536
"""Bytes in one line of an engine."""
MAX_LINES: Final = 1_000
"""Lines an engine may write before it answers."""
QUIT_SECONDS: Final = 1.0


class EngineFailed(Exception):
    """An engine didn't start, hung, ended, or wrote something else than an answer."""


class EngineProcess:
    """Separate threads read and write, so a full pipe blocks neither side."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise EngineFailed(f"can't be started: {error}") from error
        if not words:
            raise EngineFailed("can't be started: name a program")
        if shutil.which(words[0]) is None:
            raise EngineFailed(f"can't be started: there's no program {words[0]!r}, or it isn't executable")
        try:
            self._process = subprocess.Popen(  # noqa: S603  because it is the program that the user named
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise EngineFailed(f"can't be started: {error}") from error
        self._received: queue.Queue[str | None] = queue.Queue(MAX_LINES)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._flooded = self._ended = False
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def tell(self, *lines: str) -> None:
        self._outgoing.put("".join(f"{one_line(line)}\n" for line in lines).encode())

    def hear(self, deadline: float) -> str:
        """Return the next line that isn't empty; `deadline` is a time of `time.monotonic`."""
        while True:
            try:
                line = self._received.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise EngineFailed("didn't answer in time") from None
            if self._flooded:
                raise EngineFailed(f"wrote a line of more than {MAX_LINE} bytes")
            if line is None:
                raise EngineFailed(f"ended with status {self._process.wait()}")
            if line:
                return line

    def forget_unread(self) -> None:
        """Drop what it wrote unasked, which can't answer what comes next."""
        with contextlib.suppress(queue.Empty):
            while (line := self._received.get_nowait()) is not None:
                pass
            self._received.put(line)

    def quit(self) -> None:
        """Ask it to quit, and kill it if it doesn't."""
        self.tell("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill it and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._ended = True
        self._outgoing.put(None)
        for thread in self._threads:
            while thread.is_alive():
                with contextlib.suppress(queue.Empty):
                    self._received.get_nowait()
                thread.join(0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        output, rest = self._process.stdout.fileno(), b""
        while chunk := os.read(output, MAX_LINE):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if self._ended:
                    return
                self._received.put(line.decode(errors="replace").strip())
            if len(rest) > MAX_LINE:
                self._flooded = True
                break
        self._received.put(None)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            while (text := self._outgoing.get()) is not None:
                rest = memoryview(text)
                while rest:
                    rest = rest[self._process.stdin.write(rest) or 0 :]


def one_line(text: str) -> str:
    return " ".join(text.split())
