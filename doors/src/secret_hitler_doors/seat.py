"""ChatSeat: one person's place at a table: a connection of its own, and private messages that say what it may know."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from secret_hitler.client import CommandRefused, ServerError, TableClient
from secret_hitler.client.http import post
from secret_hitler.rules import Seat, SeatAction
from secret_hitler.wire.api import Ticket
from secret_hitler.wire.commands import Act, AnyCommand, Ready
from secret_hitler.words import Words, refusal_in_words

from .board import naming, words_for
from .cards import PrivateCard, cards
from .memory import Memory, SeatKept
from .platform import ChatMessage, Platform, Unreachable

PATIENCE: Final = 20.0
"""How long a person waits for an answer while the server is away, in seconds."""
PAUSE: Final = 2.0
log = logging.getLogger(__name__)


class NoBody(Struct):
    pass


class Nothing(Exception):
    """What somebody asked for can't be done; the message says why, in their language."""


class ChatSeat:
    def __init__(self, platform: Platform, memory: Memory, server: str, kept: SeatKept, language: Callable[[], str]) -> None:
        self.kept = kept
        self.unreachable = False
        self.missed: Callable[[], object] = lambda: None
        """Called when a private message can't be delivered, unless that there is one is a secret."""
        self.closed = False
        self.table = TableClient(server, kept.code, kept.token)
        self.cards: dict[str, PrivateCard] = {}
        self._platform, self._memory, self._server, self._language = platform, memory, server, language
        self._answered: dict[str, ChatMessage] = {}
        """What became of cards that were answered here."""
        self._again = asyncio.Event()
        self.shown_at = -1
        self._anew = ""
        self._task = asyncio.create_task(self._run())

    @property
    def settled(self) -> bool:
        """Whether everything that this connection was told is shown."""
        return self.shown_at == self.table.changes and not self._again.is_set()

    @property
    def words(self) -> Words:
        return words_for(self._language(), self.table.state)

    async def leave(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _run(self) -> None:
        with contextlib.suppress(ConnectionError):
            async with self.table as table:
                while True:
                    changes = table.changes
                    self._again.clear()
                    if await succeeds(self.show):
                        self.shown_at = changes
                        await first_of(table.change(changes), self._again.wait())
        self.closed = True

    @property
    def number(self) -> Seat | None:
        return self.table.seat

    # What the person is shown

    async def greet(self) -> None:
        await self._whisper(ChatMessage(text=self.words.say("doors.hello", code=self.kept.code)), "hello")

    async def show(self) -> None:
        view, sent, person = self.table.view, self.kept.cards, self.kept.person
        self.cards = (
            {}
            if view is None or self.table.seat is None
            else cards(self.words, view, self.table.game, self.kept.code, naming(self.table.table))
        )
        for about, card in self.cards.items():
            if about not in sent and not await self._send(about, card):
                break
        for about in [about for about in sent if about not in self.cards]:
            if id := sent.pop(about):
                await self._platform.settle(person, id, self._answered.get(about))
            self._keep()

    async def _send(self, about: str, card: PrivateCard) -> bool:
        id = await self._whisper(card.message, f"{about}{self._anew}", card.hushed)
        if id is not None:
            self.kept.cards[about] = id if card.actions else ""
            self._keep()
        return id is not None

    async def _whisper(self, message: ChatMessage, key: str, hushed: bool = False) -> str | None:
        try:
            id = await self._platform.whisper(self.kept.person, message, f"{self.kept.code}.{key}")
        except Unreachable:
            if not hushed:
                self.unreachable = True
                self.missed()
            return None
        self.unreachable = False
        return id

    def _keep(self) -> None:
        self._memory.keep("seat", f"{self.kept.code} {self.kept.person}", self.kept)

    def show_again(self, anew: str = "") -> None:
        """Try what couldn't be delivered; or, with a name for this wish, send everything anew."""
        if anew:
            self._anew = f".{anew}"
            self.kept.cards.clear()
        self._again.set()

    # What the person asks

    async def press(self, about: str, number: int, id: str) -> str:
        """Do what a button of a card says, and return what to tell the person."""
        card = self.cards.get(about)
        if card is None or not 0 <= number < len(card.actions):
            raise Nothing(self.words.say("doors.tooLate"))
        button = card.message.buttons[number]
        if button.barred:
            raise Nothing(self.words.say("terminal.linesBarred", reason=button.barred))
        done = f"\N{CHECK MARK} {button.label}"
        text = "\n".join(part for part in (card.message.title, card.message.text, done) if part)
        self._answered[about] = ChatMessage(text=text)
        try:
            await self._act(card.actions[number], id)
        except Nothing:
            del self._answered[about]
            raise
        return done

    async def _act(self, action: SeatAction, id: str) -> None:
        table = self.table
        if table.seat is not None and table.state is not None and table.seat in table.state.unready:
            await self.ask(Ready(id=f"{id[:38]}-r", ready=True))
        await self.ask(Act(id=id, action=action))

    async def ask(self, command: AnyCommand) -> None:
        """Ask the table; the id makes sure that what is heard twice is done once."""
        await self.attempt(lambda: self.table.do(command))

    async def attempt(self, ask: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.table.until(lambda table: table.state is not None)
                await ask()
        except CommandRefused as refused:
            raise Nothing(refusal_in_words(self.words, refused.code, str(refused), refused.params)) from refused
        except (TimeoutError, ConnectionError) as error:
            raise Nothing(self.words.say("net.failed")) from error

    async def web(self) -> str:
        """Return a sentence with a link that carries this seat to a browser; it must reach nobody else."""
        try:
            ticket = await post(self._server, f"/api/tables/{self.kept.code}/ticket", NoBody(), Ticket, self.kept.token)
        except ServerError as error:
            raise Nothing(refused(self.words, error)) from error
        return self.words.say("doors.webLink", n=ticket.seconds // 60, link=ticket.link)


def refused(words: Words, error: ServerError) -> str:
    problem = error.problem
    return words.say("net.failed") if problem is None else refusal_in_words(words, problem.code, problem.reason, problem.params)


async def succeeds(show: Callable[[], Awaitable[None]]) -> bool:
    """Tell whether it went well; after an error of ours or of the platform, pause before the next try."""
    try:
        await show()
    except ConnectionError:
        raise
    except Exception:
        log.exception("a message could not be shown")
        await asyncio.sleep(PAUSE)
        return False
    return True


async def first_of(*waits: Awaitable[object]) -> None:
    """Wait until one of these is done; raise what it raises."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    for task in done:
        task.result()
