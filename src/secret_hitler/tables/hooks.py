"""HostHooks: what a Host tells and asks the program around it."""

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING

from msgspec import Struct

from ..wire.table import ProgramCard

if TYPE_CHECKING:
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
    record_kept: Callable[["LiveTable", float], Awaitable[None]] = _nothing
    game_finished: Callable[["Table", float], Awaitable[None]] = _nothing
