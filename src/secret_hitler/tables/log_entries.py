"""What is written in the log of a table: everything that must survive the process, in the order it happened."""

from msgspec import Struct

from ..play import Move
from ..records import Contribution
from ..rules import Ruleset, Seat
from ..wire.commands import Room, Suspicion
from ..wire.messages import Sentence
from ..wire.table import Appearance, Level, Options, ProgramCard


class LogEntry(Struct, frozen=True, tag=True, kw_only=True):
    pass


class TableOpened(LogEntry, frozen=True):
    options: Options
    password_hash: str = ""
    quick_for: int = 0
    """A table of strangers for this many players, which deals by itself."""
    countdown: float = 20.0
    """Seconds before it does."""


class Joined(LogEntry, frozen=True):
    player: str
    name: str
    identity: str = ""
    """The browser or program that came, at whatever tables."""
    origin: str = ""
    """The address they came from, as a keyed hash: two who share it may be one person."""
    program: ProgramCard | None = None
    """It is a program with an account."""


class Renamed(LogEntry, frozen=True):
    player: str
    name: str


class Dressed(LogEntry, frozen=True):
    player: str
    appearance: Appearance


class Sat(LogEntry, frozen=True):
    player: str
    seat: Seat


class Stood(LogEntry, frozen=True):
    player: str


class BotSat(LogEntry, frozen=True):
    seat: Seat
    level: Level


class BotLeft(LogEntry, frozen=True):
    seat: Seat


class OptionsSet(LogEntry, frozen=True):
    options: Options


class LockSet(LogEntry, frozen=True):
    locked: bool


class Kicked(LogEntry, frozen=True):
    player: str
    ban: bool


class HostSet(LogEntry, frozen=True):
    player: str


class ReadySet(LogEntry, frozen=True):
    player: str
    ready: bool


class Marked(LogEntry, frozen=True):
    """What somebody thinks of a seat; told to nobody."""

    player: str
    seat: Seat
    mark: Suspicion


class RatingAgreed(LogEntry, frozen=True):
    player: str
    agrees: bool


class Committed(LogEntry, frozen=True):
    """What somebody will add to the chance of the next game, as a hash."""

    player: str
    commitment: str


class DealAnnounced(LogEntry, frozen=True):
    """The server has committed itself too; nothing but what is named here goes into the seed."""

    secret: str
    commitments: dict[str, str]


class Revealed(LogEntry, frozen=True):
    player: str
    secret: str


class DealCalledOff(LogEntry, frozen=True):
    """Somebody did not reveal what they had committed to."""

    missing: list[str]


class Dealt(LogEntry, frozen=True):
    """A game began: its rules by value, its seed (revealed after the end), and nature's first moves."""

    rules: Ruleset
    opener: Seat | None
    seed: str
    record: str
    moves: list[Move]
    server_secret: str = ""
    contributions: list[Contribution] = []


class Played(LogEntry, frozen=True):
    """A seat moved, and nature after it."""

    moves: list[Move]


class Spoke(LogEntry, frozen=True):
    """Somebody talked: a person, or a bot in a seat, whose sentence is a code with parameters besides its English text."""

    room: Room
    text: str
    player: str = ""
    seat: Seat | None = None
    sentence: Sentence | None = None


class ReplaceVoted(LogEntry, frozen=True):
    player: str
    seat: Seat


class BotTookOver(LogEntry, frozen=True):
    seat: Seat
    level: Level


class TakenBack(LogEntry, frozen=True):
    """The owner plays again, in place of a bot or of whoever sat in for them."""

    seat: Seat


class TakeOverAsked(LogEntry, frozen=True):
    seat: Seat
    player: str


class TakeOverVoted(LogEntry, frozen=True):
    seat: Seat
    player: str
    admit: bool


class TakeOverRefused(LogEntry, frozen=True):
    """The table, or the newcomer, does not want it any more."""

    seat: Seat


class TakenOver(LogEntry, frozen=True):
    """Somebody else sits in for the owner of this seat, until the owner is back."""

    seat: Seat
    player: str


class RemakeVoted(LogEntry, frozen=True):
    player: str


class Remade(LogEntry, frozen=True):
    """The game was broken off by the table's vote."""


_OfLobby = TableOpened | OptionsSet | LockSet | Joined | Renamed | Dressed | Kicked | HostSet | ReadySet | RatingAgreed
_OfChairs = Sat | Stood | BotSat | BotLeft | BotTookOver | TakenBack | TakeOverAsked | TakeOverVoted | TakeOverRefused | TakenOver
_OfGame = Committed | DealAnnounced | Revealed | DealCalledOff | Dealt | Played | Spoke | Marked | ReplaceVoted | RemakeVoted | Remade
AnyLogEntry = _OfLobby | _OfChairs | _OfGame


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of a log: entries that happened together, by whom, and the command that asked for them."""

    time: float
    player: str = ""
    command: str = ""
    entries: list[AnyLogEntry]
