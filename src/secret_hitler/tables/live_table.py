"""LiveTable: a table, the people connected to it, and how news reaches them."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ..rules import PUBLIC, Onlooker, Seat
from ..rules.events import EVERYONE
from ..wire import PROTOCOL
from ..wire.commands import Hello, Nudge, React, Room, TableCommand, TellOpening
from ..wire.messages import Goodbye, Nudged, OpeningTold, Reacted, TableChanged, Update, Welcome, You
from ..wire.refusals import Denial
from ..wire.table import Stage, TableState
from ..words.opening import opening, telling_time
from .connection import Attendance, Connection, Presence
from .dealt_game import CoveredSeat, Viewer
from .log_entries import AnyLogEntry, Dealt, Kicked, Remade
from .table import UNSEEN, Table
from .table_state import table_state, table_summary
from .view_updates import WELCOME_BLOCK, LineUpdates, ViewUpdates, encode, padded, sentences

KICKED = 4403
REMEMBERED = 100


def nobody_listens() -> None:
    """Stand where voices would be told of a change."""


class TableLock:
    """A lock that serves in order of arrival and, unlike asyncio's, can be taken without waiting."""

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take_now(self) -> bool:
        if self.taken:
            return False
        self.taken = True
        return True

    def release(self) -> None:
        """Hand the lock to the next who waits, or free it."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self.taken = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Release a lock taken earlier."""
        try:
            yield
        finally:
            self.release()

    async def __aenter__(self) -> None:
        if self.take_now():
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # because its owner may have given up as it was handed over
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


class LiveTable:
    """A table and the people connected to it."""

    def __init__(self, table: Table, clock: Callable[[], float] = time.time) -> None:
        self.table = table
        self.clock = clock
        self.lock = TableLock()
        self.connections: set[Connection] = set()
        self.voices: set[Connection] = set()
        """Those by which people hear each other."""
        self.voices_changed: Callable[[], None] = nobody_listens
        """Called after every line, and whenever somebody ignores or hushes another."""
        self._connected: frozenset[str] | None = None
        """Players connected here or elsewhere, cached until someone comes or goes."""
        self.arriving = 0
        """Number of people about to connect."""
        self._left: dict[str, float] = {}
        self._since = clock()
        self.needed_at = time.monotonic()
        """When this table was last needed."""
        self.view_updates: dict[Viewer, ViewUpdates] = {}
        self.shown = ""
        self.shown_changes = -1
        self.timers: dict[str, asyncio.Task[None]] = {}
        self.asked_to_talk: dict[Seat, int] = {}
        """How much each bot had seen when it was last asked to speak."""
        self.listened: dict[Seat, int] = {}
        """How much talk each bot had heard when it was last asked."""
        self.nudged: dict[str, float] = {}
        """When each player last sent a reminder."""
        self.noticed: dict[tuple[str, str], float] = {}
        """Who was told what, here or by a notification; until when another node may be about to, else infinity."""
        self.told_until = 0.0
        """Until when, by the loop's clock, bots wait for people to see what happened."""
        self.hurried = False
        """Bots don't pause until the table waits for a person."""
        self.claims_waived = (0, 0)
        """The game and round in which the table stopped waiting for claims."""
        self.on_duty = True
        """Whether this node runs the table's bots and clocks."""
        self.holder = ""
        """The node that runs them, if not this one."""
        self.elsewhere: dict[str, Attendance] = {}
        """People connected through other nodes."""
        self.attendance_changed = True
        self._watching_told: int | None = None
        self._told_later: asyncio.TimerHandle | None = None
        self._opening: OpeningTold | None = None
        """The last opening that was told."""

    @property
    def presence(self) -> Presence:
        if self._connected is None:
            here = [connection.player for connection in self.connections if connection.player]
            self._connected = frozenset(here).union(*(other.players for other in self.elsewhere.values()))
        return Presence(self._connected, self._left, self._since, self.clock())

    @property
    def watching(self) -> Counter[str]:
        """Count the viewers on all nodes, by address."""
        watching = self._watching_here()
        for other in self.elsewhere.values():
            watching.update(other.watching)
        return watching

    def _watching_here(self) -> Counter[str]:
        sitting = set(self.table.lobby.humans())
        return Counter(connection.address for connection in self.connections if connection.player not in sitting)

    @property
    def attendance(self) -> Attendance:
        """Return what this node tells the others."""
        listed = self.connections and self.table.lobby.options.public
        players = sorted({connection.player for connection in self.connections if connection.player})
        summary = table_summary(self.table) if listed else None
        return Attendance(players, self._left, self._since, self._watching_here(), summary)

    def attend(self, elsewhere: dict[str, Attendance], first: bool = False) -> None:
        """Take in what the other nodes told, and show it to everyone at the table."""
        before = self.presence.connected
        self.elsewhere, self._connected = elsewhere, None
        if first:
            for other in elsewhere.values():
                self._since = min(self._since, other.since)
                self._left.update(other.left)
        now, connected = self.clock(), self.presence.connected
        self._left = {player: at for player, at in self._left.items() if player not in connected}
        for player in before - connected:
            self._left[player] = max((other.left[player] for other in elsewhere.values() if player in other.left), default=now)
        self.show_table()

    @contextmanager
    def expects(self) -> Iterator[None]:
        """Keep this table in memory while someone is connecting, until they leave."""
        self.arriving += 1
        try:
            yield
        finally:
            self.arriving -= 1

    def come(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._connected = None
        self._left.pop(connection.player, None)
        self.show_table()

    def go(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self._connected = None
        if connection.player and connection.player not in self.presence:
            self._left[connection.player] = self.clock()
        self.show_table()

    def listens(self, connection: Connection, player: str) -> bool:
        """Tell whether this connection wants this player's talk, which it doesn't after a block."""
        return not player or not connection.blocks(self.table.lobby.identities.get(player, ""))

    def welcome(self, player: str, covered: bool = False) -> Welcome:
        """Return the table and all that this player knows; for a covered seat, what everyone knows."""
        table = self.table
        onlooker = table.lobby.onlooker(player)
        log = table.log_of(CoveredSeat(onlooker) if covered else onlooker)
        return Welcome(
            protocol=PROTOCOL,
            player=player,
            seat=table.lobby.seat_of(player),
            host=bool(player) and player == table.lobby.host,
            rules=table.lobby.rules,
            table=self.state(),
            seq=-1 if log is None else len(log.updates) - 1,
            view=None if log is None else log.view,
            hours=table.lobby.hours.get(player),
            now=self.clock(),
        )

    def greet(self, connection: Connection, hello: Hello) -> None:
        """Tell a client everything it would know if it had never been away."""
        table, player = self.table, connection.player
        connection.sees_as = table.lobby.onlooker(player)
        connection.push(padded(encode(self.welcome(player, connection.covered)), WELCOME_BLOCK))
        log = table.log_of(connection.viewer)
        updates = [] if log is None else log.updates
        if hello.game == table.games:
            for seq in range(max(hello.seq + 1, len(updates) - REMEMBERED, 0), len(updates)):
                told = [] if log is None else sentences(updates[seq], log.view)
                update = encode(Update(game=table.games, seq=seq, events=updates[seq], told=told, view={}))
                connection.push(update if all(event.audience == EVERYONE for event in updates[seq]) else padded(update))
        rooms = table.visible_rooms(player)
        heard = [said for said in table.talk.remembered if said.room in rooms and self.listens(connection, said.player)]
        for said in heard[-REMEMBERED:]:
            connection.push(encode(said))
        if self._opening is not None and self.clock() < self._opening.began + telling_time(self._opening.cues):
            connection.push(encode(self._opening))

    def cover(self, connection: Connection, covered: bool) -> None:
        """Hide the seat's secrets, or show them again."""
        if covered != connection.covered:
            connection.covered = covered
            connection.push(encode(self.welcome(connection.player, covered)))

    def state(self) -> TableState:
        """Return the state. Update the number of viewers only between sessions, since it could be a signal."""
        if not self.table.in_session or self._watching_told is None:
            self._watching_told = self.watching.total()
        return table_state(self.table, self.presence, self._watching_told)

    def publish(self, entries: list[AnyLogEntry]) -> None:
        """Tell each viewer what these entries, already applied, changed for them."""
        table, kinds = self.table, set(map(type, entries))
        if Dealt in kinds or Remade in kinds:
            self.view_updates, self.asked_to_talk, self.noticed = {}, {}, {}
        if not kinds <= UNSEEN:
            for connection in self.connections:
                self._seat_changed(connection, entries)
        if table.seen:
            self._show_game()
        if table.changes != self.shown_changes:
            self.show_table()
        self.voices_changed()

    def _show_game(self) -> None:
        seen, told = self.table.seen, self.view_updates
        line, updates = LineUpdates(self.table.games, seen), dict[Viewer, str]()
        for connection in self.connections:
            viewer = connection.viewer
            update = updates.get(viewer)
            if update is None:
                log = self.table.log_of(viewer) if _shown(viewer) in seen else None
                if log is None:
                    continue
                if viewer not in told:
                    told[viewer] = ViewUpdates()
                update = updates[viewer] = told[viewer].update(log, line)
            connection.push(update)
        if len(updates) < len(told):  # because a viewer without an update gets everything
            self.view_updates = {viewer: told[viewer] for viewer in told if viewer in updates or _shown(viewer) not in seen}

    def _seat_changed(self, connection: Connection, entries: list[AnyLogEntry]) -> None:
        table, player = self.table, connection.player
        dealt = any(isinstance(entry, Dealt) for entry in entries)
        farewell = None if player else table.lobby.private
        if any(isinstance(entry, Kicked) and entry.player == player for entry in entries):
            farewell = Denial.BANNED if player in table.lobby.banned else Denial.SENT_AWAY
        if farewell is not None:
            connection.push(encode(Goodbye(code=farewell, reason=farewell.said({}), again=False)))
            connection.close(KICKED, farewell.said({}))
        elif connection.sees_as != table.lobby.onlooker(player) and table.stage is Stage.PLAYING and not dealt:
            connection.push(padded(encode(self.welcome(player, connection.covered)), WELCOME_BLOCK))
        elif any(isinstance(entry, Dealt | Remade) or getattr(entry, "player", None) == player for entry in entries):
            connection.push(encode(You(seat=table.lobby.seat_of(player), host=bool(player) and player == table.lobby.host)))
        connection.sees_as = table.lobby.onlooker(player)

    def pass_on(self, player: str, command: TableCommand) -> None:
        """Forward what isn't stored."""
        table, lobby = self.table, self.table.lobby
        if isinstance(command, React):
            seat = lobby.seat_of(player)
            message = encode(Reacted(player=player, name=lobby.names.get(player, ""), seat=seat, reaction=command.reaction))
            hear = [connection for connection in self.connections if self.listens(connection, player)]
            if seat is None:  # because spectators' reactions stay among spectators during a game
                hear = [connection for connection in hear if Room.SPECTATORS in table.visible_rooms(connection.player)]
            tell(hear, message)
        elif isinstance(command, Nudge):
            owner = lobby.places[command.seat].player
            nudge = encode(Nudged(by=lobby.names.get(player, "somebody")))
            tell((connection for connection in self.connections if connection.player == owner), nudge)
        elif isinstance(command, TellOpening) and table.game is not None:
            cues = opening(table.game.rules, table.game.board.seats, command.look) if command.tell else ()
            self._opening = OpeningTold(cues=cues, began=self.clock())
            tell(self.connections, encode(self._opening))

    def show_table(self) -> None:
        """Send the table's state to everyone if it has changed."""
        self.shown_changes = self.table.changes
        self.attendance_changed = True
        state = encode(TableChanged(table=self.state()))
        if state != self.shown:
            self.shown = state
            tell(self.connections, state)
        self._show_absence_later()

    def _show_absence_later(self) -> None:
        """Show that someone in session is away as soon as the table may act on it."""
        presence, patience = self.presence, self.table.lobby.options.patience
        left = [patience - presence.away_for(player) for player in self.table.lobby.humans() if player not in presence]
        waits = [seconds for seconds in left if seconds > 0]
        if self.table.in_session and waits and self._told_later is None:
            self._told_later = asyncio.get_running_loop().call_later(min(waits), self.show_absence)

    def show_absence(self) -> None:
        self._told_later = None
        self.show_table()


def tell(connections: Iterable[Connection], message: str) -> None:
    for connection in connections:
        connection.push(message)


def _shown(viewer: Viewer) -> Onlooker:
    """Return whose events a viewer is shown."""
    return PUBLIC if isinstance(viewer, CoveredSeat) else viewer
