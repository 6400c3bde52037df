"""The application: its controllers, what they share, and what it answers when something is refused or fails."""

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
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router

from .. import __version__
from ..storage import StorageFailure
from ..tables.refusal import Refusal
from ..wire import api
from ..wire.refusals import Denial
from .metrics import ERRORS, REFUSALS
from .routes.accounts import MyPlaceController, PlayersController
from .routes.operations import OperationsController, OperatorsController, SchemaController
from .routes.page_index import PageController
from .routes.program_api import ProgramController
from .routes.records import PaperController, RecordController, ReviewController
from .routes.tables import TableController
from .security import guarded, problem, retry_after
from .services import AnyRequest, Services

MAX_BODY = 32_768
RESTORE_AGAIN_SECONDS = 1.0
FORGET_REPORTS_SECONDS = 6 * 3600
PACKED = [r"\.woff2$", r"\.png$", r"\.bin$", r"/stream$"]
"""Files that are compressed already, and what is read while it is written."""


def create_app(services: Services) -> Litestar:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.tables.peers.start()
        await services.moderation.catch_up()
        keeping_house = [asyncio.create_task(_keep_house(services)), asyncio.create_task(_forget_reports(services))]
        yield
        services.ready = False
        for task in keeping_house:
            task.cancel()
        services.pool.stop()
        await services.tables.close()
        await services.tables.peers.stop()
        await services.storage.close()
        services.store.close()

    handlers: list[Any] = [
        TableController,
        RecordController,
        ReviewController,
        ProgramController,
        MyPlaceController,
        PlayersController,
        PaperController,
        OperationsController,
        OperatorsController,
        PageController,
        SchemaController,
    ]
    if services.dist is not None:
        cache = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
        handlers += [
            create_static_files_router(f"/{name}", [services.dist / name], name=name, cache_control=cache)
            for name in ("assets", "engine")
            if (services.dist / name).is_dir()
        ]
    return Litestar(
        handlers,
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        logging_config=None,
        middleware=[guarded(services.allowed, services.enter)],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude=PACKED),
        request_max_body_size=MAX_BODY,
        exception_handlers={
            HTTPException: _http_error,
            Refusal: _refusal,
            StorageFailure: _storage_failure,
            RecursionError: lambda request, _: _refusal(request, Refusal(Denial.MESSAGE, detail="what was sent is nested too deeply")),
            Exception: _mistake,
        },
        openapi_config=OpenAPIConfig(title="Secret Hitler", version=__version__, path="/api/schema", render_plugins=[]),
    )


async def _keep_house(services: Services) -> None:
    """Restore all tables, then tidy up. People are served meanwhile: a table that is asked for need not wait for the others."""
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


def _http_error(_: AnyRequest, error: HTTPException) -> Response[api.Problem]:
    """Say what the framework refuses: addresses, methods and bodies that are none of ours."""
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
    """Report a mistake of ours: the journal has where it happened, and the client learns nothing of the inside."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(where.filename).name}:{where.lineno}"
    ERRORS.labels(type(error).__name__).inc()
    structlog.get_logger().error("failed", path=request.url.path, error=type(error).__name__, at=at)
    return _refusal(request, Refusal(Denial.FAILED))


def _storage_failure(request: AnyRequest, _: StorageFailure) -> Response[api.Problem]:
    ERRORS.labels("storage").inc()
    return _refusal(request, Refusal(Denial.STORAGE))
