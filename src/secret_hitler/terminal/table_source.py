"""TableSource: where a screen's table comes from, a server or a Host in this process; both are spoken to by a TableClient."""

import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from ..client import CommandRefused, TableClient
from ..rules import OpenClaim, Ruleset, Seat, SeatAction, View, Vote
from ..rules.vocabulary import Phase
from ..tables.names import BOT_NAMES
from ..wire.commands import AnyCommand, Ready, Remark, VoteTakeOver
from ..wire.messages import Said
from ..wire.refusals import Denial
from ..wire.table import Chair, Newcomer, Stage, TableState
from ..words import news_in_words, refusal_in_words, remark_in_words
from .local_game import LocalGame
from .remote_table import RemoteTable
from .words import about_somebody, phrase_in, say, spoken, why


class Spoken(Struct, frozen=True):
    name: str
    text: str


class Declined(Exception):
    """The table did not do what was asked, for the reason given; nothing changed."""


class TableSource:
    """All that a screen knows of a table. What a seat may not know never gets as far as here."""

    def __init__(self, place: RemoteTable | LocalGame) -> None:
        self.local = place if isinstance(place, LocalGame) else None
        self.remote = place if isinstance(place, RemoteTable) else None
        self._place = place
        self._client: TableClient | None = None
        self._told = (0, 0)
        """The game and how many of its events are in the news already."""
        self._news: list[str] = []
        self._announced = ""
        self._changed: Callable[[], None] = lambda: None

    async def join(self) -> None:
        self._client = await self._place.open()

    async def run(self, changed: Callable[[], None]) -> None:
        """Keep the table going, and tell whenever something is new."""
        client = self._client
        assert client is not None, "join first"
        self._changed = changed
        try:
            with contextlib.suppress(ConnectionError):
                async with client:
                    while True:
                        self._take_news(client)
                        changed()
                        await client.until(_has_changed(client.changes))
        finally:
            if self.local is not None:
                await self.local.close()
        changed()

    def _take_news(self, client: TableClient) -> None:
        if client.announced != self._announced:
            self._announced = client.announced
            self._news += [f"{say('people.announcement')} {client.announced}"] if client.announced else []
        if client.game != self._told[0]:
            self._told, self._news = (client.game, 0), []
        if client.view is not None:
            self._news += news_in_words(spoken(), client.events[self._told[1] :], client.view, self.name_of)
            self._told = (client.game, len(client.events))
            if self.local is not None:
                self.local.noticed(client.view)
                if client.over:
                    self.local.keep(self.name_of)

    # What is seen

    @property
    def has_lobby(self) -> bool:
        return self.remote is not None

    @property
    def may_save(self) -> bool:
        """A server keeps its own games."""
        return self.local is not None and self.view is not None and self.view.board.ending is not None

    @property
    def link(self) -> str:
        return "" if self.remote is None else self.remote.link

    @property
    def news(self) -> list[str]:
        if self.local is None or not self.local.all_open:
            return self._news
        opened = self.local.open_game()
        return news_in_words(spoken(), opened.events, opened.view, self.name_of)

    @property
    def trouble(self) -> str:
        client = self._client
        if self.local is not None:
            return self.local.trouble
        if client is None or client.connected:
            return ""
        if client.goodbye is None:
            return say("net.waiting")
        return refusal_in_words(spoken(), client.goodbye.code, client.goodbye.reason, {})

    @property
    def table(self) -> TableState | None:
        return None if self._client is None else self._client.state

    @property
    def view(self) -> View | None:
        if self.local is not None and self.local.all_open:
            return self.local.open_game().view
        return None if self._client is None else self._client.view

    @property
    def rules(self) -> Ruleset:
        if self.local is not None:
            return self.local.setup.rules
        assert self.table is not None
        return self.table.rules if self.view is None else self.view.rules

    @property
    def seat(self) -> Seat | None:
        if self.local is not None:
            return self.local.seat
        return None if self._client is None else self._client.seat

    @property
    def host(self) -> bool:
        return self._client is not None and self._client.host

    @property
    def game(self) -> int:
        return 0 if self._client is None else self._client.game

    @property
    def spoken(self) -> list[Spoken]:
        client = self._client
        return [] if client is None else [self._spoken(said) for said in client.talk if said.player not in client.muted]

    def _spoken(self, said: Said) -> Spoken:
        sentence = said.sentence
        text = None if sentence is None else remark_in_words(spoken(), sentence.code, sentence.params, self.name_of)
        return Spoken(self.name_of(said.seat) if said.seat is not None else said.name, text or said.text)

    @property
    def status(self) -> str:
        return self._remote_status() if self.local is None else self._local_status(self.local)

    def _local_status(self, local: LocalGame) -> str:
        words = [say("terminal.everything" if local.all_open else "terminal.public")] if self.seat is None else []
        if self.untold:
            words.append(say("terminal.wordAwaited"))
        if local.pace.paused:
            words.append(say("terminal.paused"))
        if self.seat is None or local.pace.speed != 1:
            words.append(say("terminal.speed", speed=f"{local.pace.speed:g}"))
        return ", ".join(words)

    def _remote_status(self) -> str:
        table = self.table
        words = [] if table is None else [say("lobby.title", code=table.code)]
        if table is not None:
            words += _clock("table.talkLeft", table.talk_until) or _clock("table.timeLeft", table.deadline)
            words += _clock("table.wordLeft", table.word_until, names=", ".join(map(self.name_of, table.word_of)))
        if self.seat is None and table is not None:
            words.append(say("table.youSpectate"))
        return "  ".join(words)

    @property
    def deductions(self) -> bool:
        return self.table is None or self.table.options.deduction_board

    @property
    def to_ready(self) -> bool:
        table, view = self.table, self.view
        if table is None or view is None or self.seat is None or not table.options.everyone_ready:
            return False
        return view.board.phase is Phase.ELECTION and self.seat in view.board.alive and not table.chairs[self.seat].ready

    @property
    def host_name(self) -> str:
        chairs = [] if self.table is None else self.table.chairs
        return next((chair.name for chair in chairs if chair.host), "")

    @property
    def may_deal(self) -> bool:
        return self.host and self.table is not None and self.table.stage is not Stage.PLAYING

    def chair(self, seat: Seat) -> Chair | None:
        chairs = [] if self.table is None else self.table.chairs
        return chairs[seat] if seat < len(chairs) else None

    def name_of(self, seat: Seat) -> str:
        chair = self.chair(seat)
        nameless = chair is None or not chair.name or (chair.bot is not None and chair.player is None)
        return BOT_NAMES[seat] if nameless or chair is None else chair.name

    def away(self, seat: Seat) -> bool:
        chair = self.chair(seat) if self.local is None else None
        return chair is not None and chair.player is not None and chair.bot is None and not chair.connected

    @property
    def newcomer(self) -> tuple[Seat, Newcomer] | None:
        chairs = [] if self.table is None else self.table.chairs
        return next(((chair.seat, chair.newcomer) for chair in chairs if chair.newcomer is not None), None)

    # What is done

    async def act(self, action: SeatAction) -> None:
        await self._ask(lambda client: client.act(action))
        if self.local is not None and isinstance(action, Vote):
            self.local.waive_claims()

    @property
    def untold(self) -> list[OpenClaim]:
        """What I saw and have not spoken of, while bots wait for that."""
        return [] if self.local is None or self.view is None else self.local.untold(self.view)

    def change_lens(self) -> None:
        """Let those who only watch bots look at the cards of all."""
        if self.local is not None and self.seat is None:
            self.local.all_open = not self.local.all_open
            self._changed()

    async def say(self, text: str) -> None:
        """Say it aloud; with a slash before it, it is about somebody, and only the server hears it."""
        view, about = self.view, about_somebody(text)
        if about is None:
            if view is not None and view.silent is not None:
                raise Declined(say("talk.silent", reason=why(view.silent)))
            found = None if view is None or self.seat is None else phrase_in(text, view.board.alive, self.name_of)
            if found is None:
                await self._ask(lambda client: client.say(text))
            else:
                await self.command(Remark, phrase=found[0], seat=found[1])
            return
        name, command = about
        player = self._player_named(name)
        if player is None:
            raise Declined(refusal_in_words(spoken(), Denial.NO_SUCH_PLAYER, "", {}))
        await self.command(command, player=player)

    def _player_named(self, name: str) -> str | None:
        chairs = [] if self.table is None else [(chair.name, chair.player or "") for chair in self.table.chairs]
        talkers = [] if self._client is None else [(said.name, said.player) for said in self._client.talk]
        return next((player for known, player in (*chairs, *talkers) if player and known.casefold() == name.casefold()), None)

    async def get_ready(self) -> None:
        seat = self.seat
        chair = None if seat is None else self.chair(seat)
        await self.command(Ready, ready=chair is None or not chair.ready)

    async def admit(self, admit: bool) -> None:
        if self.newcomer is not None:
            seat, newcomer = self.newcomer
            await self.command(VoteTakeOver, seat=seat, player=newcomer.player, admit=admit)

    async def deal_again(self) -> None:
        await self._ask(lambda client: client.start())

    async def command(self, command: Callable[..., AnyCommand], **fields: Any) -> None:
        """Give a command that consists of these fields and an id."""
        await self._ask(lambda client: client.do(command(id=client.command_id(), **fields)))

    async def _ask(self, ask: Callable[[TableClient], Awaitable[None]]) -> None:
        assert self._client is not None
        try:
            await ask(self._client)
        except CommandRefused as refusal:
            raise Declined(refusal_in_words(spoken(), refusal.code, str(refusal), refusal.params)) from refusal


def _has_changed(seen: int) -> Callable[[TableClient], bool]:
    return lambda client: client.changes != seen


def _clock(key: str, until: float | None, **params: str) -> list[str]:
    return [] if until is None else [say(key, time=clock_left(until), **params)]


def clock_left(until: float) -> str:
    left = max(0, round(until - time.time()))
    return f"{left // 60}:{left % 60:02}"
