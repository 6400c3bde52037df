"""Tables: those in memory, found by their code, and the one way in which anything at a table happens: written first, then told."""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Collection, Iterable

import structlog

from ..rules import Ruleset, Seat
from ..server.metrics import ERRORS, MOVES, RESTORE_SECONDS, WRITE_SECONDS
from ..server.tokens import new_code, new_player
from ..storage import SeqTaken, Storage, StorageFailure, Unreadable
from ..wire.api import TableSummary
from ..wire.commands import SetOptions, TableCommand
from ..wire.messages import AnyMessage, Done, Goodbye, Refused
from ..wire.refusals import Denial
from ..wire.table import Options, ProgramCard, Stage
from .dealing import SECRET_BYTES, deal
from .decide import decide
from .fold import fold
from .intake import Intake
from .live_table import LiveTable
from .log_entries import AnyLogEntry, BotSat, Dealt, Joined, LogLine, Played, Sat, TableOpened, TakenBack
from .log_lines import encode_line, read_lines
from .names import clean_name, unlike
from .peers import Alone, Neighbours
from .presence import Presence
from .refusal import Refusal, check_rules
from .snapshot import kept_before_deal
from .steady_clock import SteadyClock
from .strangers import with_clock
from .table import Table
from .table_state import table_summary
from .timers import Timers
from .view_updates import encode

GOING_AWAY = 1001
ALIKE = 4.0
"""So far apart, in points of OpenSkill, people are about as strong as each other: half of what is not known of a newcomer."""

_journal = structlog.get_logger()


class Tables:
    def __init__(
        self,
        storage: Storage,
        quick_wait: float = 20.0,
        bot_pace: float = 1.0,
        clock: Callable[[], float] | None = None,
        announce: Callable[[str, str], None] | None = None,
        chance: random.Random | None = None,
        house_rules: bool = True,
        reveal_seconds: float = 5.0,
    ) -> None:
        self.storage = storage
        self.clock = clock or SteadyClock()
        self.by_code: dict[str, LiveTable] = {}
        """The tables in memory. The log is the table: what is not here is folded when it is needed."""
        self._folding: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._outrun: set[str] = set()
        """Tables of which there was news while they were being folded."""
        self._keeping: set[asyncio.Task[None]] = set()
        self.neighbours: Neighbours = Alone()
        self.moves = 0
        self._chance = chance or random.SystemRandom()
        """Where the seeds of deals come from; only tests give another."""
        self._house_rules = house_rules
        self._quick_wait = quick_wait
        self.apart: Callable[[str, str], bool] = lambda *_: False
        """Whether one of two identities has blocked the other."""
        self.program_came: Callable[[ProgramCard, str, str], Awaitable[None]] | None = None
        self.wake_program: Callable[[str], None] = lambda _: None
        """Called when another node has news for a program."""
        self.strength: Callable[[Collection[str], float], Awaitable[dict[str, float]]] = _all_alike
        """How strong those of these identities are, for whoever looks for a table."""
        self.timers = Timers(self._write, self.deal, self.clock, bot_pace, reveal_seconds)
        self.intake = Intake(storage, self.timers, self.clock, announce)

    # Finding and forgetting

    async def find(self, code: str) -> LiveTable | None:
        """The table of this code at the very point where it was, its clocks and bots going on; None if there is no such table."""
        live = self.by_code.get(code)
        if live is None:
            if code not in self._folding:
                self._folding[code] = asyncio.create_task(self._fold(code), name=f"{code} fold")
            live = await asyncio.shield(self._folding[code])
        if live is not None:
            live.needed_at = time.monotonic()
        return live

    async def _fold(self, code: str) -> LiveTable | None:
        try:
            stored = await self.storage.table(code)
            if stored is None or stored.closed:
                return None
            if stored.quarantined:
                raise Refusal(Denial.UNREADABLE)
            with RESTORE_SECONDS.time():
                live = LiveTable(await self._folded(code), self.clock)
            if stored.active and live.table.ended is not None:  # it may have ended as the power was cut
                await self.intake.keep_record(live)
            await self.neighbours.join(live)
            self.by_code[code] = live
            if code in self._outrun:
                async with live.lock:
                    await self._catch_up(live)
            self.timers.set(live)
            return live
        finally:
            del self._folding[code]
            self._outrun.discard(code)

    def heard_of(self, code: str, seq: int) -> LiveTable | None:
        """Another node has written a line: the table, if it is in memory and does not know that line yet."""
        live = self.by_code.get(code)
        if live is None and code in self._folding:
            self._outrun.add(code)
        return None if live is None or seq < live.table.lines else live

    async def _folded(self, code: str) -> Table:
        """A table that cannot be read is set aside and named; all others go on."""
        try:
            return await fold(self.storage, code)
        except Unreadable as damage:
            ERRORS.labels("unreadable table").inc()
            _journal.error("table set aside", table=code, reason=str(damage))
            with contextlib.suppress(StorageFailure):
                await self.storage.quarantine(code, str(damage))
            raise Refusal(Denial.UNREADABLE) from damage

    def forget(self, live: LiveTable) -> None:
        """Out of memory; whoever asks for the table again gets it from its log."""
        self.timers.cancel(live)
        del self.by_code[live.table.code]
        self.neighbours.leave(live)

    # Opening and closing

    async def open(
        self,
        name: str,
        options: Options,
        password_hash: str = "",
        quick_for: int = 0,
        origin: str = "",
        identity: str = "",
        program: ProgramCard | None = None,
    ) -> tuple[LiveTable, str]:
        player = new_player()
        entries: list[AnyLogEntry] = [
            TableOpened(options=with_clock(options), password_hash=password_hash, quick_for=quick_for, countdown=self._quick_wait),
            Joined(player=player, name=clean_name(name), origin=origin, identity=identity, program=program),
            Sat(player=player, seat=Seat(0)),
        ]
        while True:
            code = new_code()
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
                if not isinstance(failure, SeqTaken):  # a table of long ago may have had this code
                    raise

    async def join(
        self, live: LiveTable, name: str, sit: bool, origin: str = "", identity: str = "", program: ProgramCard | None = None
    ) -> str:
        """A new person at the table: in a chair if there is one, otherwise watching. A program is there once, whichever node it asks."""
        table, player = live.table, new_player()

        def entries() -> list[AnyLogEntry]:
            if program is not None and table.lobby.has_program(program.id):
                return []
            called = unlike(clean_name(name), table.lobby.names_besides(player))
            joined = Joined(player=player, name=called, origin=origin, identity=identity, program=program)
            if sit and table.lobby.free_chairs and table.stage is not Stage.PLAYING and not table.dealing and not table.lobby.locked:
                return [joined, Sat(player=player, seat=table.lobby.free_chairs[0])]
            return [joined]

        async with live.lock:
            await self._decide_and_write(live, entries, player)
        if program is not None:
            player = table.lobby.player_of_program(program.id)
        await self._tell_of_program(live, player, program)
        return player

    async def has_program(self, live: LiveTable, id: str) -> bool:
        """Whether it was let in, also by another node a moment ago."""
        async with live.lock:
            await self._catch_up(live)
        return live.table.lobby.has_program(id)

    async def _tell_of_program(self, live: LiveTable, player: str, program: ProgramCard | None) -> None:
        if program is not None and self.program_came is not None:
            await self.program_came(program, live.table.code, player)

    async def arrived(self, live: LiveTable, player: str) -> None:
        """Whoever comes back has their seat back, from a bot or from whoever sat in for them. They see no less than another node showed."""

        def entries() -> list[AnyLogEntry]:
            seat = live.table.lobby.seat_to_return_to(player) if live.table.stage is Stage.PLAYING else None
            return [] if seat is None else [TakenBack(seat=seat)]

        async with live.lock:
            with contextlib.suppress(StorageFailure):  # then they still have it back when they act
                if self.neighbours.others:
                    await self._catch_up(live)
                await self._decide_and_write(live, entries, player)
        host = live.table.lobby.host
        if host != player and host not in live.presence:
            self.timers.watch_for(live, host)

    async def play_now(
        self, name: str, options: Options, players: int, identity: str = "", program: ProgramCard | None = None
    ) -> tuple[LiveTable, str]:
        live, player = await self.open(name, options, identity=identity, program=program)
        async with live.lock:
            bots: list[AnyLogEntry] = [BotSat(seat=Seat(seat), level=options.bot_level) for seat in range(1, players)]
            await self._write(live, bots)
            await self._write(live, self.deal(live.table))
        return live, player

    async def quick_match(
        self, name: str, players: int, origin: str = "", identity: str = "", program: ProgramCard | None = None
    ) -> tuple[LiveTable, str]:
        """The fullest open table of strangers for this many, or a new one; those who blocked each other are kept apart, and so are
        people and programs."""
        for code in await self.neighbours.quick_tables(players):
            await self.find(code)
        waiting = [live for live in self.by_code.values() if live.table.lobby.quick_for == players and live.table.stage is Stage.LOBBY]
        waiting = [live for live in waiting if len(live.table.lobby.humans()) < players and not self._apart(live, identity)]
        waiting = [live for live in waiting if bool(live.table.lobby.programs) == (program is not None)]
        if not waiting:
            opened = await self.open(name, Options(public=True), quick_for=players, origin=origin, identity=identity, program=program)
            await self.neighbours.share()
            return opened
        live = await self._best_suited(waiting, identity)
        player = await self.join(live, name, sit=True, origin=origin, identity=identity, program=program)
        await self.deal_if_full(live, players)
        return live, player

    async def deal_if_full(self, live: LiveTable, players: int) -> None:
        """Begin once so many sit."""

        def full() -> list[AnyLogEntry]:
            table = live.table
            waits = table.stage is Stage.LOBBY and not table.dealing
            sitting = len(table.lobby.places) - len(table.lobby.free_chairs)
            return self.deal(table, (), live.presence) if waits and sitting >= players else []

        async with live.lock:
            await self._decide_and_write(live, full)

    async def seat_bots(self, live: LiveTable, chairs: Iterable[int]) -> None:
        async with live.lock:
            for seat in chairs:
                await self._write(live, [BotSat(seat=Seat(seat), level=live.table.lobby.options.bot_level)])

    async def _best_suited(self, waiting: list[LiveTable], identity: str) -> LiveTable:
        """Where there is a choice, people of about the same strength; of those tables the fullest."""
        sitting = {live.table.code: [live.table.lobby.identities[player] for player in live.table.lobby.humans()] for live in waiting}
        known = (
            {} if len(waiting) < 2 else await self.strength([identity, *(who for table in sitting.values() for who in table)], self.clock())
        )

        def apart(live: LiveTable) -> int:
            others = [known[who] for who in sitting[live.table.code] if who in known]
            return int(abs(sum(others) / len(others) - known[identity]) // ALIKE) if others else 0

        return min(waiting, key=lambda live: (apart(live), -len(sitting[live.table.code])))

    async def listed(self) -> list[TableSummary]:
        """Public tables at which there is anybody, on whichever node."""
        here = [live.table for live in self.by_code.values() if live.table.lobby.options.public and live.connections]
        found = {summary.code: summary for summary in await self.neighbours.listed()}
        return list((found | {table.code: table_summary(table) for table in here}).values())

    def _apart(self, live: LiveTable, identity: str) -> bool:
        lobby = live.table.lobby
        return any(self.apart(identity, lobby.identities[player]) for player in lobby.humans())

    async def close(self) -> None:
        """Tell everybody that the server goes away; they connect again by themselves."""
        self.timers.stop()
        farewell = encode(Goodbye(code=Denial.RESTARTS, reason=Denial.RESTARTS.said({}), again=True))
        for live in self.by_code.values():
            self.timers.cancel(live)
            for connection in live.connections:
                connection.push(farewell)
                connection.close(GOING_AWAY, Denial.RESTARTS.said({}))

    def deal(self, table: Table, gone: Collection[str] = (), presence: Presence | None = None) -> list[AnyLogEntry]:
        """A game with whoever sits."""
        return deal(table, self._chance.randbytes(SECRET_BYTES).hex(), gone, presence)

    def check_rules(self, options: Options) -> Ruleset:
        """The rules that the options name, if this server plays by them."""
        if options.house_rules and not self._house_rules:
            raise Refusal(Denial.NO_HOUSE_RULES)
        return check_rules(options)

    # Commands

    async def command(self, live: LiveTable, player: str, command: TableCommand) -> AnyMessage:
        """Carry a command out once, however often it is sent, and answer it."""

        def entries() -> list[AnyLogEntry]:
            if player and live.table.already_done(player, command.id):
                return []
            return decide(live.table, player, command, live.presence, self.deal)

        async with live.lock:
            if player and live.table.already_done(player, command.id):
                return Done(id=command.id)
            try:
                if isinstance(command, SetOptions):
                    self.check_rules(command.options)
                await self._decide_and_write(live, entries, player, command.id)
            except Refusal as refusal:
                return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
            except StorageFailure as failure:
                ERRORS.labels("storage").inc()
                _journal.error("log failure", table=live.table.code, reason=str(failure))
                return Refused(id=command.id, code=Denial.STORAGE, reason=Denial.STORAGE.said({}))
            live.pass_on(player, command)
            self.neighbours.pass_on(live, player, command)
            return Done(id=command.id)

    # Written first, then told

    async def _decide_and_write(
        self, live: LiveTable, decide: Callable[[], list[AnyLogEntry]], player: str = "", command: str = ""
    ) -> None:
        """If somebody else has written first, what they wrote is taken in, and it is decided again."""
        while True:
            entries, known = await self._decided(live, decide), live.table.lines
            if not entries:
                return
            try:
                await self._write(live, entries, player, command)
                return
            except SeqTaken:
                if live.table.lines == known:
                    raise

    async def _decided(self, live: LiveTable, decide: Callable[[], list[AnyLogEntry]]) -> list[AnyLogEntry]:
        """Nothing is refused by a node that is behind: what it has not heard of yet may allow it."""
        try:
            return decide()
        except Refusal:
            known = live.table.lines
            if self.neighbours.others:
                await self._catch_up(live)
            if live.table.lines == known:
                raise
        return decide()

    async def _write(self, live: LiveTable, entries: list[AnyLogEntry], player: str = "", command: str = "") -> None:
        line = LogLine(time=self.clock(), player=player, command=command, entries=entries)
        began = time.monotonic()
        try:
            await self.storage.append(live.table.code, live.table.lines, encode_line(line))
        except SeqTaken:
            if live.table.lines:  # else the code is taken, and by another table
                await self._catch_up(live)
            raise
        finally:
            WRITE_SECONDS.observe(time.monotonic() - began)
        kinds = list(map(type, entries))
        moves = kinds.count(Played)
        self.moves += moves
        MOVES.inc(moves)
        if live.table.games and Dealt in kinds:
            self._keep_intermission(live.table)
        await self.intake.take_in(live, line)

    def _keep_intermission(self, table: Table) -> None:
        """What was before the deal that is about to be taken in; if it is not kept, the next fold takes longer."""
        snapshot, lines = kept_before_deal(table), table.lines

        async def keep() -> None:
            with contextlib.suppress(StorageFailure):
                await self.storage.save_snapshot(table.code, lines, snapshot)

        task = asyncio.create_task(keep(), name=f"{table.code} intermission")
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _catch_up(self, live: LiveTable) -> None:
        for line in await read_lines(self.storage, live.table.code, live.table.lines):
            await self.intake.take_in(live, line)

    async def take_in(self, live: LiveTable, first: int, lines: list[LogLine]) -> None:
        """What other nodes have written, from some number on; some of it may be known by now."""
        async with live.lock:
            for number, line in enumerate(lines, start=first):
                if number == live.table.lines:
                    await self.intake.take_in(live, line)


async def _all_alike(_: Collection[str], __: float) -> dict[str, float]:
    return {}
