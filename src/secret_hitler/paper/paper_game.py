"""A game played with real cards, as a record: what a group writes down of what everybody saw."""

from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Claim, Policy, Role, Ruleset, Seat
from ..rules.ruleset import MAX_SEATS

PAPER = 1


class Entry(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One line that the group writes down."""


class Began(Entry, frozen=True):
    """Who is the first president."""

    president: Seat


class Nominated(Entry, frozen=True):
    chancellor: Seat


class Voted(Entry, frozen=True):
    elected: bool
    ballots: Annotated[tuple[bool | None, ...], Meta(max_length=MAX_SEATS)] | None = None
    """By seat, None for the dead; left out where only the outcome is written down."""


class Unmasked(Entry, frozen=True):
    """The answer of the chancellor elected late, or of the one executed: Hitler or not."""

    hitler: bool


class Enacted(Entry, frozen=True):
    """The policy laid face up, by the government or by the populace."""

    policy: Policy


class VetoAsked(Entry, frozen=True):
    pass


class VetoAnswered(Entry, frozen=True):
    agreed: bool


class Vetoed(Entry, frozen=True):
    """Both sealed ballots wanted the veto."""


class Targeted(Entry, frozen=True):
    """On whom the president turned the power that was due."""

    seat: Seat


class Told(Entry, frozen=True):
    """What somebody said of a hand, a peek or a party."""

    seat: Seat
    claim: Claim


class Opened(Entry, frozen=True):
    """After the end: everybody's role."""

    roles: Annotated[tuple[Role, ...], Meta(max_length=MAX_SEATS)]


AnyEntry = Began | Nominated | Voted | Unmasked | Enacted | VetoAsked | VetoAnswered | Vetoed | Targeted | Told | Opened


class PaperGame(Struct, kw_only=True, forbid_unknown_fields=True):
    """The record of a game on paper: its public part, and the roles if they were written down at the end."""

    paper: int = PAPER
    rules: Ruleset
    names: list[str]
    entries: list[AnyEntry] = []

    @property
    def seats(self) -> int:
        return len(self.names)
