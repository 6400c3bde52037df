"""TableSource: give a screen its table, from a server or a Host in this process, through a TableClient either way."""

import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from ..client import CommandRefused, TableClient
from ..rules import Choice, Nominate, OpenClaim, Phase, Ruleset, Seat, SeatAction, View, Vote, powers
from ..tables.names import BOT_NAMES
from ..wire.commands import AnyCommand, Ready, Remark, VoteTakeOver
from ..wire.messages import Said
from ..wire.refusals import Denial
from ..wire.table import Chair, Newcomer, Stage, TableState
from ..words import news_in_words, refusal_in_words, remark_in_words
from .local_game import LocalGame
from .remote_table import RemoteTable
from .words import about_somebody, phrase_in, say, spoken, why


class Declined(Exception):
    """The reason why the table refused a command; nothing changed."""


class TableSource:
    """Everything a screen knows of a table; what a seat may not know never gets here."""

    def __init__(self, place: RemoteTable | LocalGame, client: TableClient) -> None:
        self.local = place if isinstance(place, LocalGame) else None
        self.remote = place if isinstance(place, RemoteTable) else None
        self.client = client
        self._told = (0, 0)
        """The game, and how many of its events are in the news already."""
        self._news: list[str] = []
        self._heard = 0
        """The number of the last sentence in the lines already."""
        self.lines: list[str] = []
        """The news of the game and what people said, in the order they came."""
        self._announced = ""

    @classmethod
    async def join(cls, place: RemoteTable | LocalGame) -> "TableSource":
        return cls(place, await place.open())

    async def run(self, changed: Callable[[], None]) -> None:
        """Keep the table going, and call `changed` whenever something is new."""
        client = self.client
        try:
            with contextlib.suppress(ConnectionError):
                async with client:
                    while True:
                        self._take_news(client)
                        changed()
                        await client.change(client.changes)
        finally:
            if self.local is not None:
                await self.local.close()
        changed()

    def _take_news(self, client: TableClient) -> None:
        if client.announced != self._announced:
            self._announced = client.announced
            self._add([f"{say('people.announcement')} {client.announced}"] if client.announced else [])
        if client.game != self._told[0]:
            self._told, self._news, self.lines = (client.game, 0), [], []
        if client.view is not None:
            for said in client.talk:
                if said.number > self._heard and said.player not in client.muted:
                    self._tell_until(client, client.view, client.events_before[said.number])
                    self.lines.append(spoken().labelled(*self._spoken(said)))
                self._heard = max(self._heard, said.number)
            self._tell_until(client, client.view, len(client.events))
            if self.local is not None and client.over:
                self.local.keep(self.name_of)

    def _tell_until(self, client: TableClient, view: View, event: int) -> None:
        self._add(news_in_words(spoken(), client.events[self._told[1] : event], view, self.name_of))
        self._told = (client.game, max(event, self._told[1]))

    def _add(self, news: list[str]) -> None:
        self._news += news
        self.lines += news

    @property
    def news(self) -> list[str]:
        if self.local is None or not self.local.all_open:
            return self._news
        opened = self.local.open_game()
        return news_in_words(spoken(), opened.events, opened.view, self.name_of)

    @property
    def trouble(self) -> str:
        goodbye = self.client.goodbye
        if self.local is not None:
            return self.local.trouble
        if self.client.connected:
            return ""
        return say("net.waiting") if goodbye is None else refusal_in_words(spoken(), goodbye.code, goodbye.reason, {})

    @property
    def table(self) -> TableState | None:
        return self.client.state

    @property
    def view(self) -> View | None:
        return self.client.view if self.local is None or not self.local.all_open else self.local.open_game().view

    @property
    def rules(self) -> Ruleset:
        if self.local is not None:
            return self.local.setup.rules
        assert self.table is not None
        return self.table.rules if self.view is None else self.view.rules

    @property
    def seat(self) -> Seat | None:
        return self.client.seat if self.local is None else self.local.seat

    @property
    def spoken(self) -> list[tuple[str, str]]:
        """The names of those who talked, and what they said."""
        return [self._spoken(said) for said in self.client.talk if said.player not in self.client.muted]

    def _spoken(self, said: Said) -> tuple[str, str]:
        sentence = said.sentence
        text = None if sentence is None else remark_in_words(spoken(), sentence.code, sentence.params, self.name_of)
        return self.name_of(said.seat) if said.seat is not None else said.name, text or said.text

    @property
    def status(self) -> str:
        local = self.local
        if local is None:
            return self._remote_status()
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
        if table is None:
            return ""
        words = [say("lobby.title", code=table.code)]
        words += _clock("table.talkLeft", table.talk_until) or _clock("table.timeLeft", table.deadline)
        words += _clock("table.wordLeft", table.word_until, names=", ".join(map(self.name_of, table.word_of)))
        return "  ".join([*words, *([say("table.youSpectate")] if self.seat is None else [])])

    @property
    def to_ready(self) -> bool:
        table, view = self.table, self.view
        if table is None or view is None or self.seat is None or not table.options.everyone_ready:
            return False
        return view.board.phase is Phase.ELECTION and self.seat in view.board.alive and not table.chairs[self.seat].ready

    @property
    def host_name(self) -> str:
        return next((chair.name for chair in self.chairs if chair.host), "")

    @property
    def may_deal(self) -> bool:
        return self.client.host and self.table is not None and self.table.stage is not Stage.PLAYING

    @property
    def chairs(self) -> list[Chair]:
        return [] if self.table is None else self.table.chairs

    def chair(self, seat: Seat) -> Chair | None:
        return self.chairs[seat] if seat < len(self.chairs) else None

    def name_of(self, seat: Seat) -> str:
        chair = self.chair(seat)
        nameless = chair is None or not chair.name or (chair.bot is not None and chair.player is None)
        return BOT_NAMES[seat] if nameless or chair is None else chair.name

    def away(self, seat: Seat) -> bool:
        chair = self.chair(seat) if self.local is None else None
        return chair is not None and chair.player is not None and chair.bot is None and not chair.connected

    @property
    def newcomer(self) -> tuple[Seat, Newcomer] | None:
        return next(((chair.seat, chair.newcomer) for chair in self.chairs if chair.newcomer is not None), None)

    async def act(self, action: SeatAction) -> None:
        await self._ask(lambda client: client.act(action))
        if self.local is not None and isinstance(action, Vote):
            self.local.waive_claims()

    @property
    def untold(self) -> list[OpenClaim]:
        """What I could still claim while the bots wait for it."""
        return [] if self.local is None or self.view is None else self.local.untold(self.view)

    async def say(self, text: str) -> None:
        """Say it aloud; a command with a slash, which is about a player, only goes to the server."""
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
        people = [*((chair.name, chair.player or "") for chair in self.chairs), *((said.name, said.player) for said in self.client.talk)]
        player = next((player for known, player in people if player and known.casefold() == name.casefold()), None)
        if player is None:
            raise Declined(refusal_in_words(spoken(), Denial.NO_SUCH_PLAYER, "", {}))
        await self.command(command, player=player)

    async def get_ready(self) -> None:
        chair = None if self.seat is None else self.chair(self.seat)
        await self.command(Ready, ready=chair is None or not chair.ready)

    async def admit(self, admit: bool) -> None:
        if self.newcomer is not None:
            seat, newcomer = self.newcomer
            await self.command(VoteTakeOver, seat=seat, player=newcomer.player, admit=admit)

    async def deal_again(self) -> None:
        await self._ask(lambda client: client.start())

    async def command(self, command: Callable[..., AnyCommand], **fields: Any) -> None:
        """Send a command with these fields and an id."""
        await self._ask(lambda client: client.do(command(id=client.command_id(), **fields)))

    async def _ask(self, ask: Callable[[TableClient], Awaitable[None]]) -> None:
        try:
            await ask(self.client)
        except CommandRefused as refusal:
            raise Declined(refusal_in_words(spoken(), refusal.code, str(refusal), refusal.params)) from refusal


def target(choice: Choice) -> Seat | None:
    return powers.target(choice.action) if isinstance(choice.action, Nominate | powers.PowerAction) else None


def choice_for(view: View, seat: Seat) -> Choice | None:
    return next((choice for choice in view.choices if target(choice) == seat), None)


def _clock(key: str, until: float | None, **params: str) -> list[str]:
    return [] if until is None else [say(key, time=clock_left(until), **params)]


def clock_left(until: float) -> str:
    left = max(0, round(until - time.time()))
    return f"{left // 60}:{left % 60:02}"
