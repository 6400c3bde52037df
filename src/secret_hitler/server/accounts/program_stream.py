"""ProgramStream: all that the tables of a program tell it, and its challenges, in one stream of lines."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Final

import msgspec

from ...storage import StorageFailure
from ...tables.connection import Connection
from ...tables.live_table import LiveTable
from ...tables.refusal import Refusal
from ...wire import PROTOCOL
from ...wire.commands import Hello
from ...wire.programs import AnyStreamMessage, AtTable, Challenged, TableGone
from .programs import Programs

LOOK_SECONDS: Final = 5.0
"""How often a quiet stream says that it lives, and looks for itself: news between nodes may be lost."""
AHEAD: Final = 64
"""Lines that wait for a reader before its tables hold theirs back."""


class _Attended(msgspec.Struct):
    live: LiveTable
    connection: Connection
    writing: "asyncio.Task[None]"


class ProgramStream:
    def __init__(self, programs: Programs, program: str, blocks: Callable[[str], bool]) -> None:
        self._programs, self._program, self._blocks = programs, program, blocks
        self._lines: asyncio.Queue[str] = asyncio.Queue(AHEAD)
        self._attended: dict[str, _Attended] = {}
        self._challenges: set[str] = set()

    async def lines(self) -> AsyncGenerator[str, None]:
        """JSON, a message a line; an empty line now and then while nothing happens."""
        woken = self._programs.listen(self._program)
        looking = asyncio.create_task(self._look_for_ever(woken))
        try:
            yield "\n"
            while not looking.done():
                try:
                    async with asyncio.timeout(LOOK_SECONDS):
                        yield await self._lines.get() + "\n"
                except TimeoutError:
                    yield "\n"
            looking.result()
        finally:
            looking.cancel()
            self._programs.unlisten(self._program, woken)
            for attended in self._attended.values():
                attended.writing.cancel()
                attended.live.go(attended.connection)

    async def _look_for_ever(self, woken: asyncio.Event) -> None:
        while not self._programs.closing:
            woken.clear()
            with contextlib.suppress(StorageFailure):  # then the next look finds it
                await self._look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await woken.wait()
        with contextlib.suppress(asyncio.QueueFull):  # then whoever reads is awake anyway
            self._lines.put_nowait("")

    async def _look(self) -> None:
        for code, attended in list(self._attended.items()):
            if attended.writing.done():
                attended.live.go(attended.connection)
                del self._attended[code]
        for code in await self._programs.codes(self._program):
            if code not in self._attended:
                await self._attend(code)
        for challenge in await self._programs.challenges(self._program):
            if challenge.code not in self._challenges:
                self._challenges.add(challenge.code)
                await self._lines.put(_line(Challenged(challenge=challenge)))

    async def _attend(self, code: str) -> None:
        tables = self._programs.tables
        try:
            live = await tables.find(code)
        except Refusal:  # it cannot be read now
            return
        if live is None or not live.table.lobby.has_program(self._program):
            await self._programs.leave(self._program, code)
            await self._lines.put(_line(TableGone(code=code)))
            return
        player = live.table.lobby.player_of_program(self._program)

        async def send(message: str) -> None:
            await self._lines.put(_line(AtTable(code=code, message=msgspec.Raw(message.encode()))))

        connection = Connection(player, send)
        connection.blocks = self._blocks
        with live.expects():
            await tables.arrived(live, player)
            async with live.lock:
                live.greet(connection, Hello(protocol=PROTOCOL, seq=-1, game=-1))
                live.come(connection)
        self._attended[code] = _Attended(live, connection, asyncio.create_task(connection.write()))


def _line(message: AnyStreamMessage) -> str:
    return msgspec.json.encode(message).decode()
