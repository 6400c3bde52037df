"""HostHooks and Peers: what a Host tells and asks its program and the other nodes."""

from collections.abc import Awaitable, Callable, Collection

from msgspec import Struct

from ..wire.api import TableSummary
from ..wire.commands import TableCommand
from ..wire.table import ProgramCard
from .live_table import LiveTable
from .notices import Notify
from .table import Table


async def _all_alike(_: Collection[str], __: float) -> dict[str, float]:
    return {}


async def _nothing(*_: object) -> None:
    pass


class HostHooks(Struct, frozen=True, kw_only=True):
    """By default there are no measurements, blocks or accounts."""

    line_written: Callable[[float, int], None] = lambda *_: None
    """Takes the seconds it took to store a line, and the number of its moves."""
    table_loaded: Callable[[float], None] = lambda _: None
    failed: Callable[[str, str, Exception], None] = lambda *_: None
    """Takes what failed, the table and the reason."""
    notify: Notify | None = None
    apart: Callable[[str, str], bool] = lambda *_: False
    """Tells whether one of two identities has blocked the other."""
    strength: Callable[[Collection[str], float], Awaitable[dict[str, float]]] = _all_alike
    """Returns the strength of these identities, for matchmaking."""
    program_arrived: Callable[[ProgramCard, str, str], Awaitable[None]] = _nothing
    program_called: Callable[[str], None] = lambda _: None
    """Takes a program that another node has news for."""
    line_told: Callable[[LiveTable], None] = lambda _: None
    """Takes a table after everyone there was told of a line."""
    record_kept: Callable[[LiveTable, float], Awaitable[None]] = _nothing
    game_finished: Callable[[Table, float], Awaitable[None]] = _nothing


class Peers:
    """What a node asks and tells the others. This class serves a node without others."""

    def __init__(self, _: object = None) -> None: ...

    @property
    def others(self) -> bool:
        """Tell whether there are other nodes now."""
        return False

    async def start(self) -> None:
        """Get ready before serving."""

    async def stop(self) -> None:
        """Tell the others not to wait for this node."""

    async def join(self, live: LiveTable) -> None:
        """Learn who is at a newly loaded table elsewhere, and which node runs its bots and clocks."""

    def leave(self, live: LiveTable) -> None:
        """Note that a table left memory."""

    def close(self, code: str) -> None:
        """Close a table for everybody."""

    def pass_on(self, live: LiveTable, player: str, command: TableCommand) -> None:
        """Forward what isn't stored."""

    def wake_program(self, id: str) -> None:
        """Tell a program that there is a table or a challenge for it."""

    async def share(self) -> None:
        """Send attendance now instead of at the next beat."""

    async def quick_tables(self, players: int) -> list[str]:  # noqa: ARG002  because there are none, for however many
        """List tables of strangers for this many players that wait for more, on any node."""
        return []

    async def listed(self) -> list[TableSummary]:
        """List the public tables where people are connected to other nodes."""
        return []
