"""A real server in a thread of the tests, which can lay out tables for it; and tables as the log would hold them at any moment."""

import asyncio
import random
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from secret_hitler.server.admin.moderation import Moderation
from secret_hitler.server.connections import Connections
from secret_hitler.server.limits import Limits
from secret_hitler.server.listening import listen
from secret_hitler.server.running import Server
from secret_hitler.server.services import Services
from secret_hitler.server.settings import Settings
from secret_hitler.server.signed_tokens import Tokens
from secret_hitler.storage import Storage
from secret_hitler.tables.host import Host
from tests.storages import database_of

from .laid_out import LaidOut

T = TypeVar("T")


class LiveServer:
    def __init__(
        self,
        data: Path,
        send_buffer: int | None = None,
        clock: Callable[[], float] = time.time,
        chance: random.Random | None = None,
        **settings: Any,
    ) -> None:
        """`send_buffer`: how many bytes the system holds back for a client that does not read, if not as many as it likes."""
        self._ahead = 0.0
        own = {"database": database_of(data), "bot_pace": 0, "message_rate": 10_000, "address_rate": 10_000}
        chosen = Settings(data=data, **{**own, **settings})
        self._services = Services(chosen, chance, clock=lambda: clock() + self._ahead)
        self._server = Server(self._services)
        self._listener = listen("127.0.0.1", 0)
        if send_buffer is not None:
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self._thread = threading.Thread(target=self._run, name="server")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self.data = data
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> "LiveServer":
        self._thread.start()
        assert self._ready.wait(60), "the server did not become ready"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        serving = asyncio.create_task(self._server.serve([self._listener]))
        while not self._server.started:
            assert not serving.done(), "the server stopped"
            await asyncio.sleep(0.01)
        self._ready.set()
        await serving

    def lets_pass(self, seconds: float) -> None:
        """So much later at once, for what is measured by the clock; timers that are set already run on as they were."""
        self._ahead += seconds

    def comes_due(self, code: str, what: str) -> None:
        """Let a table's timer go off now; what it does depends on the clock, and not on the timer."""
        timers, live = self._services.tables.timers, self._services.tables.by_code[code]
        if what == "clock":
            self.does(timers.clock_runs_out(live, live.table.playing.asked_at))
        elif what == "absence":
            self.does(_later(live.show_absence))
        else:
            due = {"notice": timers.give_notices, "reveal": timers.call_off, "begin": timers.begin, "host": timers.pass_host_on}
            self.does(due[what](live))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def does(self, what: Coroutine[Any, Any, T]) -> T:
        """Something done on the server's own loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

    def lay_out(self, table: LaidOut) -> None:
        """Whoever asks for the table gets it out of its log, which is as late as this server is."""
        self.does(table.store(self._services.storage, self._ahead))

    def forgets_the_idle(self) -> None:
        """As after a time in which nobody asked for them."""
        for live in self._services.tables.by_code.values():
            live.needed_at -= self._services.settings.forget_after
        self.does(self._services.housekeeping.round())

    def connections_to(self, code: str) -> int:
        live = self._services.tables.by_code.get(code)
        return 0 if live is None else len(live.connections)

    @property
    def storage(self) -> Storage:
        return self._services.storage

    @property
    def tokens(self) -> Tokens:
        return self._services.tokens

    @property
    def limits(self) -> Limits:
        return self._services.limits

    @property
    def tables(self) -> Host:
        return self._services.tables

    @property
    def connections(self) -> Connections:
        return self._services.connections

    @property
    def clock(self) -> Callable[[], float]:
        return self._services.tables.clock

    @property
    def moderation(self) -> Moderation:
        return self._services.moderation


async def _later(what: Callable[[], None]) -> None:
    what()
