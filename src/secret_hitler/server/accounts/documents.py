"""What is stored of somebody: a profile, a document for each game they played, and their ratings."""

import msgspec
from msgspec import Struct

from ...wire.profile import InvitedTo, PastGame
from ...wire.review import Award, AwardKind
from ...wire.table import Appearance


class Passkey(Struct, frozen=True, kw_only=True):
    id: str
    """Of the credential, in base64url."""
    public_key: bytes
    sign_count: int
    made: float


class Profile(Struct, frozen=True, kw_only=True):
    name: str = ""
    appearance: Appearance | None = None
    open: bool = False
    ranked: bool = False
    passkeys: list[Passkey] = []
    invitations: list[InvitedTo] = []


class Fellow(Struct, frozen=True, kw_only=True):
    """Somebody else of a game. The identity is for the server alone."""

    identity: str
    name: str
    appearance: Appearance


class Squares(Struct, frozen=True):
    """Squared errors of what somebody thought, summed up."""

    total: float = 0.0
    count: int = 0


class StoredGame(Struct, frozen=True, kw_only=True):
    game: PastGame
    name: str
    appearance: Appearance
    marks: Squares
    votes: Squares
    fellows: list[Fellow]


class StoredRating(Struct, frozen=True):
    """How strong somebody is on one side, in one season."""

    identity: str
    side: str
    mu: float
    sigma: float
    games: int


class Awarded(Struct, frozen=True):
    """Of a review no more than its awards."""

    awards: list[Award]


_awarded = msgspec.json.Decoder(Awarded)
_profiles, _games, _ratings = msgspec.json.Decoder(Profile), msgspec.json.Decoder(StoredGame), msgspec.json.Decoder(StoredRating)


def profile_of(body: bytes | None) -> Profile:
    """Return an empty profile where none is stored yet."""
    return Profile() if body is None else _profiles.decode(body)


def game_of(body: bytes) -> StoredGame:
    return _games.decode(body)


def rating_of(body: bytes) -> StoredRating:
    return _ratings.decode(body)


def awarded(review: bytes, seat: int) -> list[AwardKind]:
    return [award.kind for award in _awarded.decode(review).awards if award.seat == seat]
