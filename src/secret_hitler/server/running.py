"""Running a server: journal, signals, and a farewell to everybody connected before it stops."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
from typing import TextIO, cast

import structlog
import uvicorn

from .app import create_app
from .listening import address_of, listen
from .services import Services
from .settings import Settings
from .transports import ImpatientHttp, ImpatientWebSocket

FAREWELL_SECONDS = 0.3
MAX_FRAME = 16_384


class Server(uvicorn.Server):
    """Says goodbye before the connections are closed, so that clients know to come back."""

    def __init__(self, services: Services) -> None:
        self.services = services
        config = uvicorn.Config(
            create_app(services),
            http=ImpatientHttp,
            ws=ImpatientWebSocket,
            ws_per_message_deflate=False,
            ws_max_size=MAX_FRAME,
            log_level="warning",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=3,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or []:
            structlog.get_logger().info("listening", address=address_of(each), data=str(self.services.settings.data))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.programs.close()
        await self.services.tables.close()
        await asyncio.sleep(FAREWELL_SECONDS)
        await super().shutdown(sockets)


class JournalFile:
    """Where the journal goes: on a full disk lines of it are lost, and the tables go on."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self._file.flush()


def run(settings: Settings) -> None:
    with listen(settings.host, settings.port) as listener:
        _set_up_journal(settings.log_format)
        # Tables hold many small objects in no cycles; searching them again and again for cycles costs more than all the rest.
        gc.set_threshold(100_000, 50, 100)
        Server(Services(settings)).run([listener])


def _set_up_journal(form: str) -> None:
    journal = cast("TextIO", JournalFile(sys.stderr))
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    text = structlog.dev.ConsoleRenderer(colors=colours)
    renderer: structlog.types.Processor = structlog.processors.JSONRenderer() if form == "json" else text
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    # What libraries warn of is written in the same form.
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(journal)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[strip, renderer]))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(journal),
    )
