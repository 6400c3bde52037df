"""A PostgreSQL database: connections that come back, what its errors mean, and its schema."""

import asyncio
import contextlib
import os
import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # because it has no type hints of its own
from msgspec import Struct

from . import StorageFailure
from .data_folder import KEY, KEY_BYTES, BadKey
from .sql import read_migrations

PATIENCE = 5.0
"""Seconds to wait for a connection or an answer, and for a database to come back."""
AGAIN_SECONDS = 0.1
_SETTINGS = {"application_name": "secret-hitler", "statement_timeout": str(int(PATIENCE * 1000)), "jit": "off"}

LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""It's worth asking again after these; we don't know whether the database did it."""
PostgresError = asyncpg.PostgresError
START_SECONDS = 30.0
"""How long a node that starts waits for its database."""
KEY_VARIABLE = "SECRET_HITLER_KEY"
OPERATORS = "operator.token"
_LOCK = 0x5EC2E7
_WORKS_WITH = re.compile(r"-- works with: (\d+)")


class Link:
    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None

    async def connection(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url, _SETTINGS, PATIENCE)
        return self._connection

    def drop(self) -> None:
        """Drop the connection without waiting."""
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*LOST):
                await self._connection.close(timeout=1)
        self._connection = None


class Links:
    """A few connections for questions that may be asked twice: ask again until there is an answer or patience runs out."""

    def __init__(self, url: str, most: int) -> None:
        self._links = [Link(url) for _ in range(most)]
        self._idle: asyncio.Queue[Link] = asyncio.LifoQueue()
        for link in self._links:
            self._idle.put_nowait(link)

    async def fetch(self, query: str, *values: object, again: tuple[object, ...] = ()) -> list[Any]:
        """Ask, with the values `again` if the query may have run already."""
        link = await self._idle.get()
        until = asyncio.get_running_loop().time() + PATIENCE
        try:
            while True:
                try:
                    rows: list[Any] = await (await link.connection()).fetch(query, *values)
                    return rows
                except LOST as error:
                    link.drop()
                    values = again or values
                    if asyncio.get_running_loop().time() >= until:
                        raise StorageFailure(f"the database doesn't answer: {error!r}") from error
                    await asyncio.sleep(AGAIN_SECONDS)
                except PostgresError as error:
                    raise StorageFailure(f"the database refused: {error}") from error
        finally:
            self._idle.put_nowait(link)

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links))


async def connect(url: str, settings: dict[str, str] | None = None, patience: float | None = None) -> Any:
    """Connect. Raises one of LOST if the database isn't there, and StorageFailure if it doesn't let us in."""
    try:
        return await asyncpg.connect(url, server_settings=settings or {}, timeout=patience or PATIENCE, command_timeout=patience)
    except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, asyncpg.ClientConfigurationError) as error:
        raise StorageFailure(f"the database doesn't let us in: {error}") from error


class Prepared(Struct, frozen=True):
    key: bytes
    operators: str
    """A name and a token on each line, as in a folder's file."""


def prepare(url: str) -> Prepared:
    """Prepare in another thread, because the caller may have a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_prepare(url))).result()


async def _prepare(url: str) -> Prepared:
    connection, until = None, time.monotonic() + START_SECONDS
    while connection is None:
        try:
            connection = await connect(url)
        except LOST as error:
            if time.monotonic() >= until:
                raise StorageFailure(f"no database answers there: {error}") from error
            await asyncio.sleep(1)
    try:
        if await connection.fetchval("SHOW synchronous_commit") == "off":
            raise StorageFailure("the database answers before it stores: set synchronous_commit to on")
        await migrate(connection)
        return Prepared(await _key(connection), (await kept(connection, OPERATORS) or b"").decode())
    finally:
        await connection.close()


async def migrate(connection: Any) -> None:
    """Migrate in one transaction that keeps everyone else off. Each file names the oldest schema whose program it still serves."""
    steps = read_steps()
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, works_with integer NOT NULL)")
        reached, works_with = await connection.fetchrow("SELECT version, works_with FROM schema_version") or (0, 0)
        if works_with > len(steps):
            raise StorageFailure(f"the database comes from a newer version (schema {reached}; this program knows {len(steps)})")
        for number, step in enumerate(steps[reached:], start=reached + 1):
            await connection.execute(step)
            found = _WORKS_WITH.search(step)
            assert found is not None
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1, $2)", number, int(found[1]))


def read_steps() -> list[str]:
    return read_migrations("postgres_migrations")


async def kept(connection: Any, name: str) -> bytes | None:
    body: bytes | None = await connection.fetchval("SELECT body FROM kept WHERE name = $1", name)
    return body


async def _key(connection: Any) -> bytes:
    """Take the key of all nodes from the environment, or make one and keep it in the database."""
    if KEY_VARIABLE in os.environ:
        try:
            key = bytes.fromhex(os.environ[KEY_VARIABLE])
        except ValueError as error:
            raise BadKey(f"{KEY_VARIABLE} must be hexadecimal digits") from error
    else:
        await connection.execute("INSERT INTO kept VALUES ($1, $2) ON CONFLICT DO NOTHING", KEY, secrets.token_bytes(KEY_BYTES))
        key = await kept(connection, KEY) or b""
    if len(key) < KEY_BYTES:
        raise BadKey(f"the nodes' key has {len(key)} bytes, but a key has {KEY_BYTES}")
    return key
