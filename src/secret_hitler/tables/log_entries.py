"""Entries in a table's log: everything that must survive the process, in order."""

from msgspec import Struct

from ..chance import Contribution
from ..play import Move
from ..rules import Ruleset, Seat
from ..wire.commands import Room, Suspicion
from ..wire.table import Appearance, Hours, Level, Options, ProgramCard, Sentence


class LogEntry(Struct, frozen=True, tag=True, kw_only=True):
    pass


class TableOpened(LogEntry, frozen=True):
    options: Options
    password_hash: str = ""
    quick_for: int = 0
    """Number of players, for a table of strangers that deals by itself."""
    countdown: float = 20.0
    """Seconds before it deals."""


class Joined(LogEntry, frozen=True):
    player: str
    name: str
    identity: str = ""
    """The browser or program, the same at all tables."""
    origin: str = ""
    """The address they came from, as a keyed hash: two people with the same one may be one person."""
    program: ProgramCard | None = None
    """Set for a program with an account."""


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


class WebhookSet(LogEntry, frozen=True):
    """Where the table's public events go too; nowhere if it's empty."""

    url: str


class Kicked(LogEntry, frozen=True):
    player: str
    ban: bool


class HostSet(LogEntry, frozen=True):
    player: str


class ReadySet(LogEntry, frozen=True):
    player: str
    ready: bool


class Marked(LogEntry, frozen=True):
    """What a player thinks of a seat; never sent to anyone else."""

    player: str
    seat: Seat
    mark: Suspicion


class HoursSet(LogEntry, frozen=True):
    player: str
    hours: Hours


class RatingAgreed(LogEntry, frozen=True):
    player: str
    agrees: bool


class Committed(LogEntry, frozen=True):
    """A hash of the secret that a player will add to the next game's chance."""

    player: str
    commitment: str


class DealAnnounced(LogEntry, frozen=True):
    """The server has committed too; the seed consists of what is named here."""

    secret: str
    commitments: dict[str, str]


class Revealed(LogEntry, frozen=True):
    player: str
    secret: str
    announcement: str = ""
    """A hash of the announcement that the player saw."""


class DealCalledOff(LogEntry, frozen=True):
    """A player didn't reveal the secret they had committed to."""

    missing: list[str]


class Dealt(LogEntry, frozen=True):
    """A game began: its rules by value, its seed (secret until the end), and nature's first moves."""

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
    """A person talked, or a bot, whose sentence is a code with parameters as well as English text."""

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
    """The owner plays again, in place of a bot or a stand-in."""

    seat: Seat


class TakeOverAsked(LogEntry, frozen=True):
    seat: Seat
    player: str


class TakeOverVoted(LogEntry, frozen=True):
    seat: Seat
    player: str
    admit: bool


class TakeOverRefused(LogEntry, frozen=True):
    """The table refused, or the newcomer withdrew."""

    seat: Seat


class TakenOver(LogEntry, frozen=True):
    """A stand-in plays this seat until its owner is back."""

    seat: Seat
    player: str


class RemakeVoted(LogEntry, frozen=True):
    player: str


class Remade(LogEntry, frozen=True):
    """The table voted to break the game off."""


_OfLobby = (
    TableOpened | OptionsSet | LockSet | WebhookSet | Joined | Renamed | Dressed | Kicked | HostSet | ReadySet | RatingAgreed | HoursSet
)
_OfChairs = Sat | Stood | BotSat | BotLeft | BotTookOver | TakenBack | TakeOverAsked | TakeOverVoted | TakeOverRefused | TakenOver
_OfGame = Committed | DealAnnounced | Revealed | DealCalledOff | Dealt | Played | Spoke | Marked | ReplaceVoted | RemakeVoted | Remade
AnyLogEntry = _OfLobby | _OfChairs | _OfGame


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of a log: entries that happened together, by whom, and the command behind them."""

    time: float
    player: str = ""
    command: str = ""
    entries: list[AnyLogEntry]
