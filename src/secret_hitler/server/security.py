"""The server's entrance: keep out foreign pages and clients that ask too much, and put security headers on every answer."""

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from time import monotonic
from types import TracebackType
from typing import Any

import msgspec
import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..tables.refusal import Refusal
from ..wire.api import Problem
from ..wire.refusals import Denial
from .metrics import REFUSALS, REQUEST_SECONDS, REQUESTS

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(self), geolocation=()"),
]
_ENGINE = "/assets/engineWorker-"
"""The script of the page's own engine: the only place that compiles WebAssembly; a worker has its own policy."""
_ENGINE_HEADERS = [(HEADERS[0][0], _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").encode()), *HEADERS[1:]]
LONGEST_PATH = 250
_SAFE = ("GET", "HEAD", "OPTIONS")


_FIRST_WAIT = 1
Enter = Callable[[Scope, ExitStack], None]
"""Called before each request is handled; raises Refusal at a limit. What it holds is released after the request."""


def guarded(allowed: Callable[[str, str], bool], enter: Enter) -> Callable[[ASGIApp], ASGIApp]:
    """Make a middleware; `allowed(origin, host)` tells whether a page of that origin may use this server."""

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
                    _check_origin_and_path(scope, allowed)
                    enter(scope, held)
                except Refusal as refusal:
                    await _refuse(refusal, scope, receive, send_guarded)
                    return
                await app(scope, receive, send_guarded)

        return guard

    return middleware


def _check_origin_and_path(scope: Scope, allowed: Callable[[str, str], bool]) -> None:
    headers = dict(scope.get("headers", ()))
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    risky = scope["type"] == "websocket" or scope.get("method") not in _SAFE  # type: ignore[comparison-overlap]  # because scopes are unions
    if origin and risky and not allowed(origin, host):
        raise Refusal(Denial.ORIGIN)
    # None of our names is this long or has such characters, and file systems don't even look for some of them.
    path = scope.get("path", "")
    if len(path) > LONGEST_PATH or not path.isprintable():
        raise Refusal(Denial.NOT_FOUND)


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer over HTTP, even to a socket, which hasn't been opened yet."""
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
    """Tell clients refused by a limit when to ask again."""
    limited = refusal.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    return {"retry-after": str(refusal.after or _FIRST_WAIT)} if limited else {}


NETWORK_OF_A_HOUSE = 64
"""Bits of an IPv6 address that name the network: everything behind them belongs to one customer."""
FORWARDED = b"x-forwarded-for"


def address_of(scope: Any, trust_proxy: bool) -> str:
    """Return the client's address. With `trust_proxy`, use the last entry of X-Forwarded-For: clients can forge the earlier ones."""
    client = scope.get("client")
    forwarded = [value for name, value in scope["headers"] if name == FORWARDED] if trust_proxy else []
    last = forwarded[-1].decode("latin-1").rpartition(",")[2].strip() if forwarded else ""
    return _network_of(last) or (household(client[0]) if client else "")


def household(host: str) -> str:
    """Return an IPv6 address's network in its place: the holder of one address has them all."""
    return _network_of(host) or host


NETWORK_OF_A_SITE = 56
"""What a provider gives a customer: 256 of those networks."""


def site(address: str) -> str:
    """Return the site of an IPv6 network from `household`; an IPv4 address is its own site."""
    try:
        return str(IPv6Network(address).supernet(new_prefix=NETWORK_OF_A_SITE))
    except ValueError:
        return address


def _network_of(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, NETWORK_OF_A_HOUSE), strict=False))


LONGEST_LOGGED_PATH = 120
_journal = structlog.get_logger()


class RequestJournal:
    """Never log headers, queries or bodies: they contain tokens, tickets and passwords."""

    def __init__(self, scope: Scope) -> None:
        self.id = secrets.token_hex(8)
        self.status = 0
        self._socket = scope["type"] == "websocket"  # type: ignore[comparison-overlap]  # because scopes are unions
        self._method = str(scope.get("method", "SOCKET"))
        self._path = scope.get("raw_path", b"").decode("ascii", "replace")[:LONGEST_LOGGED_PATH]
        self._began = monotonic()

    def __enter__(self) -> None:
        structlog.contextvars.bind_contextvars(request=self.id)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        seconds = monotonic() - self._began
        if not self._socket:
            REQUESTS.labels(str(self.status)).inc()
            REQUEST_SECONDS.observe(seconds)
        if self._path.startswith("/api/"):
            what = "left" if self._socket else "answered"
            _journal.info(what, method=self._method, path=self._path, status=self.status, ms=round(1000 * seconds, 1))
        structlog.contextvars.unbind_contextvars("request")
