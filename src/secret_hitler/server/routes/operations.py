"""Operation: whether the server is alive and ready, its metrics, and the operators' commands, with their token."""

import asyncio
import hmac
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from litestar import Controller, MediaType, Response, get, post

from ...tables.refusal import Refusal
from ...wire.operators import AnyOperatorCommand, OperatorsView
from ...wire.refusals import Denial
from ...wire.schema import asyncapi, json_schema
from .. import metrics
from ..listening import is_loopback
from ..services import AnyRequest, Injected, Services
from ..settings import PREFIX
from .accounts import UNKEPT

_command = msgspec.json.Decoder(AnyOperatorCommand)
READY_SECONDS = 0.8
"""A database that takes longer to store one mark isn't ready for people."""


class OperationsController(Controller):
    @get("/health", media_type=MediaType.TEXT)
    async def health(self) -> str:
        return "ok\n"

    @get("/ready", media_type=MediaType.TEXT)
    async def ready(self, services: Injected) -> Response[str]:
        """Tell whether tables are restored and storing works."""
        if not services.ready:
            return Response("not yet: tables are still being restored\n", status_code=503)
        try:
            async with asyncio.timeout(READY_SECONDS):
                writable = await services.storage.writable()
        except TimeoutError:
            writable = False
        if not writable:
            return Response("not now: the database can't store anything\n", status_code=503)
        return Response("ready\n")

    @get("/metrics", media_type="text/plain; version=0.0.4")
    async def metrics(self, services: Injected, request: AnyRequest) -> bytes:
        """Report counters and times since the start, and the current state: to this machine, or with the token."""
        _check_metrics_token(services, request)
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


def _check_metrics_token(services: Services, request: AnyRequest) -> None:
    """Admit requests from this machine itself, but not through a proxy on it."""
    given, wanted = _bearer(request), os.environ.get(f"{PREFIX}METRICS_TOKEN", "")
    if wanted and hmac.compare_digest(given.encode(), wanted.encode()):
        return
    settings, client = services.settings, request.client
    forwarded = (
        settings.trust_proxy or settings.public_url or any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    )
    if forwarded or client is None or not is_loopback(client.host):
        services.spend(services.limits.passwords, request)
        raise Refusal(Denial.OPERATOR)


class SchemaController(Controller):
    path = "/api/schema"

    @get("/messages.json", include_in_schema=False)
    async def messages(self) -> Response[bytes]:
        """Return the JSON Schema of every message, command and HTTP body."""
        return Response(await asyncio.to_thread(_encoded, json_schema), media_type=MediaType.JSON)

    @get("/asyncapi.json", include_in_schema=False)
    async def socket(self) -> Response[bytes]:
        """Return the AsyncAPI description of a table's WebSocket."""
        return Response(await asyncio.to_thread(_encoded, asyncapi), media_type=MediaType.JSON)


@cache
def _encoded(description: Callable[[], dict[str, Any]]) -> bytes:
    return msgspec.json.encode(description())


class OperatorsController(Controller):
    path = "/api/operator"

    @get()
    async def view(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """Show the operator's view."""
        return await _view(services, _operator(services, request))

    @post(status_code=200)
    async def carry_out(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """Carry out an operator's command, and answer with the view after it."""
        operator = _operator(services, request)
        try:
            command = _command.decode(await request.body())
        except msgspec.MsgspecError as error:
            raise Refusal(Denial.MESSAGE, detail=str(error)[:200]) from error
        await services.operating.carry_out(operator, command)
        return await _view(services, operator)


async def _view(services: Services, operator: str) -> Response[OperatorsView]:
    return Response(services.operating.view(operator, await services.profiles.pairs()), headers=UNKEPT)


def _operator(services: Services, request: AnyRequest) -> str:
    """Return the operator's name; guesses are limited as for passwords."""
    name = services.operators.name(_bearer(request))
    if name is None:
        services.spend(services.limits.passwords, request)
        raise Refusal(Denial.OPERATOR)
    return name


def _bearer(request: AnyRequest) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")
