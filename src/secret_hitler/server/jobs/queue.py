"""FairTurns: one at a time; the urgent first, and among equals one from each asker in turn, however much one asks for."""

import asyncio
from collections import deque


class FairTurns:
    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[int, dict[str, deque[asyncio.Future[None]]]] = {}
        """By priority, then by asker."""

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(line) for askers in self._waiting.values() for line in askers.values())

    @property
    def free(self) -> bool:
        return not self._taken

    async def take(self, asker: str, priority: int = 0) -> None:
        """Wait for a turn, and pass it on afterwards; lower priorities come first."""
        if not self._taken:
            self._taken = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(priority, {}).setdefault(asker, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # the turn came as its owner gave up
                self.pass_on()
            raise

    def pass_on(self) -> None:
        for priority in sorted(self._waiting):
            askers = self._waiting[priority]
            while askers:
                asker = next(iter(askers))
                line = askers.pop(asker)
                first = line.popleft()
                if line:
                    askers[asker] = line
                if not first.done():
                    first.set_result(None)
                    return
            del self._waiting[priority]
        self._taken = False
