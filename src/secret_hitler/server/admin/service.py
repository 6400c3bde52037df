"""Operate a running server: what operators see, and what their commands do."""

import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from ... import __version__
from ...tables.connection import Connection
from ...tables.host import GOING_AWAY, Host
from ...tables.live_table import LiveTable, tell
from ...tables.refusal import Refusal
from ...tables.view_updates import encode
from ...wire.messages import Goodbye
from ...wire.operators import (
    Announce,
    AnyOperatorCommand,
    Ban,
    CloseTable,
    OperatorsView,
    SeenPlayer,
    SeenTable,
    ServerLoad,
    SuspiciousPair,
    Target,
)
from ...wire.refusals import Denial
from ...wire.table import Stage
from .log_file import AnyModerationEntry, IgnoringSet, OperatorActed
from .moderation import Moderation
from .player_reports import ignored

SENT_AWAY = 4403
TABLES_SHOWN = 500
REPORTS_SHOWN = 200


class Operating:
    def __init__(self, tables: Host, moderation: Moderation, data: Path) -> None:
        self._tables = tables
        self._moderation = moderation
        self._data = data
        self._started = time.time()

    async def carry_out(self, operator: str, command: AnyOperatorCommand) -> None:
        """Carry out an operator's command once it's in the log."""
        if isinstance(command, CloseTable):
            await self._close(operator, command)
            return
        await self._moderation.act(operator, command)

    def happened(self, entry: AnyModerationEntry) -> None:
        """Tell the people connected here."""
        for live in self._tables.by_code.values():
            match entry:
                case OperatorActed(command=Ban(target=target, value=value)):
                    send_away(_those(live, target, value), Denial.SHUT_OUT)
                case OperatorActed(command=Announce()):
                    tell(live.connections, encode(self._moderation.announcement))
                case IgnoringSet(identity=identity):
                    for connection in _those(live, Target.IDENTITY, identity):
                        connection.push(encode(ignored(self._moderation, live.table, connection.player)))
            live.voices_changed()

    async def _close(self, operator: str, command: CloseTable) -> None:
        code = command.code.upper()
        live = await self._tables.find(code)
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code[:12])
        await self._moderation.act(operator, command)
        await self.close(live)

    async def close(self, live: LiveTable) -> None:
        """Close a table for good and disconnect everyone."""
        async with live.lock:
            await self._tables.storage.close_table(live.table.code, self._tables.clock())
            if live.table.code in self._tables.by_code:
                self._tables.forget(live)
        self._tables.peers.close(live.table.code)
        send_away(live.connections | live.voices, Denial.CLOSED)

    def view(self, operator: str, pairs: Iterable[SuspiciousPair] = ()) -> OperatorsView:
        moderation = self._moderation
        return OperatorsView(
            operator=operator,
            load=self.load(),
            announced=moderation.announced.text,
            tables=[_seen(live) for live in list(self._tables.by_code.values())[:TABLES_SHOWN]],
            reports=list(moderation.reports.values())[: -REPORTS_SHOWN - 1 : -1],
            bans=moderation.bans,
            hushed=moderation.hushed,
            words=sorted(moderation.words.words),
            audit=moderation.audit,
            pairs=list(pairs),
        )

    def load(self) -> ServerLoad:
        live = self._tables.by_code.values()
        return ServerLoad(
            version=__version__,
            started=self._started,
            now=time.time(),
            tables=len(live),
            playing=sum(each.table.stage is Stage.PLAYING for each in live),
            connections=sum(len(each.connections) for each in live),
            moves=self._tables.moves,
            bots_waiting=self._tables.timers.bots_waiting,
            memory_mb=_memory() / 1e6,
            disk_free_mb=shutil.disk_usage(self._data if self._data.exists() else Path()).free / 1e6,
        )


def _seen(live: LiveTable) -> SeenTable:
    table, lobby = live.table, live.table.lobby
    here = {connection.player for connection in live.connections if connection.player}
    return SeenTable(
        code=table.code,
        stage=table.stage,
        rules=lobby.rules.name,
        public=lobby.options.public,
        people=[_person(live, player) for player in lobby.names if player in here or lobby.seat_of(player) is not None],
        bots=sum(place.bot is not None and not place.player for place in lobby.places),
        watchers=sum(lobby.seat_of(connection.player) is None for connection in live.connections),
        games=table.games,
        touched=table.touched,
    )


def _person(live: LiveTable, player: str) -> SeenPlayer:
    lobby = live.table.lobby
    return SeenPlayer(
        player=player,
        name=lobby.names[player],
        seat=lobby.seat_of(player),
        identity=lobby.identities.get(player, ""),
        addresses=sorted({connection.address for connection in live.connections if connection.player == player and connection.address}),
    )


def _those(live: LiveTable, target: Target, value: str) -> list[Connection]:
    identities = live.table.lobby.identities
    if target is Target.ADDRESS:
        return [connection for connection in live.connections | live.voices if connection.address == value]
    return [connection for connection in live.connections | live.voices if identities.get(connection.player) == value]


def send_away(connections: Iterable[Connection], denial: Denial, again: bool = False) -> None:
    farewell = encode(Goodbye(code=denial, reason=denial.said({}), again=again))
    for connection in connections:
        connection.push(farewell)
        connection.close(GOING_AWAY if again else SENT_AWAY, denial.said({}))


def _memory() -> float:
    """Return the bytes in use, if the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE")
