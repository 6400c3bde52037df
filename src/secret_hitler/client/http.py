"""Open and join tables over HTTP."""

import asyncio
import contextlib
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from ..wire.api import Admission, JoinTable, OpenTable, PlayNow, Problem
from ..wire.programs import PROGRAMS_VERSION, OpenAccount, ProgramAccount
from ..wire.table import Level, Options

PROGRAMS = f"/api/programs/v{PROGRAMS_VERSION}"

T = TypeVar("T")


class ServerError(Exception):
    """The server refused, or didn't answer; `problem` is what it said."""

    def __init__(self, reason: str, problem: Problem | None = None) -> None:
        super().__init__(reason)
        self.problem = problem


async def open_table(server: str, name: str, options: Options | None = None, password: str = "") -> Admission:
    return await post(server, "/api/tables", OpenTable(name=name, options=options or Options(), password=password), Admission)


async def join_table(server: str, code: str, name: str, password: str = "", sit: bool = True, token: str | None = None) -> Admission:
    """Join, or with the token of an earlier admission, come back as the same player."""
    return await post(server, f"/api/tables/{code}/join", JoinTable(name=name, password=password, sit=sit), Admission, token)


async def play_now(
    server: str, name: str, players: int = 7, rules: str = "official", level: Level = Level.REGULAR, token: str | None = None
) -> Admission:
    return await post(server, "/api/play-now", PlayNow(name=name, players=players, rules=rules, level=level), Admission, token)


async def open_account(server: str, name: str, author: str, about: str = "") -> ProgramAccount:
    """Open an account for a program: its token works at all tables of the server."""
    return await post(server, f"{PROGRAMS}/accounts", OpenAccount(name=name, author=author, about=about), ProgramAccount)


async def post(server: str, path: str, body: msgspec.Struct, answer: type[T], token: str | None = None) -> T:
    return msgspec.json.decode(await asyncio.to_thread(_request, server, path, msgspec.json.encode(body), token), type=answer)


async def fetch(server: str, path: str, answer: type[T], token: str | None = None) -> T:
    return msgspec.json.decode(await asyncio.to_thread(_request, server, path, None, token), type=answer)


async def fetch_text(server: str, path: str) -> str:
    return (await asyncio.to_thread(_request, server, path)).decode()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Our servers never redirect, and a request may carry a token."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _request(server: str, path: str, body: bytes | None = None, token: str | None = None) -> bytes:
    url = server.rstrip("/") + path
    if not url.startswith(("http://", "https://")):
        raise ServerError(f"{url} isn't the address of a server")
    headers = {"content-type": "application/json"} | ({} if token is None else {"authorization": f"Bearer {token}"})
    request = urllib.request.Request(url, data=body, headers=headers)  # noqa: S310  because the scheme is checked above
    try:
        with _opener.open(request, timeout=20) as response:
            found: bytes = response.read()
            return found
    except urllib.error.HTTPError as error:
        problem = None
        with contextlib.suppress(msgspec.MsgspecError):
            problem = msgspec.json.decode(error.read(), type=Problem)
        raise ServerError(f"{url} answered {error.code}" if problem is None else problem.reason, problem) from error
    except (OSError, HTTPException) as error:
        raise ServerError(f"{url} doesn't answer: {error}") from error


class Arrival(Struct, kw_only=True, frozen=True):
    """What a program wants: a seat at the table of a link, or its own table at a server."""

    url: str
    name: str
    password: str = ""
    token: str | None = None
    """The token of a program's account; without one it plays as a guest."""
    players: int = 7
    level: Level = Level.REGULAR

    @property
    def server(self) -> str:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ServerError(f"{self.url} is neither a link to a table nor the address of a server")
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def code(self) -> str:
        """Return the table in the link; empty if it names only a server."""
        match urlsplit(self.url).path.strip("/").split("/"):
            case [""]:
                return ""
            case ["t", code]:
                return code.upper()
            case _:
                raise ServerError(f"{self.url} isn't a link to a table: those end in /t/CODE")


async def arrive(wanted: Arrival) -> Admission:
    server, code = wanted.server, wanted.code
    if code:
        return await join_table(server, code, wanted.name, wanted.password, token=wanted.token)
    return await play_now(server, wanted.name, wanted.players, level=wanted.level, token=wanted.token)
