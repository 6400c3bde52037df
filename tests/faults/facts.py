"""What can be found out about a table that stands still: from its client, its log, the server, and somebody else who comes."""

import asyncio
import io
import sqlite3
from contextlib import closing
from pathlib import Path

from secret_hitler.client import ServerError, TableClient
from secret_hitler.client.http import fetch_text
from tests.server.process import ServerProcess

LAST_LINES = 12
ANOTHER_SECONDS = 30.0


async def standing_still(server: ServerProcess, table: TableClient) -> str:
    facts = [
        f"table {table.code} stands still at {table.seq} of game {table.game}, seat {table.seat}, connected {table.connected}",
        f"last lost by: {table.lost!r}; closed {table.closed}; unanswered {sorted(table._unanswered)}",
        f"its task: {_stack(table._task)}",
        f"its table: {table.state}",
        f"its view: {None if table.view is None else table.view.board}",
        await _seen_by_another(server, table),
        *await asyncio.to_thread(_stored, server, table.code),
        await _measured(server),
        *(await asyncio.to_thread(_journal, server, table.code)),
    ]
    return "\n".join(facts)


def _stack(task: "asyncio.Task[None] | None") -> str:
    if task is None:
        return "none"
    text = io.StringIO()
    task.print_stack(file=text)
    return f"{task!r}\n{text.getvalue()}"


async def _seen_by_another(server: ServerProcess, table: TableClient) -> str:
    """Take the same player to another device."""
    try:
        async with asyncio.timeout(ANOTHER_SECONDS), TableClient(server.url, table.code, table._token) as other:
            seen, state = other.seq, other.state
            await asyncio.sleep(ANOTHER_SECONDS / 3)
            return f"another device gets in: seq {seen}, then {other.seq}, asked {other.asked}, connected {other.connected}, {state}"
    except (TimeoutError, ConnectionError) as error:
        return f"another device does not get in: {error!r}"


def _stored(server: ServerProcess, code: str) -> list[str]:
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as connection:
        row = connection.execute("SELECT * FROM tables WHERE code = ?", (code,)).fetchall()
        lines = connection.execute("SELECT seq, body FROM lines WHERE code = ? ORDER BY seq DESC LIMIT ?", (code, LAST_LINES)).fetchall()
    return [f"stored: {row}", *(f"line {seq}: {body!r:.600}" for seq, body in reversed(lines))]


async def _measured(server: ServerProcess) -> str:
    try:
        return await fetch_text(server.url, "/metrics")
    except ServerError as error:
        return f"the server does not say how it is: {error}"


def _journal(server: ServerProcess, code: str) -> list[str]:
    lines = Path(server.journal).read_text(errors="replace").splitlines()
    return ["journal of the table:", *[line for line in lines if code in line][-LAST_LINES:], "end of the journal:", *lines[-LAST_LINES:]]
