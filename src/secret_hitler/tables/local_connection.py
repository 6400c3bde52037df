"""LocalConnection: a connection to a table of a Host in this process, in place of a WebSocket to a server."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from ..wire import PROTOCOL
from ..wire.commands import AboutOthers, AnyCommand, Hello
from ..wire.messages import Goodbye, Refused
from ..wire.refusals import Denial
from .connection import Connection
from .host import Host
from .live_table import LiveTable
from .refusal import Refusal
from .view_updates import encode

_command = msgspec.json.Decoder(AnyCommand)
_hello = msgspec.json.Decoder(Hello)


class LocalConnection:
    def __init__(
        self,
        host: Host,
        code: str,
        send: Callable[[str], object],
        shut: Callable[[], object],
        player: Callable[[Hello], Awaitable[str]],
        covered: bool = False,
    ) -> None:
        """Ask `player` who says hello, and call `shut` when there's nothing more to send."""
        self._host, self._code, self._send, self._shut, self._player = host, code, send, shut, player
        self._covered = covered
        self.live: LiveTable | None = None
        self.connection: Connection | None = None
        self._writing: asyncio.Task[None] | None = None

    async def receive(self, text: str) -> None:
        """Take a message: a Hello first, then commands."""
        live, connection = self.live, self.connection
        if live is None or connection is None:
            await self._meet(_hello.decode(text))
            return
        command = _command.decode(text)
        if isinstance(command, AboutOthers):
            refused = Refusal(Denial.NOT_FOUND)
            connection.push(encode(Refused(id=command.id, code=refused.code, reason=refused.reason)))
        else:
            connection.push(encode(await self._host.command(live, connection.player, command)))

    async def _meet(self, hello: Hello) -> None:
        live = await self._host.find(self._code)
        if live is None or hello.protocol != PROTOCOL:
            denial = Denial.NO_TABLE if live is None else Denial.MESSAGE
            self._send(encode(Goodbye(code=denial, reason=denial.said({"code": self._code, "detail": ""}), again=False)))
            self._shut()
            return
        player = await self._player(hello)
        player = player if live.table.lobby.admits(player) else ""
        connection = Connection(player, self._write, send_now=self._write_now, covered=self._covered)
        await self._host.arrived(live, player)
        async with live.lock:  # so that each piece of news is either in the greeting or sent after it
            live.greet(connection, hello)
            live.come(connection)
        self.live, self.connection = live, connection
        self._writing = asyncio.create_task(connection.write())
        self._writing.add_done_callback(lambda _: self._shut())

    def _write_now(self, message: str | bytes) -> bool:
        assert isinstance(message, str)  # nobody's voice comes this way
        self._send(message)
        return True

    async def _write(self, message: str) -> None:
        self._send(message)

    def cover(self, covered: bool) -> None:
        """Hide the seat's secrets, or show them again."""
        if self.live is not None and self.connection is not None:
            self.live.cover(self.connection, covered)

    def close(self) -> None:
        if self.live is not None and self.connection is not None and self._writing is not None:
            self.live.go(self.connection)
            self._writing.cancel()
