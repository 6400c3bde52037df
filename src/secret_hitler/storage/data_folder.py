"""DataFolder: where a server keeps everything, for its owner alone and for one server at a time."""

import contextlib
import os
import secrets
import sys
from pathlib import Path

from . import StorageFailure

KEY_BYTES = 32
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class FolderInUse(StorageFailure):
    """Another process holds the folder."""


class BadKey(StorageFailure):
    """A key that anybody could guess."""


class DataFolder:
    """Held from here to `close`, or until the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for each in (path, path / "secret.key", path / "lock", *path.glob("tables.sqlite*")):
            keep_private(each)
        self._lock: int | None = _locked(path / "lock")
        create_private(self.database)

    @property
    def database(self) -> Path:
        return self.path / "tables.sqlite"

    def key(self) -> bytes:
        return key_of(self.path)

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
        self._lock = None


def key_of(folder: Path) -> bytes:
    """The key that signs all tokens; made once."""
    path = folder / "secret.key"
    if not path.exists():
        write_private(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        raise BadKey(
            f"{path} holds {len(key)} bytes, and a key has {KEY_BYTES}: put the right one there from a backup, "
            "or delete the file to have a new key made; nobody can come back to their seat then"
        )
    return key


def write_private(path: Path, content: bytes) -> None:
    """All of it or nothing, whatever happens meanwhile; readable by its owner alone."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        with os.fdopen(_create(unfinished, os.O_EXCL), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        sync_folder(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def create_private(path: Path) -> None:
    """So that whoever writes there, such as SQLite, does not choose the rights."""
    os.close(_create(path))


def keep_private(path: Path) -> None:
    """Older versions left files that others could read. Windows has no such rights: there the folder above decides."""
    if os.name == "posix" and path.exists():
        with contextlib.suppress(PermissionError):  # somebody else's, who decides
            path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)


def _create(path: Path, how: int = 0) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | how | getattr(os, "O_BINARY", 0), FILE_MODE)


def sync_folder(folder: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _locked(path: Path) -> int:
    """The system lets go of the lock when the process is gone, so none is ever left behind."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        advice = "stop it first, or give this one a folder of its own with --data"
        raise FolderInUse(f"another server uses the folder {path.parent}: {advice}") from error
    return descriptor
