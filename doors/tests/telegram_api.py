"""The part of Telegram's Bot API that the door uses: a server as strict about schemas, rights and limits as its documentation."""

import asyncio
import json
from collections import defaultdict, deque
from itertools import count
from typing import Any

from aiohttp import web

from secret_hitler_doors.pacing import Clock

TOKEN = "12345:a-token-of-a-bot"  # noqa: S105  because it opens nothing
BOT = {"id": 12345, "is_bot": True, "first_name": "Table", "username": "table_bot"}
BOT_FACTS = {"can_join_groups": True, "can_read_all_group_messages": True, "supports_inline_queries": False}
TARGET = {"chat_id": str, "message_id": int}
SENT = {"chat_id": str, "reply_markup": dict}
METHODS: dict[str, dict[str, type]] = {
    "getMe": {},
    "setMyCommands": {"commands": list},
    "getUpdates": {"offset": int, "timeout": int, "allowed_updates": list},
    "sendMessage": {**SENT, "text": str, "entities": list},
    "sendPhoto": {**SENT, "photo": bytes, "caption": str, "caption_entities": list},
    "editMessageText": {**TARGET, "text": str, "entities": list, "reply_markup": dict},
    "editMessageCaption": {**TARGET, "caption": str, "caption_entities": list, "reply_markup": dict},
    "editMessageMedia": {**TARGET, "media": dict, "reply_markup": dict},
    "editMessageReplyMarkup": {**TARGET, "reply_markup": dict},
    "deleteMessage": TARGET,
    "answerCallbackQuery": {"callback_query_id": str, "text": str, "show_alert": bool},
}
COUNTED = ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup")
"""What the limits of messages are held to; edits too, since nothing says that they are free."""
TEXT_LIMIT, CAPTION_LIMIT, DATA_LIMIT, TOAST_LIMIT = 4096, 1024, 64, 200
EVERYWHERE, IN_A_GROUP, IN_A_CHAT = (30, 1.0), (20, 60.0), (4, 3.0)
"""So many in so many seconds. A chat may have one a second, and short bursts above that."""


class Refused(Exception):
    def __init__(self, code: int, description: str, **parameters: object) -> None:
        super().__init__(description)
        self.answer = {"ok": False, "error_code": code, "description": description}
        if parameters:
            self.answer["parameters"] = parameters
        self.code = code


class TelegramApi:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._updates: deque[dict[str, Any]] = deque()
        self._numbers, self._messages_numbers = count(1), count(1)
        self._news = asyncio.Event()
        self._polling = False
        self._times: dict[object, deque[float]] = defaultdict(deque)
        self.messages: dict[tuple[str, int], dict[str, Any]] = {}
        """What stands in each chat now."""
        self.sent: dict[str, list[str]] = defaultdict(list)
        """Every text that was ever sent into a chat, edits too."""
        self.started: set[str] = set()
        """The people who wrote to the bot first and didn't block it."""
        self.groups: dict[str, set[str]] = {}
        self.may_delete: set[str] = set()
        self.queries: dict[str, dict[str, Any]] = {}
        self.limited = self.impatient = 0
        self._refusing: dict[str, float] = {}
        self._free_at: dict[str, float] = {}
        self.changed = asyncio.Condition()
        self.url = ""

    async def __aenter__(self) -> "TelegramApi":
        app = web.Application(client_max_size=10 * 2**20)
        app.router.add_post("/bot{token}/{method}", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._news.set()
        await self._runner.cleanup()

    # What the bot asks

    async def _answer(self, request: web.Request) -> web.Response:
        try:
            if request.match_info["token"] != TOKEN:
                raise Refused(401, "Unauthorized")
            method = request.match_info["method"]
            if method not in METHODS:
                raise Refused(404, "Not Found")
            asked = await _read(request, METHODS[method])
            if method in COUNTED:
                self._count(asked["chat_id"])
            result = await getattr(self, f"_{method}")(**asked)
        except Refused as refused:
            return web.json_response(refused.answer, status=refused.code)
        async with self.changed:
            self.changed.notify_all()
        return web.json_response({"ok": True, "result": result})

    def refuses_for(self, chat: str, seconds: float) -> None:
        """Answer 429 to the next message there, and count what comes before the time is over."""
        self._refusing[chat] = seconds

    def _count(self, chat: str) -> None:
        now = self._clock.now()
        self.impatient += now < self._free_at.get(chat, 0.0)
        if wait := self._refusing.pop(chat, 0.0):
            self._free_at[chat] = now + wait
            self.limited += 1
            raise Refused(429, f"Too Many Requests: retry after {wait:.0f}", retry_after=round(wait))
        limits = [("everywhere", *EVERYWHERE), (chat, *(IN_A_GROUP if chat in self.groups else IN_A_CHAT))]
        for key, most, seconds in limits:
            times = self._times[key]
            while times and times[0] <= now - seconds:
                times.popleft()
            if len(times) >= most:
                self.limited += 1
                wait = max(1, round(seconds - (now - times[0])))
                raise Refused(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
        for key, _, _ in limits:
            self._times[key].append(now)

    async def _getMe(self) -> object:  # noqa: N802  because the API calls it so
        return BOT | BOT_FACTS

    async def _setMyCommands(self, commands: list[dict[str, str]]) -> object:  # noqa: N802
        assert all(set(each) == {"command", "description"} and each["command"].islower() for each in commands)
        return True

    async def _getUpdates(self, allowed_updates: list[str], offset: int = 0, timeout: int = 0) -> object:  # noqa: N802
        if self._polling:
            raise Refused(409, "Conflict: terminated by other getUpdates request")
        self._polling = True
        try:
            while self._updates and self._updates[0]["update_id"] < offset:
                self._updates.popleft()
            if not self._updates:
                self._news.clear()
                try:
                    async with asyncio.timeout(timeout):
                        await self._news.wait()
                except TimeoutError:
                    return []
            assert all(set(update) - {"update_id"} <= set(allowed_updates) for update in self._updates)
            return list(self._updates)[:100]
        finally:
            self._polling = False

    async def _sendMessage(self, chat_id: str, text: str, entities: object = None, reply_markup: object = None) -> object:  # noqa: N802
        return self._store(chat_id, {"text": _text(text, TEXT_LIMIT)}, entities, reply_markup)

    async def _sendPhoto(  # noqa: N802
        self, chat_id: str, photo: bytes, caption: str = "", caption_entities: object = None, reply_markup: object = None
    ) -> object:
        assert photo.startswith(b"\x89PNG")
        return self._store(chat_id, {"caption": _text(caption, CAPTION_LIMIT), "photo": photo}, caption_entities, reply_markup)

    def _store(self, chat: str, content: dict[str, Any], entities: object, markup: object) -> object:
        if chat not in self.groups and chat not in self.started:
            raise Refused(403, "Forbidden: bot can't initiate conversation with a user")
        id = next(self._messages_numbers)
        self.messages[chat, id] = content | {"entities": entities, "buttons": _keyboard(markup)}
        self.sent[chat].append(content.get("text", content.get("caption", "")))
        return self._shown(chat, id)

    async def _editMessageText(  # noqa: N802
        self, chat_id: str, message_id: int, text: str, entities: object = None, reply_markup: object = None
    ) -> object:
        return self._edit(chat_id, message_id, {"text": _text(text, TEXT_LIMIT)}, "text", entities, reply_markup)

    async def _editMessageCaption(  # noqa: N802
        self, chat_id: str, message_id: int, caption: str = "", caption_entities: object = None, reply_markup: object = None
    ) -> object:
        return self._edit(chat_id, message_id, {"caption": _text(caption, CAPTION_LIMIT)}, "caption", caption_entities, reply_markup)

    async def _editMessageMedia(self, chat_id: str, message_id: int, media: dict[str, Any], reply_markup: object = None) -> object:  # noqa: N802
        assert media["type"] == "photo"
        assert media["media"].startswith(b"\x89PNG")
        content = {"caption": _text(media.get("caption", ""), CAPTION_LIMIT), "photo": media["media"]}
        return self._edit(chat_id, message_id, content, "caption", media.get("caption_entities"), reply_markup)

    async def _editMessageReplyMarkup(self, chat_id: str, message_id: int, reply_markup: object = None) -> object:  # noqa: N802
        return self._edit(chat_id, message_id, {}, "", None, reply_markup)

    def _edit(self, chat: str, id: int, content: dict[str, Any], kind: str, entities: object, markup: object) -> object:
        known = self.messages.get((chat, id))
        if known is None or (kind and kind not in known):
            raise Refused(400, "Bad Request: message to edit not found")
        new = known | content | {"buttons": _keyboard(markup)}
        if new == known:
            raise Refused(400, "Bad Request: message is not modified: content and markup are the same as now")
        self.messages[chat, id] = new | ({"entities": entities} if kind else {})
        self.sent[chat].append(new.get("text", new.get("caption", "")))
        return self._shown(chat, id)

    async def _deleteMessage(self, chat_id: str, message_id: int) -> object:  # noqa: N802
        message = self.messages.get((chat_id, message_id))
        if message is None:
            raise Refused(400, "Bad Request: message to delete not found")
        if "by" in message and chat_id not in self.may_delete:
            raise Refused(400, "Bad Request: message can't be deleted")
        del self.messages[chat_id, message_id]
        return True

    async def _answerCallbackQuery(self, callback_query_id: str, text: str = "", show_alert: bool = False) -> object:  # noqa: N802
        query = self.queries.get(callback_query_id)
        if query is None or "answer" in query:
            raise Refused(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        query["answer"], query["alert"] = _text(text, TOAST_LIMIT) if text else "", show_alert
        return True

    def _shown(self, chat: str, id: int) -> dict[str, Any]:
        message = self.messages[chat, id]
        shown = {"message_id": id, "date": 1_700_000_000, "chat": self._chat(chat), "from": BOT}
        if "photo" in message:
            photo = {"file_id": f"f{id}", "file_unique_id": f"u{id}", "width": 800, "height": 420}
            return shown | {"photo": [photo], "caption": message["caption"]}
        return shown | {"text": message["text"]}

    def _chat(self, chat: str) -> dict[str, Any]:
        return (
            {"id": int(chat), "type": "group", "title": "The party"}
            if chat in self.groups
            else {"id": int(chat), "type": "private", "first_name": chat}
        )

    # What people do

    def user(self, person: str) -> dict[str, Any]:
        return {"id": int(person), "is_bot": False, "first_name": f"P{person}", "language_code": "en"}

    def writes(self, person: str, chat: str, text: str) -> int:
        id = next(self._messages_numbers)
        if chat == person:
            self.started.add(person)
        self.messages[chat, id] = {"text": text, "by": person}
        marks = [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}] if text.startswith("/") else []
        message = {
            "message_id": id,
            "date": 1_700_000_000,
            "chat": self._chat(chat),
            "from": self.user(person),
            "text": text,
            "entities": marks,
        }
        self._update("message", message)
        return id

    def leaves(self, person: str, chat: str) -> None:
        self.groups[chat].discard(person)
        message = {"message_id": next(self._messages_numbers), "date": 1_700_000_000, "chat": self._chat(chat), "from": self.user(person)}
        self._update("message", message | {"left_chat_member": self.user(person)})

    def moves(self, person: str, chat: str, to: str) -> None:
        message = {"message_id": next(self._messages_numbers), "date": 1_700_000_000, "chat": self._chat(chat), "from": self.user(person)}
        self._update("message", message | {"migrate_to_chat_id": int(to)})

    def presses(self, person: str, chat: str, id: int, data: str) -> str:
        """Only what stands under a message that they can see."""
        assert person == chat or person in self.groups[chat]
        assert any(each["callback_data"] == data for each in self.messages[chat, id]["buttons"]), data
        query = f"q{next(self._numbers)}"
        self.queries[query] = {"by": person}
        self._update(
            "callback_query",
            {"id": query, "from": self.user(person), "chat_instance": chat, "data": data, "message": self._shown(chat, id)},
        )
        return query

    def _update(self, kind: str, what: dict[str, Any]) -> None:
        self._updates.append({"update_id": next(self._numbers), kind: what})
        self._news.set()

    def texts(self, chat: str) -> list[str]:
        """Return what the bot's messages say now."""
        return [
            message.get("text", message.get("caption", ""))
            for (where, _), message in self.messages.items()
            if where == chat and "by" not in message
        ]

    def buttons(self, chat: str) -> list[tuple[int, dict[str, str]]]:
        return [(id, each) for (where, id), message in self.messages.items() if where == chat for each in message.get("buttons", ())]


async def _read(request: web.Request, fields: dict[str, type]) -> dict[str, Any]:
    """Read a form as the API does: numbers and objects are text, files are parts of their own."""
    form, found, files = await request.post(), dict[str, Any](), dict[str, bytes]()
    for name, value in form.items():
        if isinstance(value, web.FileField):
            files[name] = value.file.read()
    for name, value in form.items():
        if name not in fields:
            if name not in files:
                raise Refused(400, f"Bad Request: unexpected {name}")
            continue
        found[name] = files[name] if name in files else _parsed(str(value), fields[name])
    if isinstance(media := found.get("media"), dict):
        media["media"] = files[media["media"].removeprefix("attach://")]
    if isinstance(photo := found.get("photo"), str):
        found["photo"] = files[photo.removeprefix("attach://")]
    return found


def _parsed(value: str, kind: type) -> object:
    if kind is str:
        return value
    if kind is bytes:
        return value
    found = json.loads(value)
    if not isinstance(found, kind):
        raise Refused(400, f"Bad Request: {value[:40]} isn't {kind.__name__}")
    return found


def _text(text: str, limit: int) -> str:
    if not text.strip():
        raise Refused(400, "Bad Request: message text is empty")
    if len(text.encode("utf-16-le")) // 2 > limit:
        raise Refused(400, "Bad Request: message is too long")
    return text


def _keyboard(markup: Any) -> list[dict[str, str]]:
    buttons = [button for row in (markup or {}).get("inline_keyboard", []) for button in row]
    for button in buttons:
        if set(button) != {"text", "callback_data"} or not 1 <= len(button["callback_data"].encode()) <= DATA_LIMIT:
            raise Refused(400, "Bad Request: BUTTON_DATA_INVALID")
    return buttons
