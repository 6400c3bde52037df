"""Processes on this machine that play matches side by side."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread

from .tournament import Match, Outcome, Setting, play_match


class WorkerLost(RuntimeError):
    """Those who should play cannot be reached, or ended before their match did."""


def play_here(setting: Setting, left: Sequence[Match], workers: int = 1) -> Iterator[Outcome]:
    """The outcomes as they come; which worker plays a match, and when, changes none of them."""
    workers = min(workers, len(left))
    if workers <= 1:
        for match in left:
            yield play_match(setting, match)
        return
    # Spawned, not forked: whoever asks may have threads, such as the one that draws a progress bar.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_follow_parent)
    try:
        for done in as_completed([pool.submit(play_match, setting, match) for match in left]):
            yield done.result()
    except BrokenProcessPool as error:
        raise WorkerLost("a worker process was killed, perhaps for want of memory; what was finished is kept") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    """A killed parent cannot tell its workers to end, and they would wait for matches for ever; an interrupt ends them without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
