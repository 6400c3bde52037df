"""Run a server: journal, signals, and a farewell to everyone connected before it stops."""

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
from .transports import Config, ImpatientHttp, ImpatientWebSocket

FAREWELL_SECONDS = 0.3
MAX_FRAME = 16_384


class Server(uvicorn.Server):
    """Say goodbye before closing the connections, so that clients know to come back."""

    def __init__(self, services: Services) -> None:
        self.services = services
        config = Config(
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
        config.connections, config.trust_proxy = services.connections, services.settings.trust_proxy
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # because what a server is made of needs no more searching for cycles
        for each in sockets or []:
            services = self.services
            room, of_address = services.connections.most, services.limits.connections_of_address
            about = {"data": str(services.settings.data), "connections": room, "of_one_address": of_address}
            structlog.get_logger().info("listening", address=address_of(each), **about)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.programs.close()
        await self.services.tables.close()
        await asyncio.sleep(FAREWELL_SECONDS)
        await super().shutdown(sockets)


class JournalFile:
    """Where the journal goes: on a full disk it loses lines, and the tables go on."""

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
        # Tables hold many small objects without cycles; searching them for cycles again and again would cost more than everything else.
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
    # Write warnings of libraries in the same form.
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(journal)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[strip, renderer]))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(journal),
    )
