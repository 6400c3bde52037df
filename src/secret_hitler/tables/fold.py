"""Folding a table from its log, a few lines at a time, so that other tables go on meanwhile."""

import asyncio
import contextlib

import msgspec

from ..storage import Storage, Unreadable
from .log_lines import read_lines
from .snapshot import resumed
from .table import Table

LINES_AT_ONCE = 25


async def fold(storage: Storage, code: str) -> Table:
    """From the last deal on, where it is kept what was before; else from the first line. Raises Unreadable."""
    snapshot = await storage.snapshot(code)
    if snapshot is not None:
        with contextlib.suppress(msgspec.MsgspecError, Unreadable):
            return await _followed(storage, resumed(code, snapshot))
    return await _followed(storage, Table(code))


async def _followed(storage: Storage, table: Table) -> Table:
    for number, line in enumerate(await read_lines(storage, table.code, table.lines), start=table.lines + 1):
        try:
            table.write(line)
        except Exception as error:  # whatever a damaged line leads to, it concerns this table alone
            raise Unreadable(f"line {number - 1} does not follow from those before it: {type(error).__name__}") from error
        if number % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
