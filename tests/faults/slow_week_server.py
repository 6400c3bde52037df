"""A real server whose time a test moves: python -m tests.faults.slow_week_server PORT DATA

The file `ahead` beside the data says how many seconds its clock and its loop are to be ahead. They get there in steps, none of them
while a request to somebody else is on its way: that would be a timeout. `now` says how far they are, `reached` that all is quiet there."""

import asyncio
import sys
import time
from pathlib import Path

from secret_hitler.server.listening import listen
from secret_hitler.server.running import Server
from secret_hitler.server.services import Services
from secret_hitler.server.settings import Settings

STEP = 600.0
"""So late is a timer at most."""


class MovedLoop(asyncio.SelectorEventLoop):
    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def write(path: Path, text: str) -> None:
    """So that nobody reads half of it."""
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").replace(path)


async def moves(loop: MovedLoop, services: Services, folder: Path) -> None:
    while True:
        wanted = float((folder / "ahead").read_text())
        if not services.outgoing.busy:
            if loop.ahead >= wanted:
                write(folder / "reached", f"{loop.ahead}")
            loop.ahead = max(loop.ahead, min(wanted, loop.ahead + STEP))
            write(folder / "now", f"{loop.ahead}")
        for _ in range(3):
            await asyncio.sleep(0.004)


async def serves(services: Services, port: int, folder: Path) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, MovedLoop)
    moving = loop.create_task(moves(loop, services, folder))
    with listen("127.0.0.1", port) as listener:
        await Server(services).serve([listener])
    moving.cancel()


def main(port: int, data: Path) -> None:
    loop = MovedLoop()
    loop.ahead = float((data.parent / "ahead").read_text())
    settings = Settings(data=data, private_addresses=True, bot_pace=0, forget_after=0.05, address_rate=10_000, message_rate=10_000)
    services = Services(settings, clock=lambda: time.time() + loop.ahead)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(serves(services, port, data.parent))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
