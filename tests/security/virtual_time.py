"""A loop whose time passes only by what is waited for: hours take no time, and what is measured is exact."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualTime(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_NeverWaiting(self))

    def time(self) -> float:
        return self._now

    def passes(self, seconds: float) -> None:
        self._now += seconds


class _NeverWaiting(selectors.DefaultSelector):
    def __init__(self, loop: VirtualTime) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        if timeout:
            self._loop.passes(timeout)
        return super().select(0)


def in_virtual_time(story: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=VirtualTime) as runner:
        return runner.run(story)
