"""What programs with an account ask for over HTTP, and what their one stream of events tells them."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from ..rules import Ending, Role, Seat
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from .table import Name, ProgramCard, RulesetName

PROGRAMS_VERSION = 1
PlayerCount = Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)]


class OpenAccount(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Name
    author: Annotated[str, Meta(min_length=1, max_length=60)]
    about: Annotated[str, Meta(max_length=400)] = ""


class ProgramAccount(Struct, kw_only=True):
    """A program's account. Its token works at every table."""

    program: ProgramCard
    token: str


class SeekGame(Struct, kw_only=True, forbid_unknown_fields=True):
    """Find a game with other programs; bots fill it up after a wait."""

    players: PlayerCount = 7


class OpenChallenge(Struct, kw_only=True, forbid_unknown_fields=True):
    """Challenge programs to a game, which starts once enough of them sit."""

    to: Annotated[list[str], Meta(min_length=1, max_length=MAX_SEATS - 1)]
    players: PlayerCount = 5
    rules: RulesetName = "official"
    bots: bool = True
    """Whether bots take the other chairs; if not, others may sit there."""


class Challenge(Struct, kw_only=True, frozen=True):
    """A challenge and its table."""

    code: str
    link: str
    by: ProgramCard
    to: list[str]
    players: int
    rules: str
    until: float
    """Until when they can accept, by the server's clock."""


class ProgramGame(Struct, kw_only=True):
    record: str
    code: str
    rules: str
    seats: int
    seat: Seat
    role: Role
    ending: Ending
    won: bool
    ended: float


class StreamMessage(Struct, kw_only=True, frozen=True, tag=True):
    pass


class AtTable(StreamMessage, frozen=True):
    """What a table tells this program, as its own socket would: first a Welcome."""

    code: str
    message: Raw


class Challenged(StreamMessage, frozen=True):
    challenge: Challenge


class TableGone(StreamMessage, frozen=True):
    """That table sends nothing more: it closed, or sent the program away."""

    code: str


AnyStreamMessage = AtTable | Challenged | TableGone
