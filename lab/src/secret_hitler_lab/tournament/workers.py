"""Processes on this machine that play side by side, and end as soon as nobody waits for them."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class WorkerLost(RuntimeError):
    """Those who should play cannot be reached, or ended before their match did."""


def spread(work: Callable[[T], R], tasks: Sequence[T], workers: int, in_order: bool = False) -> Iterator[R]:
    """Yield the results as they come, or in the order of the tasks. Whoever stops asking, or is interrupted, waits for no task."""
    workers = min(workers, len(tasks))
    if workers <= 1:
        yield from map(work, tasks)
        return
    # Spawned, not forked: whoever asks may have threads, such as the one that draws a progress bar.
    context = get_context("spawn")
    listening, leave = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_follow_parent, initargs=(listening,))
    try:
        futures = deque(pool.submit(work, task) for task in tasks)
        if in_order:
            while futures:
                yield futures.popleft().result()
        else:
            for done in as_completed(futures):
                yield done.result()
    except BrokenProcessPool as error:
        raise WorkerLost("a worker process was killed, perhaps for want of memory; what was finished is kept") from error
    finally:
        leave.close()
        pool.shutdown(cancel_futures=True)


def _follow_parent(listening: Connection) -> None:
    """End with the parent: killed, it cannot tell its workers to end; an interrupt is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, args=(listening,), daemon=True).start()


def _end_with_parent(listening: Connection) -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel, listening])
    os._exit(1)
