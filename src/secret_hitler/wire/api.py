"""What goes over HTTP: opening, finding and joining tables, and records."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from ..paper.paper_game import AnyEntry
from ..paper.setup import Kit
from ..paper.sheet import Due, Option
from ..rules import AnyEvent, Ending, OpenClaim, Ruleset, Seat, View
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from ..words import EventSentence
from .refusals import Params
from .table import HouseRules, Level, Name, Options, RulesetName, Stage

Password = Annotated[str, Meta(max_length=64)]


class Problem(Struct, kw_only=True):
    """The body of every answer that is an error: `code` is a Denial, or a Bar where the rules say no."""

    code: str
    reason: str
    params: Params = {}


class Invitation(Struct, kw_only=True):
    """Where others find a table."""

    link: str
    reachable: bool
    """Whether other devices get there: not if the server listens to this machine alone."""


class OpenTable(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Name
    options: Options = Options()
    password: Password = ""


class JoinTable(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password = ""
    sit: bool = True


class PlayNow(Struct, kw_only=True, forbid_unknown_fields=True):
    """One person and bots, dealt at once."""

    name: Name = "You"
    players: Annotated[int, Meta(ge=5, le=10)] = 7
    rules: RulesetName = "official"
    level: Level = Level.REGULAR


class QuickMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """A seat at a table of strangers, which fills up with bots after a wait."""

    name: Name
    players: Annotated[int, Meta(ge=5, le=10)] = 7


class Admission(Struct, kw_only=True):
    """Who you are at this table. The token is also set as a cookie; keep it secret."""

    code: str
    link: str
    player: str
    token: str


class Continue(Struct, kw_only=True, forbid_unknown_fields=True):
    """The other end of "continue on my phone"."""

    ticket: Annotated[str, Meta(max_length=400)]


class Ticket(Struct, kw_only=True):
    link: str
    qr: str
    """The link as an SVG picture."""
    seconds: int


class TableSummary(Struct, kw_only=True):
    code: str
    stage: Stage
    rules: str
    players: int
    humans: int
    programs: int
    """How many of the humans are programs with an account."""
    seats_free: int
    password: bool
    host: str


class RulesetInWords(Struct, kw_only=True):
    name: str
    points: list[tuple[str, str]]
    differs: list[str]
    """The points in which it differs from the official rules."""
    players: list[int]


class RuleLine(Struct, kw_only=True):
    words: str
    sign: str
    """What is drawn before the words: a role, a power or the veto; empty where nothing is."""
    lead: str
    """Stands before the words: the number of a step."""


class RuleSection(Struct, kw_only=True):
    heading: str
    lines: list[RuleLine]


class RolesTable(Struct, kw_only=True):
    heading: str
    players: str
    rows: list[tuple[int, int, int]]
    """Numbers of players, with their liberals and ordinary fascists."""


class HowToPlay(Struct, kw_only=True):
    """A rule set in the words of one language, as it is printed and stands in docs/rules.md."""

    name: str
    title: str
    about: str
    sections: list[RuleSection]
    openings: list[RuleSection]
    """What is said with eyes closed, for each number of players."""
    roles: RolesTable
    guide: list[RuleSection]
    """Besides the rules: the setting, what is said aloud, advice, questions and answers."""
    credit: str


class RecordSummary(Struct, kw_only=True):
    id: str
    rules: str
    seats: int
    ending: Ending | None
    names: list[str]
    commitment: str | None
    seed: str | None
    contributors: list[Seat]
    """The seats whose players added to the chance of the deal."""
    programs: list[Seat]
    """The seats of programs with an account."""
    paper: bool
    """Played with real cards: only what everybody saw is known."""


class ReplayMoment(Struct, kw_only=True):
    """After so many moves: what was seen of the last one, and every field of the view that it changed, as an Update has them."""

    number: int
    events: list[AnyEvent]
    told: list[EventSentence | None] = []
    """The sentence of each event, as an Update has them."""
    view: dict[str, Raw]


class Replay(Struct, kw_only=True):
    record: RecordSummary
    lens: str
    moments: list[ReplayMoment]


class Believed(Struct, kw_only=True):
    """What the public could believe after a round; rounds count from 0."""

    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


class ReviewProgress(Struct, kw_only=True):
    """The review is being worked out: ask again."""

    done: float
    """From 0 to 1."""


class FillIn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A game with real cards as far as it was written down."""

    rules: RulesetName = "official"
    house_rules: HouseRules = ""
    names: Annotated[list[Name], Meta(min_length=MIN_SEATS, max_length=MAX_SEATS)]
    entries: Annotated[list[AnyEntry], Meta(max_length=600)] = []


class BadEntry(Struct, kw_only=True):
    """The first entry that cannot be so; it and those after it were not taken."""

    entry: int
    code: str
    reason: str


class Filled(Struct, kw_only=True):
    """What everybody knows after the entries that were taken, and what has to be written down next."""

    rules: Ruleset
    kit: Kit
    view: View
    due: Due
    suspect: Seat | None
    """Who has to say whether they are Hitler."""
    options: list[Option]
    claims: list[OpenClaim]
    """What anybody may say of a hand, a peek or a party now."""
    told: list[list[AnyEvent]]
    """What came of each entry."""
    news: list[EventSentence] = []
    """What the last entry is told as, to people with real cards."""
    refused: BadEntry | None


class KeepRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """A file with a game in it: the readable notation, or a line of JSON."""

    text: Annotated[str, Meta(max_length=200_000)]


class Kept(Struct, kw_only=True):
    record: str


class YourTurn(Struct, kw_only=True):
    """An entry of the feed for games that take days."""

    code: str
    link: str
    seat: int
    round: int
    phase: str
    deadline: float | None
