"""The door of the server: other pages and those who ask too much are kept out, and every answer has security headers."""

from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..tables.refusal import Refusal
from ..wire.api import Problem
from ..wire.refusals import Denial
from .metrics import REFUSALS
from .request_journal import RequestJournal

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_ENGINE = "/assets/engineWorker-"
"""The script of the page's own engine: the one place that compiles WebAssembly, and a worker has a policy of its own."""
_ENGINE_HEADERS = [(HEADERS[0][0], _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").encode()), *HEADERS[1:]]
LONGEST_PATH = 250
_SAFE = ("GET", "HEAD", "OPTIONS")


_FIRST_WAIT = 1
Enter = Callable[[Scope, ExitStack], None]
"""Called before anything is done for a request; raises Refusal where a limit says no. What it holds is let go when the request is over."""


def guarded(allowed: Callable[[str, str], bool], enter: Enter) -> Callable[[ASGIApp], ASGIApp]:
    """A middleware; `allowed(origin, host)` says whether a page of that origin may use this server."""

    def middleware(app: ASGIApp) -> ASGIApp:
        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            journal = RequestJournal(scope)

            async def send_guarded(message: Message) -> None:
                if message["type"] == "http.response.start":
                    ours = _ENGINE_HEADERS if scope.get("path", "").startswith(_ENGINE) else HEADERS
                    message["headers"] = [*message.get("headers", ()), *ours, (b"x-request-id", journal.id.encode())]
                    journal.status = message["status"]
                await send(message)

            with ExitStack() as held, journal:
                try:
                    _check_origin(scope, allowed)
                    _check_path(scope.get("path", ""))
                    enter(scope, held)
                except Refusal as refusal:
                    await _refuse(refusal, scope, receive, send_guarded)
                    return
                await app(scope, receive, send_guarded)

        return guard

    return middleware


def _check_origin(scope: Scope, allowed: Callable[[str, str], bool]) -> None:
    headers = dict(scope.get("headers", ()))
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    risky = scope["type"] == "websocket" or scope.get("method") not in _SAFE  # type: ignore[comparison-overlap]  # because scopes are unions
    if origin and risky and not allowed(origin, host):
        raise Refusal(Denial.ORIGIN)


def _check_path(path: str) -> None:
    """No name of ours is so long or has such characters, and file systems do not even look for some of them."""
    if len(path) > LONGEST_PATH or not path.isprintable():
        raise Refusal(Denial.NOT_FOUND)


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """An answer over HTTP, to a socket too: it is not one yet."""
    REFUSALS.labels(refusal.code).inc()
    kind = "http"
    if scope["type"] == "websocket":  # type: ignore[comparison-overlap]  # because scopes are unions
        await receive()
        kind = "websocket.http"
    headers = [(b"content-type", b"application/json")]
    headers += [(name.encode(), value.encode()) for name, value in retry_after(refusal).items()]
    await send({"type": f"{kind}.response.start", "status": refusal.status, "headers": headers})  # type: ignore[arg-type,misc]  # as above
    await send({"type": f"{kind}.response.body", "body": msgspec.json.encode(problem(refusal)), "more_body": False})  # type: ignore[arg-type,misc]  # as above


def problem(refusal: Refusal) -> Problem:
    return Problem(code=refusal.code, reason=refusal.reason, params=refusal.params)


def retry_after(refusal: Refusal) -> dict[str, str]:
    """Who was refused by a limit is told when to ask again."""
    limited = refusal.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    return {"retry-after": str(refusal.after or _FIRST_WAIT)} if limited else {}


def same_origin(origin: str, host: str) -> bool:
    return urlsplit(origin).netloc == host
