"""What a seat asks for, and what NATURE deals out."""

from typing import Final

from msgspec import Struct

from .ruleset import MAX_SEATS
from .vocabulary import About, Party, Policy, Role, Seat, Tiles


class Action(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """One thing a seat asks for."""


class Nominate(Action, frozen=True):
    chancellor: Seat


class Vote(Action, frozen=True):
    ja: bool


class Discard(Action, frozen=True):
    """The president's choice; hands have no order, so a tile is named by its kind."""

    policy: Policy


class Enact(Action, frozen=True):
    policy: Policy


class Veto(Action, frozen=True):
    """Whether this seat wants the agenda vetoed: the chancellor's request, the president's answer, or a sealed ballot."""

    wanted: bool


class UsePower(Action, frozen=True):
    """Whether the president uses an optional power, or discards the card on top of the pile."""

    wanted: bool


class ClaimTiles(Action, frozen=True):
    """What a seat claims about a hand or a peek; None refuses to say. A peek is told in order."""

    about: About
    round: int
    tiles: Tiles | None


class ClaimParty(Action, frozen=True):
    """What a seat claims about a party it was shown; None refuses to say."""

    round: int
    party: Party | None


class Deal(Action, frozen=True):
    roles: tuple[Role, ...]


class Shuffle(Action, frozen=True):
    """The draw pile in its new order, top first."""

    deck: Tiles


class Appoint(Action, frozen=True):
    president: Seat


Claim = ClaimTiles | ClaimParty
Chance = Deal | Shuffle | Appoint

VOTES: Final = (Vote(True), Vote(False))
USES: Final = (UsePower(True), UsePower(False))
VETOES: Final = (Veto(True), Veto(False))
NOMINATIONS: Final = tuple(Nominate(Seat(seat)) for seat in range(MAX_SEATS))
DISCARDS: Final = {policy: Discard(policy) for policy in Policy}
ENACTMENTS: Final = {policy: Enact(policy) for policy in Policy}
