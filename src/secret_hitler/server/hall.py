"""The hall: every live table of this process, and the one way in which anything at a table happens: written first, then told."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Coroutine, Iterable

import structlog

from ..records import Move
from ..rules import PUBLIC, IllegalAction, Onlooker, Seat, Sight, View
from ..rules.claims import about
from ..wire import PROTOCOL
from ..wire.commands import AnyCommand, Nudge, React, Room
from ..wire.messages import AnyMessage, Done, Goodbye, Nudged, Reacted, Refused, Sentence, Welcome, You
from ..wire.messages import Table as TableMessage
from ..wire.table import Level, Options, Stage, TableState
from .connection import Connection
from .decide import Refusal, automatic_move, deal, decide
from .entries import AnyEntry, BotSat, Dealt, Joined, Kicked, Line, Opened, Played, Remade, Sat, Spoke, TakenOver
from .log import Log, LogFailure
from .names import clean_name
from .table import Table, visible_rooms
from .telling import Shared, Telling, encode
from .thinking import QUICK_TO_THINK, Minds, Thought, pause
from .thinking import Chair as Thinker
from .tokens import new_code, new_player

GOING_AWAY = 1001
PATIENCE = 2 * 24 * 3600
PATIENCE_WITH_GAMES = 60 * 24 * 3600
"""Seconds after which a table that nobody is connected to is closed; games by mail are given two months."""
KICKED = 4403

_journal = structlog.get_logger()


class LiveTable:
    """A table and the people connected to it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.tellings: dict[Onlooker, Telling] = {}
        self.told: dict[Onlooker, int] = {}
        """How many updates of each onlooker were passed on."""
        self.shown = ""
        self.shown_changes = -1
        self.alarms: dict[str, asyncio.Task[None]] = {}
        self.asked_to_talk: dict[Seat, int] = {}
        """How much each bot had seen when it was last asked to speak of it."""

    @property
    def connected(self) -> set[str]:
        return {connection.player for connection in self.connections if connection.player}

    def welcome(self, player: str) -> Welcome:
        """The table as it is, and all that this player knows."""
        table = self.table
        watch = table.watch(table.onlooker(player))
        return Welcome(
            protocol=PROTOCOL,
            player=player,
            seat=table.seat_of(player),
            host=bool(player) and player == table.host,
            rules=table.rules,
            table=self.state(),
            seq=-1 if watch is None else len(watch.updates) - 1,
            view=None if watch is None else watch.view,
        )

    def state(self) -> TableState:
        spectators = sum(self.table.seat_of(connection.player) is None for connection in self.connections)
        return self.table.state(self.connected, spectators)


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
        self.quick_wait = quick_wait
        self.bot_pace = bot_pace
        self.clock = clock
        self.tables: dict[str, LiveTable] = {}
        self.moves = 0
        self._rng = random.Random()
        self.minds = Minds(self._rng)
        self._closing = False

    # Opening and closing

    def restore(self) -> None:
        """Every open table comes back at the very point where it was."""
        for code, line in self.log.lines():
            if code not in self.tables:
                self.tables[code] = LiveTable(Table(code))
            self.tables[code].table.write(line)
        for live in self.tables.values():
            live.told = {onlooker: len(watch.updates) for onlooker, watch in live.table.watches.items()}

    async def wake(self) -> None:
        """Clocks and bots of restored tables go on; a game that ended as the power was cut still becomes a record."""
        for live in list(self.tables.values()):
            async with live.lock:
                if live.table.stage is Stage.OVER:
                    await self._keep_record(live.table)
                self._set_alarms(live)

    async def sweep(self) -> None:
        """Close tables that nobody has come back to; their records stay."""
        for code, live in list(self.tables.items()):
            idle = self.clock() - live.table.touched
            left_for = PATIENCE_WITH_GAMES if live.table.stage is Stage.PLAYING else PATIENCE
            if not live.connections and idle > left_for:
                async with live.lock:
                    await self.log.close_table(code, self.clock())
                    for alarm in live.alarms.values():
                        alarm.cancel()
                    del self.tables[code]

    async def open(
        self, name: str, options: Options, password_hash: str = "", quick_for: int = 0, sit: bool = True
    ) -> tuple[LiveTable, str]:
        code = new_code()
        while code in self.tables:
            code = new_code()
        live = self.tables[code] = LiveTable(Table(code))
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
        self._closing = True
        self.minds.stop()
        farewell = encode(Goodbye(reason="the server restarts", again=True))
        for live in self.tables.values():
            for alarm in live.alarms.values():
                alarm.cancel()
            for connection in live.connections:
                connection.push(farewell)
                connection.close(GOING_AWAY, "the server restarts")

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
                return Refused(id=command.id, code=refusal.code, reason=refusal.reason)
            except LogFailure as failure:
                _journal.error("log failure", table=live.table.code, reason=str(failure))
                return Refused(
                    id=command.id, code="storage", reason="the server cannot store anything now; nothing is lost, try again later"
                )
            self._pass_on(live, player, command)
            return Done(id=command.id)

    def _pass_on(self, live: LiveTable, player: str, command: AnyCommand) -> None:
        """What is told but not kept."""
        table = live.table
        if isinstance(command, React):
            message = Reacted(player=player, name=table.names.get(player, ""), seat=table.seat_of(player), reaction=command.reaction)
            _tell((connection for connection in live.connections if _hears(live, connection, player)), encode(message))
        elif isinstance(command, Nudge):
            owner = table.places[command.seat].player
            nudge = encode(Nudged(by=table.names.get(player, "somebody")))
            _tell((connection for connection in live.connections if connection.player == owner), nudge)

    # Written first, then told

    async def _write(self, live: LiveTable, entries: list[AnyEntry], player: str = "", command: str = "") -> None:
        line = Line(time=self.clock(), player=player, command=command, entries=entries)
        await self.log.append(live.table.code, live.table.lines, line)
        was, waited_for = live.table.stage, live.table.awaited
        said = live.table.write(line)
        self.moves += sum(isinstance(entry, Played) for entry in entries)
        self._publish(live, entries)
        for each in said:
            rooms = (connection for connection in live.connections if each.room in visible_rooms(live.table, connection.player))
            _tell(rooms, encode(each))
        if was is Stage.PLAYING and live.table.stage is Stage.OVER:
            await self._keep(live)
        self._announce_turns(live, waited_for)
        self._set_alarms(live)

    def _announce_turns(self, live: LiveTable, waited_for: tuple[Seat, ...]) -> None:
        connected = live.connected
        for seat in live.table.awaited:
            player = live.table.places[seat].player
            if seat not in waited_for and player and player not in connected:
                self.announce(live.table.code, player)

    def _publish(self, live: LiveTable, entries: list[AnyEntry]) -> None:
        table = live.table
        if any(isinstance(entry, Dealt | Remade) for entry in entries):
            live.tellings, live.told, live.asked_to_talk = {}, {}, {}
        if table.changes != live.shown_changes:
            for connection in live.connections:
                self._seat_changed(live, connection, entries)
        seats = {place.player: Seat(seat) for seat, place in enumerate(table.places) if place.player}
        audience: dict[Onlooker, list[Connection]] = {}
        for connection in live.connections:
            audience.setdefault(seats.get(connection.player, PUBLIC), []).append(connection)
        shared: Shared = {}
        for onlooker, watch in table.watches.items():
            told, updates = live.told.get(onlooker, 0), len(watch.updates)
            if updates == told:
                continue
            live.told[onlooker] = updates
            telling = live.tellings.setdefault(onlooker, Telling())
            if onlooker in audience:
                _tell(audience[onlooker], telling.update(table.games, updates - 1, watch.updates[-1], watch.view, shared))
            else:
                telling.forget()
        if table.changes != live.shown_changes:
            self.show_table(live)

    def _seat_changed(self, live: LiveTable, connection: Connection, entries: list[AnyEntry]) -> None:
        table, player = live.table, connection.player
        if any(isinstance(entry, Kicked) and entry.player == player for entry in entries):
            connection.push(encode(Goodbye(reason="the host sent you away", again=False)))
            connection.close(KICKED, "the host sent you away")
        elif any(isinstance(entry, TakenOver) and entry.player == player for entry in entries):
            connection.push(encode(live.welcome(player)))
        elif any(isinstance(entry, Dealt | Remade) or getattr(entry, "player", None) == player for entry in entries):
            connection.push(encode(You(seat=table.seat_of(player), host=bool(player) and player == table.host)))

    def show_table(self, live: LiveTable) -> None:
        """Tell everybody how the table stands, if that has changed."""
        live.shown_changes = live.table.changes
        state = encode(TableMessage(table=live.state()))
        if state != live.shown:
            live.shown = state
            _tell(live.connections, state)

    async def _keep(self, live: LiveTable) -> None:
        """A finished game becomes a record, and the players hear what the spectators said."""
        table = live.table
        await self._keep_record(table)
        for said in table.talk:
            if said.room is Room.SPECTATORS:
                _tell([connection for connection in live.connections if table.seat_of(connection.player) is not None], encode(said))

    async def _keep_record(self, table: Table) -> None:
        assert table.dealt is not None
        try:
            await self.log.keep_record(table.dealt.record, table.code, self.clock(), table.record())
        except LogFailure as failure:
            _journal.error("record not kept", table=table.code, reason=str(failure))

    # Bots and clocks

    def _set_alarms(self, live: LiveTable) -> None:
        """See to it that bots move and talk, clocks run out and quick tables deal."""
        if self._closing:
            return
        table = live.table
        if table.stage is Stage.PLAYING:
            for number, place in enumerate(table.places):
                if place.bot is not None:
                    self._wake_bot(live, Seat(number))
        self._cancel(live, "clock")
        if table.deadline is not None:
            self._alarm(live, "clock", table.deadline - self.clock(), self._clock_runs_out(live))
        if table.quick_for and table.stage is Stage.LOBBY:
            self._alarm(live, "quick", table.opened + self.quick_wait - self.clock(), self._fill_up(live))

    def _wake_bot(self, live: LiveTable, seat: Seat) -> None:
        view = live.table.watches[seat].view
        if seat in live.table.awaited:
            self._alarm(live, f"bot {seat}", pause(self._rng) * self.bot_pace, self._bot_moves(live, seat))
        elif _unsaid(view) and live.asked_to_talk.get(seat) != len(view.sights) and live.table.places[seat].bot not in QUICK_TO_THINK:
            self._alarm(live, f"bot {seat}", pause(self._rng) * self.bot_pace, self._bot_talks(live, seat))

    def _alarm(self, live: LiveTable, name: str, delay: float, ring: Coroutine[None, None, None]) -> None:
        if name in live.alarms and not live.alarms[name].done():
            ring.close()
            return

        async def wait() -> None:
            try:
                await asyncio.sleep(max(0.0, delay))
            except asyncio.CancelledError:
                ring.close()
                raise
            with contextlib.suppress(Refusal, LogFailure):
                await ring

        live.alarms[name] = asyncio.create_task(wait(), name=f"{live.table.code} {name}")

    def _cancel(self, live: LiveTable, name: str) -> None:
        alarm = live.alarms.pop(name, None)
        if alarm is not None and alarm is not asyncio.current_task():
            alarm.cancel()

    async def _bot_moves(self, live: LiveTable, seat: Seat) -> None:
        level = live.table.places[seat].bot
        if level is None:
            return
        thought = await self._think(live, seat, level)
        async with live.lock:
            live.alarms.pop(f"bot {seat}", None)
            if live.table.stage is Stage.PLAYING and live.table.places[seat].bot is not None:
                await self._speak(live, seat, thought)
                if thought.action in live.table.watches[seat].view.legal_actions:
                    await self._move(live, seat, thought)
            self._set_alarms(live)

    async def _bot_talks(self, live: LiveTable, seat: Seat) -> None:
        level = live.table.places[seat].bot
        if level is None:
            return
        thought = await self._think(live, seat, level)
        async with live.lock:
            live.alarms.pop(f"bot {seat}", None)
            if live.table.stage is Stage.PLAYING and live.table.places[seat].bot is not None:
                live.asked_to_talk[seat] = len(live.table.watches[seat].view.sights)
                await self._speak(live, seat, thought)
            self._set_alarms(live)

    async def _speak(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        """Claims that were not made yet, then a sentence."""
        table = live.table
        for claim in thought.claims:
            if Sight(seat, about(claim), claim.round) in _unsaid(table.watches[seat].view):
                with contextlib.suppress(IllegalAction):
                    await self._write(live, automatic_move(table, Move(seat, claim)))
        if table.watches[seat].view.silent is None:
            for talk in thought.talk:
                sentence = Sentence(talk.code, talk.params)
                await self._write(live, [Spoke(room=Room.TABLE, text=talk.text, seat=seat, sentence=sentence)])

    async def _clock_runs_out(self, live: LiveTable) -> None:
        """The table goes on without those who did not act in time."""
        async with live.lock:
            live.alarms.pop("clock", None)
            table = live.table
            if table.deadline is None or self.clock() < table.deadline:
                self._set_alarms(live)
                return
            for seat in table.awaited:
                if seat in table.awaited:
                    await self._move(live, seat, self.minds.think_quickly(Level.PARTY_LINE, table.watches[seat].view))

    async def _think(self, live: LiveTable, seat: Seat, level: Level) -> Thought:
        table = live.table
        assert table.game is not None
        chair = Thinker(table.code, table.games, seat, level, table.game.rules, table.game.board.seats)
        return await self.minds.think(chair, table.watches[seat])

    async def _move(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        assert thought.action is not None
        await self._write(live, automatic_move(live.table, Move(seat, thought.action)))

    async def _fill_up(self, live: LiveTable) -> None:
        """A table of strangers has waited long enough: bots take the empty chairs."""
        async with live.lock:
            live.alarms.pop("quick", None)
            table = live.table
            if table.stage is not Stage.LOBBY or not table.humans():
                return
            free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
            missing = table.quick_for - sum(place.taken for place in table.places)
            await self._write(live, [BotSat(seat=seat, level=table.options.bot_level) for seat in free[: max(0, missing)]])
            await self._write(live, deal(table))


def _unsaid(view: View) -> set[Sight]:
    """What this seat saw and has not spoken of, if it may speak."""
    if view.silent is not None or view.board.ending is not None:
        return set()
    seat = view.onlooker
    said = {
        Sight(claimed.seat, about(claimed.claim), each.number) for each in view.rounds for claimed in each.claims if claimed.seat == seat
    }
    return set(view.sights) - said


def _tell(connections: Iterable[Connection], message: str) -> None:
    for connection in connections:
        connection.push(message)


def _hears(live: LiveTable, connection: Connection, player: str) -> bool:
    """Reactions of spectators stay among spectators while a game is played."""
    table = live.table
    spectator = table.seat_of(player) is None
    return not spectator or Room.SPECTATORS in visible_rooms(table, connection.player)
