"""TableClient: a connection to a live table that reconnects by itself and never asks for the same thing twice."""

import asyncio
import contextlib
import itertools
import random
import secrets
import typing
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..chance import player_commitment
from ..records import from_line
from ..rules import AnyEvent, Seat, SeatAction, View
from ..rules.claims import Round
from ..wire import PROTOCOL
from ..wire.commands import Act, AddBot, AnyCommand, Commit, Hello, Reveal, Say, Start
from ..wire.messages import Announced, AnyMessage, Done, Goodbye, Ignored, Refused, Said, TableChanged, Update, Welcome, You
from ..wire.refusals import Denial
from ..wire.table import Level, Params, Stage, TableState
from .fair_deal import DealCheck, Promise, check_promise, promise_at
from .http import ServerError, fetch_text

_messages = msgspec.json.Decoder(AnyMessage)
_fields = {name: msgspec.json.Decoder(kind) for name, kind in typing.get_type_hints(View).items()}
_rounds = msgspec.json.Decoder(list[Round])
FIRST_WAIT = 0.1
LONGEST_WAIT = 5.0
SECRET_BYTES = 32


class CommandRefused(Exception):
    """The table refused a command; nothing changed."""

    def __init__(self, code: str, reason: str, params: Params) -> None:
        super().__init__(reason)
        self.code, self.params = code, params


class ClientLine(Protocol):
    """A connection to a table: a WebSocket, or one within the process."""

    async def send(self, text: str) -> None: ...

    def __aiter__(self) -> AsyncIterator[str | bytes]: ...


Dial = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens a ClientLine."""


class TableClient:
    """Use as `async with TableClient(server, code, token) as table`; without a token, it watches."""

    def __init__(
        self,
        server: str,
        code: str,
        token: str | None = None,
        dial: Dial | None = None,
        contributes: bool = True,
        promise: Promise | None = None,
        keep: Callable[[Promise], None] = lambda _: None,
    ) -> None:
        """Connect by `dial` if the table isn't on a server. With `contributes`, add to the chance of deals.

        Call `keep` with each promise of the server; after a restart, go on with the last `promise`."""
        self.code = code
        self._dial = dial or self._connect
        self._server, self._own_host = server, dial is not None
        self._contributes = contributes
        self._url = f"ws{server.removeprefix('http').rstrip('/')}/api/tables/{code}/socket"
        self._token = token
        self._number = itertools.count()
        self._session = secrets.token_hex(6)
        self._unanswered: dict[str, tuple[AnyCommand, asyncio.Future[None]]] = {}
        self._socket: ClientLine | None = None
        self._wait = FIRST_WAIT
        """Delay before the next connection; it grows even if a server accepts and drops us."""
        self._changed = asyncio.Condition()
        self.changes = 0
        """Counts changes, including those of the connection."""
        self._task: asyncio.Task[None] | None = None
        self.closed: str | None = None
        """Why the table won't take us back, if it won't."""
        self.goodbye: Goodbye | None = None
        self.lost: Exception | None = None
        """Why the last connection ended or failed."""
        self.seq = -1
        self.game = 0
        self.seat: Seat | None = None
        self.host = False
        self.view: View | None = None
        self.state: TableState | None = None
        self.events: list[AnyEvent] = []
        """Everything seen of the current game."""
        self.talk: list[Said] = []
        self.events_before: dict[int, int] = {}
        """How many of the game's events we had seen when something was said, by its number."""
        self.muted: set[str] = set()
        """Players whose talk we don't want to read."""
        self.announced = ""
        """The operators' announcement to everyone."""
        self.contributed: bool | None = None
        """Whether my own chance is in the current game's deal; None until I can tell."""
        self.promise, self._keep = promise, keep
        """What the server announced before the last deal."""
        self.deal_check: DealCheck | None = None
        """How the record of the last game compares with the promise; None before the end, and without a promise."""
        self.deal_problem = ""
        """What differs, or why there's nothing to compare with."""
        self._checking: asyncio.Task[None] | None = None
        self._secret: bytes | None = None
        self._revealed = False
        self._contributing: dict[type[AnyCommand], asyncio.Task[None]] = {}

    async def __aenter__(self) -> "TableClient":
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self.until(lambda table: table.state is not None)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self.closed = self.closed or "you left the table"
        self._task.cancel()
        for task in (*self._contributing.values(), *([] if self._checking is None else [self._checking])):
            task.cancel()
        await asyncio.wait({self._task})  # because awaiting the task itself would hide that we're being cancelled
        if not self._task.cancelled():
            self._task.result()

    # Asking

    async def do(self, command: AnyCommand) -> None:
        """Send a command, again after a lost connection, until the table answers; raises CommandRefused."""
        answer = asyncio.get_running_loop().create_future()
        self._unanswered[command.id] = command, answer
        await self._send(command)
        try:
            await answer
        finally:
            self._unanswered.pop(command.id, None)

    def command_id(self) -> str:
        return f"{self._session}-{next(self._number)}"

    async def act(self, action: SeatAction) -> None:
        await self.do(Act(id=self.command_id(), action=action))

    async def say(self, text: str) -> None:
        await self.do(Say(id=self.command_id(), text=text))

    async def add_bots(self, fill_to: int, level: Level | None = None) -> None:
        await self.do(AddBot(id=self.command_id(), fill_to=fill_to, level=level))

    async def start(self) -> None:
        """Deal, and wait until it's done: those present add to its chance first."""
        await self.do(Start(id=self.command_id()))
        await self.until(lambda table: not table.table.dealing)

    # Watching

    async def until(self, holds: "typing.Callable[[TableClient], bool]") -> None:
        """Wait until a condition holds; raises ConnectionError if the table turns us away for good."""
        async with self._changed:
            while not holds(self):
                if self.closed is not None:
                    raise ConnectionError(self.closed)
                await self._changed.wait()

    async def change(self, since: int) -> None:
        """Wait until the count of changes passes `since`."""
        await self.until(lambda _: self.changes != since)

    async def turns(self) -> AsyncIterator[View]:
        """Yield the view each time it's our turn, until the game is over; if it already is, play the next one."""
        answered = (0, -1)
        played = self.game if self.over else None

        def asks_anew(table: "TableClient") -> bool:
            return table.game != played and (table.over or (table.asked and (table.game, table.seq) != answered))

        while True:
            await self.until(asks_anew)
            if self.over:
                return
            answered = (self.game, self.seq)
            assert self.view is not None
            yield self.view

    @property
    def table(self) -> TableState:
        """Return the state of the table around the game."""
        assert self.state is not None, "not connected yet"
        return self.state

    @property
    def connected(self) -> bool:
        return self._socket is not None

    @property
    def asked(self) -> bool:
        return self.view is not None and bool(self.view.choices)

    @property
    def checking_deal(self) -> bool:
        return self._checking is not None and self.deal_check is None

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.board.ending is not None

    # The connection

    async def _stay_connected(self) -> None:
        while self.closed is None:
            try:
                async with self._dial() as socket:
                    hello = Hello(protocol=PROTOCOL, token=self._token, seq=self.seq, game=self.game)
                    await socket.send(msgspec.json.encode(hello).decode())
                    self._socket = socket
                    await self._tell()
                    for command, _ in list(self._unanswered.values()):
                        await self._send(command)
                    async for text in socket:
                        await self._take(_messages.decode(text))
            except (OSError, TimeoutError, WebSocketException) as error:
                self.lost = error
            finally:
                self._socket = None
            await self._tell()
            await self._pause(self._wait)
            self._wait = min(LONGEST_WAIT, 2 * self._wait)
        await self._tell()

    def _connect(self) -> AbstractAsyncContextManager[Any]:
        return connect(self._url, max_size=None, compression=None)

    async def _pause(self, longest: float) -> None:
        """Wait a random time, so that clients don't all come back to a server together."""
        await asyncio.sleep(longest * random.uniform(0.5, 1))

    async def _send(self, command: AnyCommand) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(msgspec.json.encode(command).decode())

    async def _take(self, message: AnyMessage) -> None:
        match message:
            case Welcome(table=state):
                self.events = self.events if state.game == self.game else []
                self.seat, self.host, self.state = message.seat, message.host, state
                self.view, self.seq, self.game = message.view, message.seq, state.game
                self._wait = FIRST_WAIT
            case Update():
                self._updated(message)
            case TableChanged(table=state):
                self.state = state
            case You(seat=seat, host=host):
                self.seat, self.host = seat, host
            case Said() if not self.talk or message.number > self.talk[-1].number:
                self.talk.append(message)
                self.events_before[message.number] = len(self.events)
            case Ignored(muted=muted, blocked=blocked):
                self.muted = {*muted, *blocked}
            case Announced(text=text):
                self.announced = text
            case Done(id=id):
                self._answered(id, None)
            case Refused(id=id, code=code, reason=reason, params=params):
                self._answered(id, CommandRefused(code, reason, params))
            case Goodbye(reason=reason, again=False):
                self.closed, self.goodbye = reason, message
        if isinstance(message, Welcome | TableChanged | You):
            self._contribute(isinstance(message, Welcome))
        self._check_deal()
        await self._tell()

    def _contribute(self, came: bool) -> None:
        """Commit to a secret before the deal and reveal it during the deal; it's made here, so it can't be known earlier.

        After a reconnect, keep the committed secret: a deal may be called before another commitment arrives."""
        if not self._contributes:
            return
        table, mine = self.table, None if self._secret is None else player_commitment(self._secret)
        if self.seat is not None:
            self._promised(promise_at(table, self.promise, came))
        unknown = came and self._secret is None
        if table.stage is Stage.PLAYING:
            if self._secret is not None:
                self.contributed = mine in table.commitments
            self._secret = None
        elif self.seat is None or self.seat >= len(table.chairs):
            return
        elif self._secret is not None and table.dealing and mine in table.commitments:
            if not self._revealed and self.promise is not None and not self.promise.renewed:
                self._revealed = True
                self._promised(self.promise.answer(self._secret.hex()))
                self._add(Reveal(id=self.command_id(), secret=self._secret.hex(), announcement=self.promise.announcement))
        elif not any(table.commitments if table.dealing else ()) and (unknown or not table.chairs[self.seat].committed):
            if Commit in self._contributing:
                return
            self._secret, self._revealed = secrets.token_bytes(SECRET_BYTES), False
            self._add(Commit(id=self.command_id(), commitment=player_commitment(self._secret)))

    def _promised(self, promise: Promise | None) -> None:
        if promise is not None and promise != self.promise:
            self._keep(promise)
        self.promise = promise

    def _check_deal(self) -> None:
        """After the game, compare its record with the promise."""
        table, promise, seat = self.state, self.promise, self.seat
        if promise is None or table is None or table.game != promise.game or seat is None or self._own_host:
            return
        if table.stage is Stage.PLAYING:
            self._checking, self.deal_check, self.deal_problem = None, None, ""
        elif table.record is not None and self._checking is None and (self.over or table.stage is Stage.LOBBY):
            self._checking = asyncio.create_task(self._compare(promise, table.record, seat, self.view))

    async def _compare(self, promise: Promise, record: str, seat: Seat, seen: View | None) -> None:
        try:
            written = from_line(await fetch_text(self._server, f"/api/records/{record}/record.json"))
            self.deal_check = check_promise(promise, written, seat, seen)
        except ServerError as error:
            self.deal_check, self.deal_problem = DealCheck.UNCHECKED, str(error)
        except Exception as error:  # because a cheating server may send anything
            self.deal_check, self.deal_problem = DealCheck.BROKEN, str(error)
        await self._tell()

    def _add(self, command: Commit | Reveal) -> None:
        self._contributing[type(command)] = asyncio.create_task(self._try(command))

    async def _try(self, command: Commit | Reveal) -> None:
        while True:
            try:
                await self.do(command)
                break
            except CommandRefused as refused:
                if refused.code != Denial.STORAGE:  # because it's too late, or already done
                    break
                await asyncio.sleep(FIRST_WAIT)
        del self._contributing[type(command)]

    def _updated(self, message: Update) -> None:
        if message.game != self.game or self.view is None:
            self.game, self.events, self.view = message.game, [], None
        self.events += message.events
        if not message.view:
            return
        self.seq = message.seq
        patch: dict[str, Any] = {name: _fields[name].decode(raw) for name, raw in message.view.items() if name != "rounds"}
        rounds = _rounds.decode(message.view["rounds"])
        known = [] if self.view is None else self.view.rounds.copy()
        for round in rounds:
            known[round.number - 1 : round.number] = [round]
        self.view = View(**patch, rounds=known) if self.view is None else replace(self.view, **patch, rounds=known)

    def _answered(self, id: str, refusal: CommandRefused | None) -> None:
        _, answer = self._unanswered.get(id, (None, None))
        if answer is None or answer.done():
            return
        if refusal is None:
            answer.set_result(None)
        else:
            answer.set_exception(refusal)

    async def _tell(self) -> None:
        async with self._changed:
            self.changes += 1
            self._changed.notify_all()
