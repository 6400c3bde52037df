"""FairTurns: one at a time, and among those who wait one from each table in turn, however much one table asks for."""

import asyncio
from collections import deque


class FairTurns:
    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, table: str) -> None:
        """Wait for a turn; whoever had one passes it on."""
        if not self._taken:
            self._taken = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # the turn came as its owner gave up
                self.pass_on()
            raise

    def pass_on(self) -> None:
        while self._waiting:
            table = next(iter(self._waiting))
            line = self._waiting.pop(table)
            first = line.popleft()
            if line:
                self._waiting[table] = line
            if not first.done():
                first.set_result(None)
                return
        self._taken = False
