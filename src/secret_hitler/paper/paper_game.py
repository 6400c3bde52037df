"""A game with real cards, as a record: what everyone saw, as the group writes it down."""

from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Claim, Policy, Role, Ruleset, Seat
from ..rules.ruleset import MAX_SEATS

PAPER = 1


class Entry(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One line that the group writes."""


class Began(Entry, frozen=True):
    president: Seat


class Nominated(Entry, frozen=True):
    chancellor: Seat


class Voted(Entry, frozen=True):
    elected: bool
    ballots: Annotated[tuple[bool | None, ...], Meta(max_length=MAX_SEATS)] | None = None
    """By seat, None for the dead; left out where only the outcome is written down."""


class Unmasked(Entry, frozen=True):
    """The answer of a chancellor elected late, or of a player executed: Hitler or not."""

    hitler: bool


class Enacted(Entry, frozen=True):
    """The policy laid face up, by the government or the populace."""

    policy: Policy


class VetoAsked(Entry, frozen=True):
    pass


class VetoAnswered(Entry, frozen=True):
    agreed: bool


class Vetoed(Entry, frozen=True):
    """Both sealed ballots wanted the veto."""


class Targeted(Entry, frozen=True):
    """Whom the president used the power on."""

    seat: Seat


class Told(Entry, frozen=True):
    seat: Seat
    claim: Claim


class Opened(Entry, frozen=True):
    roles: Annotated[tuple[Role, ...], Meta(max_length=MAX_SEATS)]


AnyEntry = Began | Nominated | Voted | Unmasked | Enacted | VetoAsked | VetoAnswered | Vetoed | Targeted | Told | Opened


class PaperGame(Struct, kw_only=True, forbid_unknown_fields=True):
    """The record of a game with real cards: its public part, and the roles if the group wrote them down at the end."""

    paper: int = PAPER
    rules: Ruleset
    names: list[str]
    entries: list[AnyEntry] = []

    @property
    def seats(self) -> int:
        return len(self.names)
