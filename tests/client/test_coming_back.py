"""A client comes back by itself, and does not run against a door that stays shut."""

import asyncio

from websockets.asyncio.server import ServerConnection, serve

from secret_hitler.client import TableClient
from secret_hitler.client.table import FIRST_WAIT, LONGEST_WAIT

TRY_AGAIN_LATER = 1013


class Impatient(TableClient):
    """Notes how long it should wait, and does not."""

    def __init__(self, server: str, tries: int) -> None:
        super().__init__(server, "ABCDEFGH")
        self.waits: list[float] = []
        self._tries = tries

    async def _pause(self, longest: float) -> None:
        self.waits.append(longest)
        if len(self.waits) == self._tries:
            self.closed = "tried enough"


async def say_goodbye(socket: ServerConnection) -> None:
    await socket.recv()
    await socket.close(TRY_AGAIN_LATER)


async def test_a_server_that_opens_and_lets_nobody_in_is_asked_ever_more_seldom() -> None:
    async with asyncio.timeout(60):
        async with serve(say_goodbye, "127.0.0.1", 0) as server:
            (port,) = {socket.getsockname()[1] for socket in server.sockets}
            client = Impatient(f"http://127.0.0.1:{port}", tries=8)
            await client._stay_connected()
        assert client.waits == [min(LONGEST_WAIT, FIRST_WAIT * 2**number) for number in range(8)]
