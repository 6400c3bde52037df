"""Host: find tables by code, and run every change at a table the same way: store it, then tell people."""

import asyncio
import contextlib
import math
import random
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Iterable
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from ..records import Record
from ..rules import PUBLIC, Ruleset, Seat
from ..storage import SeqTaken, Storage, StorageFailure, Unreadable
from ..wire.commands import FastForward, Nudge, Room, SetOptions, TableCommand
from ..wire.messages import AnyMessage, Done, Goodbye, Refused, Said
from ..wire.refusals import Denial
from ..wire.table import Options, ProgramCard, Stage
from .bots_at_work import BotRunner, LocalBots
from .connection import Presence
from .dealing import SECRET_BYTES, deal
from .dealt_game import Trial
from .decide import Decision, decide
from .hooks import HostHooks, Peers
from .live_table import REMEMBERED, LiveTable, tell
from .log_entries import AnyLogEntry, BotSat, Dealt, Joined, LogLine, Played, Sat, TableOpened, TakenBack
from .log_lines import encode_line, in_turn, keep_record, load_table, snapshot_before_deal
from .names import CODE_LENGTH, CODE_LETTERS, clean_name, unique_name
from .pace import Pace, SteadyClock, SteadyPace
from .refusal import Refusal, check_rules
from .strangers import with_clock
from .table import Table
from .timers import Timers
from .view_updates import encode

GOING_AWAY = 1001
FIRST = Seat(0)
MOST_PEOPLE, MOST_PEOPLE_OF_ADDRESS = 500, 60
"""People who ever joined a table, and those from one address."""
NUDGE_SECONDS = 5.0
"""Between two reminders from one player."""


def new_code(letters: int = CODE_LENGTH) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(letters))


def new_player() -> str:
    return secrets.token_urlsafe(9)


class _Change(NamedTuple):
    """A line that the table has applied and hasn't announced yet."""

    line: LogLine
    was: Stage
    said: list[Said]


class Host:
    def __init__(
        self,
        storage: Storage,
        *,
        bots: BotRunner | None = None,
        clock: Callable[[], float] | None = None,
        pace: Pace | None = None,
        chance: random.Random | None = None,
        hooks: HostHooks | None = None,
        peers: "Callable[[Host], Peers]" = Peers,
        codes: Callable[[], str] | None = None,
        record_prefix: str = "",
        house_rules: bool = True,
        quick_wait: float = 20.0,
        reveal_seconds: float = 5.0,
    ) -> None:
        """Take the seeds of deals from `chance`; put `record_prefix` before record ids to say where records are stored."""
        self.storage = storage
        self.clock = clock or SteadyClock()
        self.hooks = hooks or HostHooks()
        self.by_code: dict[str, LiveTable] = {}
        """The tables in memory. The log is the truth: the Host loads other tables when someone needs them."""
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._outrun: set[str] = set()
        """Tables that got news while they were loading."""
        self._background: set[asyncio.Task[None]] = set()
        self.moves = 0
        self._chance = chance or random.SystemRandom()
        self._codes, self._record_prefix = codes, record_prefix
        self._house_rules = house_rules
        self._quick_wait = quick_wait
        self.timers = Timers(
            self._write, self.deal, bots or LocalBots(), self.clock, pace or SteadyPace(), reveal_seconds, self.hooks.notify
        )
        self.peers = peers(self)

    # Finding and forgetting

    async def find(self, code: str) -> LiveTable | None:
        """Return the table exactly as it was, with its clocks and bots running; None if the code doesn't exist."""
        live = self.by_code.get(code)
        if live is None:
            if code not in self._loading:
                self._loading[code] = asyncio.create_task(self._load(code), name=f"{code} load")
            live = await asyncio.shield(self._loading[code])
        if live is not None:
            live.needed_at = time.monotonic()
        return live

    async def _load(self, code: str) -> LiveTable | None:
        try:
            stored = await self.storage.table(code)
            if stored is None or stored.closed:
                return None
            if stored.quarantined:
                raise Refusal(Denial.UNREADABLE)
            began = time.monotonic()
            live = LiveTable(await self._readable(code), self.clock)
            self.hooks.table_loaded(time.monotonic() - began)
            if stored.active and live.table.ended is not None:  # because the power may have failed right after the end
                await self._keep_record(live)
            await self.peers.join(live)
            self.by_code[code] = live
            if code in self._outrun:
                async with live.lock:
                    await self._catch_up(live)
            self.timers.set(live)
            return live
        finally:
            del self._loading[code]
            self._outrun.discard(code)

    async def _readable(self, code: str) -> Table:
        """Load a table; quarantine one that can't be read, so the others go on."""
        try:
            return await load_table(self.storage, code)
        except Unreadable as damage:
            self.hooks.failed("table set aside", code, damage)
            with contextlib.suppress(StorageFailure):
                await self.storage.quarantine(code, str(damage))
            raise Refusal(Denial.UNREADABLE) from damage

    def outrun(self, code: str, seq: int) -> LiveTable | None:
        """Return the table if it's in memory and doesn't have this line of another node yet."""
        live = self.by_code.get(code)
        if live is None and code in self._loading:
            self._outrun.add(code)
        return None if live is None or seq < live.table.lines else live

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; the next request loads it from its log."""
        self.timers.cancel(live)
        del self.by_code[live.table.code]
        self.peers.leave(live)

    async def close(self) -> None:
        """Tell everyone that the server is stopping; clients reconnect by themselves."""
        self.timers.stop()
        farewell = encode(Goodbye(code=Denial.RESTARTS, reason=Denial.RESTARTS.said({}), again=True))
        for live in self.by_code.values():
            self.timers.cancel(live)
            for connection in live.connections | live.voices:
                connection.push(farewell)
                connection.close(GOING_AWAY, Denial.RESTARTS.said({}))

    # Coming to a table

    async def open(
        self,
        name: str,
        options: Options,
        password_hash: str = "",
        quick_for: int = 0,
        origin: str = "",
        identity: str = "",
        program: ProgramCard | None = None,
        seat: Seat | None = FIRST,
    ) -> tuple[LiveTable, str]:
        """Open a table. The opener is its host, and sits unless `seat` is None."""
        player = new_player()
        entries: list[AnyLogEntry] = [
            TableOpened(options=with_clock(options), password_hash=password_hash, quick_for=quick_for, countdown=self._quick_wait),
            Joined(player=player, name=clean_name(name), origin=origin, identity=identity, program=program),
            *([] if seat is None else [Sat(player=player, seat=seat)]),
        ]
        while True:
            code = new_code() if self._codes is None else self._codes()
            if code in self.by_code:
                continue
            live = self.by_code[code] = LiveTable(Table(code), self.clock)
            try:
                async with live.lock:
                    await self._write(live, entries, player)
                await self._tell_of_program(live, player, program)
                return live, player
            except StorageFailure as failure:
                del self.by_code[code]
                if not isinstance(failure, SeqTaken):  # because an old table may have had this code
                    raise

    async def join(
        self, live: LiveTable, name: str, sit: bool, origin: str = "", identity: str = "", program: ProgramCard | None = None
    ) -> str:
        """Let a new person in: to a chair if one is free, otherwise to watch. Let a program in once, whichever node it asks."""
        table, player = live.table, new_player()

        def entries() -> list[AnyLogEntry]:
            if program is not None and table.lobby.has_program(program.id):
                return []
            origins = [table.lobby.origins.get(other, "") for other in table.lobby.names]
            if len(origins) >= MOST_PEOPLE or (origin and origins.count(origin) >= MOST_PEOPLE_OF_ADDRESS):
                raise Refusal(Denial.WATCHED)
            called = unique_name(clean_name(name), table.lobby.names_besides(player))
            joined = Joined(player=player, name=called, origin=origin, identity=identity, program=program)
            free = table.lobby.free_chairs and table.stage is not Stage.PLAYING and not table.dealing and not table.lobby.locked
            if sit and free and not table.lobby.second_seat(identity, origin):
                return [joined, Sat(player=player, seat=table.lobby.free_chairs[0])]
            return [joined]

        await self.change(live, entries, player)
        if program is not None:
            player = table.lobby.player_of_program(program.id)
        await self._tell_of_program(live, player, program)
        return player

    async def play_now(
        self,
        name: str,
        options: Options,
        players: int,
        identity: str = "",
        program: ProgramCard | None = None,
        seat: Seat | None = FIRST,
    ) -> tuple[LiveTable, str]:
        """Deal a game with bots in all other chairs."""
        live, player = await self.open(name, options, identity=identity, program=program, seat=seat)
        await self.seat_bots(live, (chair for chair in range(players) if chair != seat))
        await self.change(live, lambda: self.deal(live.table))
        return live, player

    async def seat_bots(self, live: LiveTable, chairs: Iterable[int]) -> None:
        level = live.table.lobby.options.bot_level
        await self.change(live, lambda: [BotSat(seat=Seat(chair), level=level) for chair in chairs])

    async def has_program(self, live: LiveTable, id: str) -> bool:
        """Tell whether the program was let in, even by another node a moment ago."""
        async with live.lock:
            await self._catch_up(live)
        return live.table.lobby.has_program(id)

    async def _tell_of_program(self, live: LiveTable, player: str, program: ProgramCard | None) -> None:
        if program is not None:
            await self.hooks.program_arrived(program, live.table.code, player)

    async def arrived(self, live: LiveTable, player: str) -> None:
        """Give returning players their seat back from a bot or stand-in. Show them at least what another node showed."""

        def entries() -> list[AnyLogEntry]:
            seat = live.table.lobby.seat_to_return_to(player) if live.table.stage is Stage.PLAYING else None
            return [] if seat is None else [TakenBack(seat=seat)]

        async with live.lock:
            with contextlib.suppress(StorageFailure):  # because acting gives them the seat back anyway
                if self.peers.others:
                    await self._catch_up(live)
                await self._decide_and_write(live, lambda: Decision(entries()), player)
        host = live.table.lobby.host
        if host != player and host not in live.presence:
            self.timers.watch_for(live, host)

    # What a table decides

    def deal(self, table: Table, gone: Collection[str] = (), presence: Presence | None = None) -> list[AnyLogEntry]:
        return deal(table, self._chance.randbytes(SECRET_BYTES).hex(), gone, presence)

    def check_rules(self, options: Options) -> Ruleset:
        """Return the rules that the options name, if this server allows them."""
        if options.house_rules and not self._house_rules:
            raise Refusal(Denial.NO_HOUSE_RULES)
        return check_rules(options)

    async def command(self, live: LiveTable, player: str, command: TableCommand) -> AnyMessage:
        """Carry out a command once, however often it arrives, and answer it."""

        def decision() -> Decision:
            if player and live.table.already_done(player, command.id):
                return Decision([])
            return decide(live.table, player, command, live.presence, self.deal)

        async with live.lock:
            if player and live.table.already_done(player, command.id):
                return Done(id=command.id)
            try:
                if isinstance(command, Nudge):
                    _check_nudge(live, player)
                if isinstance(command, SetOptions):
                    self.check_rules(command.options)
                await self._decide_and_write(live, decision, player, command.id)
            except Refusal as refusal:
                return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
            except StorageFailure as failure:
                self.hooks.failed("log failure", live.table.code, failure)
                return Refused(id=command.id, code=Denial.STORAGE, reason=Denial.STORAGE.said({}))
            self.pass_on(live, player, command)
            self.peers.pass_on(live, player, command)
            return Done(id=command.id)

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None:
        """Do what isn't stored, for a player here or on another node."""
        if isinstance(command, FastForward):
            self.timers.fast_forward(live)
        else:
            live.pass_on(player, command)

    async def change(self, live: LiveTable, entries: Callable[[], list[AnyLogEntry]], player: str = "") -> None:
        """Decide and write when it's this caller's turn at the table."""
        async with live.lock:
            await self._decide_and_write(live, lambda: Decision(entries()), player)

    # Stored first, then told

    async def _decide_and_write(self, live: LiveTable, decide: Callable[[], Decision], player: str = "", command: str = "") -> None:
        """Write a decision; if another node wrote first, apply its lines and decide again."""
        while True:
            (entries, trial), known = await self._decided(live, decide), live.table.lines
            if not entries:
                return
            try:
                await self._write(live, entries, player, command, trial)
                return
            except SeqTaken:
                if live.table.lines == known:
                    raise

    async def _decided(self, live: LiveTable, decide: Callable[[], Decision]) -> Decision:
        """Decide; before refusing, catch up with the other nodes."""
        try:
            return decide()
        except Refusal:
            known = live.table.lines
            if self.peers.others:
                await self._catch_up(live)
            if live.table.lines == known:
                raise
        return decide()

    async def _write(
        self, live: LiveTable, entries: list[AnyLogEntry], player: str = "", command: str = "", trial: Trial | None = None
    ) -> None:
        if self._record_prefix:
            entries = [replace(each, record=self._record_prefix + each.record) if isinstance(each, Dealt) else each for each in entries]
        line = LogLine(time=self.clock(), player=player, command=command, entries=entries)
        began = time.monotonic()
        kinds = list(map(type, entries))
        moves = 0
        try:
            await self.storage.append(live.table.code, live.table.lines, encode_line(line))
            moves = kinds.count(Played)
        except SeqTaken:
            if live.table.lines:  # otherwise another table has this code
                await self._catch_up(live)
            raise
        finally:
            self.hooks.line_written(time.monotonic() - began, moves)
        self.moves += moves
        if live.table.games and Dealt in kinds:
            self._keep_snapshot(live.table)
        await self.apply_line(live, line, trial)

    def _keep_snapshot(self, table: Table) -> None:
        """Store the state before the coming deal; without it, loading takes longer."""
        snapshot, lines = snapshot_before_deal(table), table.lines

        async def keep() -> None:
            with contextlib.suppress(StorageFailure):
                await self.storage.save_snapshot(table.code, lines, snapshot)

        self._later(keep(), f"{table.code} snapshot")

    async def apply_line(self, live: LiveTable, line: LogLine, trial: Trial | None = None) -> None:
        """Apply a stored line and tell everyone; the caller holds the table's lock."""
        change = _applied(live, line, trial)
        if _ended(live, change):
            await self._keep_record(live)
        self._tell(live, change)

    def apply_line_now(self, live: LiveTable, line: LogLine) -> bool:
        """Apply a line of another node without waiting; False, with nothing done, if the lock is taken."""
        if not live.lock.take_now():
            return False
        with ExitStack() as held:
            held.enter_context(live.lock.held())
            change = _applied(live, line)
            if _ended(live, change):
                self._later(self._tell_once_kept(live, change, held.pop_all()), f"{live.table.code} end")
            else:
                self._tell(live, change)
        return True

    async def _tell_once_kept(self, live: LiveTable, change: _Change, held: ExitStack) -> None:
        with held:
            await self._keep_record(live)
            self._tell(live, change)

    async def apply_lines(self, live: LiveTable, first: int, bodies: Iterable[bytes]) -> None:
        """Apply lines of other nodes, starting at this number; skip those already known."""
        async with live.lock:
            await self._apply_in_turn(live, first, bodies)

    async def _catch_up(self, live: LiveTable) -> None:
        known = live.table.lines
        await self._apply_in_turn(live, known, await self.storage.lines(live.table.code, known))

    async def _apply_in_turn(self, live: LiveTable, first: int, bodies: Iterable[bytes]) -> None:
        async for seq, line in in_turn(bodies, first, self.storage.schema_known):
            if seq == live.table.lines:
                await self.apply_line(live, line)

    def _tell(self, live: LiveTable, change: _Change) -> None:
        live.publish(change.line.entries)
        for each in change.said:
            rooms = (connection for connection in live.connections if each.room in live.table.visible_rooms(connection.player))
            tell((connection for connection in rooms if live.listens(connection, each.player)), encode(each))
        if _ended(live, change) and live.table.stage is Stage.OVER:
            _tell_what_spectators_said(live)
        self.hooks.line_told(live)
        self.timers.tell(live, live.table.seen.get(PUBLIC, ()), len(change.said))
        self.timers.set(live)

    # Records

    async def _keep_record(self, live: LiveTable) -> None:
        """Store the record of the finished game before announcing it."""
        table = live.table
        assert table.ended is not None
        keep = partial(self._store_record, live, table.ended.dealt.record, self.clock(), table.record())
        try:
            await keep()
        except StorageFailure as failure:
            self.hooks.failed("record not kept yet", table.code, failure)
            self.timers.try_again(live, f"record {table.games}", keep)

    async def _store_record(self, live: LiveTable, id: str, ended_at: float, record: Record) -> None:
        table = live.table
        await keep_record(self.storage, id, table.code, ended_at, record)
        await self.hooks.record_kept(live, ended_at)
        if table.ended is not None and table.ended.dealt.record == id:
            await self.hooks.game_finished(table, table.touched)

    def _later(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _check_nudge(live: LiveTable, player: str) -> None:
    """Let a player remind others now and then; raise Refusal otherwise."""
    if live.table.lobby.seat_of(player) is None:
        raise Refusal(Denial.SPECTATOR)
    wait = live.nudged.get(player, -NUDGE_SECONDS) + NUDGE_SECONDS - time.monotonic()
    if wait > 0:
        raise Refusal(Denial.TOO_MANY, after=math.ceil(wait))
    live.nudged[player] = time.monotonic()


def _applied(live: LiveTable, line: LogLine, trial: Trial | None = None) -> _Change:
    """Apply a line, and return the state before it and what was said in it."""
    return _Change(line, live.table.stage, live.table.apply(line, trial))


def _ended(live: LiveTable, change: _Change) -> bool:
    return change.was is Stage.PLAYING and live.table.stage is not Stage.PLAYING


def _tell_what_spectators_said(live: LiveTable) -> None:
    """After the end, show the players what the spectators said."""
    table = live.table
    players = [connection for connection in live.connections if table.lobby.seat_of(connection.player) is not None]
    said_there = [said for said in table.talk.remembered if said.room is Room.SPECTATORS]
    for said in said_there[-REMEMBERED:]:
        tell([connection for connection in players if live.listens(connection, said.player)], encode(said))
