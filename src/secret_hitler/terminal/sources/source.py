"""Source: where a screen's table comes from, be it a game in this process or one far away."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from ...rules import Ruleset, Seat, SeatAction, View
from ...wire.table import Newcomer

if TYPE_CHECKING:
    from .local_game import LocalGame


class Spoken(Struct, frozen=True):
    name: str
    text: str


class Declined(Exception):
    """The table did not do what was asked, for the reason given; nothing changed."""


class Source(Protocol):
    """All that a screen knows. What a seat may not know never gets as far as here."""

    local: "LocalGame | None"
    """The game in this process, if it is one: its pace and its records."""

    @property
    def spoken(self) -> list[Spoken]: ...

    @property
    def news(self) -> list[str]:
        """What happened, in words, the latest last."""

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, if anything is."""

    @property
    def has_lobby(self) -> bool: ...

    @property
    def host_name(self) -> str:
        """Who deals, where somebody does."""

    @property
    def view(self) -> View | None: ...

    @property
    def rules(self) -> Ruleset: ...

    @property
    def seat(self) -> Seat | None:
        """My own; None for those who watch."""

    @property
    def game(self) -> int:
        """Counts the games of the evening."""

    @property
    def status(self) -> str:
        """A few words for the top line: the speed, the lens, the clock."""

    @property
    def deductions(self) -> bool:
        """Whether the table shows what is certain."""

    @property
    def to_ready(self) -> bool:
        """Whether the vote waits for me to have talked enough."""

    @property
    def may_deal(self) -> bool: ...

    @property
    def may_save(self) -> bool:
        """Whether the game that has ended can be kept as a file; a server keeps its own."""

    def name_of(self, seat: Seat) -> str: ...

    def away(self, seat: Seat) -> bool: ...

    @property
    def newcomer(self) -> tuple[Seat, Newcomer] | None:
        """Who asks for the seat of somebody who left, while the table votes on it."""

    async def run(self, changed: Callable[[], None]) -> None:
        """Keep the table going, and tell whenever something is new."""

    def change_lens(self) -> None: ...

    async def act(self, action: SeatAction) -> None: ...

    async def say(self, text: str) -> None: ...

    async def replace(self, seat: Seat) -> None:
        """Ask for a bot in the place of somebody who is away."""

    async def take_over(self, seat: Seat) -> None:
        """Ask for the seat of somebody who is away."""

    async def admit(self, admit: bool) -> None:
        """Say whether the newcomer may have the seat."""

    async def get_ready(self) -> None: ...

    async def deal_again(self) -> None: ...
