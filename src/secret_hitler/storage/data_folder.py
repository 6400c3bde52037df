"""DataFolder: hold everything a server keeps, for its owner alone and one server at a time; and back it up and restore it."""

import contextlib
import os
import secrets
import shutil
import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from . import StorageFailure
from .sqlite import connect, migrate

TABLES, KEY = "tables.sqlite", "secret.key"
KEY_BYTES = 32
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class BadKey(StorageFailure):
    """A key that's easy to guess."""


class DataFolder:
    """Hold the folder until `close`, or until the process ends in any way."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for each in (path, path / KEY, path / "lock", *path.glob(f"{TABLES}*")):
            keep_private(each)
        try:
            self._lock: int | None = lock_file(path / "lock", wait=False)
        except OSError as error:
            raise StorageFailure(f"another server uses {path}. Stop it, or choose another folder with --data.") from error
        create_private(self.database)

    @property
    def database(self) -> Path:
        return self.path / TABLES

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
        self._lock = None


def key_of(folder: Path) -> bytes:
    """Read or make the key that signs all tokens."""
    path = folder / KEY
    if not path.exists():
        write_private(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        advice = "Restore it from a backup, or delete it to get a new key; then nobody can return to their seat."
        raise BadKey(f"{path} has {len(key)} bytes, but a key has {KEY_BYTES}. {advice}")
    return key


def write_private(path: Path, content: bytes) -> None:
    """Write all or nothing, readable only by the owner."""
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
    """Create a file before SQLite does and chooses its rights."""
    os.close(_create(path))


def keep_private(path: Path) -> None:
    """Take back the rights that older versions gave to others. Windows has no such rights: the folder above decides."""
    if os.name == "posix" and path.exists():
        with contextlib.suppress(PermissionError):  # it's another user's
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


def lock_file(path: Path, wait: bool) -> int:
    """Take a lock until the descriptor is closed. The system releases it when the process ends, so that none is left behind."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def back_up(folder: Path, file: Path) -> int:
    """Pack one moment of a folder, without deleted data, into a complete file or none. Return how many tables it has."""
    check_holds_tables(folder)
    key_of(folder)
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=f".{file.name}.") as scratch:
        copy, packed = Path(scratch) / TABLES, Path(scratch) / "packed"
        create_private(copy)
        try:
            with closing(connect(folder / TABLES)) as connection:
                connection.execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error as error:
            raise StorageFailure(f"can't copy {folder / TABLES} ({error}). Run secret-hitler doctor.") from error
        tables = _check(copy)
        create_private(packed)
        with packed.open("wb") as target, tarfile.open(fileobj=target, mode="w:gz") as archive:
            archive.add(copy, TABLES)
            for path in sorted(folder.iterdir()):  # the key, and everything else beside the tables
                if path.is_file() and path.name != "lock" and not path.name.startswith(TABLES):
                    archive.add(path, path.name)
        with packed.open("rb") as written:
            os.fsync(written.fileno())
        packed.replace(file)
        sync_folder(file.absolute().parent)
    return tables


def restore(file: Path, folder: Path) -> int:
    """Unpack a backup into a folder without tables. Return how many tables there are."""
    check_holds_no_tables(folder, "restore into another folder")
    with tempfile.TemporaryDirectory(dir=folder.absolute().parent, prefix=f".{folder.name}.") as scratch:
        tables = _check(_unpacked(file, Path(scratch)))
        key_of(Path(scratch))
        with closing(DataFolder(folder)):
            for path in sorted(Path(scratch).iterdir(), key=lambda path: path.name == TABLES):
                path.replace(folder / path.name)
            sync_folder(folder)
    return tables


def check_holds_tables(folder: Path) -> None:
    if not (folder / TABLES).is_file():
        raise StorageFailure(f"there's no {TABLES} in {folder}. Is it a server's folder?")


def check_holds_no_tables(folder: Path, instead: str) -> None:
    if (folder / TABLES).exists() and (folder / TABLES).stat().st_size:
        raise StorageFailure(f"{folder} already holds tables. Move it away, or {instead}.")


def _unpacked(file: Path, scratch: Path) -> Path:
    try:
        with tarfile.open(file, "r:gz") as archive:
            for member in archive:
                if not member.isfile() or member.name != Path(member.name).name:
                    raise KeyError(member.name)
                content = archive.extractfile(member)
                assert content is not None
                create_private(scratch / member.name)
                with content, (scratch / member.name).open("wb") as target:
                    shutil.copyfileobj(content, target)
                    os.fsync(target.fileno())
            if not ((scratch / TABLES).exists() and (scratch / KEY).exists()):
                raise KeyError(TABLES)
    except (tarfile.TarError, KeyError, EOFError, OSError) as error:
        raise StorageFailure(f"{file} isn't a complete backup: {error}") from error
    return scratch / TABLES


def _check(database: Path) -> int:
    """Check that a copy is sound and of this version, and return how many tables it has."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            ((sound,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if sound != "ok":
                raise StorageFailure(f"the copy is damaged: {sound}")
            migrate(connection)
            ((tables,),) = connection.execute("SELECT count(*) FROM tables WHERE closed IS NULL").fetchall()
            return int(tables)
    except sqlite3.Error as error:
        raise StorageFailure(f"can't read the copy: {error}") from error
