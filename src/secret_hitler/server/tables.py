"""The hall: every live table of this process, and the one way in which anything at a table happens: written first, then told."""

import time
from collections.abc import Callable

import structlog

from ..rules import Seat
from ..wire.commands import AnyCommand, Nudge, React, Room
from ..wire.messages import AnyMessage, Done, Goodbye, Nudged, Reacted, Refused
from ..wire.refusals import Denial
from ..wire.table import Options, Stage
from .connection import Connection
from .decide import deal, decide
from .live import LiveTable, tell
from .log_entries import AnyEntry, BotSat, Joined, Line, Opened, Played, Sat
from .names import clean_name
from .refusal import Refusal
from .storage.sqlite import Log, LogFailure
from .table import Table, visible_rooms
from .timers import Alarms
from .tokens import new_code, new_player
from .view_updates import encode

GOING_AWAY = 1001
PATIENCE = 2 * 24 * 3600
PATIENCE_WITH_GAMES = 60 * 24 * 3600
"""Seconds after which a table that nobody is connected to is closed; games by mail are given two months."""

_journal = structlog.get_logger()


class Hall:
    def __init__(
        self,
        log: Log,
        quick_wait: float = 20.0,
        bot_pace: float = 1.0,
        clock: Callable[[], float] = time.time,
        announce: Callable[[str, str], None] = lambda code, player: None,
    ) -> None:
        self.log = log
        self.announce = announce
        """Called with a table and a player when the table begins to wait for somebody who is not connected."""
        self.clock = clock
        self.tables: dict[str, LiveTable] = {}
        self.moves = 0
        self.alarms = Alarms(self._write, clock, quick_wait, bot_pace)

    # Opening and closing

    def restore(self) -> None:
        """Every open table comes back at the very point where it was."""
        for code, line in self.log.lines():
            if code not in self.tables:
                self.tables[code] = LiveTable(Table(code), self.clock)
            self.tables[code].table.write(line)
        for live in self.tables.values():
            live.told = {onlooker: len(watch.updates) for onlooker, watch in live.table.watches.items()}

    async def wake(self) -> None:
        """Clocks and bots of restored tables go on; a game that ended as the power was cut still becomes a record."""
        for live in list(self.tables.values()):
            async with live.lock:
                if live.table.stage is Stage.OVER:
                    await self._keep_record(live.table)
                self.alarms.set(live)

    async def sweep(self) -> None:
        """Close tables that nobody has come back to; their records stay."""
        for code, live in list(self.tables.items()):
            idle = self.clock() - live.table.touched
            left_for = PATIENCE_WITH_GAMES if live.table.stage is Stage.PLAYING else PATIENCE
            if not live.connections and idle > left_for:
                async with live.lock:
                    await self.log.close_table(code, self.clock())
                    self.alarms.silence(live)
                    del self.tables[code]

    async def open(
        self, name: str, options: Options, password_hash: str = "", quick_for: int = 0, sit: bool = True
    ) -> tuple[LiveTable, str]:
        code = new_code()
        while code in self.tables:
            code = new_code()
        live = self.tables[code] = LiveTable(Table(code), self.clock)
        player = new_player()
        entries: list[AnyEntry] = [
            Opened(options=options, password_hash=password_hash, quick_for=quick_for),
            Joined(player=player, name=clean_name(name)),
            Sat(player=player, seat=Seat(0)),
        ]
        async with live.lock:
            try:
                await self._write(live, entries, player)
            except LogFailure:
                del self.tables[code]
                raise
        return live, player

    async def join(self, live: LiveTable, name: str, sit: bool) -> str:
        """A new person at the table: in a chair if there is one, otherwise watching."""
        async with live.lock:
            table, player = live.table, new_player()
            entries: list[AnyEntry] = [Joined(player=player, name=clean_name(name))]
            free = [seat for seat, place in enumerate(table.places) if not place.taken]
            if sit and free and table.stage is not Stage.PLAYING and not table.locked:
                entries.append(Sat(player=player, seat=Seat(free[0])))
            await self._write(live, entries, player)
        return player

    async def play_now(self, name: str, options: Options, players: int) -> tuple[LiveTable, str]:
        live, player = await self.open(name, options)
        async with live.lock:
            bots: list[AnyEntry] = [BotSat(seat=Seat(seat), level=options.bot_level) for seat in range(1, players)]
            await self._write(live, bots)
            await self._write(live, deal(live.table))
        return live, player

    async def quick_match(self, name: str, players: int) -> tuple[LiveTable, str]:
        """The fullest open table of strangers for this many, or a new one."""
        waiting = [live for live in self.tables.values() if live.table.quick_for == players and live.table.stage is Stage.LOBBY]
        waiting = [live for live in waiting if len(live.table.humans()) < players]
        if not waiting:
            return await self.open(name, Options(public=True), quick_for=players)
        live = max(waiting, key=lambda candidate: len(candidate.table.humans()))
        player = await self.join(live, name, sit=True)
        async with live.lock:
            if len(live.table.humans()) >= players and live.table.stage is Stage.LOBBY:
                await self._write(live, deal(live.table))
        return live, player

    async def close(self) -> None:
        """Tell everybody that the server goes away; they connect again by themselves."""
        self.alarms.stop()
        farewell = encode(Goodbye(code=Denial.RESTARTS, reason=Denial.RESTARTS.text, again=True))
        for live in self.tables.values():
            self.alarms.silence(live)
            for connection in live.connections:
                connection.push(farewell)
                connection.close(GOING_AWAY, Denial.RESTARTS.text)

    # Commands

    async def command(self, live: LiveTable, player: str, command: AnyCommand) -> AnyMessage:
        """Carry a command out once, however often it is sent, and answer it."""
        async with live.lock:
            if player and live.table.already_done(player, command.id):
                return Done(id=command.id)
            try:
                entries = decide(live.table, player, command, self.clock(), live.connected)
                if entries:
                    await self._write(live, entries, player, command.id)
            except Refusal as refusal:
                return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
            except LogFailure as failure:
                _journal.error("log failure", table=live.table.code, reason=str(failure))
                return Refused(id=command.id, code=Denial.STORAGE, reason=Denial.STORAGE.text)
            self._pass_on(live, player, command)
            return Done(id=command.id)

    def _pass_on(self, live: LiveTable, player: str, command: AnyCommand) -> None:
        """What is told but not kept."""
        table = live.table
        if isinstance(command, React):
            message = Reacted(player=player, name=table.names.get(player, ""), seat=table.seat_of(player), reaction=command.reaction)
            tell((connection for connection in live.connections if _hears(live, connection, player)), encode(message))
        elif isinstance(command, Nudge):
            owner = table.places[command.seat].player
            nudge = encode(Nudged(by=table.names.get(player, "somebody")))
            tell((connection for connection in live.connections if connection.player == owner), nudge)

    # Written first, then told

    async def _write(self, live: LiveTable, entries: list[AnyEntry], player: str = "", command: str = "") -> None:
        line = Line(time=self.clock(), player=player, command=command, entries=entries)
        await self.log.append(live.table.code, live.table.lines, line)
        was, waited_for = live.table.stage, live.table.awaited
        said = live.table.write(line)
        self.moves += sum(isinstance(entry, Played) for entry in entries)
        live.publish(entries)
        for each in said:
            rooms = (connection for connection in live.connections if each.room in visible_rooms(live.table, connection.player))
            tell(rooms, encode(each))
        if was is Stage.PLAYING and live.table.stage is Stage.OVER:
            await self._keep(live)
        self._announce_turns(live, waited_for)
        self.alarms.set(live)

    def _announce_turns(self, live: LiveTable, waited_for: tuple[Seat, ...]) -> None:
        connected = live.connected
        for seat in live.table.awaited:
            player = live.table.places[seat].player
            if seat not in waited_for and player and player not in connected:
                self.announce(live.table.code, player)

    async def _keep(self, live: LiveTable) -> None:
        """A finished game becomes a record, and the players hear what the spectators said."""
        table = live.table
        await self._keep_record(table)
        for said in table.talk:
            if said.room is Room.SPECTATORS:
                tell([connection for connection in live.connections if table.seat_of(connection.player) is not None], encode(said))

    async def _keep_record(self, table: Table) -> None:
        assert table.dealt is not None
        try:
            await self.log.keep_record(table.dealt.record, table.code, self.clock(), table.record())
        except LogFailure as failure:
            _journal.error("record not kept", table=table.code, reason=str(failure))


def _hears(live: LiveTable, connection: Connection, player: str) -> bool:
    """Reactions of spectators stay among spectators while a game is played."""
    table = live.table
    spectator = table.seat_of(player) is None
    return not spectator or Room.SPECTATORS in visible_rooms(table, connection.player)
