"""Five strangers in a game, each from an address of their own, and whoever comes besides."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.security.attacker import Line, Message, Stranger
from tests.server.live_server import LiveServer


def at(server: LiveServer, address: int) -> Stranger:
    return Stranger(server.url, {"x-forwarded-for": f"198.51.100.{address}"})


class Company:
    """Five people in a game, each from an address of their own, and whoever comes besides."""

    def __init__(self, server: LiveServer, stack: AsyncExitStack) -> None:
        self.server, self._stack = server, stack
        self.admissions: list[Message] = []
        self.lines: list[Line] = []
        self._leaving: list[AsyncExitStack] = []

    @property
    def code(self) -> str:
        return str(self.admissions[0]["code"])

    async def connects(self, admission: Message) -> Line:
        own = await self._stack.enter_async_context(AsyncExitStack())
        line = await own.enter_async_context(Stranger(self.server.url).connects(admission["code"], admission["token"]))
        self.lines.append(line)
        self._leaving.append(own)
        return line

    async def leaves(self, seat: int, seconds: float = 31) -> None:
        """Close the lid of the seat's owner, and let some time pass."""
        await self.hangs_up(seat)
        witness = next(line for number, line in enumerate(self.lines) if number != seat and line.closed is None)
        await witness.until(lambda line: not line.table["chairs"][seat]["connected"])
        self.server.lets_pass(seconds)

    async def elects(self, chancellor: int) -> None:
        """Everybody votes for this chancellor."""
        president = int(self.lines[0].view["board"]["president"])
        nominated = await self.lines[president].sends("Act", action={"type": "Nominate", "chancellor": chancellor})
        assert nominated["type"] == "Done", nominated
        for line in self.lines[: len(self.admissions)]:
            await line.sends("Act", action={"type": "Vote", "ja": True})
        for line in self.lines[: len(self.admissions)]:
            await line.until(lambda line: line.view["board"]["phase"] == "president-session")

    async def vanishes(self, seat: int, seconds: float = 31) -> None:
        """Do the same in a session, where the others are told late: the server knows right away."""
        connected = self.server.connections_to(self.code)
        await self.hangs_up(seat)
        while self.server.connections_to(self.code) == connected:
            await asyncio.sleep(0.01)
        self.server.lets_pass(seconds)
        self.server.comes_due(self.code, "absence")

    async def hangs_up(self, number: int) -> None:
        await self._leaving[number].aclose()

    async def newcomer(self, name: str = "Nora", address: int = 99) -> Line:
        return await self.connects(await at(self.server, address).joins(self.code, name))

    async def votes(self, seat: int, voters: list[int], admit: bool = True) -> list[Message]:
        newcomer = await self._newcomer_at(seat, self.lines[voters[0]])
        return [await self.lines[voter].sends("VoteTakeOver", seat=seat, player=newcomer, admit=admit) for voter in voters]

    async def _newcomer_at(self, seat: int, line: Line) -> str:
        await line.until(lambda line: line.table["chairs"][seat]["newcomer"] is not None)
        return str(line.table["chairs"][seat]["newcomer"]["player"])


@asynccontextmanager
async def company(server: LiveServer, people: int = 5, bots: int = 0, **options: Any) -> AsyncIterator[Company]:
    async with AsyncExitStack() as stack:
        here = Company(server, stack)
        here.admissions = [await at(server, 0).opens("Person 0", **options)]
        here.admissions += [await at(server, number).joins(here.code, f"Person {number}") for number in range(1, people)]
        for admission in here.admissions:
            await here.connects(admission)
        if bots:
            await here.lines[0].sends("AddBot", fill_to=people + bots)
        for line in here.lines[1:]:
            await line.sends("Ready", ready=True)
        assert (await here.lines[0].sends("Start"))["type"] == "Done"
        for line in here.lines:
            await line.until(lambda line: bool(line.view))
        yield here
