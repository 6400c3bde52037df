"""The schema of a PostgreSQL database: numbered files, each run once however many nodes start at the same time."""

import asyncio
import os
import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

from msgspec import Struct

from . import StorageFailure
from .data_folder import KEY_BYTES, BadKey
from .postgres_link import LOST, connect

START_SECONDS = 30.0
"""How long a node that starts waits for its database."""
KEY_VARIABLE = "SECRET_HITLER_KEY"
KEY, OPERATORS = "secret.key", "operator.token"
_LOCK = 0x5EC2E7
_WORKS_WITH = re.compile(r"-- works with: (\d+)")


class Prepared(Struct, frozen=True):
    """What a node has to know before it serves anybody."""

    key: bytes
    operators: str
    """A name and a token a line, as in the file of a folder."""


def prepare(url: str) -> Prepared:
    """In a thread of its own, since whoever starts a server may have a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_prepare(url))).result()


async def _prepare(url: str) -> Prepared:
    connection = await _connected(url)
    try:
        await migrate(connection)
        return Prepared(await _key(connection), (await kept(connection, OPERATORS) or b"").decode())
    finally:
        await connection.close()


async def _connected(url: str) -> Any:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            connection = await connect(url)
            break
        except LOST as error:
            if time.monotonic() >= until:
                raise StorageFailure(f"no database answers there: {error}") from error
            await asyncio.sleep(1)
    if await connection.fetchval("SHOW synchronous_commit") == "off":
        await connection.close()
        raise StorageFailure("the database answers before anything is stored: set synchronous_commit to on")
    return connection


async def migrate(connection: Any) -> None:
    """Forward only, in one transaction that holds everybody else off. Each file names the oldest schema whose program it still serves."""
    steps = read_steps()
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, works_with integer NOT NULL)")
        row = await connection.fetchrow("SELECT version, works_with FROM schema_version")
        reached, works_with = row or (0, 0)
        if works_with > len(steps):
            raise StorageFailure(f"the database is of a newer version (schema {reached}, this program knows {len(steps)})")
        for number, step in enumerate(steps[reached:], start=reached + 1):
            await connection.execute(step)
            found = _WORKS_WITH.search(step)
            assert found is not None
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1, $2)", number, int(found[1]))


def read_steps() -> list[str]:
    found = (step for step in files(__package__).joinpath("postgres_migrations").iterdir() if step.name.endswith(".sql"))
    return [step.read_text(encoding="utf-8") for step in sorted(found, key=lambda step: step.name)]


async def kept(connection: Any, name: str) -> bytes | None:
    body: bytes | None = await connection.fetchval("SELECT body FROM kept WHERE name = $1", name)
    return body


async def _key(connection: Any) -> bytes:
    """The key of all nodes: from the environment, or made once and kept in the database."""
    if KEY_VARIABLE in os.environ:
        try:
            key = bytes.fromhex(os.environ[KEY_VARIABLE])
        except ValueError as error:
            raise BadKey(f"{KEY_VARIABLE} is written in hexadecimal digits") from error
    else:
        await connection.execute("INSERT INTO kept VALUES ($1, $2) ON CONFLICT DO NOTHING", KEY, secrets.token_bytes(KEY_BYTES))
        key = await kept(connection, KEY) or b""
    if len(key) < KEY_BYTES:
        raise BadKey(f"the key of the nodes has {len(key)} bytes, and a key has {KEY_BYTES}")
    return key
