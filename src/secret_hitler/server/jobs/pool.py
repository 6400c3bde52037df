"""Pool: a server's worker processes. Bots have their own; reviews, replays and pictures share the rest by priority."""

import asyncio
import contextlib
import os
import zlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple, TypeVar

BACKGROUND_PROCESSES = 2
BACKGROUND_NICENESS = 10
"""Tables go before pictures and reviews."""
IDLE_SECONDS = 120.0
STUCK_SECONDS = 600.0
"""A job that takes longer is stopped along with its process."""

T = TypeVar("T")
START_SECONDS = 60.0


class Priority(IntEnum):
    SHOWN_AT_ONCE = 0
    IN_THE_BACKGROUND = 1


class FairTurns:
    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[int, dict[str, deque[asyncio.Future[None]]]] = {}
        """By priority, then by asker."""

    def __len__(self) -> int:
        """Count those waiting."""
        return sum(len(line) for askers in self._waiting.values() for line in askers.values())

    @property
    def free(self) -> bool:
        return not self._taken

    async def take(self, asker: str, priority: int = 0) -> None:
        """Wait for a turn, and pass it on afterwards; lower numbers go first."""
        if not self._taken:
            self._taken = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(priority, {}).setdefault(asker, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # because the turn may come as its owner gives up
                self.pass_on()
            raise

    def pass_on(self) -> None:
        for priority in sorted(self._waiting):
            askers = self._waiting[priority]
            while askers:
                asker = next(iter(askers))
                line = askers.pop(asker)
                first = line.popleft()
                if line:
                    askers[asker] = line
                if not first.done():
                    first.set_result(None)
                    return
            del self._waiting[priority]
        self._taken = False


class ProcessFailed(Exception):
    """The process ended or took too long."""


class PartDone(NamedTuple):
    """A function's progress, sent before its answer."""

    part: float


class WorkerProcess:
    """One thread at a time may ask."""

    def __init__(self, niceness: int = 0) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work_for_ever, args=(theirs, niceness), daemon=True, name="worker")
        self._process.start()
        theirs.close()
        self._answer(START_SECONDS, lambda _: None)

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def ask(self, work: Callable[..., Any], given: tuple[Any, ...], seconds: float, noted: Callable[[float], None]) -> Any:
        self._pipe.send((work, given))
        answer = self._answer(seconds, noted)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _answer(self, seconds: float, noted: Callable[[float], None]) -> Any:
        while True:
            if not self._pipe.poll(seconds):
                raise ProcessFailed(f"no answer in {seconds:g} seconds")
            try:
                answer = self._pipe.recv()
            except (EOFError, OSError) as error:
                raise ProcessFailed("the process ended") from error
            if not isinstance(answer, PartDone):
                return answer
            noted(answer.part)

    def stop(self) -> None:
        self._process.kill()


def _ignore(_: float) -> None:
    pass


class Worker:
    """A process, started on first use, and the queue for it."""

    def __init__(self, niceness: int = 0, idle_seconds: float | None = None) -> None:
        self.turns = FairTurns()
        self.ended: Callable[[], None] = lambda: None
        """Called when the process has ended and forgotten everything."""
        self._niceness, self._idle_seconds = niceness, idle_seconds
        self._process: WorkerProcess | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._idle: asyncio.TimerHandle | None = None
        self.stopped = False

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def run(self, work: Callable[..., T], *given: Any, seconds: float = STUCK_SECONDS, noted: Callable[[float], None] = _ignore) -> T:
        """Run a function for the caller whose turn it is; raise ProcessFailed, or what the function raises."""
        loop = asyncio.get_running_loop()
        if self._idle is not None:
            self._idle.cancel()

        def note(part: float) -> None:
            loop.call_soon_threadsafe(noted, part)

        try:
            answer: T = await loop.run_in_executor(self._thread, self._ask, work, given, seconds, note)
            return answer
        except ProcessFailed:
            self.end_process()
            raise
        finally:
            if self._idle_seconds is not None and not self.stopped:
                self._idle = loop.call_later(self._idle_seconds, self.end_process)

    def _ask(self, work: Callable[..., Any], given: tuple[Any, ...], seconds: float, noted: Callable[[float], None]) -> Any:
        if self._process is None and not self.stopped:
            self._process = WorkerProcess(self._niceness)
        if self._process is None or self.stopped:  # because a stop may come while the process starts
            self.end_process()
            raise ProcessFailed("the server is stopping")
        return self._process.ask(work, given, seconds, noted)

    def end_process(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._process = None
        self.ended()

    def stop(self) -> None:
        self.stopped = True
        if self._idle is not None:
            self._idle.cancel()
        self.end_process()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Pool:
    def __init__(self, bot_processes: int | None = None) -> None:
        self.bots = [Worker() for _ in range(bot_processes or os.cpu_count() or 1)]
        self._background = [Worker(BACKGROUND_NICENESS, IDLE_SECONDS) for _ in range(BACKGROUND_PROCESSES)]

    def worker_of(self, table: str) -> Worker:
        """Return the process that always runs this table's bots and remembers them."""
        return self.bots[zlib.crc32(table.encode()) % len(self.bots)]

    async def run(
        self,
        work: Callable[..., T],
        *given: Any,
        priority: Priority,
        asker: str = "",
        seconds: float = STUCK_SECONDS,
        noted: Callable[[float], None] = _ignore,
    ) -> T:
        """Run a function in the first free process; callers take turns."""
        worker = min(self._background, key=lambda worker: (not worker.turns.free, len(worker.turns)))
        await worker.turns.take(asker, priority)
        running = asyncio.create_task(worker.run(work, *given, seconds=seconds, noted=noted))
        running.add_done_callback(lambda _: worker.turns.pass_on())  # because the answer must be fetched before the next question
        return await asyncio.shield(running)

    def stop(self) -> None:
        for worker in (*self.bots, *self._background):
            worker.stop()


# In the process

_pipe: Any = None


def _work_for_ever(pipe: Any, niceness: int) -> None:
    global _pipe
    _pipe = pipe
    Thread(target=_leave_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # because the server may be gone
        pipe.send(None)
        while True:
            work, given = pipe.recv()
            try:
                answer = work(*given)
            except Exception as error:  # because any failure is an answer
                answer = error
            try:
                pipe.send(answer)
            except Exception as error:  # because it can't be pickled
                pipe.send(RuntimeError(repr(error)))


def note(part: float) -> None:
    """Report how much of the work is done."""
    if _pipe is not None:
        _pipe.send(PartDone(part))


def _leave_with_the_server() -> None:
    """Exit with the server, which can't say goodbye if it's killed."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
