"""What a table tells a client."""

from msgspec import Raw, Struct

from ..rules import AnyEvent, Ruleset, Seat, View
from ..words import EventSentence
from ..words.opening import Cue
from .commands import Reaction, Room
from .table import Hours, Params, Sentence, TableState


class Message(Struct, frozen=True, tag=True, kw_only=True):
    pass


class Welcome(Message, frozen=True):
    """The answer to Hello: the table as it is, and your whole view of the game."""

    protocol: int
    player: str
    seat: Seat | None
    host: bool
    rules: Ruleset
    table: TableState
    seq: int
    view: View | None
    now: float
    """The server's clock. Deadlines are in its time, so compare it with your own."""
    hours: Hours | None = None
    """When your clock stands still, if you've said so."""


class Update(Message, frozen=True):
    """Something happened that you may see: the events, and the fields of your view that they changed.

    `view` holds the changed fields of View; of `rounds` only those that changed, to be put in place by their number.
    """

    game: int
    seq: int
    events: list[AnyEvent]
    view: dict[str, Raw]
    told: list[EventSentence | None] = []
    """The sentence for each event; null if it's no news, and an empty list if none is."""


class TableChanged(Message, frozen=True):
    """Something around the game changed: chairs, clocks, votes, score."""

    table: TableState


class You(Message, frozen=True):
    """Your seat or your role as host changed."""

    seat: Seat | None
    host: bool


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
    """The game's round when it was said; 0 before the first."""


class Reacted(Message, frozen=True):
    player: str
    name: str
    seat: Seat | None
    reaction: Reaction


class Nudged(Message, frozen=True):
    """Someone reminds you that the table's waiting for you."""

    by: str


class OpeningTold(Message, frozen=True):
    """The host has the table tell the opening: every screen shows the same step at the same time."""

    cues: tuple[Cue, ...]
    began: float
    """When it began, by the server's clock."""


class Ignored(Message, frozen=True):
    """Whom at this table you've muted or blocked. The table sends it after Welcome if there's anyone, and on every change."""

    muted: list[str]
    blocked: list[str]


class Announced(Message, frozen=True):
    """The server's operators tell everyone something."""

    text: str
    at: float | None
    """When the server restarts, in seconds since 1970; null if it doesn't."""


class Done(Message, frozen=True):
    id: str


class Refused(Message, frozen=True):
    """The table didn't carry out your command; nothing changed.

    `code` is a Denial, or a Bar if the rules say no; `params` fills in a sentence in another language; `reason` is in English.
    """

    id: str
    code: str
    reason: str
    params: Params = {}


class Goodbye(Message, frozen=True):
    """The server is about to close the connection."""

    code: str
    reason: str
    again: bool


AnyMessage = Welcome | Update | TableChanged | You | Said | Reacted | Nudged | OpeningTold | Ignored | Announced | Done | Refused | Goodbye
