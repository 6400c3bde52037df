"""The part of Discord's API that the door uses: a server as strict about schemas, signatures, tokens and limits as its documentation."""

import asyncio
import json
import re
from collections import defaultdict, deque
from itertools import count
from typing import Any

import aiohttp
from aiohttp import web
from nacl.signing import SigningKey

from secret_hitler_doors.pacing import Clock

TOKEN, APPLICATION = "a-token-of-a-bot", "900"
MESSAGE = {"content", "components", "allowed_mentions", "nonce", "enforce_nonce", "flags", "attachments"}
CONTENT_LIMIT, LABEL_LIMIT, ID_LIMIT, NONCE_LIMIT = 2000, 80, 100, 25
ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0
IN_A_ROUTE, OF_A_TOKEN, EVERYWHERE = (5, 5.0), (5, 2.0), (50, 1.0)
GROUP, BUTTON = 1, 2
EPHEMERAL = 64


class Refused(Exception):
    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.told = status, {"code": code, "message": message}


class DiscordApi:
    def __init__(self, clock: Clock) -> None:
        self._clock, self._key = clock, SigningKey.generate()
        self._times: dict[str, deque[float]] = defaultdict(deque)
        self._blocked: dict[str, float] = {}
        self._ids = count(1000)
        self._nonces: dict[tuple[str, str], str] = {}
        self.channels: set[str] = set()
        self.messages: dict[tuple[str, str], dict[str, Any]] = {}
        """By channel, or by the person who alone can see it."""
        self.sent: dict[str, list[str]] = defaultdict(list)
        self.tokens: dict[str, dict[str, Any]] = {}
        self.commands: list[dict[str, Any]] = []
        self.limited = self.impatient = 0
        """Requests over a limit, and those that came though a 429 said to wait."""
        self.changed = asyncio.Condition()
        self.url, self.door = "", ""

    @property
    def public_key(self) -> str:
        return bytes(self._key.verify_key).hex()

    async def __aenter__(self) -> "DiscordApi":
        app = web.Application(client_max_size=10 * 2**20)
        app.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self._client = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()
        await self._runner.cleanup()

    # What the bot asks

    async def _answer(self, request: web.Request) -> web.Response:
        headers: dict[str, str] = {}
        try:
            path, picture = f"/{request.match_info['path']}", None
            if not path.startswith("/webhooks/") and request.headers.get("Authorization") != f"Bot {TOKEN}":
                raise Refused(401, 0, "401: Unauthorized")
            assert request.headers["User-Agent"].startswith("DiscordBot (")
            wait = self._count(request.method, path, headers)
            if wait:
                self.limited += 1
                told = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
                return web.json_response(told, status=429, headers=headers | {"Retry-After": f"{wait:.3f}"})
            if request.content_type == "multipart/form-data":
                form = await request.post()
                body, file = json.loads(form["payload_json"]), form["files[0]"]  # type: ignore[arg-type]  # because a part with a type of its own is bytes
                assert isinstance(file, web.FileField)
                assert body["attachments"] == [{"id": 0, "filename": file.filename}]
                picture = file.file.read()
            else:
                body = await request.json() if request.can_read_body else None
            result = self._do(request.method, path, body, picture)
        except Refused as refused:
            return web.json_response(refused.told, status=refused.status, headers=headers)
        async with self.changed:
            self.changed.notify_all()
        return web.Response(status=204, headers=headers) if result is None else web.json_response(result, headers=headers)

    def _count(self, method: str, path: str, headers: dict[str, str]) -> float:
        """Return how long to wait, if it is too much; tell in the headers what is left of the route's bucket."""
        now, hooks = self._clock.now(), path.startswith("/webhooks/")
        route = re.sub(r"/messages/.*", "/messages/", path) if hooks else re.sub(r"/messages/.*", "/messages/", f"{method} {path}")
        self.impatient += now < self._blocked.get(route, 0.0)
        limits = [(route, *(OF_A_TOKEN if hooks else IN_A_ROUTE))] + ([] if hooks else [("everywhere", *EVERYWHERE)])
        for key, most, seconds in limits:
            times = self._times[key]
            while times and times[0] <= now - seconds:
                times.popleft()
            if len(times) >= most:
                self._blocked[route] = times[0] + seconds
                return times[0] + seconds - now
        for key, _, _ in limits:
            self._times[key].append(now)
        most, seconds = limits[0][1:]
        times = self._times[route]
        headers |= {"X-RateLimit-Limit": str(most), "X-RateLimit-Remaining": str(most - len(times))}
        headers["X-RateLimit-Reset-After"] = f"{times[0] + seconds - now:.3f}"
        return 0.0

    def _do(self, method: str, path: str, body: Any, picture: bytes | None) -> object:
        match method, path.strip("/").split("/"):
            case "PUT", ["applications", application, "commands"]:
                assert application == APPLICATION
                self.commands = [_command(each) for each in body]
                return self.commands
            case "POST", ["channels", channel, "messages"]:
                nonce = channel, body.get("nonce", "")
                if body.get("enforce_nonce") and nonce in self._nonces:
                    return {"id": self._nonces[nonce], "channel_id": channel}
                sent = self._store(channel, _message(body, picture))
                self._nonces[nonce] = sent["id"]
                return sent
            case "PATCH", ["channels", channel, "messages", id]:
                return self._change(channel, id, body, picture)
            case "DELETE", ["channels", channel, "messages", id]:
                self._find(channel, id)
                del self.messages[channel, id]
                return None
            case "POST", ["webhooks", _, token]:
                open_ = self._token(token)
                if not body.get("flags", 0) & EPHEMERAL:
                    raise Refused(400, 50035, "this test wants every follow-up for one person alone")
                if open_["original"] is None:
                    open_["deferred"] = None  # the first follow-up of a deferred answer takes its place
                return self._store(open_["person"], _message(body, picture))
            case "PATCH", ["webhooks", _, token, "messages", id]:
                open_ = self._token(token)
                if id == "@original":
                    if open_["original"] is None:
                        sent = self._store(open_["person"], _message(body, picture))
                        open_["original"] = sent["id"]
                        return sent
                    id = open_["original"]
                return self._change(open_["person"], id, body, picture)
            case "DELETE", ["webhooks", _, token, "messages", "@original"]:
                self._token(token)
                return None
        raise Refused(404, 0, "404: Not Found")

    def _token(self, token: str) -> dict[str, Any]:
        found = self.tokens.get(token)
        if found is None or self._clock.now() > found["until"]:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return found

    def _store(self, where: str, message: dict[str, Any]) -> dict[str, Any]:
        if where.startswith("c") and where not in self.channels:
            raise Refused(403, 50001, "Missing Access")
        id = str(next(self._ids))
        self.messages[where, id] = message
        self.sent[where].append(message["content"])
        return {"id": id, "channel_id": where, "content": message["content"]}

    def _change(self, where: str, id: str, body: dict[str, Any], picture: bytes | None) -> dict[str, Any]:
        known = self._find(where, id)
        new = known | _message(body, picture, changes=True)
        self.messages[where, id] = new
        self.sent[where].append(new["content"])
        return {"id": id, "channel_id": where, "content": new["content"]}

    def _find(self, where: str, id: str) -> dict[str, Any]:
        if (where, id) not in self.messages:
            raise Refused(404, 10008, "Unknown Message")
        return self.messages[where, id]

    # What people do

    async def presses(self, person: str, channel: str, where: str, id: str, button: str) -> str:
        """Press what stands under a message that they can see; return the token of the interaction."""
        assert where in (channel, person), "nobody sees what is for others"
        drawn = next(each for each in self.messages[where, id]["buttons"] if each["custom_id"] == button)
        assert not drawn["disabled"]
        return await self._interaction(person, channel, 3, {"custom_id": button, "component_type": BUTTON}, id if ":" in button else None)

    async def commands_(self, person: str, channel: str, name: str, **options: str) -> str:
        known = next(each for each in self.commands if each["name"] == name)
        assert set(options) <= {each["name"] for each in known["options"]}
        given = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        return await self._interaction(person, channel, 2, {"id": "1", "name": name, "type": 1, "options": given}, None)

    async def _interaction(self, person: str, channel: str, kind: int, data: dict[str, Any], original: str | None) -> str:
        token = f"token-{next(self._ids)}"
        user = {"id": person, "username": f"p{person}", "global_name": f"P{person}"}
        body = {"id": str(next(self._ids)), "application_id": APPLICATION, "type": kind, "token": token, "version": 1, "data": data}
        body |= {"channel_id": channel, "guild_id": "1", "locale": "en-US", "member": {"user": user, "nick": None}}
        self.tokens[token] = {"person": person, "original": original, "until": self._clock.now() + TOKEN_SECONDS}
        status, told = await self.signed(json.dumps(body).encode())
        assert status == 200, told
        expected = {"type": 6} if original is not None else {"type": 5, "data": {"flags": EPHEMERAL}}
        assert told == expected
        return token

    async def signed(self, body: bytes, timestamp: str = "1700000000", key: SigningKey | None = None) -> tuple[int, Any]:
        signature = (key or self._key).sign(timestamp.encode() + body).signature.hex()
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp, "Content-Type": "application/json"}
        async with self._client.post(f"{self.door}/interactions", data=body, headers=headers, timeout=aiohttp.ClientTimeout(60)) as answer:
            return answer.status, await answer.json() if answer.content_type == "application/json" else await answer.text()

    def buttons(self, where: str) -> list[tuple[str, dict[str, Any]]]:
        return [(id, each) for (at, id), message in self.messages.items() if at == where for each in message["buttons"]]

    def texts(self, where: str) -> list[str]:
        return [message["content"] for (at, _), message in self.messages.items() if at == where]


def _message(body: dict[str, Any], picture: bytes | None, changes: bool = False) -> dict[str, Any]:
    if set(body) - MESSAGE:
        raise Refused(400, 50035, f"Invalid Form Body: {set(body) - MESSAGE}")
    if len(body.get("content", "")) > CONTENT_LIMIT or len(body.get("nonce", "")) > NONCE_LIMIT:
        raise Refused(400, 50035, "Invalid Form Body")
    if not changes and not body.get("content") and picture is None:
        raise Refused(400, 50006, "Cannot send an empty message")
    rows = body.get("components", [])
    if len(rows) > 5 or any(row["type"] != GROUP or not 1 <= len(row["components"]) <= 5 for row in rows):
        raise Refused(400, 50035, "Invalid Form Body: components")
    buttons = [button for row in rows for button in row["components"]]
    for button in buttons:
        if button["type"] != BUTTON or not 0 < len(button["label"]) <= LABEL_LIMIT or not 0 < len(button["custom_id"]) <= ID_LIMIT:
            raise Refused(400, 50035, "Invalid Form Body: button")
    if len({button["custom_id"] for button in buttons}) < len(buttons):
        raise Refused(400, 50035, "Component custom id cannot be duplicated")
    found: dict[str, Any] = {} if changes and "components" not in body else {"buttons": buttons}
    if "content" in body:
        found["content"] = body["content"]
    if picture is not None:
        assert picture.startswith(b"\x89PNG")
        found["picture"] = picture
    return found


def _command(command: dict[str, Any]) -> dict[str, Any]:
    names = [command["name"], *(each["name"] for each in command["options"])]
    assert all(re.fullmatch(r"[-_\w]{1,32}", name) and name.islower() for name in names)
    assert all(1 <= len(each["description"]) <= 100 for each in (command, *command["options"]))
    return command
