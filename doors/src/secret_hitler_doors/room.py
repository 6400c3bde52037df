"""Room: one table in one chat: the public View as a message that is edited, and what the table says."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from secret_hitler.client import TableClient
from secret_hitler.wire.messages import Said
from secret_hitler.wire.table import Stage
from secret_hitler.words import Words, refusal_in_words

from .board import board, news, page_before, words_for
from .memory import Memory, RoomKept
from .picture import picture_of
from .platform import ChatMessage, Gone, Person, Platform
from .seat import ChatSeat, first_of, succeeds


class ChatRoom:
    """It knows what a spectator knows, so that no secret can get from here into the chat."""

    def __init__(self, platform: Platform, memory: Memory, server: str, kept: RoomKept, seats: Callable[[], Iterable[ChatSeat]]) -> None:
        self.kept = kept
        self.closed = False
        self.table = TableClient(server, kept.code, kept.token, contributes=False)
        self.table.seq, self.table.game = kept.seq, kept.game
        self._platform, self._memory, self._seats = platform, memory, seats
        self._shown: ChatMessage | None = None
        self._told = 0
        """How many of the events that this connection has seen are in the lines."""
        self._game = kept.game
        self._echoes = Counter[tuple[str, str]]()
        """What people of this chat said here, which the table is going to repeat."""
        self._again = asyncio.Event()
        self.shown_at = -1
        self._task = asyncio.create_task(self._run())

    @property
    def settled(self) -> bool:
        """Whether everything that this connection was told is shown."""
        return self.shown_at == self.table.changes and not self._again.is_set()

    @property
    def words(self) -> Words:
        return words_for(self.kept.language, self.table.state)

    async def leave(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})

    def show_again(self, anew: bool = False) -> None:
        """Look at the table again; `anew`, in a new message."""
        if anew:
            self.kept.message, self._shown = "", None
            self.kept.page += 1
        self._again.set()

    def expect(self, player: str, text: str, times: int = 1) -> None:
        self._echoes[player, _plain(text)] += times

    async def _run(self) -> None:
        with contextlib.suppress(ConnectionError):
            async with self.table as table:
                while True:
                    changes = table.changes
                    self._again.clear()
                    if await succeeds(self._show):
                        self.shown_at = changes
                        await first_of(table.change(changes), self._again.wait())
        self.closed = True
        self._memory.forget("room", self.kept.room)
        if (goodbye := self.table.goodbye) is not None:
            await self._platform.post(
                self.kept.room, ChatMessage(text=refusal_in_words(self.words, goodbye.code, goodbye.reason, {})), f"{self.kept.code}.closed"
            )

    async def _show(self) -> None:
        await self._platform.ready(self.kept.room)
        table, kept = self.table, self.kept
        if table.game != self._game:
            self._game, self._told = table.game, 0
        told, seq, heard = len(table.events), table.seq, max((said.number for said in table.talk), default=-1)
        fresh = list(news(self.words, table, self._told, kept.heard))
        self._told, kept.game, kept.seq, kept.heard = told, table.game, seq, max(kept.heard, heard)
        for line, said, begins in fresh:
            if said is not None and self._is_echo(said):
                continue
            full = len("\n".join([*kept.lines, line])) > self._platform.longest // 2
            if (begins or full) and kept.message and kept.lines:
                await self._turn_page()
            kept.lines.append(line)
        await self._publish(board(self.words, table, kept.lines, kept.link))
        self._memory.keep("room", kept.room, kept)
        await self._call()

    def _is_echo(self, said: Said) -> bool:
        key = said.player, _plain(said.text)
        if not self._echoes[key]:
            return False
        self._echoes[key] -= 1
        return True

    async def _turn_page(self) -> None:
        """Leave the old message as the story of its round, and begin a new one."""
        with contextlib.suppress(Gone):
            await self._platform.edit(self.kept.room, self.kept.message, page_before(self.kept.lines))
        self.kept.lines, self.kept.message, self._shown = [], "", None
        self.kept.page += 1

    async def _publish(self, message: ChatMessage) -> None:
        if message == self._shown:
            return
        kept, picture = self.kept, await picture_of(self.words, self.table)
        pictured = replace(message, picture=picture)
        try:
            if kept.message:
                await self._platform.edit(kept.room, kept.message, pictured)
        except Gone:
            self.show_again(anew=True)
        if not kept.message:
            kept.message = await self._platform.post(kept.room, pictured, f"{kept.code}.{kept.page}")
        self._shown = message

    # People who can't be written to

    async def _call(self) -> None:
        """Tell people in the chat that we have something for them. When and whom follows from what everybody knows."""
        table, kept = self.table, self.kept
        view, playing = table.view, table.table.stage is Stage.PLAYING
        awaited = view.board.awaited if view is not None and playing else None
        moment = f"{table.game}.{view.board.round}.{view.board.phase}" if view is not None and playing else "lobby"
        due = [seat for seat in self._seats() if seat.unreachable and (awaited is None or seat.number in awaited)]
        if moment != kept.called_at:
            kept.called_at, kept.called = moment, []
        fresh = [seat for seat in due if seat.kept.person not in kept.called]
        if not fresh:
            return
        kept.called += [seat.kept.person for seat in fresh]
        people = tuple(Person(seat.kept.person, seat.kept.name) for seat in fresh)
        if kept.call:
            await self._platform.remove(kept.room, kept.call)
        names = self.words.listed(person.name for person in people)
        text = self.words.say("doors.reach", names=names, how=self._platform.way_in(self.words))
        key = f"{kept.code}.call.{moment}.{len(kept.called)}"
        kept.call = await self._platform.post(kept.room, ChatMessage(text=text, people=people), key)
        self._memory.keep("room", kept.room, kept)


def _plain(text: str) -> str:
    return " ".join(text.split())
