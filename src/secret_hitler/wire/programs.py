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
    """The token is good at all tables, and is shown this once."""

    program: ProgramCard
    token: str


class SeekGame(Struct, kw_only=True, forbid_unknown_fields=True):
    """A seat in the lobby of programs: a game with whoever else comes, and with bots after a wait."""

    players: PlayerCount = 7


class OpenChallenge(Struct, kw_only=True, forbid_unknown_fields=True):
    """A game with these programs; it is dealt once so many sit."""

    to: Annotated[list[str], Meta(min_length=1, max_length=MAX_SEATS - 1)]
    players: PlayerCount = 5
    rules: RulesetName = "official"
    bots: bool = True
    """Bots take the chairs for which nobody is challenged; otherwise others may come to them."""


class Challenge(Struct, kw_only=True, frozen=True):
    """A table that waits for those challenged; its code names the challenge."""

    code: str
    link: str
    by: ProgramCard
    to: list[str]
    players: int
    rules: str
    until: float
    """By the server's clock; nobody can accept it later."""


class ProgramGame(Struct, kw_only=True):
    """A finished game of a program."""

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
    """What the table tells this program, as its own socket would: first a Welcome."""

    code: str
    message: Raw


class Challenged(StreamMessage, frozen=True):
    challenge: Challenge


class TableGone(StreamMessage, frozen=True):
    """Nothing more comes from that table: it is closed, or sent the program away."""

    code: str


AnyStreamMessage = AtTable | Challenged | TableGone
