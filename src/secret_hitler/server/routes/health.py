"""For whoever runs the server: is it alive, is it ready, what does it carry."""

from functools import cache
from typing import Any

from litestar import Controller, MediaType, Response, get

from ...wire.schema import asyncapi, json_schema
from .. import metrics
from ..services import Injected


class OperationsController(Controller):
    @get("/health", media_type=MediaType.TEXT)
    async def health(self) -> str:
        return "ok\n"

    @get("/ready", media_type=MediaType.TEXT)
    async def ready(self, services: Injected) -> Response[str]:
        """Whether what was going on is restored, and whether anything can be stored."""
        if not services.ready:
            return Response("not yet: tables are being restored\n", status_code=503)
        if not await services.storage.writable():
            return Response("not now: nothing can be stored\n", status_code=503)
        return Response("ready\n")

    @get("/metrics", media_type="text/plain; version=0.0.4")
    async def metrics(self, services: Injected) -> bytes:
        """Counters and times since the start, and how things stand now."""
        load = services.operating.load()
        metrics.TABLES.set(load.tables)
        metrics.GAMES_PLAYING.set(load.playing)
        metrics.CONNECTIONS.set(load.connections)
        metrics.BOTS_WAITING.set(load.bots_waiting)
        metrics.REPORTS_OPEN.set(sum(report.settled is None for report in services.moderation.reports.values()))
        metrics.READY.set(services.ready)
        metrics.MEMORY_BYTES.set(load.memory_mb * 1e6)
        metrics.DISK_FREE_BYTES.set(load.disk_free_mb * 1e6)
        metrics.DATABASE_BYTES.set(await services.storage.size())
        return metrics.as_text()


class SchemaController(Controller):
    path = "/api/schema"

    @get("/messages.json", include_in_schema=False)
    async def messages(self) -> dict[str, Any]:
        """Return the JSON Schema of every message, command and HTTP body."""
        return _messages()

    @get("/asyncapi.json", include_in_schema=False)
    async def socket(self) -> dict[str, Any]:
        """Return the AsyncAPI description of a table's WebSocket."""
        return _socket()


_messages, _socket = cache(json_schema), cache(asyncapi)
