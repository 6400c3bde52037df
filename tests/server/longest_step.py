"""How long one step of a server's loop takes at most. While a step runs, nobody else at any table is answered.

What counts is the processor's time of the loop's thread, so that waiting for a processor changes nothing; and every step has a name.
Somebody else on the same core makes the processor itself slower: so a long step is taken off what a fixed piece of work took too long
right after it.
"""

import asyncio
import gc
import threading
from asyncio import events
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from typing import Any, NamedTuple

import pytest

SERVER_THREAD = "server"
"""What `LiveServer` calls the thread of its loop."""


class Step(NamedTuple):
    seconds: float
    name: str


class LongSteps:
    """The longest step under each name."""

    def __init__(self) -> None:
        self.by_name: dict[str, float] = {}

    def add(self, seconds: float, name: str) -> None:
        if seconds > self.by_name.get(name, 0.0):
            self.by_name[name] = seconds

    def over(self, seconds: float) -> list[Step]:
        return sorted((Step(took, name) for name, took in self.by_name.items() if took > seconds), reverse=True)


@contextmanager
def watched_steps(notable: float) -> Iterator[LongSteps]:
    """Watch the loops of all live servers of this process; steps shorter than `notable` are not remembered."""
    run = events.Handle._run  # every step goes through it
    found, collecting = LongSteps(), _Collecting()

    def timed(self: events.Handle) -> None:
        if threading.current_thread().name != SERVER_THREAD:
            run(self)
            return
        asked, called = _path_of(self), getattr(self, "_callback", None)
        began = thread_time() - collecting.seconds
        run(self)
        took = thread_time() - collecting.seconds - began
        if took > notable:
            found.add(took * QUICK / min(_fixed_work() for _ in range(3)), f"{_name_of(called)} {asked}".strip())

    setattr(events.Handle, "_run", timed)  # noqa: B010  because mypy would forbid it, and no loop of the standard library can be asked
    gc.callbacks.append(collecting)
    try:
        yield found
    finally:
        gc.callbacks.remove(collecting)
        setattr(events.Handle, "_run", run)  # noqa: B010  as above


class _Collecting(threading.local):
    """What this thread has spent on searching for cycles, which is no step's fault: a server does it far less often than the tests."""

    seconds = 0.0
    _began = 0.0

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = thread_time()
        else:
            self.seconds += thread_time() - self._began


def _fixed_work() -> float:
    began = thread_time()
    for number in range(20_000):
        str(number)
    return thread_time() - began


QUICK = min(_fixed_work() for _ in range(20))
"""What it takes while nobody is in the way."""


def _path_of(handle: events.Handle) -> str:
    """Return the address that the step is about, where it is a request's; afterwards nobody knows it any more."""
    task = getattr(getattr(handle, "_callback", None), "__self__", None)
    frame = getattr(task.get_coro(), "cr_frame", None) if isinstance(task, asyncio.Task) else None
    if frame is None or frame.f_code.co_name != "run_asgi":
        return ""
    return str(getattr(frame.f_locals.get("self"), "scope", {}).get("path", ""))


def _name_of(callback: Any) -> str:
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return _innermost(task.get_coro())
    return str(getattr(callback, "__qualname__", callback))


def _innermost(coroutine: Any) -> str:
    """Name the coroutine of a task, and where in it the task now waits, which is where the step ended."""
    names = []
    while coroutine is not None and hasattr(coroutine, "__qualname__"):
        names.append(coroutine.__qualname__)
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
    return " > ".join([names[0], *names[-2:]]) if len(names) > 2 else " > ".join(names)


LIMIT = 0.005
"""Of the processor for its own thread: nobody waits longer for an answer, on a machine like those of the tests."""
UNSERVED = ("LifespanOn.main", "Server.serve > Server.shutdown")
"""Before and after anybody is served."""


@pytest.fixture(autouse=True)
def no_long_steps(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which a server's loop was held up; `long_steps` marks one that does that on purpose."""
    if request.node.get_closest_marker("long_steps"):
        yield
        return
    with watched_steps(LIMIT) as steps:
        yield
    long = [f"{1000 * step.seconds:.1f} ms {step.name}" for step in steps.over(LIMIT) if not step.name.startswith(UNSERVED)]
    assert not long, "\n".join(long)
