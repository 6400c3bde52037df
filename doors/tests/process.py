"""A door in a process of its own, which tests kill and start again."""

import subprocess
import sys
from pathlib import Path


class DoorProcess:
    def __init__(self, folder: Path, platform: str, *options: str) -> None:
        """Expect its token in the file `token` of this folder."""
        own = ["--token-file", str(folder / "token"), "--memory", str(folder / "door.sqlite"), "--language", "en"]
        self._command = [sys.executable, "-m", "secret_hitler", "door", platform, *options, *own]
        self.journal = folder / "door.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.journal.open("ab") as journal:
            self._process = subprocess.Popen(self._command, stdout=journal, stderr=journal)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
