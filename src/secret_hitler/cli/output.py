"""Print what commands say: lines for people, JSON for programs, and progress on stderr."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import TypeVar

import msgspec

T = TypeVar("T")

WIDEST_LEFT, LEAST_RIGHT = 40, 30

LINE_EVERY = 5.0
"""Seconds between two lines of progress without a terminal for a bar."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def say_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Print two columns as wide as the terminal allows; unlike a table, they need no library."""
    said = [*rows]
    left = min(WIDEST_LEFT, max(len(first) for first, _ in said))
    right = max(LEAST_RIGHT, get_terminal_size().columns - left - 4)
    for first, second in said:
        for one, other in zip_longest(wrap(first, left), wrap(second, right), fillvalue=""):
            say(f" {one:{left}}  {other}".rstrip())


def problem(text: str) -> None:
    sys.stderr.write(text + "\n")


def counted(what: str, items: Iterable[T]) -> Iterator[T]:
    with progress(what) as advance:
        for number, item in enumerate(items, start=1):
            yield item
            advance(number)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal, or now and then a line elsewhere; call the yielded function with how many are done."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield _lines(what, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn(what), *([] if total is None else [BarColumn()]), MofNCompleteColumn(), TimeElapsedColumn())
    ahead = () if total is None else (TimeRemainingColumn(),)
    with Progress(*columns, *ahead, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        step, shown = max(1, (total or 0) // 1000), 0

        def advance(done: int) -> None:
            nonlocal shown
            if done - shown >= step or done == total:
                shown = done
                bar.update(task, completed=done)

        yield advance


def _lines(what: str, total: int | None) -> Callable[[int], None]:
    started = said = time.monotonic()

    def advance(done: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= LINE_EVERY:
            said = now
            left = "" if total is None or not done else f", about {(now - started) / done * (total - done):.0f} s left"
            problem(f"{done:,}{'' if total is None else f' of {total:,}'} {what} in {now - started:.0f} s{left}")

    return advance
