"""Store: where a server keeps its data, in its own folder or in a database that nodes share."""

import secrets
import socket

import structlog
from msgspec import Struct

from ..storage import Storage, StorageFailure, Unreadable
from ..storage.data_folder import DataFolder, key_of
from ..storage.sqlite import SqliteStorage
from .admin.checkup import Checkup
from .admin.log_file import AnyModerationLog, ModerationFile
from .admin.tokens import Operators, operators_among_nodes, operators_of
from .settings import Settings


class Store(Struct, frozen=True):
    storage: Storage
    key: bytes
    """Signs all tokens."""
    operators: Operators
    moderation: AnyModerationLog
    folder: DataFolder | None = None

    def close(self) -> None:
        if self.folder is not None:
            self.folder.close()


def open_store(settings: Settings) -> Store:
    if settings.database:
        return _shared(settings)
    folder = DataFolder(settings.data)
    key = key_of(folder.path)
    try:
        storage = SqliteStorage(folder.database)
    except Unreadable as damage:  # because not even the list of tables can be read: copy what's readable into a new file
        kept = Checkup(folder.path).repair()
        structlog.get_logger().error("database repaired", reason=str(damage), kept=str(kept))
        storage = SqliteStorage(folder.database)
    return Store(storage, key, operators_of(settings.data), ModerationFile(settings.data / "moderation.jsonl"), folder)


def _shared(settings: Settings) -> Store:
    try:
        from ..storage.postgres import PostgresStorage
        from ..storage.postgres_database import prepare
        from .admin.log_file import ModerationRows
    except ModuleNotFoundError as error:
        raise StorageFailure("PostgreSQL needs one more package: pip install 'secret-hitler[postgres]'") from error
    prepared = prepare(settings.database)
    storage = PostgresStorage(settings.database, f"{socket.gethostname()[:40]}-{secrets.token_hex(4)}")
    return Store(storage, prepared.key, operators_among_nodes(prepared.operators), ModerationRows(storage))
