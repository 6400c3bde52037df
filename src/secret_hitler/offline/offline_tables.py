"""OfflineTables: tables on one device. The same log, the same decisions and the same news as on a server; written first, then told."""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from msgspec.structs import replace

from ..bots import sit
from ..paper.files import game_to_line
from ..play import Move
from ..rules import Seat
from ..storage import SeqTaken
from ..tables.connection import Connection
from ..tables.dealing import SECRET_BYTES, called_off, deal
from ..tables.decide import decide
from ..tables.live_table import LiveTable, tell
from ..tables.log_entries import AnyLogEntry, BotSat, Dealt, Joined, LogLine, Played, Sat, TableOpened
from ..tables.names import clean_name, unique_name
from ..tables.pacing import pause
from ..tables.presence import Presence
from ..tables.refusal import Refusal, check_rules
from ..tables.table import Table
from ..tables.view_updates import encode
from ..wire.commands import Hello, SetOptions, TableCommand
from ..wire.messages import AnyMessage, Done, Refused
from ..wire.table import Level, Options, Stage
from . import shelf as shelves
from .shelf import Shelf

HERE = "O"
"""With this letter the codes of tables on a device begin; those of a server have none of it."""
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
RECORD = "local."
"""So begin the records that a device keeps."""
LEVELS = (Level.RANDOM, Level.PARTY_LINE)
"""The bots that need no numpy."""
REVEAL_SECONDS = 5.0
TABLES_KEPT = 12


class OfflineTables:
    def __init__(self, shelf: Shelf, bot_pace: float = 1.0, clock: Callable[[], float] = time.time) -> None:
        self._shelf, self._bot_pace, self._clock = shelf, bot_pace, clock
        self._here: dict[str, LiveTable] = {}
        self._rng = random.SystemRandom()

    # Finding, opening, joining

    async def find(self, code: str) -> LiveTable | None:
        """As its log has it."""
        if code not in self._here:
            written = await shelves.lines(self._shelf, code)
            if not written:
                return None
            live = self._here.setdefault(code, LiveTable(Table(code), self._clock))
            if not live.table.lines:
                for line in written:
                    live.table.write(line)
                self._wake(live)
        return self._here[code]

    async def open(self, name: str, options: Options) -> tuple[LiveTable, str]:
        check_rules(options)
        code = HERE + "".join(secrets.choice(CODE_LETTERS) for _ in range(7))
        live, player = LiveTable(Table(code), self._clock), secrets.token_urlsafe(9)
        self._here[code] = live
        await self._forget_old(code)
        entries: list[AnyLogEntry] = [
            TableOpened(options=options),
            Joined(player=player, name=clean_name(name)),
            Sat(player=player, seat=Seat(0)),
        ]
        async with live.lock:
            await self._write(live, entries, player)
        return live, player

    async def join(self, live: LiveTable, name: str) -> str:
        player, lobby = secrets.token_urlsafe(9), live.table.lobby
        joined = Joined(player=player, name=unique_name(clean_name(name), lobby.names_besides(player)))
        async with live.lock:
            free = lobby.free_chairs if live.table.stage is not Stage.PLAYING and not live.table.dealing else []
            await self._write(live, [joined, *(Sat(player=player, seat=seat) for seat in free[:1])], player)
        return player

    async def play_now(self, name: str, options: Options, players: int) -> tuple[LiveTable, str]:
        live, player = await self.open(name, options)
        async with live.lock:
            await self._write(live, [BotSat(seat=Seat(seat), level=options.bot_level) for seat in range(1, players)])
            await self._write(live, self._deal(live.table))
        return live, player

    async def _forget_old(self, code: str) -> None:
        """A device keeps the last few tables."""
        await self._shelf.add(f"opened/{self._clock():020.3f}", code)
        opened = await self._shelf.under("opened/")
        for old in opened[:-TABLES_KEPT]:
            await self._shelf.drop(f"log/{old}/")

    def _deal(self, table: Table, gone: Collection[str] = (), presence: Presence | None = None) -> list[AnyLogEntry]:
        return deal(table, secrets.token_hex(SECRET_BYTES), gone, presence)

    # People

    async def come(self, live: LiveTable, player: str, hello: Hello, send: Callable[[str], Awaitable[None]]) -> Connection:
        connection = Connection(player if live.table.lobby.admits(player) else "", send)
        live.greet(connection, hello)
        live.come(connection)
        return connection

    async def command(self, live: LiveTable, player: str, command: TableCommand) -> AnyMessage:
        """Carry a command out once, however often it is sent, and answer it."""
        async with live.lock:
            while True:
                if player and live.table.already_done(player, command.id):
                    return Done(id=command.id)
                try:
                    if isinstance(command, SetOptions):
                        check_rules(command.options)
                    entries = decide(live.table, player, command, live.presence, self._deal)
                    if entries:
                        await self._write(live, entries, player, command.id)
                except Refusal as refusal:
                    return Refused(id=command.id, code=refusal.code, reason=refusal.reason, params=refusal.params)
                except SeqTaken:
                    continue
                live.pass_on(player, command)
                return Done(id=command.id)

    # Written first, then told

    async def _write(self, live: LiveTable, entries: list[AnyLogEntry], player: str = "", command: str = "") -> None:
        entries = [replace(entry, record=RECORD + entry.record) if isinstance(entry, Dealt) else entry for entry in entries]
        line = LogLine(time=self._clock(), player=player, command=command, entries=entries)
        try:
            await shelves.append(self._shelf, live.table.code, live.table.lines, line)
        except SeqTaken:
            for written in (await shelves.lines(self._shelf, live.table.code))[live.table.lines :]:
                await self._take_in(live, written)
            raise
        await self._take_in(live, line)

    async def _take_in(self, live: LiveTable, line: LogLine) -> None:
        was = live.table.stage
        said = live.table.write(line)
        if was is Stage.PLAYING and live.table.stage is not Stage.PLAYING:
            assert live.table.ended is not None
            await self._shelf.add(f"record/{live.table.ended.dealt.record}", game_to_line(live.table.record()))
        live.publish(line.entries)
        for each in said:
            tell(live.connections, encode(each))
        self._wake(live)

    # What happens by itself

    def _wake(self, live: LiveTable) -> None:
        table = live.table
        for seat in table.awaited:
            if table.lobby.places[seat].bot is not None:
                self._later(live, f"bot {seat}", pause(self._rng) * self._bot_pace, partial(self._bot_moves, live, seat))
        if table.announced is not None:
            self._later(live, "reveal", REVEAL_SECONDS, partial(self._call_off, live))
        elif table.collecting is not None:
            self._later(live, "collect", REVEAL_SECONDS if table.collecting else 0, partial(self._deal_anew, live))

    def _later(self, live: LiveTable, name: str, delay: float, due: Callable[[], Awaitable[None]]) -> None:
        if name in live.timers:
            return

        async def wait() -> None:
            await asyncio.sleep(delay)
            async with live.lock:
                del live.timers[name]
                with contextlib.suppress(Refusal, SeqTaken):
                    await due()
                self._wake(live)

        live.timers[name] = asyncio.create_task(wait(), name=f"{live.table.code} {name}")

    async def _bot_moves(self, live: LiveTable, seat: Seat) -> None:
        level = live.table.lobby.places[seat].bot
        if level is None or seat not in live.table.awaited:
            return
        view = live.table.viewer_logs[seat].view
        action = sit(level if level in LEVELS else Level.PARTY_LINE, view, self._rng).decide()
        await self._write(live, [Played(moves=live.table.playing.tried(Move(seat, action)))])

    async def _call_off(self, live: LiveTable) -> None:
        if live.table.announced is not None:
            await self._write(live, called_off(live.table))

    async def _deal_anew(self, live: LiveTable) -> None:
        if live.table.collecting is not None:
            await self._write(live, self._deal(live.table, (), live.presence))
