"""Backup and restore: everything a server keeps in one file, taken while it runs."""

import os
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from . import StorageFailure
from .data_folder import DataFolder, create_private, key_of, sync_folder
from .sqlite import connect, migrate

TABLES, KEY = "tables.sqlite", "secret.key"


def back_up(folder: Path, file: Path) -> int:
    """One moment of the folder, without what was deleted; the file is whole or not there. How many tables it holds is returned."""
    if not (folder / TABLES).is_file():
        raise StorageFailure(f"{folder} holds no {TABLES}: is it the folder of a server?")
    key_of(folder)
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=f".{file.name}.") as scratch:
        copy, packed = Path(scratch) / TABLES, Path(scratch) / "packed"
        create_private(copy)
        try:
            with closing(connect(folder / TABLES)) as connection:
                connection.execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error as error:
            raise StorageFailure(f"{folder / TABLES} cannot be copied ({error}): secret-hitler doctor says more") from error
        tables = _check(copy)
        create_private(packed)
        with packed.open("wb") as target, tarfile.open(fileobj=target, mode="w:gz") as archive:
            archive.add(copy, TABLES)
            for path in _others(folder):
                archive.add(path, path.name)
        with packed.open("rb") as written:
            os.fsync(written.fileno())
        packed.replace(file)
        sync_folder(file.absolute().parent)
    return tables


def restore(file: Path, folder: Path) -> int:
    """A folder as it was; one that holds tables already is left alone. How many tables there are is returned."""
    if (folder / TABLES).exists() and (folder / TABLES).stat().st_size:
        raise StorageFailure(f"{folder} holds tables already: move it away first, or restore into another folder")
    with tempfile.TemporaryDirectory(dir=folder.absolute().parent, prefix=f".{folder.name}.") as scratch:
        found = _unpacked(file, Path(scratch))
        tables = _check(found)
        key_of(Path(scratch))
        held = DataFolder(folder)
        try:
            for path in sorted(Path(scratch).iterdir(), key=lambda path: path.name == TABLES):
                path.replace(folder / path.name)
            sync_folder(folder)
        finally:
            held.close()
    return tables


def _unpacked(file: Path, scratch: Path) -> Path:
    try:
        with tarfile.open(file, "r:gz") as archive:
            for member in archive:
                if not member.isfile() or member.name != Path(member.name).name:
                    raise KeyError(member.name)
                _unpack(archive, member, scratch / member.name)
            if not ((scratch / TABLES).exists() and (scratch / KEY).exists()):
                raise KeyError(TABLES)
    except (tarfile.TarError, KeyError, EOFError, OSError) as error:
        raise StorageFailure(f"{file} is no backup, or not a whole one: {error}") from error
    return scratch / TABLES


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    content = archive.extractfile(member)
    assert content is not None
    create_private(path)
    with content, path.open("wb") as target:
        shutil.copyfileobj(content, target)
        os.fsync(target.fileno())


def _others(folder: Path) -> list[Path]:
    """The key, and whatever else the server keeps beside its tables."""
    return [path for path in sorted(folder.iterdir()) if path.is_file() and path.name != "lock" and not path.name.startswith(TABLES)]


def _check(database: Path) -> int:
    """A copy that this version can open, and that is sound."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            ((sound,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if sound != "ok":
                raise StorageFailure(f"the copy is damaged: {sound}")
            migrate(connection)
            ((tables,),) = connection.execute("SELECT count(*) FROM tables WHERE closed IS NULL").fetchall()
            return int(tables)
    except sqlite3.Error as error:
        raise StorageFailure(f"the copy cannot be read: {error}") from error
