"""What a table tells a client."""

from msgspec import Raw, Struct

from ..rules import AnyEvent, Ruleset, Seat, View
from ..words import EventSentence
from ..words.opening import Cue
from .commands import Reaction, Room
from .refusals import Params
from .table import TableState


class Message(Struct, frozen=True, tag=True, kw_only=True):
    pass


class Welcome(Message, frozen=True):
    """The answer to Hello: the table as it is, and the whole view of whoever asked."""

    protocol: int
    player: str
    seat: Seat | None
    host: bool
    rules: Ruleset
    table: TableState
    seq: int
    view: View | None
    now: float
    """The server's clock, for clients whose own is wrong: deadlines are told in its time."""


class Update(Message, frozen=True):
    """Something happened that this client may see: the events, and every field of its view that they changed.

    `view` holds the changed fields of View; of `rounds` only those that changed, to be put in place by their number.
    """

    game: int
    seq: int
    events: list[AnyEvent]
    view: dict[str, Raw]
    told: list[EventSentence | None] = []
    """The sentence of each event; null where it is no news, and nothing at all where none is."""


class TableChanged(Message, frozen=True):
    """The table around the game changed: chairs, clocks, votes, score."""

    table: TableState


class You(Message, frozen=True):
    """Where you sit, after it changed."""

    seat: Seat | None
    host: bool


class Sentence(Struct, frozen=True):
    """What a bot says, for clients that speak the listener's language."""

    code: str
    params: Params


class Said(Message, frozen=True):
    number: int
    room: Room
    player: str
    name: str
    seat: Seat | None
    text: str
    time: float
    sentence: Sentence | None = None
    round: int = 0
    """Of the game, when it was said; 0 before the first."""


class Reacted(Message, frozen=True):
    player: str
    name: str
    seat: Seat | None
    reaction: Reaction


class Nudged(Message, frozen=True):
    """The table waits for you."""

    by: str


class OpeningTold(Message, frozen=True):
    """The host lets the table tell the opening: every screen shows the same step at the same time. Without cues it is stopped."""

    cues: tuple[Cue, ...]
    began: float
    """By the server's clock."""


class Ignored(Message, frozen=True):
    """Whom of this table you have muted or blocked, after Welcome and whenever it changes; nobody, if it is never sent."""

    muted: list[str]
    blocked: list[str]


class Announced(Message, frozen=True):
    """The operators of the server say something to everybody; an empty text takes it back."""

    text: str
    at: float | None
    """When the server restarts, in seconds since 1970, if it does."""


class Done(Message, frozen=True):
    id: str


class Refused(Message, frozen=True):
    """The command was not carried out; nothing changed.

    `code` is a Denial, or a Bar where the rules say no; `params` is what a sentence in another language needs; `reason` is in English.
    """

    id: str
    code: str
    reason: str
    params: Params = {}


class Goodbye(Message, frozen=True):
    """The connection is about to be closed; `again` says whether to connect again. `code` is a Denial."""

    code: str
    reason: str
    again: bool


AnyMessage = Welcome | Update | TableChanged | You | Said | Reacted | Nudged | OpeningTold | Ignored | Announced | Done | Refused | Goodbye
