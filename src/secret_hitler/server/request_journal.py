"""RequestJournal: an id for each request, which stands in every line of the journal that comes of it; and a line when it is answered."""

import secrets
from time import monotonic
from types import TracebackType

import structlog
from litestar.types import Scope

from .metrics import REQUEST_SECONDS, REQUESTS

LONGEST_PATH = 120
_journal = structlog.get_logger()


class RequestJournal:
    """Neither headers nor queries nor bodies are written down: tokens, tickets and passwords stand there."""

    def __init__(self, scope: Scope) -> None:
        self.id = secrets.token_hex(8)
        self.status = 0
        self._socket = scope["type"] == "websocket"  # type: ignore[comparison-overlap]  # because scopes are unions
        self._method = str(scope.get("method", "SOCKET"))
        self._path = scope.get("raw_path", b"").decode("ascii", "replace")[:LONGEST_PATH]
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
