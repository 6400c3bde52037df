"""A player's own place on a server, over HTTP: what they keep there, their games, how they read, and how strong they are."""

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from ..rules import Ending, Role
from .review import AwardKind
from .table import Appearance, Level, Name


class PastGame(Struct, kw_only=True, frozen=True):
    """A finished game, as one who played it looks back at it."""

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
    """How many games of one kind were played and won."""

    by: TallyBy
    of: str
    games: int
    wins: int


class ReadingScore(Struct, kw_only=True, frozen=True):
    """How well somebody read the others as a liberal: the mean of squared errors, 0 for a clairvoyant, 0.25 for who is never sure."""

    brier: float
    count: int
    """How many marks or votes."""


class Medal(Struct, kw_only=True, frozen=True):
    """How often reviews gave somebody the same award."""

    kind: AwardKind
    count: int


class PlayedWith(Struct, kw_only=True, frozen=True):
    """Somebody one has played with."""

    name: str
    appearance: Appearance
    games: int
    record: str
    """Of the last game together."""


class InvitedTo(Struct, kw_only=True, frozen=True):
    """Somebody one has played with has opened a table."""

    code: str
    name: str
    time: float


class SideRating(Struct, kw_only=True, frozen=True):
    """How strong somebody is on one side in one season."""

    side: str
    rating: int
    games: int
    provisional: bool


class KeptPasskey(Struct, kw_only=True, frozen=True):
    id: str
    made: float


class MyPlace(Struct, kw_only=True):
    """All that somebody keeps on this server; nobody else is shown it."""

    id: str
    name: str
    appearance: Appearance | None
    open: bool
    """Others may see the page of this player."""
    ranked: bool
    """The leaderboard may name this player."""
    since: float | None
    games: list[PastGame]
    """The latest first."""
    tallies: list[WinTally]
    marks: ReadingScore | None
    votes: ReadingScore | None
    medals: list[Medal]
    """Of the latest games, those whose review was asked for."""
    companions: list[PlayedWith]
    invitations: list[InvitedTo]
    season: str
    ratings: list[SideRating]
    passkeys: list[KeptPasskey]
    recovery_codes: int
    """How many are left."""


class PlayersPage(Struct, kw_only=True):
    """What a player who has opened their page shows."""

    name: str
    appearance: Appearance | None
    since: float | None
    games: list[PastGame]
    tallies: list[WinTally]
    marks: ReadingScore | None
    votes: ReadingScore | None
    medals: list[Medal]
    season: str
    ratings: list[SideRating]


class ChangePlace(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    name: Name | None = None
    appearance: Appearance | None = None
    open: bool | None = None
    ranked: bool | None = None


class PlayAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """Open a table like that of a game one has played, and ask those who played it."""

    record: Annotated[str, Meta(max_length=40)]


class Ranked(Struct, kw_only=True, frozen=True):
    """A line of the leaderboard."""

    name: str
    bot: Level | None
    appearance: Appearance | None
    page: str | None
    """The id of the player's page, if it is open."""
    rating: int
    """Of both sides together."""
    sides: list[SideRating]


class Leaderboard(Struct, kw_only=True):
    season: str
    players: list[Ranked]
    """The strongest first; nobody who did not agree, nobody who has played too little."""


class PasskeyChallenge(Struct, kw_only=True):
    """What the browser is asked to sign, as WebAuthn has it, and a ticket to bring along with the answer."""

    options: Any
    ticket: str


class PasskeyAnswer(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the browser has signed."""

    ticket: Annotated[str, Meta(max_length=400)]
    credential: Any


class RemovePasskey(Struct, kw_only=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(max_length=400)]


class RecoveryCodes(Struct, kw_only=True):
    """Each brings one back once; they are shown now and never again. Empty where those of before stay good."""

    codes: list[str]


class Recover(Struct, kw_only=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]
