"""What a client asks of a table. Every command carries an id of the client's choosing and may be sent twice: it is done once."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Seat, SeatAction
from ..words.opening import LEAST_LOOK, LONGEST_LOOK, LOOK
from .table import Appearance, Level, Name, Options, Text

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal."""
CommandId = Annotated[str, Meta(min_length=1, max_length=40)]


class Command(Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    id: CommandId


class Room(StrEnum):
    TABLE = "table"
    SPECTATORS = "spectators"


class Act(Command, frozen=True):
    """Play: an action of the rules, claims included."""

    action: SeatAction


class Say(Command, frozen=True):
    text: Text


class Reaction(StrEnum):
    """What the page draws over a seat."""

    WINK = "wink"
    DOUBT = "doubt"
    LAUGH = "laugh"
    RUFFLE = "ruffle"
    CAW = "caw"
    EGG = "egg"


class React(Command, frozen=True):
    reaction: Reaction


class Phrase(StrEnum):
    """A sentence that everybody understands in a language of their own; its English words are what older clients show."""

    text: str

    def __new__(cls, code: str, text: str) -> "Phrase":
        phrase = str.__new__(cls, code)
        phrase._value_ = code
        phrase.text = text
        return phrase

    TRUST = "phrase-trust", "I trust {name}."
    SUSPECT = "phrase-suspect", "I suspect {name}."
    CLAIM = "phrase-claim", "{name}, claim, please."
    NEIN = "phrase-nein", "Nein to this."
    WHY = "phrase-why", "Why?"
    WHOM = "phrase-whom", "{name}, whom do you trust?"
    WHY_NEIN = "phrase-whynein", "{name}, why did you vote nein?"


class Remark(Command, frozen=True):
    """Say one of the common phrases, of a seat where it needs one."""

    phrase: Phrase
    seat: Seat | None = None


class Sit(Command, frozen=True):
    """Take an empty chair; without a seat, the first one."""

    seat: Seat | None = None


class Stand(Command, frozen=True):
    """Leave the chair, before the deal or after the end."""


class Rename(Command, frozen=True):
    name: Name


class Dress(Command, frozen=True):
    """Choose a bird, a hat and a coat; kept with the player for the whole evening."""

    appearance: Appearance


class Suspicion(StrEnum):
    """What a player has marked another as, for themselves alone."""

    NONE = "none"
    TRUST = "trust"
    UNSURE = "unsure"
    SUSPECT = "suspect"
    HITLER = "hitler"


class MarkSeat(Command, frozen=True):
    """What I think of a seat. Nobody is told; after the game it is compared with the roles, for my own reading score."""

    seat: Seat
    mark: Suspicion


class AgreeToRating(Command, frozen=True):
    """Among friends a game is rated if everybody who sits has agreed."""

    agrees: bool


class Ready(Command, frozen=True):
    ready: bool


class Commit(Command, frozen=True):
    """What I shall add to the chance of the next game, as a hash."""

    commitment: Hash


class Reveal(Command, frozen=True):
    """The secret that I had committed to, now that the game is being dealt."""

    secret: Hash


class Start(Command, frozen=True):
    """The host deals; after the end this is a rematch with whoever sits."""


class SetOptions(Command, frozen=True):
    options: Options


class AddBot(Command, frozen=True):
    """Seat a bot in this chair; without a seat, in enough empty chairs to begin, or all of `chairs`."""

    seat: Seat | None = None
    level: Level | None = None
    fill_to: int | None = None


class RemoveBot(Command, frozen=True):
    seat: Seat


class Kick(Command, frozen=True):
    player: str
    ban: bool = False


class HandOver(Command, frozen=True):
    """Make somebody else the host."""

    player: str


class Lock(Command, frozen=True):
    locked: bool


class TellOpening(Command, frozen=True):
    """The host lets every screen of the table tell the opening with eyes closed, or stops it."""

    tell: bool = True
    look: Annotated[int, Meta(ge=LEAST_LOOK, le=LONGEST_LOOK)] = LOOK
    """How long those who may look have for it, in seconds."""


class VoteReplace(Command, frozen=True):
    """Let a bot play for a seat whose owner is away."""

    seat: Seat


class VoteRemake(Command, frozen=True):
    """Break the game off and deal anew."""


class TakeOver(Command, frozen=True):
    """A spectator asks the table for the seat of someone who left."""

    seat: Seat


class VoteTakeOver(Command, frozen=True):
    """Whether that spectator may have the seat."""

    seat: Seat
    player: str
    admit: bool


PlayerId = Annotated[str, Meta(min_length=1, max_length=40)]


class Complaint(StrEnum):
    """What somebody is reported for."""

    ABUSE = "abuse"
    CHEATING = "cheating"
    SPOILING = "spoiling"
    NAME = "name"
    OTHER = "other"


class ReportPlayer(Command, frozen=True):
    """Tell the operators of the server about somebody at this table; what was said last goes with it. Nobody else learns of it."""

    player: PlayerId
    complaint: Complaint
    text: Annotated[str, Meta(max_length=400)] = ""


class MutePlayer(Command, frozen=True):
    """Not to read what somebody says, here and at other tables; nobody else learns of it."""

    player: PlayerId
    muted: bool = True


class BlockPlayer(Command, frozen=True):
    """Not to hear of somebody's talk at all, and not to be brought to a table of strangers together; nobody else learns of it."""

    player: PlayerId
    blocked: bool = True


class Nudge(Command, frozen=True):
    """Remind a seat that the table waits for it."""

    seat: Seat


PlayerCommand = Act | Say | React | Remark | Sit | Stand | Rename | Dress | MarkSeat | AgreeToRating | Ready | Commit | Reveal
HostCommand = Start | SetOptions | AddBot | RemoveBot | Kick | HandOver | Lock | TellOpening
AbsenceCommand = VoteReplace | VoteRemake | TakeOver | VoteTakeOver | Nudge
TableCommand = PlayerCommand | HostCommand | AbsenceCommand
"""What the table decides about."""
AboutOthers = ReportPlayer | MutePlayer | BlockPlayer
"""What is between a player and the server; the table learns nothing of it."""
AnyCommand = TableCommand | AboutOthers


class Hello(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first message of a client: what it speaks, who it is, and what it has."""

    protocol: int
    token: str | None = None
    """The token of a player. Without it the browser's cookie says who speaks; an empty token is nobody's, whatever the cookie says."""
    seq: int = -1
    """The number of the last update the client has, or -1."""
    game: int = 0
    """The game that update belonged to."""
