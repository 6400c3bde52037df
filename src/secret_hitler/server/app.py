"""The application: its controllers, their shared services, and its answers to refusals and failures."""

import asyncio
import contextlib
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar, Response
from litestar._openapi.plugin import OpenAPIPlugin  # because this one caches what it has made
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from .. import __version__
from ..storage import StorageFailure
from ..tables.refusal import Refusal
from ..wire import api
from ..wire.refusals import Denial
from .compression import compressing
from .metrics import ERRORS, REFUSALS
from .routes.accounts import MyPlaceController, PlayersController
from .routes.notifications import NotificationController
from .routes.operations import OperationsController, OperatorsController, SchemaController
from .routes.page_index import PageController
from .routes.program_api import ProgramController
from .routes.records import PaperController, RecordController, ReviewController
from .routes.tables import TableController
from .security import guarded, problem, retry_after
from .services import AnyRequest, Services
from .voice import voice_socket

MAX_BODY = 32_768
SCHEMA = "/api/schema"
RESTORE_AGAIN_SECONDS = 1.0
SESSIONS_SECONDS = 5.0
FORGET_REPORTS_SECONDS = 6 * 3600


def create_app(services: Services) -> Litestar:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.tables.peers.start()
        await services.moderation.catch_up()
        await services.sessions.catch_up()
        keeping_house = [asyncio.create_task(work(services)) for work in (_keep_house, _forget_reports, _learn_of_sessions)]
        yield
        services.ready = False
        for task in keeping_house:
            task.cancel()
        await services.outgoing.close()
        services.pool.stop()
        await services.tables.close()
        await services.tables.peers.stop()
        await services.storage.close()
        services.store.close()

    handlers: list[Any] = [
        TableController,
        voice_socket,
        RecordController,
        ReviewController,
        ProgramController,
        MyPlaceController,
        PlayersController,
        NotificationController,
        PaperController,
        OperationsController,
        OperatorsController,
        PageController,
        SchemaController,
    ]
    return Litestar(
        handlers,
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        logging_config=None,
        middleware=[guarded(services.allowed, services.enter), compressing, _describing],
        request_max_body_size=MAX_BODY,
        exception_handlers={
            HTTPException: _http_error,
            Refusal: _refusal,
            StorageFailure: _storage_failure,
            RecursionError: lambda request, _: _refusal(request, Refusal(Denial.MESSAGE, detail="the message is nested too deeply")),
            Exception: _mistake,
        },
        openapi_config=OpenAPIConfig(title="Secret Hitler", version=__version__, path=SCHEMA, render_plugins=[]),
    )


def _describing(app: ASGIApp) -> ASGIApp:
    """Describe the HTTP interface on first request, in a thread, since it takes a tenth of a second."""

    async def describe(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path") == f"{SCHEMA}/openapi.json":
            await asyncio.to_thread(Litestar.from_scope(scope).plugins.get(OpenAPIPlugin).provide_openapi_schema)
        await app(scope, receive, send)

    return describe


async def _keep_house(services: Services) -> None:
    """Restore all tables, then tidy up. Serve people meanwhile: a requested table doesn't wait for the others."""
    while not services.ready:
        try:
            await services.housekeeping.restore()
            services.ready = True
        except StorageFailure as failure:
            structlog.get_logger().error("not restored yet", reason=str(failure))
            await asyncio.sleep(RESTORE_AGAIN_SECONDS)
    await services.housekeeping.run_for_ever()


async def _forget_reports(services: Services) -> None:
    while True:
        with contextlib.suppress(StorageFailure):
            await services.moderation.forget_old()
        await asyncio.sleep(FORGET_REPORTS_SECONDS)


async def _learn_of_sessions(services: Services) -> None:
    """Read which sessions ended on other nodes."""
    while services.settings.database:
        await asyncio.sleep(SESSIONS_SECONDS)
        with contextlib.suppress(StorageFailure):
            await services.sessions.catch_up()
            services.close_ended()


def _http_error(_: AnyRequest, error: HTTPException) -> Response[api.Problem]:
    """Answer requests the framework refuses: wrong addresses, methods and bodies."""
    extra = getattr(error, "extra", None)
    reason = str(error.detail)
    if isinstance(extra, list) and extra:
        reason = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, dict))
    code = Denial.NOT_FOUND if error.status_code == HTTPStatus.NOT_FOUND else Denial.MESSAGE if error.status_code < 500 else Denial.FAILED
    return Response(api.Problem(code=code, reason=reason, params={"detail": reason}), status_code=error.status_code, headers=error.headers)


def _refusal(_: AnyRequest, error: Refusal) -> Response[api.Problem]:
    REFUSALS.labels(error.code).inc()
    return Response(problem(error), status_code=error.status, headers=retry_after(error))


def _mistake(request: AnyRequest, error: Exception) -> Response[api.Problem]:
    """Report a bug: log where it happened, and tell the client nothing of the inside."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(where.filename).name}:{where.lineno}"
    ERRORS.labels(type(error).__name__).inc()
    structlog.get_logger().error("failed", path=request.url.path, error=type(error).__name__, at=at)
    return _refusal(request, Refusal(Denial.FAILED))


def _storage_failure(request: AnyRequest, _: StorageFailure) -> Response[api.Problem]:
    ERRORS.labels("storage").inc()
    return _refusal(request, Refusal(Denial.STORAGE))
