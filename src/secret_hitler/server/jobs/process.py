"""WorkProcess: what takes long is done in a process of its own, which starts when it is needed and ends when it is not."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from ...tables.refusal import Refusal
from ...wire.refusals import Denial
from .bot_process import leave_with_the_server

IDLE_SECONDS = 120.0

P = ParamSpec("P")
T = TypeVar("T")

_part_done: Any = None
"""Shared with the process that asks how far the work is."""


class WorkProcess:
    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self.part_done: Any = get_context("spawn").RawValue("d", 0.0)
        """What part of the work is done, if it says so."""
        self._pool: ProcessPoolExecutor | None = None
        self._working = 0
        self._rest: asyncio.TimerHandle | None = None

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a function of some module makes of what it is given."""
        if self._rest is not None:
            self._rest.cancel()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self.part_done, self._niceness))
        pool, loop = self._pool, asyncio.get_running_loop()
        self._working += 1
        try:
            return await loop.run_in_executor(pool, partial(work, *given, **named))
        except BrokenProcessPool as error:
            if self._pool is pool:
                self.stop()
            raise Refusal(Denial.FAILED) from error
        finally:
            self._working -= 1
            if not self._working:
                self._rest = loop.call_later(IDLE_SECONDS, self.stop)

    def stop(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


# In the process


def _begin(part_done: Any, niceness: int) -> None:
    global _part_done
    _part_done = part_done
    Thread(target=leave_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)


def note(part: float) -> None:
    """So much of the work is done."""
    if _part_done is not None:
        _part_done.value = part
