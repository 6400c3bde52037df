"""A live table as everyone there sees it: chairs, options, clocks, the table's votes, the evening's score."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Ending, Ruleset, Seat
from ..rules.ruleset import MAX_SEATS, MAX_TEXT, MIN_SEATS

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Seconds = Annotated[int, Meta(ge=5, le=1_209_600)]
"""From five seconds to two weeks: the same clocks serve a fast table and one that plays by mail."""
Params = dict[str, int | str]
"""What a sentence needs; a count is always called `n`, so that languages can choose the plural."""
RulesetName = Annotated[str, Meta(max_length=40)]
HouseRules = Annotated[str, Meta(max_length=MAX_TEXT)]


class Sentence(Struct, frozen=True):
    """What a bot says, for clients that put it into the reader's language."""

    code: str
    params: Params


class Level(StrEnum):
    RANDOM = "random"
    PARTY_LINE = "party-line"
    REGULAR = "regular"
    EXPERT = "expert"
    DEDUCER = "deducer"
    STRATEGIST = "strategist"


class Speed(StrEnum):
    """How fast bots play, and how long each moment is shown."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"


SLOW_SECONDS = 3600
"""From so much time to decide, a table is slow: people come and go, and nobody is replaced overnight."""
Minute = Annotated[int, Meta(ge=0, lt=1440)]
Moment = Annotated[float, Meta(ge=0, le=2**33)]
"""In seconds since 1970."""


class Hours(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a player's clock stands still at a slow table."""

    quiet_from: Minute = 0
    """When the player's night begins, in minutes of the UTC day; the same as `quiet_until` for no night. Twelve hours at most."""
    quiet_until: Minute = 0
    away_until: Moment | None = None
    """Until when the player is on vacation, two weeks at most. The table sees it."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host can change before the deal."""

    rules: RulesetName = "official"
    """The name of a written rule set."""
    house_rules: HouseRules = ""
    """House rules as TOML; if given, they replace `rules`."""
    public: bool = False
    """Whether strangers can find the table."""
    decision_seconds: Seconds | None = None
    """How many seconds a player has to decide; null means no clock."""
    talk_seconds: Seconds | None = None
    """How many seconds the table has to talk before a vote; null means no limit."""
    claim_seconds: Annotated[int, Meta(ge=0, le=60)] = 10
    """How many seconds bots give the government to make a claim."""
    everyone_ready: bool = False
    """Whether a vote waits until every living player is ready."""
    deduction_board: bool = True
    """Show what the public log proves; some groups would rather remember it."""
    speed: Speed = Speed.NORMAL
    """How fast bots play. Each person can choose their own speed for watching."""
    bot_level: Level = Level.REGULAR
    """The level of bots that are added without one."""
    away_seconds: Annotated[int, Meta(ge=30, le=86_400)] = 30
    """How many seconds a player must be away before the table can vote to replace them."""
    voice: bool = False
    """People at this table can talk to each other by microphone."""
    voice_of_dead: bool = False
    """The dead talk among themselves; nobody else hears them."""
    min_players: Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)] = MIN_SEATS
    """How many players must sit before the host can deal."""
    opens_at: Moment | None = None
    """When everyone wants to meet, for the calendar and a notification."""

    @property
    def slow(self) -> bool:
        return (self.decision_seconds or 0) >= SLOW_SECONDS

    @property
    def patience(self) -> int:
        """Return how many seconds a player may be away before the table can vote to replace them."""
        return max(self.away_seconds, (self.decision_seconds or 0) if self.slow else 0)


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Unrated(StrEnum):
    """Why a game does not count for ratings."""

    ALONE = "alone"
    HOUSE_RULES = "house-rules"
    SAME_BROWSER = "same-browser"
    SAME_ADDRESS = "same-address"
    NOT_AGREED = "not-agreed"
    TOO_QUICK = "too-quick"


class Appearance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player looks like. It says nothing about the game."""

    bird: Annotated[int, Meta(ge=0, le=7)]
    hat: Annotated[int, Meta(ge=0, le=9)]
    coat: Annotated[int, Meta(ge=0, le=9)]


class Newcomer(Struct, kw_only=True):
    """A spectator who asks for the seat of someone who left."""

    player: str
    name: str
    votes: int
    """How many players agree."""


class ProgramCard(Struct, kw_only=True, frozen=True):
    """Who a program is. Everyone at the table sees that it's one."""

    id: str
    name: Name
    author: str
    """Who wrote it."""
    about: str = ""
    """The author's description of it."""


class Chair(Struct, kw_only=True):
    """A place at the table. Before the deal, chairs can be empty; after it, the chair is the seat of the game."""

    seat: Seat
    """Its number, counted from 0; from the deal on, the seat of the game."""
    player: str | None = None
    """The person's public id. Names may repeat, ids don't."""
    name: str = ""
    """The person's name; empty for bots."""
    bot: Level | None = None
    """A bot sits here, or plays for the person who left."""
    program: ProgramCard | None = None
    """Set if a program with an account plays here."""
    connected: bool = False
    """Whether the person is connected."""
    ready: bool = False
    """Whether the person is ready to play, or to vote."""
    host: bool = False
    """Whether the person is the host."""
    appearance: Appearance
    """The bird, hat and coat; each chair has a coat of its own."""
    committed: bool = False
    """Whether the person has committed to a secret for the next deal."""
    rating_agreed: bool = False
    """Whether the person agrees to a rated game."""
    replace_votes: int = 0
    """How many want a bot to play here while its player is away."""
    away_since: float | None = None
    """Since when the person has been away, by the server's clock."""
    away_until: float | None = None
    """Until when the person is on vacation, at a slow table."""
    newcomer: Newcomer | None = None
    """The spectator who asks for this seat; the table votes on it."""


class Score(Struct):
    player: str
    name: str
    games: int
    wins: int


class TableState(Struct, kw_only=True):
    code: str
    """The table's code."""
    stage: Stage
    """Before, during or after a game."""
    options: Options
    """The settings the host chose."""
    rules: Ruleset
    """The rule set those settings name."""
    chairs: list[Chair]
    """Ten before the deal; afterwards, those of the game."""
    spectators: int = 0
    """How many people are watching."""
    locked: bool = False
    """Whether newcomers are kept out."""
    password: bool = False
    """Whether you need a password."""
    quick: bool = False
    """Whether the server made this table for strangers; its host can deal and nothing else."""
    game: int = 0
    """How many games this table has started."""
    rated: bool = False
    """Whether the game counts for ratings, or would: at tables of strangers, and where everyone agreed."""
    unrated: Unrated | None = None
    """Why it doesn't; after a game, why that one didn't although it was going to."""
    commitment: str | None = None
    """The hash of the server's secret, shown before the deal. All randomness of the game comes from it and the players' secrets."""
    commitments: list[str | None] = []
    """By seat: the hash of the player's secret; null for bots and players without one."""
    dealing: bool = False
    """Whether the table deals now: players with a hash in `commitments` reveal their secrets. If that list is empty, send a new one."""
    withheld: list[str] = []
    """Who committed to a secret but didn't reveal it, so that the table started the deal again without them."""
    begins_at: float | None = None
    """When a table of strangers deals by itself, with bots in the empty chairs."""
    deadline: float | None = None
    """When the clock of the awaited seats runs out, in seconds since 1970."""
    talk_until: float | None = None
    """The table counts votes no earlier than this."""
    word_until: float | None = None
    """Until then bots wait for the government to make a claim."""
    word_of: list[Seat] = []
    """Whose claim they wait for."""
    unready: list[Seat] = []
    """Whom the vote waits for, at tables where everyone must be ready. Ballots count once this is empty."""
    webhook: str = ""
    """The site that the host sends the table's public events to."""
    remake_votes: int = 0
    """How many want to start over."""
    remake_needed: int = 0
    """How many votes that takes."""
    ending: Ending | None = None
    """How the last game ended."""
    record: str | None = None
    """The id of the last game's record."""
    score: list[Score] = []
    """Games and wins at this table, by player."""
