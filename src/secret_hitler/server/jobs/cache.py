"""HeavyWork: what takes long and is asked for by anybody is done one at a time in another process, and remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import ParamSpec

from ...tables.refusal import Refusal
from ...wire.refusals import Denial
from .process import WorkProcess

WAITING = 30
REMEMBERED_BYTES = 16_000_000
SECONDS_EACH = 1

P = ParamSpec("P")


class HeavyWork:
    """Answers about finished games never change, so whoever asks again is answered from memory."""

    def __init__(self, process: WorkProcess) -> None:
        self._process = process
        self._one = asyncio.Lock()
        self._waiting = 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    async def do(self, what: Hashable, work: Callable[P, bytes], *given: P.args, **named: P.kwargs) -> bytes:
        if what not in self._answers:
            if self._waiting >= WAITING:
                raise Refusal(Denial.TOO_MANY, after=WAITING * SECONDS_EACH)
            self._waiting += 1
            try:
                async with self._one:
                    if what not in self._answers:
                        self._remember(what, await self._process.run(work, *given, **named))
            finally:
                self._waiting -= 1
        self._answers.move_to_end(what)
        return self._answers[what]

    def _remember(self, what: Hashable, answer: bytes) -> None:
        self._answers[what] = answer
        self._bytes += len(answer)
        while self._bytes > REMEMBERED_BYTES and len(self._answers) > 1:
            self._bytes -= len(self._answers.popitem(last=False)[1])
