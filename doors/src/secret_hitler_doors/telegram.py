"""Telegram: a group is a table, the chat with the bot has the cards, and inline keyboards are buttons."""

import argparse
import contextlib
import hashlib
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from telegram import (
    Bot,
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    MaybeInaccessibleMessage,
    MessageEntity,
    Update,
    User,
)  # fmt: skip
from telegram import (
    Message as TelegramMessage,
)
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter
from telegram.request import HTTPXRequest

from secret_hitler.words import Words

from .memory import Memory
from .pacing import Clock, Pacer
from .platform import AnyIncoming, Arrived, Button, ChatMessage, Gone, Left, Moved, Person, Pressed, Unreachable, Wrote

COMMANDS: Final = {"table": "open a table in this group", "language": "choose the bot's language", "help": "how to play here"}
KINDS: Final = ["message", "callback_query"]
LONG_POLL, AGAIN = 25, 1.0
TOAST = 190
SHORT = 20
"""Buttons this short share a row."""
log = logging.getLogger(__name__)
T = TypeVar("T")


class Telegram:
    longest = 1000
    sign = "/"

    def __init__(self, token: str, memory: Memory, api: str = "https://api.telegram.org", clock: Clock | None = None) -> None:
        os.environ.setdefault("PTB_TIMEDELTA", "1")  # because the library's older form of waits is deprecated
        request = HTTPXRequest(connection_pool_size=64, pool_timeout=60, read_timeout=LONG_POLL + 10)
        self._bot = Bot(token, base_url=f"{api}/bot", request=request, get_updates_request=HTTPXRequest(read_timeout=LONG_POLL + 10))
        self._clock = clock or Clock()
        self._all = Pacer(6, 1 / 22, self._clock)
        self._groups = Pacer(5, 4.2, self._clock)
        self._chats = Pacer(1, 1.0, self._clock)
        self._pictures: dict[tuple[str, str], str] = {}
        """What each message shows, so that an unchanged picture isn't sent again."""

    # What happens

    async def events(self) -> AsyncIterator[list[AnyIncoming]]:
        bot = self._bot
        await self._patiently(bot.initialize)
        try:
            await self._patiently(lambda: bot.set_my_commands([BotCommand(name, about) for name, about in COMMANDS.items()]))
            offset = 0
            while True:
                updates = await self._patiently(partial(bot.get_updates, offset, timeout=LONG_POLL, allowed_updates=KINDS))
                yield [incoming for update in updates if (incoming := self._read(update)) is not None]
                offset = max((update.update_id + 1 for update in updates), default=offset)
        finally:
            await bot.shutdown()

    def _read(self, update: Update) -> AnyIncoming | None:
        id, message, query = f"{update.update_id}", update.message, update.callback_query
        if query is not None and query.data is not None and query.message is not None:
            return Pressed(id=f"{id} {query.id}", person=_person(query.from_user), room=_room(query.message), button=query.data)
        if message is None or message.from_user is None:
            return None
        person, room = _person(message.from_user), _room(message)
        if message.left_chat_member is not None and room is not None:
            return Left(id=id, person=_person(message.left_chat_member), room=room)
        if message.migrate_to_chat_id is not None and room is not None:
            return Moved(id=id, person=person, room=room, to=str(message.migrate_to_chat_id))
        if message.text is None:
            return None
        word, _, rest = message.text.partition(" ")
        name, _, addressed = word.partition("@")
        command = word.startswith("/")
        if command and addressed and addressed.casefold() != self._bot.username.casefold():
            return None
        if room is None and name == "/start":
            return Arrived(id=id, person=person, room=None)
        text = f"{name.removeprefix('/')} {rest}".strip() if command else message.text
        return Wrote(id=f"{id} {message.message_id}", person=person, room=room, text=text, command=command, message=str(message.message_id))

    # Groups

    async def ready(self, room: str) -> None:
        await self._groups.ready(room)

    async def post(self, room: str, message: ChatMessage, key: str) -> str:
        """Telegram can't tell that a message was posted before; a door that's killed just then posts it twice."""
        await self._groups.take(room)
        text, entities = _marked(message)
        buttons, picture = _keyboard(message.buttons), message.picture
        if picture is None:
            sent = await self._ask(lambda: self._bot.send_message(room, text, entities=entities, reply_markup=buttons))
        else:
            sent = await self._ask(
                lambda: self._bot.send_photo(room, picture, text, caption_entities=entities, reply_markup=buttons, filename="board.png")
            )
            self._pictures[room, str(sent.message_id)] = _digest(picture)
        return str(sent.message_id)

    async def edit(self, room: str, id: str, message: ChatMessage) -> None:
        await self._groups.take(room)
        text, entities = _marked(message)
        buttons, picture = _keyboard(message.buttons), message.picture
        try:
            if picture is None or self._pictures.get((room, id)) == _digest(picture):
                await self._ask(
                    lambda: self._bot.edit_message_caption(room, int(id), caption=text, caption_entities=entities, reply_markup=buttons)
                )
            else:
                media = InputMediaPhoto(picture, caption=text, caption_entities=entities, filename="board.png")
                await self._ask(lambda: self._bot.edit_message_media(media, room, int(id), reply_markup=buttons))
                self._pictures[room, id] = _digest(picture)
        except BadRequest as error:
            if "not modified" not in error.message:
                raise Gone from error

    async def remove(self, room: str, id: str) -> None:
        with contextlib.suppress(BadRequest, Forbidden):
            await self._ask(lambda: self._bot.delete_message(room, int(id)))

    # People

    async def whisper(self, person: str, message: ChatMessage, key: str) -> str:
        await self._chats.take(person)
        barred = [f"\N{BALLOT X} {button.label}: {button.barred}" for button in message.buttons if button.barred]
        text, entities = _marked(ChatMessage(message.title, "\n".join(part for part in (message.text, *barred) if part)))
        buttons = _keyboard(message.buttons)
        try:
            sent = await self._ask(lambda: self._bot.send_message(person, text, entities=entities, reply_markup=buttons))
        except (BadRequest, Forbidden) as error:
            raise Unreachable from error
        return str(sent.message_id)

    async def settle(self, person: str, id: str, message: ChatMessage | None) -> None:
        await self._chats.take(person)
        with contextlib.suppress(BadRequest, Forbidden):
            if message is None:
                await self._ask(lambda: self._bot.edit_message_reply_markup(person, int(id)))
            else:
                text, entities = _marked(message)
                await self._ask(lambda: self._bot.edit_message_text(text, person, int(id), entities=entities))

    async def answer(self, event: AnyIncoming, text: str, done: bool) -> bool:
        if not isinstance(event, Pressed):
            return False
        query = event.id.partition(" ")[2]
        with contextlib.suppress(BadRequest):  # because it may have waited too long
            await self._patiently(lambda: self._bot.answer_callback_query(query, text[:TOAST], show_alert=bool(text) and not done))
        return True

    def way_in(self, words: Words) -> str:
        return words.say("doors.openChat", link=f"https://t.me/{self._bot.username}?start=cards")

    # Requests

    async def _ask(self, ask: Callable[[], Awaitable[T]]) -> T:
        await self._all.take("all")
        return await self._patiently(ask)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask again after what goes wrong on the way, and as late as Telegram says if it's too much."""
        while True:
            try:
                return await ask()
            except (BadRequest, Forbidden):
                raise
            except RetryAfter as error:
                wait = error.retry_after
                log.warning("Telegram limits us: %s", wait)
                await self._clock.sleep(wait if isinstance(wait, int) else wait.total_seconds())
            except NetworkError as error:
                log.warning("Telegram doesn't answer: %s", error)
                await self._clock.sleep(AGAIN)


def from_options(options: argparse.Namespace, token: str, memory: Memory) -> Telegram:
    return Telegram(token, memory, options.api)


def _person(user: User) -> Person:
    return Person(str(user.id), user.full_name, (user.language_code or "").partition("-")[0])


def _room(message: TelegramMessage | MaybeInaccessibleMessage) -> str | None:
    return None if message.chat.type == "private" else str(message.chat.id)


def _marked(message: ChatMessage) -> tuple[str, list[MessageEntity]]:
    """Return the text, with its title in bold and the people it names linked; offsets count as UTF-16 does."""
    text = message.plain
    marks = [MessageEntity("bold", 0, _length(message.title))] if message.title else []
    for person in message.people:
        if (at := text.find(person.name)) >= 0:
            who = User(int(person.id), person.name, is_bot=False)
            marks.append(MessageEntity("text_mention", _length(text[:at]), _length(person.name), user=who))
    return text, marks


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _keyboard(buttons: tuple[Button, ...]) -> InlineKeyboardMarkup | None:
    rows: list[list[InlineKeyboardButton]] = []
    for button in buttons:
        label = f"\N{BALLOT X} {button.label}" if button.barred else button.label
        drawn = InlineKeyboardButton(label, callback_data=button.id)
        if rows and len(rows[-1]) < 2 and len(label) <= SHORT and all(len(other.text) <= SHORT for other in rows[-1]):
            rows[-1].append(drawn)
        else:
            rows.append([drawn])
    return InlineKeyboardMarkup(rows) if rows else None


def _digest(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()
