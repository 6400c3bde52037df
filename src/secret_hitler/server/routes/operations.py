"""For whoever runs the server: is it alive, is it ready, what does it carry; and for operators, with their token, what they may do."""

from functools import cache
from typing import Any

import msgspec
from litestar import Controller, MediaType, Response, get, post

from ...tables.refusal import Refusal
from ...wire.operators import AnyOperatorCommand, OperatorsView
from ...wire.refusals import Denial
from ...wire.schema import asyncapi, json_schema
from .. import metrics
from ..services import AnyRequest, Injected, Services
from .accounts import UNKEPT

_command = msgspec.json.Decoder(AnyOperatorCommand)


class OperationsController(Controller):
    @get("/health", media_type=MediaType.TEXT)
    async def health(self) -> str:
        return "ok\n"

    @get("/ready", media_type=MediaType.TEXT)
    async def ready(self, services: Injected) -> Response[str]:
        """Tell whether what was going on is restored, and whether anything can be stored."""
        if not services.ready:
            return Response("not yet: tables are being restored\n", status_code=503)
        if not await services.storage.writable():
            return Response("not now: nothing can be stored\n", status_code=503)
        return Response("ready\n")

    @get("/metrics", media_type="text/plain; version=0.0.4")
    async def metrics(self, services: Injected) -> bytes:
        """Report counters and times since the start, and how things stand now."""
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


class OperatorsController(Controller):
    path = "/api/operator"

    @get()
    async def view(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """Show what an operator sees."""
        return Response(services.operating.view(_operator(services, request)), headers=UNKEPT)

    @post(status_code=200)
    async def carry_out(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """Do what an operator asks; the answer is what they see after it."""
        operator = _operator(services, request)
        try:
            command = _command.decode(await request.body())
        except msgspec.MsgspecError as error:
            raise Refusal(Denial.MESSAGE, detail=str(error)[:200]) from error
        await services.operating.carry_out(operator, command)
        return Response(services.operating.view(operator), headers=UNKEPT)


def _operator(services: Services, request: AnyRequest) -> str:
    """Return the operator's name; guesses are counted as those of passwords are."""
    name = services.operators.name(request.headers.get("authorization", "").removeprefix("Bearer "))
    if name is None:
        services.spend(services.limits.passwords, request)
        raise Refusal(Denial.OPERATOR)
    return name
