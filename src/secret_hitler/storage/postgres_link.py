"""A connection to PostgreSQL that is made anew when it was lost; and what the errors of a database mean to us."""

import asyncio
import contextlib
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # because it has no type hints of its own

from . import StorageFailure

PATIENCE = 5.0
"""Seconds that a connection or an answer may take, and that whoever asks is kept waiting while the database is away."""
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
"""After these it is worth asking again. Whether what was asked for has been done is not known."""
PostgresError = asyncpg.PostgresError


class Link:
    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None

    async def connection(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url, _SETTINGS, PATIENCE)
        return self._connection

    def drop(self) -> None:
        """Whatever is going on there is not waited for."""
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*LOST):
                await self._connection.close(timeout=1)
        self._connection = None


class Links:
    """A few connections for whatever may be asked twice: it is, until there is an answer or no more patience."""

    def __init__(self, url: str, most: int) -> None:
        self._links = [Link(url) for _ in range(most)]
        self._idle: asyncio.Queue[Link] = asyncio.LifoQueue()
        for link in self._links:
            self._idle.put_nowait(link)

    async def fetch(self, query: str, *values: object, again: tuple[object, ...] = ()) -> list[Any]:
        """`again`: the values for when it may have been carried out already, if they are others."""
        link = await self._idle.get()
        try:
            return await _patiently(link, query, values, again or values)
        finally:
            self._idle.put_nowait(link)

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links))


async def _patiently(link: Link, query: str, values: tuple[object, ...], again: tuple[object, ...]) -> list[Any]:
    until = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            rows: list[Any] = await (await link.connection()).fetch(query, *values)
            return rows
        except LOST as error:
            link.drop()
            values = again
            if asyncio.get_running_loop().time() >= until:
                raise StorageFailure(f"the database does not answer: {error!r}") from error
            await asyncio.sleep(AGAIN_SECONDS)
        except PostgresError as error:
            raise StorageFailure(f"the database refused: {error}") from error


async def connect(url: str, settings: dict[str, str] | None = None, patience: float | None = None) -> Any:
    """Raises one of LOST where the database is not there, and StorageFailure where it does not let us in."""
    try:
        return await asyncpg.connect(url, server_settings=settings or {}, timeout=patience or PATIENCE, command_timeout=patience)
    except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, asyncpg.ClientConfigurationError) as error:
        raise StorageFailure(f"the database does not let us in: {error}") from error
