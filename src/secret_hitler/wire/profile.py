"""A player's own place on a server, over HTTP: what they keep there, their games, how they read, and how strong they are."""

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from ..rules import Ending, Role
from .review import AwardKind
from .table import Appearance, Level, Name


class PastGame(Struct, kw_only=True, frozen=True):
    record: str
    table: str
    ended: float
    rules: str
    seats: int
    seat: int
    role: Role
    won: bool
    ending: Ending
    liberal: int
    fascist: int
    liberal_goal: int
    fascist_goal: int
    rated: bool = False


class TallyBy(StrEnum):
    ROLE = "role"
    SIDE = "side"
    SEATS = "seats"
    RULES = "rules"


class WinTally(Struct, kw_only=True, frozen=True):
    by: TallyBy
    of: str
    games: int
    wins: int


class ReadingScore(Struct, kw_only=True, frozen=True):
    """How well someone read the others as a liberal: the mean squared error, from 0 (always right) over 0.25 (never sure) to 1."""

    brier: float
    count: int
    """How many marks or votes."""


class Medal(Struct, kw_only=True, frozen=True):
    kind: AwardKind
    count: int


class PlayedWith(Struct, kw_only=True, frozen=True):
    name: str
    appearance: Appearance
    games: int
    record: str
    """The record of your last game together."""


class InvitedTo(Struct, kw_only=True, frozen=True):
    """A table that someone you've played with has opened."""

    code: str
    name: str
    time: float


class SideRating(Struct, kw_only=True, frozen=True):
    side: str
    rating: int
    games: int
    provisional: bool


class KeptPasskey(Struct, kw_only=True, frozen=True):
    id: str
    made: float


class PlayersPage(Struct, kw_only=True):
    """A player's page, if they've opened it to others."""

    name: str
    appearance: Appearance | None
    since: float | None
    games: list[PastGame]
    """The latest first."""
    tallies: list[WinTally]
    marks: ReadingScore | None
    votes: ReadingScore | None
    medals: list[Medal]
    """Awards from the latest games with a review."""
    season: str
    ratings: list[SideRating]


class MyPlace(PlayersPage, kw_only=True):
    """Everything you keep on this server. Only you see it."""

    id: str
    open: bool
    """Whether others may see your page."""
    ranked: bool
    """Whether the leaderboard may name you."""
    companions: list[PlayedWith]
    invitations: list[InvitedTo]
    passkeys: list[KeptPasskey]
    recovery_codes: int
    """How many are left."""


class ChangePlace(Struct, kw_only=True, forbid_unknown_fields=True):
    """Change your page; what you leave out stays as it is."""

    name: Name | None = None
    appearance: Appearance | None = None
    open: bool | None = None
    ranked: bool | None = None


class PlayAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """Open a table like that of an earlier game, and invite its players."""

    record: Annotated[str, Meta(max_length=40)]


class Ranked(Struct, kw_only=True, frozen=True):
    name: str
    bot: Level | None
    appearance: Appearance | None
    page: str | None
    """The id of the player's page, if it is open."""
    rating: int
    """The rating of both sides together."""
    sides: list[SideRating]


class Leaderboard(Struct, kw_only=True):
    season: str
    players: list[Ranked]
    """The strongest first, without players who did not agree to it or have too few rated games."""


class PasskeyChallenge(Struct, kw_only=True):
    """What the browser signs, in the form of WebAuthn, and a ticket to send with the answer."""

    options: Any
    ticket: str


class PasskeyAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    ticket: Annotated[str, Meta(max_length=400)]
    credential: Any


class RemovePasskey(Struct, kw_only=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(max_length=400)]


class RecoveryCodes(Struct, kw_only=True):
    """Each code signs you in once. The server shows them only now."""

    codes: list[str]


class Recover(Struct, kw_only=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]
