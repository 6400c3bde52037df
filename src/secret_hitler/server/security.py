"""What keeps other pages out: security headers on every answer, and a check of the origin of every request that changes something."""

from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..wire.api import Problem
from ..wire.refusals import Denial

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
_SAFE = ("GET", "HEAD", "OPTIONS")


def guarded(allowed: Callable[[str, str], bool]) -> Callable[[ASGIApp], ASGIApp]:
    """A middleware; `allowed(origin, host)` says whether a page of that origin may use this server."""

    def middleware(app: ASGIApp) -> ASGIApp:
        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            headers = dict(scope.get("headers", ()))
            origin = headers.get(b"origin", b"").decode("latin-1")
            host = headers.get(b"host", b"").decode("latin-1")
            risky = scope["type"] == "websocket" or scope.get("method") not in _SAFE  # type: ignore[comparison-overlap]  # because scopes are unions
            if origin and risky and not allowed(origin, host):
                await _refuse(scope, receive, send)
                return

            async def send_guarded(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", ()), *HEADERS]
                await send(message)

            await app(scope, receive, send_guarded)

        return guard

    return middleware


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":  # type: ignore[comparison-overlap]  # because scopes are unions
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
        return
    body = msgspec.json.encode(Problem(code=Denial.ORIGIN, reason=Denial.ORIGIN.said({})))
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"application/json"), *HEADERS]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def same_origin(origin: str, host: str) -> bool:
    return urlsplit(origin).netloc == host
