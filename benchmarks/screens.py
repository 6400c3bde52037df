"""Screens for measurements: ten phones at a table that plays, ten that are sent the same message, and what their server used meanwhile."""

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from secret_hitler.client.http import join_table, open_table
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.table import Options

SEATS = 10
NO_VETO = "veto_threshold = 6"
"""Then every action is seen by all ten screens."""


class Choices(msgspec.Struct):
    choices: list[dict[str, Any]] | None = None


class News(msgspec.Struct):
    type: str = ""
    view: Choices | None = None


_news = msgspec.json.Decoder(News)


class Screen(WSListener):
    """One phone: counts what it is shown and tells its table when asked."""

    def __init__(self, table: "Ten | Group", seat: int) -> None:
        self.table, self.seat = table, seat
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.table.shown(self, frame.get_payload_as_bytes())

    def send(self, text: str) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, text.encode())


class Count:
    """What the screens of one server have shown, and the processor time it took."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0
        self.latencies: list[float] = []
        self.cpu = self.seconds = 0.0
        self.delivered = 0

    @property
    def cost(self) -> float:
        """Processor seconds for each delivered message."""
        return self.cpu / self.delivered


class Ten:
    """A table of ten screens with one action under way at a time, so that the last screen to show it can be timed."""

    def __init__(self, code: str, tokens: list[str], count: Count, rng: random.Random) -> None:
        self.code, self.tokens, self.count, self.rng = code, tokens, count, rng
        self.screens: list[Screen] = []
        self.asked: dict[int, list[dict[str, Any]]] = {}
        self.updates, self.commands, self.welcomed = SEATS, 0, 0
        self.sent_at = 0.0
        self.every = 0.0
        """Seconds from one action to the next on the average; at 0 it follows at once."""
        self.running = False

    async def connect(self, ports: Sequence[int]) -> None:
        """Each screen to the next of the servers."""
        for seat, token in enumerate(self.tokens):
            screen = Screen(self, seat)
            await _connected(screen, f"{ports[seat % len(ports)]}/api/tables/{self.code}/socket")
            screen.send(f'{{"protocol":{PROTOCOL},"token":"{token}"}}')
            self.screens.append(screen)
        async with asyncio.timeout(60):
            while self.welcomed < SEATS:
                await asyncio.sleep(0.01)

    def go_on(self) -> None:
        asked = next((seat for seat, choices in self.asked.items() if choices), None)
        if asked is None:
            self._ask(0, {"type": "Start"})
        else:
            self._ask(asked, {"type": "Act", "action": self.rng.choice(self.asked[asked])["action"]})

    def _ask(self, seat: int, command: dict[str, Any]) -> None:
        self.commands += 1
        self.updates = 0
        self.sent_at = time.perf_counter()
        self.screens[seat].send(msgspec.json.encode({**command, "id": str(self.commands)}).decode())

    def shown(self, screen: Screen, payload: bytes) -> None:
        self.count.messages += 1
        self.count.bytes += len(payload)
        news = _news.decode(payload)
        self.welcomed += news.type == "Welcome"
        if news.type == "Refused":
            raise SystemExit(f"table {self.code}, seat {screen.seat}: {payload.decode()}")
        if news.type != "Update" or news.view is None:
            return
        if news.view.choices is not None:
            self.asked[screen.seat] = [choice for choice in news.view.choices if choice["barred"] is None]
        self.updates += 1
        if self.updates == SEATS:
            self.count.latencies.append(time.perf_counter() - self.sent_at)
            if self.running and self.every:
                due = self.sent_at + self.every * (0.5 + self.rng.random())
                asyncio.get_running_loop().call_later(max(0.0, due - time.perf_counter()), self._go_on_if_running)
            elif self.running:
                self.go_on()

    def _go_on_if_running(self) -> None:
        if self.running:
            self.go_on()


class Group:
    """Ten screens of the bare broadcast: whenever all have shown a message, one of them sends the next."""

    def __init__(self, name: str, text: str, count: Count) -> None:
        self.name, self.text, self.count = name, text, count
        self.screens: list[Screen] = []
        self.updates, self.sent = SEATS, 0
        self.running = False

    async def connect(self, port: int) -> None:
        for seat in range(SEATS):
            screen = Screen(self, seat)
            await _connected(screen, f"{port}/{self.name}")
            self.screens.append(screen)

    def go_on(self) -> None:
        self.updates = 0
        self.sent += 1
        self.screens[self.sent % SEATS].send(self.text)

    def shown(self, screen: Screen, payload: bytes) -> None:
        self.count.messages += 1
        self.count.bytes += len(payload)
        self.updates += 1
        if self.updates == SEATS and self.running:
            self.go_on()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


async def seated(url: str, tables: int, count: Count, voice: bool = False) -> list[Ten]:
    """Tables of ten people who are not connected yet."""
    found = []
    for _ in range(tables):
        host = await open_table(url, "Host", Options(house_rules=NO_VETO, voice=voice))
        others = [await join_table(url, host.code, f"Person {seat}") for seat in range(1, SEATS)]
        found.append(Ten(host.code, [host.token, *(other.token for other in others)], count, random.Random(host.code)))
    return found


async def play(tables: "Sequence[Ten | Group]", count: Count, cpu: Callable[[], float], seconds: float) -> None:
    """Count some seconds of play until the last message that was on its way is shown."""
    messages, used, began = count.messages, cpu(), time.perf_counter()
    for table in tables:
        table.running = True
        table.go_on()
    await asyncio.sleep(seconds)
    for table in tables:
        table.running = False
    async with asyncio.timeout(60):
        while any(table.updates < SEATS for table in tables):
            await asyncio.sleep(0.01)
    count.seconds += time.perf_counter() - began
    count.cpu += cpu() - used
    count.delivered += count.messages - messages


async def _connected(screen: Screen, where: str) -> None:
    """To a server that may just be starting."""
    async with asyncio.timeout(60):
        while True:
            try:
                await ws_connect(lambda: screen, f"ws://127.0.0.1:{where}")
                return
            except OSError:
                await asyncio.sleep(0.1)
