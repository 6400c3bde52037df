"""Record: a game as data that replays for ever; the rule set by value, and every move, chance included."""

from msgspec import Struct

from ..play import Move
from ..rules import Ending, Role, Ruleset, Seat
from ..rules.actions import Deal

FORMAT = 1


class Contribution(Struct, frozen=True, kw_only=True):
    """What one seat added to the chance of a game: shown as a hash before the deal, and revealed for it."""

    seat: Seat
    commitment: str
    secret: str
    """Hexadecimal."""


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    format: int = FORMAT
    rules: Ruleset
    seats: int
    opener: Seat | None = None
    moves: list[Move] = []
    ending: Ending | None = None
    """As it was written down; None for a game that did not end."""
    commitment: str | None = None
    """What the table was shown before the deal, if its chance came from a seed."""
    seed: str | None = None
    """Hexadecimal, revealed after the end."""
    server_secret: str | None = None
    """What the server committed itself to, where others added to the chance; otherwise that is the seed."""
    contributions: list[Contribution] = []
    notes: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """How the players were called, where that was written down."""
        return [self.notes.get(f"seat {seat}", f"seat {seat}") for seat in range(self.seats)]

    @property
    def contributors(self) -> list[Seat]:
        """The seats whose players added to the chance of the game."""
        return [each.seat for each in self.contributions]

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles dealt; empty before the deal."""
        return next((move.action.roles for move in self.moves if isinstance(move.action, Deal)), ())


class UnfitRecord(ValueError):
    """A record that cannot be read, or that the rules do not allow."""

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason)
        self.move = move
        """The first one that the rules do not allow, from 1."""
