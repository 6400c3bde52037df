"""Histories: what every client was shown, and in which order, compared with the log from outside."""

import random
import time
from collections.abc import Sequence

import msgspec

from secret_hitler.client import TableClient
from secret_hitler.rules import PUBLIC, AnyEvent, Onlooker
from secret_hitler.tables.log_entries import LogLine
from secret_hitler.tables.table import Table
from secret_hitler.wire.messages import AnyMessage, Update, Welcome


class Shown(msgspec.Struct, frozen=True):
    game: int
    seq: int
    events: list[AnyEvent]


class RoamingClient(TableClient):
    """Connects to any node, to another after each loss or refusal, as behind a proxy, and writes down all it is shown."""

    def __init__(self, nodes: Sequence[str], code: str, token: str | None, rng: random.Random) -> None:
        self._nodes, self._path = nodes, f"/api/tables/{code}/socket"
        self.node = ""
        """To which it went last."""
        self._rng = rng
        self.history: list[Shown] = []
        self.waits: list[tuple[float, float]] = []
        """When they came back, and the seconds until the next thing happened."""
        self._returned_at: float | None = None
        super().__init__(nodes[0], code, token)

    @property
    def _url(self) -> str:
        self.node = self._rng.choice([node for node in self._nodes if node != self.node])
        return f"ws{self.node.removeprefix('http')}{self._path}"

    @_url.setter
    def _url(self, _: str) -> None: ...

    async def _take(self, message: AnyMessage) -> None:
        if isinstance(message, Welcome) and self.state is not None:
            self._returned_at = time.monotonic()
        if isinstance(message, Update):
            self.history.append(Shown(message.game, message.seq, message.events))
            if message.view and self._returned_at is not None:
                self.waits.append((self._returned_at, time.monotonic() - self._returned_at))
                self._returned_at = None
        await super()._take(message)


def told_by(code: str, lines: Sequence[LogLine]) -> dict[tuple[int, Onlooker], list[list[AnyEvent]]]:
    """Return what the log has for each onlooker of each game of a table."""
    table, told = Table(code), dict[tuple[int, Onlooker], list[list[AnyEvent]]]()
    for line in lines:
        table.apply(line)
        for onlooker, watch in table.viewer_logs.items():
            told[table.games, onlooker] = watch.updates
    return told


def faults_of(history: Sequence[Shown], told: dict[tuple[int, Onlooker], list[list[AnyEvent]]], onlooker: Onlooker = PUBLIC) -> list[str]:
    """Where a history is not what the log has, in its order: each thing once, none that is not there, none left out."""
    faults, last = [], (0, -1)
    for shown in history:
        log = told.get((shown.game, onlooker), [])
        if shown.seq >= len(log) or log[shown.seq] != shown.events:
            faults.append(f"game {shown.game}, update {shown.seq} is not in the log: {shown.events}")
        if (shown.game, shown.seq) <= last:
            faults.append(f"game {shown.game}, update {shown.seq} was shown after {last}")
        elif shown.game == last[0] and shown.seq != last[1] + 1:
            faults.append(f"game {shown.game}: update {shown.seq} was shown right after {last[1]}")
        last = shown.game, shown.seq
    return faults
