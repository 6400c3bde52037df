"""What a client asks of a table. Every command carries an id of the client's choosing and may be sent twice: it is done once."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Seat, SeatAction
from ..rules.vocabulary import SaidInEnglish
from ..words.opening import LEAST_LOOK, LONGEST_LOOK, LOOK
from .table import Appearance, Hours, Level, Name, Options, Text

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal."""
CommandId = Annotated[str, Meta(min_length=1, max_length=40)]
PlayerId = Annotated[str, Meta(min_length=1, max_length=40)]


class Command(Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    id: CommandId


class Room(StrEnum):
    TABLE = "table"
    SPECTATORS = "spectators"


class Act(Command, frozen=True):
    """Play an action of the rules, claims included."""

    action: SeatAction


class Say(Command, frozen=True):
    text: Text


class Reaction(StrEnum):
    WINK = "wink"
    DOUBT = "doubt"
    LAUGH = "laugh"
    RUFFLE = "ruffle"
    CAW = "caw"
    EGG = "egg"


class React(Command, frozen=True):
    reaction: Reaction


class Phrase(SaidInEnglish):
    """A sentence that each player reads in their own language; older clients show its English words."""

    TRUST = "phrase-trust", "I trust {name}."
    SUSPECT = "phrase-suspect", "I suspect {name}."
    CLAIM = "phrase-claim", "{name}, claim, please."
    NEIN = "phrase-nein", "Nein to this."
    WHY = "phrase-why", "Why?"
    WHOM = "phrase-whom", "{name}, whom do you trust?"
    WHY_NEIN = "phrase-whynein", "{name}, why did you vote nein?"


class Remark(Command, frozen=True):
    """Say one of the common phrases, about a seat if it names one."""

    phrase: Phrase
    seat: Seat | None = None


class Sit(Command, frozen=True):
    """Take an empty chair."""

    seat: Seat | None = None


class Stand(Command, frozen=True):
    """Leave your chair, before the deal or after the end."""


class Rename(Command, frozen=True):
    name: Name


class Dress(Command, frozen=True):
    """Choose your bird, hat and coat."""

    appearance: Appearance


class Suspicion(StrEnum):
    NONE = "none"
    TRUST = "trust"
    LEAN = "lean"
    """Rather trusted."""
    UNSURE = "unsure"
    SUSPECT = "suspect"
    HITLER = "hitler"


class MarkSeat(Command, frozen=True):
    """Note what you think of a seat. Only you see it; after the game it counts for your reading score."""

    seat: Seat
    mark: Suspicion


class AgreeToRating(Command, frozen=True):
    """Agree to a rated game. Among friends a game is rated if everyone at the table agrees."""

    agrees: bool


class Ready(Command, frozen=True):
    ready: bool


class SetHours(Command, frozen=True):
    """Say when your clock stands still, for slow tables."""

    hours: Hours


class Commit(Command, frozen=True):
    """Commit to a secret that adds to the next deal's randomness."""

    commitment: Hash


class Reveal(Command, frozen=True):
    """Reveal the secret you committed to, now that the table deals."""

    secret: Hash
    announcement: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """The announcement that I reveal for, as a hash: the record keeps it as my own view of what the server promised."""


class Start(Command, frozen=True):
    """Deal, as the host; after the end, start a rematch."""


class SetOptions(Command, frozen=True):
    options: Options


class AddBot(Command, frozen=True):
    """Seat a bot, or enough bots to begin."""

    seat: Seat | None = None
    level: Level | None = None
    fill_to: int | None = None


class RemoveBot(Command, frozen=True):
    seat: Seat


class Kick(Command, frozen=True):
    player: str
    ban: bool = False


class HandOver(Command, frozen=True):
    """Make someone else the host."""

    player: str


class Lock(Command, frozen=True):
    locked: bool


class TellOpening(Command, frozen=True):
    """Have every screen at the table tell the opening, or stop it. For hosts."""

    tell: bool = True
    look: Annotated[int, Meta(ge=LEAST_LOOK, le=LONGEST_LOOK)] = LOOK
    """How long the fascists may look around, in seconds."""


class VoteReplace(Command, frozen=True):
    """Vote to let a bot play for someone who's away."""

    seat: Seat


class VoteRemake(Command, frozen=True):
    """Vote to start over."""


class TakeOver(Command, frozen=True):
    """Ask the table for the seat of someone who left. For spectators."""

    seat: Seat


class VoteTakeOver(Command, frozen=True):
    """Vote on whether that spectator may have the seat."""

    seat: Seat
    player: str
    admit: bool


class Complaint(StrEnum):
    ABUSE = "abuse"
    CHEATING = "cheating"
    SPOILING = "spoiling"
    NAME = "name"
    OTHER = "other"


class ReportPlayer(Command, frozen=True):
    """Report someone to the server's operators, along with what was said last. No one else learns of it."""

    player: PlayerId
    complaint: Complaint
    text: Annotated[str, Meta(max_length=400)] = ""


class MutePlayer(Command, frozen=True):
    """Stop reading what someone says, here and at other tables. No one else learns of it."""

    player: PlayerId
    muted: bool = True


class BlockPlayer(Command, frozen=True):
    """Stop hearing someone and never be matched with them. No one else learns of it."""

    player: PlayerId
    blocked: bool = True


class Nudge(Command, frozen=True):
    """Remind a player that the table's waiting for them."""

    seat: Seat


class FastForward(Command, frozen=True):
    """Let bots play without a pause until it's your turn. Only at tables of one person and bots."""


PlayerCommand = Act | Say | React | Remark | Sit | Stand | Rename | Dress | MarkSeat | AgreeToRating | Ready | SetHours | Commit | Reveal
HostCommand = Start | SetOptions | AddBot | RemoveBot | Kick | HandOver | Lock | TellOpening
AbsenceCommand = VoteReplace | VoteRemake | TakeOver | VoteTakeOver | Nudge | FastForward
TableCommand = PlayerCommand | HostCommand | AbsenceCommand
"""What the table decides about."""
AboutOthers = ReportPlayer | MutePlayer | BlockPlayer
"""What is between a player and the server; the table learns nothing of it."""
AnyCommand = TableCommand | AboutOthers


class Hello(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A client's first message: who it is, and what it already has."""

    protocol: int
    token: str | None = None
    """Your token. Without it the browser's cookie says who you are; an empty token makes you a spectator in spite of the cookie."""
    seq: int = -1
    """The number of the last update you have, or -1."""
    game: int = 0
    """The game that update belongs to."""
