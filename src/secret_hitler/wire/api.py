"""What goes over HTTP: opening, finding and joining tables, and records."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from ..paper.paper_game import AnyEntry
from ..paper.setup import Kit
from ..paper.sheet import Due, Option
from ..rules import AnyEvent, Ending, OpenClaim, Ruleset, Seat, View
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from ..words import EventSentence
from .table import HouseRules, Level, Name, Options, Params, RulesetName, Speed, Stage

Password = Annotated[str, Meta(max_length=64)]


class Problem(Struct, kw_only=True):
    """The body of every error: `code` is a Denial, or a Bar if the rules say no."""

    code: str
    reason: str
    params: Params = {}


class Invitation(Struct, kw_only=True):
    link: str
    reachable: bool
    """Whether other devices can open it; they can't if the server listens on this computer only."""


class OpenTable(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Name
    options: Options = Options()
    password: Password = ""


class JoinTable(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password = ""
    sit: bool = True


class PlayNow(Struct, kw_only=True, forbid_unknown_fields=True):
    """Start a game of one person and bots right away."""

    name: Name = "You"
    players: Annotated[int, Meta(ge=5, le=10)] = 7
    rules: RulesetName = "official"
    level: Level = Level.REGULAR
    speed: Speed = Speed.NORMAL
    """How fast bots play."""


class QuickMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """Find a seat at a table of strangers; bots fill it up after a wait."""

    name: Name
    players: Annotated[int, Meta(ge=5, le=10)] = 7


class Admission(Struct, kw_only=True):
    """Who you are at this table. The server also sets the token as a cookie; keep it secret."""

    code: str
    link: str
    player: str
    token: str


class Continue(Struct, kw_only=True, forbid_unknown_fields=True):
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
    """How many of those are programs with an account."""
    seats_free: int
    password: bool
    host: str


class RulesetInWords(Struct, kw_only=True):
    name: str
    points: list[tuple[str, str]]
    differs: list[str]
    """The points where it differs from the official rules."""
    players: list[int]


class RuleLine(Struct, kw_only=True):
    words: str
    sign: str
    """What to draw before the words: a role, a power or the veto; empty for nothing."""
    lead: str
    """What comes before the words: the number of a step."""


class RuleSection(Struct, kw_only=True):
    heading: str
    lines: list[RuleLine]


class RolesTable(Struct, kw_only=True):
    heading: str
    players: str
    rows: list[tuple[int, int, int]]
    """Numbers of players, each with its liberals and ordinary fascists."""


class RuleReading(Struct, kw_only=True):
    """A place where the texts can be read in two ways, and how this rule set does."""

    field: str
    """What house rules call it."""
    question: str
    """As the rulebook asks it."""
    answers: list[tuple[bool | int | str, str]]
    """The values that the field takes, with the answer that each stands for."""
    chosen: bool | int | str
    """What it is in these rules."""
    usual: bool | int | str
    """What it is in the official rules."""
    reason: str
    """Why, in the words of the rulebook."""


class HowToPlay(Struct, kw_only=True):
    """A rule set in the words of one language, as in print and in docs/rules.md."""

    name: str
    title: str
    about: str
    sections: list[RuleSection]
    openings: list[RuleSection]
    """What the narrator says while eyes are closed, for each number of players."""
    roles: RolesTable
    guide: list[RuleSection]
    """Besides the rules: the setting, what players say aloud, advice, questions and answers."""
    credit: str
    readings: list[RuleReading] = []
    """Those that change anything under these rules."""
    checked: list[str] = []
    """What a look at every way a game can go has found, for house rules."""


class CheckRules(Struct, kw_only=True, forbid_unknown_fields=True):
    """House rules that somebody is still writing."""

    house_rules: HouseRules
    players: Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)] | None = None
    """Let bots play them with so many players, to see who wins."""
    language: Annotated[str, Meta(max_length=24)] = "en"
    wording: Annotated[str, Meta(max_length=24)] = "game"


class RulesChecked(Struct, kw_only=True):
    """What house rules mean, in the words of one language."""

    rules: Ruleset
    readings: list[RuleReading]
    """Those that change anything under these rules."""
    checked: list[str]
    """What a look at every way a game can go has found."""
    fine: bool
    """No game gets stuck."""
    games: int = 0
    """So many that bots played."""
    liberal_wins: int = 0


class CitedSentence(Struct, kw_only=True):
    document: str
    """The rule set that the document is of."""
    line: int
    """From 1."""
    says: str
    """In short English words of our own."""


class Why(Struct, kw_only=True):
    """The rule behind a refusal, in the words of one language."""

    rules: str
    """What the rule set is called."""
    heading: str
    """The part of the rules on one page that has it."""
    lines: list[str]
    """The rule, with the numbers of the table."""
    sentences: list[CitedSentence]
    """Where the documents have it; none for house rules."""


class RecordSummary(Struct, kw_only=True):
    id: str
    rules: str
    seats: int
    ending: Ending | None
    names: list[str]
    commitment: str | None
    seed: str | None
    contributors: list[Seat]
    """The seats whose players added to the deal's randomness."""
    programs: list[Seat]
    """The seats of programs with an account."""
    paper: bool
    """Played with real cards: the record knows only what everyone saw."""
    uploaded: bool = False
    """From a file: the server didn't see who played it, or whether anyone did."""


class ReplayMoment(Struct, kw_only=True):
    """One moment of a replay: what the lens saw of the last move, and the fields of the view that it changed, as in an Update."""

    number: int
    events: list[AnyEvent]
    told: list[EventSentence | None] = []
    """The sentence for each event, as in an Update."""
    view: dict[str, Raw]


class Replay(Struct, kw_only=True):
    record: RecordSummary
    lens: str
    moments: list[ReplayMoment]


class Believed(Struct, kw_only=True):
    """What the public could believe after a round."""

    round: int
    fascist: list[float]
    hitler: list[float]
    liberal_win: float


class ReviewProgress(Struct, kw_only=True):
    """The server is still working on the review: ask again."""

    done: float
    """From 0 to 1."""


class FillIn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A game with real cards, as far as the group wrote it down."""

    rules: RulesetName = "official"
    house_rules: HouseRules = ""
    names: Annotated[list[Name], Meta(min_length=MIN_SEATS, max_length=MAX_SEATS)]
    entries: Annotated[list[AnyEntry], Meta(max_length=600)] = []


class BadEntry(Struct, kw_only=True):
    """The first entry that doesn't fit. The server ignored it and those after it."""

    entry: int
    code: str
    reason: str


class Filled(Struct, kw_only=True):
    """What everyone knows after these entries, and what to write down next."""

    rules: Ruleset
    kit: Kit
    view: View
    due: Due
    suspect: Seat | None
    """Who has to say whether they're Hitler."""
    options: list[Option]
    claims: list[OpenClaim]
    """What anyone may claim about a hand, a peek or a party now."""
    told: list[list[AnyEvent]]
    """What each entry led to."""
    news: list[EventSentence] = []
    """The sentences for the last entry, for people with real cards."""
    refused: BadEntry | None


class KeepRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """A file with a game: the readable notation, or a line of JSON."""

    text: Annotated[str, Meta(max_length=200_000)]


class Kept(Struct, kw_only=True):
    record: str


class YourTurn(Struct, kw_only=True):
    """An entry in the feed for games that take days."""

    code: str
    link: str
    seat: int
    round: int
    phase: str
    deadline: float | None
