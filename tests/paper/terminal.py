"""A program in a real pseudo-terminal, with somebody who reads what it prints and types."""

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from types import TracebackType

PROMPT = re.compile(r"(> |\? |: |skip it\. )$")
WAIT = 20.0


class Terminal:
    """Use as a context; `read` returns what was printed up to the next prompt."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.arguments, self.folder = arguments, folder
        self.ended = False

    def __enter__(self) -> "Terminal":
        self.screen, child = pty.openpty()
        command = [sys.executable, "-m", "secret_hitler", *self.arguments]
        self.process = subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, "TERM": "vt100"},
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
        )
        os.close(child)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self.ended:
            self.process.kill()
        os.close(self.screen)
        self.process.wait()

    def read(self) -> str:
        text = ""
        while not PROMPT.search(text):
            ready, _, _ = select.select([self.screen], [], [], WAIT)
            assert ready, f"nothing was asked after: {text[-500:]}"
            try:
                piece = os.read(self.screen, 65_536).decode()
            except OSError:  # how the end of a pseudo-terminal shows on Linux
                piece = ""
            if not piece:
                self.ended = True
                return text
            text += piece.replace("\r\n", "\n")
        return text

    def type(self, line: str) -> str:
        os.write(self.screen, line.encode() + b"\n")
        answer = self.read()
        return answer.partition("\n")[2] if answer.startswith(line) else answer
