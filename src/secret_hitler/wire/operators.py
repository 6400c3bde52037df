"""What the operators of a server see and ask, over HTTP with their token. Nothing here knows a role or a card of a running game."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from .commands import Complaint, Room
from .table import Stage

Minutes = Annotated[int, Meta(ge=1, le=525_600)]
Sentences = Annotated[str, Meta(max_length=400)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]


class OperatorCommand(Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    pass


class CloseTable(OperatorCommand, frozen=True):
    code: Annotated[str, Meta(max_length=16)]


class Announce(OperatorCommand, frozen=True):
    """Show everyone a message, newcomers included."""

    text: Sentences = ""
    restart_in: Annotated[int, Meta(ge=0, le=1440)] = 0
    """Minutes until the server restarts; 0 if it doesn't."""


class Target(StrEnum):
    ADDRESS = "address"
    IDENTITY = "identity"


class Ban(OperatorCommand, frozen=True):
    target: Target
    value: Annotated[str, Meta(min_length=1, max_length=64)]
    minutes: Minutes
    reason: Sentences = ""


class LiftBan(OperatorCommand, frozen=True):
    target: Target
    value: Annotated[str, Meta(min_length=1, max_length=64)]


class Hush(OperatorCommand, frozen=True):
    """Let someone play but not talk for a while; 0 minutes ends it."""

    identity: Annotated[str, Meta(min_length=1, max_length=64)]
    minutes: Annotated[int, Meta(ge=0, le=525_600)]


class ForbidWord(OperatorCommand, frozen=True):
    """Refuse names and chat with this word."""

    word: Word


class AllowWord(OperatorCommand, frozen=True):
    word: Word


class SettleReport(OperatorCommand, frozen=True):
    id: Annotated[str, Meta(max_length=40)]
    note: Sentences = ""


AnyOperatorCommand = CloseTable | Announce | Ban | LiftBan | Hush | ForbidWord | AllowWord | SettleReport


class HeardLine(Struct, frozen=True, kw_only=True):
    name: str
    player: str
    room: Room
    text: str
    time: float


class PlayerReport(Struct, frozen=True, kw_only=True):
    id: str
    time: float
    table: str
    game: int
    by: str
    by_identity: str
    name: str
    player: str
    identity: str
    complaint: Complaint
    text: str
    talk: list[HeardLine]
    settled: str | None = None
    """Who settled it, and what they noted."""


class SeenPlayer(Struct, frozen=True, kw_only=True):
    player: str
    name: str
    seat: int | None
    identity: str
    addresses: list[str]
    """The addresses they're connected from now."""


class SeenTable(Struct, frozen=True, kw_only=True):
    code: str
    stage: Stage
    rules: str
    public: bool
    people: list[SeenPlayer]
    bots: int
    watchers: int
    games: int
    touched: float


class BanInForce(Struct, frozen=True, kw_only=True):
    target: Target
    value: str
    until: float
    reason: str
    by: str


class HushInForce(Struct, frozen=True, kw_only=True):
    identity: str
    until: float


class AuditLine(Struct, frozen=True, kw_only=True):
    time: float
    by: str
    what: str
    detail: str


class ServerLoad(Struct, frozen=True, kw_only=True):
    version: str
    started: float
    now: float
    tables: int
    playing: int
    connections: int
    moves: int
    bots_waiting: int
    memory_mb: float
    disk_free_mb: float


class SuspiciousPair(Struct, frozen=True, kw_only=True):
    """Two people of rated games who may be one, or play for each other. Households and old friends look like that too."""

    names: tuple[str, str]
    identities: tuple[str, str]
    games: int
    """Rated ones that they played together."""
    wins: tuple[int, int]
    """How many of these each of the two has won."""
    shared_address: bool
    always_together: bool
    beyond_chance: bool
    """One of them wins in this company more than luck would have it."""


class OperatorsView(Struct, frozen=True, kw_only=True):
    operator: str
    load: ServerLoad
    announced: str
    tables: list[SeenTable]
    reports: list[PlayerReport]
    bans: list[BanInForce]
    hushed: list[HushInForce]
    words: list[str]
    audit: list[AuditLine]
    pairs: list[SuspiciousPair] = []
