"""What a node of several has to know of the others; one that is alone has nobody to ask."""

from typing import Protocol

from ..wire.api import TableSummary
from ..wire.commands import TableCommand
from .live_table import LiveTable


class Peers(Protocol):
    @property
    def others(self) -> bool:
        """Whether there are any now."""

    async def start(self) -> None:
        """Before anybody is served."""

    async def stop(self) -> None:
        """The others need not wait for us any more."""

    async def join(self, live: LiveTable) -> None:
        """A table came into memory: who is at it elsewhere, and who moves its bots and clocks."""

    def leave(self, live: LiveTable) -> None:
        """It left memory."""

    def close(self, code: str) -> None:
        """It is closed, for everybody."""

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None:
        """What is told but not kept."""

    def wake_program(self, id: str) -> None:
        """There is a table or a challenge for it."""

    async def share(self) -> None:
        """Tell now who is where, and not a moment later."""

    async def quick_tables(self, players: int) -> list[str]:
        """Tables of strangers for so many that wait for more, wherever they are."""

    async def listed(self) -> list[TableSummary]:
        """Public tables at which there is anybody elsewhere."""


class SingleNode:
    others = False

    def __init__(self, _: object) -> None:
        pass

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def join(self, live: LiveTable) -> None: ...

    def leave(self, live: LiveTable) -> None: ...

    def close(self, code: str) -> None: ...

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None: ...

    def wake_program(self, id: str) -> None: ...

    async def share(self) -> None: ...

    async def quick_tables(self, players: int) -> list[str]:  # noqa: ARG002  because there are none, for however many
        return []

    async def listed(self) -> list[TableSummary]:
        return []
