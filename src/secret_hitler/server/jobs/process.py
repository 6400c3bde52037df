"""WorkerProcess: a process that carries out one function after another, and can be ended in the middle of one."""

import contextlib
import os
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple

START_SECONDS = 60.0


class ProcessFailed(Exception):
    """The process ended, or took longer than it may."""


class PartDone(NamedTuple):
    """How far a function is, sent before its answer."""

    part: float


class WorkerProcess:
    """Asked from one thread at a time."""

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
        """Carry out a function of some module; raises what it raises, or ProcessFailed."""
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


# In the process

_pipe: Any = None


def _work_for_ever(pipe: Any, niceness: int) -> None:
    global _pipe
    _pipe = pipe
    Thread(target=_leave_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the server is gone, or going
        pipe.send(None)
        while True:
            work, given = pipe.recv()
            try:
                answer = work(*given)
            except Exception as error:  # whatever goes wrong is the answer
                answer = error
            try:
                pipe.send(answer)
            except Exception as error:  # it cannot be pickled
                pipe.send(RuntimeError(repr(error)))


def note(part: float) -> None:
    """Tell whoever asked how much of the work is done."""
    if _pipe is not None:
        _pipe.send(PartDone(part))


def _leave_with_the_server() -> None:
    """A server that was killed cannot say goodbye to its processes."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
