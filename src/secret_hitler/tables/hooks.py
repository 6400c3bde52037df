"""HostHooks and Peers: what a Host tells and asks the program around it, and the other nodes."""

from collections.abc import Awaitable, Callable, Collection

from msgspec import Struct

from ..wire.api import TableSummary
from ..wire.commands import TableCommand
from ..wire.table import ProgramCard
from .live_table import LiveTable
from .table import Table


async def _all_alike(_: Collection[str], __: float) -> dict[str, float]:
    return {}


async def _nothing(*_: object) -> None:
    pass


class HostHooks(Struct, frozen=True, kw_only=True):
    """By default nobody measures anything, nobody is blocked and there are no accounts."""

    line_written: Callable[[float, int], None] = lambda *_: None
    """Takes the seconds that a line took to store, and how many moves it holds."""
    table_loaded: Callable[[float], None] = lambda _: None
    failed: Callable[[str, str, Exception], None] = lambda *_: None
    """Takes what failed, the table and the reason."""
    turn_begins: Callable[[str, str], None] = lambda *_: None
    """Takes a table and a player it waits for who is not connected."""
    apart: Callable[[str, str], bool] = lambda *_: False
    """Tells whether one of two identities has blocked the other."""
    strength: Callable[[Collection[str], float], Awaitable[dict[str, float]]] = _all_alike
    """Tells how strong these identities are, for matchmaking."""
    program_arrived: Callable[[ProgramCard, str, str], Awaitable[None]] = _nothing
    program_called: Callable[[str], None] = lambda _: None
    """Takes a program for which another node has news."""
    record_kept: Callable[[LiveTable, float], Awaitable[None]] = _nothing
    game_finished: Callable[[Table, float], Awaitable[None]] = _nothing


class Peers:
    """What a node asks and tells the others. By itself it has nobody to ask, and this is all it needs."""

    def __init__(self, _: object = None) -> None: ...

    @property
    def others(self) -> bool:
        """Whether there are any now."""
        return False

    async def start(self) -> None:
        """Get ready before anybody is served."""

    async def stop(self) -> None:
        """Let the others know that they need not wait for this node any more."""

    async def join(self, live: LiveTable) -> None:
        """Learn of a table that came into memory who is at it elsewhere, and who moves its bots and clocks."""

    def leave(self, live: LiveTable) -> None:
        """Note that a table left memory."""

    def close(self, code: str) -> None:
        """Close a table for everybody."""

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None:
        """Tell what is not kept."""

    def wake_program(self, id: str) -> None:
        """Tell a program that there is a table or a challenge for it."""

    async def share(self) -> None:
        """Tell now who is where, and not a moment later."""

    async def quick_tables(self, players: int) -> list[str]:  # noqa: ARG002  because there are none, for however many
        """List tables of strangers for so many that wait for more, wherever they are."""
        return []

    async def listed(self) -> list[TableSummary]:
        """List public tables at which there is anybody elsewhere."""
        return []
