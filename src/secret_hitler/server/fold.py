"""Folding a table from its log, a few lines at a time, so that other tables go on meanwhile."""

import asyncio

from .storage import Storage, Unreadable
from .table import Table

LINES_AT_ONCE = 25


async def fold(storage: Storage, code: str) -> Table:
    """Raises Unreadable."""
    table = Table(code)
    for number, line in enumerate(await storage.lines(code), start=1):
        try:
            table.write(line)
        except Exception as error:  # whatever a damaged line leads to, it concerns this table alone
            raise Unreadable(f"line {number - 1} does not follow from those before it: {type(error).__name__}") from error
        if number % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
