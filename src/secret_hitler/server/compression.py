"""Compress answers made on demand, in a thread, so the loop goes on. The build compresses files."""

import asyncio
import gzip

from litestar.types import ASGIApp, Message, Receive, Scope, Send

SHORTEST = 1000
SHORT = 8000
"""Shorter answers take less than half a millisecond, which isn't worth a thread."""
_KINDS = (b"application/json", b"text/", b"image/svg+xml", b"application/x-ndjson")


def accepts(headers: dict[bytes, bytes], encoding: bytes) -> bool:
    return any(part.split(b";")[0].strip() == encoding for part in headers.get(b"accept-encoding", b"").split(b","))


def compressing(app: ASGIApp) -> ASGIApp:
    """Compress complete text answers for clients that accept gzip; pass on streams and compressed answers."""

    async def compress(scope: Scope, receive: Receive, send: Send) -> None:
        if "method" not in scope or not accepts(dict(scope["headers"]), b"gzip"):  # because sockets have no method
            await app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                head, start = start, None
                headers = [(name.lower(), value) for name, value in head["headers"]]  # type: ignore[typeddict-item]  # it is a start
                given = dict(headers)
                body = message["body"]
                text = given.get(b"content-type", b"").startswith(_KINDS) and b"content-encoding" not in given
                if text and not message.get("more_body") and len(body) >= SHORTEST:
                    body = gzip.compress(body, 6) if len(body) < SHORT else await asyncio.to_thread(gzip.compress, body, 6)
                    kept = [(name, value) for name, value in headers if name != b"content-length"]
                    added = [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding"), (b"content-length", b"%d" % len(body))]
                    head["headers"] = [*kept, *added]  # type: ignore[typeddict-unknown-key]  # as above
                    message["body"] = body
                await send(head)
            await send(message)

        await app(scope, receive, send_compressed)

    return compress
