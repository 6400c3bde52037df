"""Door: hear what people do in chats, and bring it to the tables."""

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from secret_hitler.client import ServerError, join_table, open_table
from secret_hitler.client.http import fetch, post
from secret_hitler.rules import Seat
from secret_hitler.wire.api import Admission, Continue, Invitation
from secret_hitler.wire.commands import AddBot, HandOver, Say, Sit, Stand, Start, VoteReplace
from secret_hitler.wire.table import Stage
from secret_hitler.words import LANGUAGES, Words

from .board import taken
from .memory import Memory, PersonKept, RoomKept, SeatKept
from .platform import (
    AnyIncoming,
    ChatMessage,
    Incoming,
    Left,
    Moved,
    Person,
    Platform,
    Pressed,
    Removed,
    Unreachable,
    Wrote,
    numbered,
)
from .room import ChatRoom
from .seat import ChatSeat, Nothing, refused

LONGEST_NAME, LONGEST_SAID = 24, 400
log = logging.getLogger(__name__)


class Door:
    def __init__(self, platform: Platform, server: str, memory: Memory, language: str = "en") -> None:
        self._platform, self._server, self._memory, self._language = platform, server.rstrip("/"), memory, language
        self.rooms: dict[str, ChatRoom] = {}
        self.seats: dict[tuple[str, str], ChatSeat] = {}
        """By person and table, the latest last."""
        self._people = memory.all("person", PersonKept)
        self._turns: dict[str, asyncio.Lock] = {}

    async def run(self) -> None:
        try:
            for kept in self._memory.all("seat", SeatKept).values():
                self._seat(kept)
            for room in self._memory.all("room", RoomKept).values():
                self._room(room)
            async for events in self._platform.events():
                await asyncio.gather(*map(self.take, events))
        finally:
            await asyncio.gather(*(room.leave() for room in self.rooms.values()), *(seat.leave() for seat in self.seats.values()))

    async def take(self, event: AnyIncoming) -> None:
        """One person's doings are taken in their order, and a mistake of ours holds up nobody."""
        async with self._turns.setdefault(event.person.id, asyncio.Lock()):
            done = False
            for seat in self._seats_of(event.person.id):
                if seat.unreachable:
                    seat.show_again()
            try:
                answer = await self._react(event)
                done = True
            except Nothing as nothing:
                answer = str(nothing)
            except Exception:
                log.exception("an event could not be dealt with")
                answer = self._words(event).say("refused.failed")
            with contextlib.suppress(Unreachable):
                if not await self._platform.answer(event, answer or "", done) and answer:
                    await self._platform.whisper(event.person.id, ChatMessage(text=answer), f"answer.{_mark(event)}")

    async def _react(self, event: AnyIncoming) -> str | None:
        match event:
            case Pressed(room=None, button=button):
                return await self._press_card(event, button)
            case Pressed(room=str(room), button=button):
                return (
                    await self._press_card(event, button) if ":" in button else await self._press(event, self._room_of(event, room), button)
                )
            case Wrote(room=None, text=text):
                return await self._hear_in_private(event, text)
            case Wrote(room=str(room), text=text, command=True):
                return await self._command(event, room, text)
            case Wrote(room=str(room), text=text):
                await self._say(event, room, text)
            case Left(person=person, room=str(room)):
                await self._leave(person.id, room)
            case Moved(room=str(room), to=to) if room in self.rooms:
                before = self.rooms.pop(room)
                await before.leave()
                self._memory.forget("room", room)
                before.kept.room, before.kept.message, before.kept.call = to, "", ""
                self._memory.keep("room", to, before.kept)
                self._room(before.kept)
            case Removed(room=str(room), message=message):
                if room in self.rooms and self.rooms[room].kept.message == message:
                    self.rooms[room].show_again(anew=True)
        return None

    # Buttons and commands in a room

    async def _command(self, event: Wrote, room: str, text: str) -> str | None:
        words = self._words(event)
        match text.split():
            case ["table" | "new", *rest]:
                await self._open(event, room, rest)
            case ["language", code] if code in LANGUAGES:
                kept = self._room_of(event, room).kept
                kept.language = code
                self.rooms[room].show_again()
                return Words(code).say("doors.language")
            case ["say", *said]:
                await self._say(event, room, " ".join(said))
            case [("join" | "stand" | "bot" | "start" | "cards") as button]:
                return await self._press(event, self._room_of(event, room), button)
            case _:
                help = words.say("doors.help", sign=self._platform.sign, codes=", ".join(LANGUAGES))
                await self._platform.post(room, ChatMessage(text=help), f"help.{_mark(event)}")
        return None

    async def _open(self, event: Wrote, room: str, rest: list[str]) -> None:
        """Open a table for this chat, or bring one here by its link, or show again the one that is here."""
        known = self.rooms.get(room)
        if known is not None and not rest and not known.closed:
            known.show_again(anew=True)
            return
        try:
            code = await self._table_of(rest[0]) if rest and rest[0] != "new" else ""
            mine = None if code else await open_table(self._server, self._name(event.person))
            watching = await join_table(self._server, code or (mine.code if mine else ""), self._name(event.person), sit=False)
            invitation = await fetch(self._server, f"/api/tables/{watching.code}/invitation", Invitation)
        except ServerError as error:
            raise Nothing(refused(self._words(event), error)) from error
        if known is not None:
            await self._close(known)
        language = event.person.language if event.person.language in LANGUAGES else self._language
        self._room(RoomKept(room=room, code=watching.code, token=watching.token, link=invitation.link, language=language))
        self._memory.keep("room", room, self.rooms[room].kept)
        if mine is not None:
            await self._admit(event.person, mine)

    async def _table_of(self, link: str) -> str:
        return urlsplit(link).path.rstrip("/").rpartition("/")[2].upper()

    async def _press(self, event: AnyIncoming, room: ChatRoom, button: str) -> str | None:
        seat = self.seats.get((event.person.id, room.kept.code))
        if seat is None and (kept := self._memory.all("left", SeatKept).get(f"{room.kept.code} {event.person.id}")) is not None:
            self._memory.forget("left", f"{kept.code} {kept.person}")
            self._memory.keep("seat", f"{kept.code} {kept.person}", kept)
            seat = self._seat(kept)
        if button == "join" and seat is None:
            try:
                admission = await join_table(self._server, room.kept.code, self._name(event.person))
            except ServerError as error:
                raise Nothing(refused(self._words(event), error)) from error
            await self._admit(event.person, admission)
            return None
        if seat is None:
            raise Nothing(self._words(event).say("refused.not-yours"))
        if button == "cards":
            seat.show_again(anew=_mark(event))
            return None
        id = _mark(event)
        match button.partition("."):
            case "join", _, _:
                if seat.table.seat is None:
                    await seat.ask(Sit(id=id))
            case "stand", _, _:
                await seat.ask(Stand(id=id))
                await self._forget(seat)
            case "bot", _, _:
                await self._host(room, seat).ask(AddBot(id=id))
            case "start", _, _:
                await self._start(self._host(room, seat), id)
            case "replace", _, number:
                await seat.ask(VoteReplace(id=id, seat=Seat(int(number))))
        return None

    def _host(self, room: ChatRoom, seat: ChatSeat) -> ChatSeat:
        """Let anybody who sits here ask the table's host for it, if the host is one of this chat."""
        return next((each for each in self._seats_at(room.kept.code) if each.table.host), seat)

    async def _start(self, host: ChatSeat, id: str) -> None:
        state = host.table.table
        if state.stage is Stage.LOBBY and taken(state) < state.options.min_players:
            await host.ask(AddBot(id=f"{id[:38]}-f", fill_to=state.options.min_players))
        await host.ask(Start(id=id))

    # Talk

    async def _say(self, event: Wrote, room: str, text: str) -> None:
        here = self.rooms.get(room)
        seat = None if here is None else self.seats.get((event.person.id, here.kept.code))
        if here is None or seat is None or seat.table.seat is None:
            return
        said = text[:LONGEST_SAID]
        try:
            here.expect(seat.kept.player, said)
            await seat.ask(Say(id=_mark(event), text=said))
        except Nothing:
            here.expect(seat.kept.player, said, -1)
            view = seat.table.view
            await self._platform.remove(room, event.message)
            if view is not None and view.silent is not None:
                raise Nothing(seat.words.say("talk.silent", reason=seat.words.say(f"bar.{view.silent.value}"))) from None
            raise

    async def _hear_in_private(self, event: Wrote, text: str) -> str | None:
        person, words = event.person, self._words(event)
        match text.split():
            case ["language", code] if code in LANGUAGES:
                self._people[person.id] = PersonKept(language=code)
                self._memory.keep("person", person.id, self._people[person.id])
                return Words(code).say("doors.language")
            case ["web"] if seats := self._seats_of(person.id):
                return "\n".join([await seat.web() for seat in seats])
            case ["cards"] if seats := self._seats_of(person.id):
                for seat in seats:
                    seat.show_again(anew=_mark(event))
                return None
            case ["continue", link]:
                return await self._continue(event, link)
            case [number] if number.isdecimal() and (found := self._open_card(person.id)) is not None:
                seat, about = found
                return await seat.press(about, int(number) - 1, _mark(event))
            case _:
                asked = self._open_card(person.id)
                help = words.say("doors.helpPrivate", codes=", ".join(LANGUAGES))
                return help if asked is None else f"{help}\n\n{numbered(asked[0].cards[asked[1]].message)}"

    async def _continue(self, event: Wrote, link: str) -> str:
        """Take the seat of a ticket, which a browser made."""
        parts = urlsplit(link)
        code, ticket = parts.path.rpartition("/")[2].upper(), "".join(parse_qs(parts.query).get("ticket", [""]))
        try:
            admission = await post(self._server, f"/api/tables/{code}/continue", Continue(ticket=ticket), Admission)
        except ServerError as error:
            raise Nothing(refused(self._words(event), error)) from error
        await self._admit(event.person, admission)
        return self._words(event).say("doors.hello", code=admission.code)

    # Cards

    async def _press_card(self, event: Pressed, button: str) -> str:
        found = re.fullmatch(r"(\w+):([\w.-]+):(\d+)", button)
        seat = None if found is None else self.seats.get((event.person.id, found[1]))
        if found is None or seat is None:
            raise Nothing(self._words(event).say("refused.not-yours"))
        return await seat.press(found[2], int(found[3]), _mark(event))

    def _open_card(self, person: str) -> tuple[ChatSeat, str] | None:
        """Find what a person answers who writes a number: the last thing they were asked."""
        asked = [(seat, about) for seat in self._seats_of(person) for about, card in seat.cards.items() if card.actions]
        return asked[-1] if asked else None

    # Who sits where

    async def _admit(self, person: Person, admission: Admission) -> None:
        kept = SeatKept(person=person.id, name=person.name, code=admission.code, token=admission.token, player=admission.player)
        if person.id not in self._people and person.language in LANGUAGES:
            self._people[person.id] = PersonKept(language=person.language)
            self._memory.keep("person", person.id, self._people[person.id])
        before = self.seats.pop((person.id, admission.code), None)
        if before is not None:
            await before.leave()
        self._memory.keep("seat", f"{kept.code} {person.id}", kept)
        seat = self._seat(kept)
        await seat.greet()

    def _seat(self, kept: SeatKept) -> ChatSeat:
        seat = ChatSeat(self._platform, self._memory, self._server, kept, lambda: self._language_of(kept.person, kept.code))
        seat.missed = lambda: self._look_again(kept.code)
        self.seats[kept.person, kept.code] = seat
        return seat

    def _room(self, kept: RoomKept) -> ChatRoom:
        room = ChatRoom(self._platform, self._memory, self._server, kept, lambda: self._seats_at(kept.code))
        self.rooms[kept.room] = room
        return room

    async def _forget(self, seat: ChatSeat) -> None:
        self.seats.pop((seat.kept.person, seat.kept.code), None)
        self._memory.forget("seat", f"{seat.kept.code} {seat.kept.person}")
        await seat.leave()

    async def _close(self, room: ChatRoom) -> None:
        await room.leave()
        for seat in list(self._seats_at(room.kept.code)):
            await self._forget(seat)

    async def _leave(self, person: str, room: str) -> None:
        """Somebody left the chat: before a game their chair is free; in one the table sees that they're away."""
        here = self.rooms.get(room)
        seat = None if here is None else self.seats.get((person, here.kept.code))
        if here is None or seat is None:
            return
        heir = next((each for each in self._seats_at(here.kept.code) if each is not seat and each.table.seat is not None), None)
        with contextlib.suppress(Nothing):
            if seat.table.host and heir is not None:
                await seat.ask(HandOver(id=seat.table.command_id(), player=heir.kept.player))
            await seat.ask(Stand(id=seat.table.command_id()))
        if seat.number is not None:
            self._memory.keep("left", f"{seat.kept.code} {person}", seat.kept)
        await self._forget(seat)

    def _seats_at(self, code: str) -> Iterator[ChatSeat]:
        return (seat for (_, at), seat in list(self.seats.items()) if at == code)

    def _seats_of(self, person: str) -> list[ChatSeat]:
        return [seat for (whose, _), seat in list(self.seats.items()) if whose == person]

    def _look_again(self, code: str) -> None:
        for room in self.rooms.values():
            if room.kept.code == code:
                room.show_again()

    def _room_of(self, event: Incoming, room: str) -> ChatRoom:
        if room not in self.rooms:
            raise Nothing(self._words(event).say("doors.help", sign=self._platform.sign, codes=", ".join(LANGUAGES)))
        return self.rooms[room]

    # Words

    def _language_of(self, person: str, code: str) -> str:
        known = self._people.get(person)
        room = next((room for room in self.rooms.values() if room.kept.code == code), None)
        return known.language if known is not None else room.kept.language if room is not None else self._language

    def _words(self, event: Incoming) -> Words:
        here = self.rooms.get(event.room or "")
        known = self._people.get(event.person.id)
        spoken = event.person.language if event.person.language in LANGUAGES else ""
        return Words(known.language if known else spoken or (here.kept.language if here else self._language))

    @staticmethod
    def _name(person: Person) -> str:
        return person.name.strip()[:LONGEST_NAME] or "Guest"


def _mark(event: Incoming) -> str:
    """Name a command after what it came from, so that what is heard twice after a restart is done once."""
    return hashlib.sha256(event.id.encode()).hexdigest()[:32]
