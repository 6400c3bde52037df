"""A live table as everybody at it sees it: chairs, options, clocks, votes of the table, the score of the evening."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ..rules import Ending, Ruleset, Seat
from ..rules.ruleset import MAX_SEATS, MAX_TEXT, MIN_SEATS

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Seconds = Annotated[int, Meta(ge=5, le=1_209_600)]
"""From five seconds to two weeks: the same clocks serve a fast table and one that plays by mail."""


RulesetName = Annotated[str, Meta(max_length=40)]
HouseRules = Annotated[str, Meta(max_length=MAX_TEXT)]


class Level(StrEnum):
    """How a bot plays."""

    RANDOM = "random"
    PARTY_LINE = "party-line"
    REGULAR = "regular"
    EXPERT = "expert"
    DEDUCER = "deducer"
    STRATEGIST = "strategist"


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host may change until the deal."""

    rules: RulesetName = "official"
    """The name of a written rule set."""
    house_rules: HouseRules = ""
    """TOML; if given, it stands in place of `rules`."""
    public: bool = False
    """Listed for strangers."""
    decision_seconds: Seconds | None = None
    """How long a seat may take before the table goes on without it."""
    talk_seconds: Seconds | None = None
    """How long the table talks before a vote may be counted."""
    claim_seconds: Annotated[int, Meta(ge=0, le=60)] = 10
    """How long bots wait with their votes for the word of a person who governed."""
    everyone_ready: bool = False
    """A vote is opened only when every living player is ready."""
    deduction_board: bool = True
    """Show what the public log makes certain; some groups would rather remember it."""
    bot_level: Level = Level.REGULAR
    """Of bots that are seated without one."""
    away_seconds: Annotated[int, Meta(ge=30, le=86_400)] = 30
    """How long somebody must be away before the table may let a bot or a newcomer play for them."""
    min_players: Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)] = MIN_SEATS
    """How many must sit before the host can deal."""


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Appearance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player looks like: numbers of a bird, a hat and a coat. It says nothing about the game."""

    bird: Annotated[int, Meta(ge=0, le=7)]
    hat: Annotated[int, Meta(ge=0, le=9)]
    coat: Annotated[int, Meta(ge=0, le=9)]


class Newcomer(Struct, kw_only=True):
    """A spectator who asks to sit down in the seat of somebody who left."""

    player: str
    name: str
    votes: int
    """How many of those present agree."""


class ProgramCard(Struct, kw_only=True, frozen=True):
    """Who a program is, for everybody at a table: it is marked as one wherever it sits."""

    id: str
    name: Name
    author: str
    """Whose it is."""
    about: str = ""
    """The author's words about it."""


class Chair(Struct, kw_only=True):
    """One place at the table. Before the deal chairs may be empty; from the deal on the chair is the seat of the game."""

    seat: Seat
    """Its number; from the deal on, the seat of the game."""
    player: str | None = None
    """A public id of the person; names may repeat, ids do not."""
    name: str = ""
    """What the person is called; empty for bots."""
    bot: Level | None = None
    """A bot sits here, or plays for the person who left."""
    program: ProgramCard | None = None
    """The player here is a program with an account."""
    connected: bool = False
    """The person is here."""
    ready: bool = False
    """The person wants to play, or to vote."""
    host: bool = False
    """The person is the host."""
    appearance: Appearance
    """No two chairs wear the same coat."""
    committed: bool = False
    """The person here has said what they will add to the chance of the next game, as a hash."""
    rating_agreed: bool = False
    """The person here agrees that the next game is rated."""
    replace_votes: int = 0
    """How many want a bot to play for this seat while its owner is away."""
    away_since: float | None = None
    """Since when the person of this seat is not connected, by the server's clock."""
    newcomer: Newcomer | None = None
    """Who asks to take this seat over, for the table to vote on."""


class Score(Struct):
    player: str
    name: str
    games: int
    wins: int


class TableState(Struct, kw_only=True):
    code: str
    """What the table is found by."""
    stage: Stage
    """Before, during or after a game."""
    options: Options
    """What the host has chosen."""
    rules: Ruleset
    """The rule set that the options name."""
    chairs: list[Chair]
    """Ten before the deal, those of the game from then on."""
    spectators: int = 0
    """How many watch."""
    locked: bool = False
    """Nobody new comes in."""
    password: bool = False
    """A password is needed to come in."""
    quick: bool = False
    """A table that the server made for strangers: its host can deal, but orders nothing else."""
    game: int = 0
    """How many games were begun at this table."""
    rated: bool = False
    """The game counts for ratings, or before the deal would: a table of strangers, or one where everybody agreed."""
    commitment: str | None = None
    """Hash of the server's secret from which, with those of the players, all chance of this game comes; shown before the deal."""
    commitments: list[str | None] = []
    """By seat of the game: what its player has committed to add to the chance; null for bots and whoever adds nothing."""
    dealing: bool = False
    """A game is being dealt: whoever is among `commitments` reveals their secret now. If there are none yet, they are collected anew."""
    withheld: list[str] = []
    """The names of those who committed and did not reveal, so that the deal was called off and begun anew without their part."""
    begins_at: float | None = None
    """When a table of strangers deals by itself, with bots in the chairs that are missing."""
    deadline: float | None = None
    """When the clock of the awaited seats runs out, in seconds since 1970."""
    talk_until: float | None = None
    """Votes are counted no earlier than this."""
    word_until: float | None = None
    """Until then bots wait with their votes for the word of people who governed."""
    word_of: list[Seat] = []
    """Whose word they wait for."""
    unready: list[Seat] = []
    """Whom the vote waits for, at tables where everyone must be ready; ballots are refused until this is empty."""
    remake_votes: int = 0
    """How many want to break the game off."""
    remake_needed: int = 0
    """How many are enough."""
    ending: Ending | None = None
    """How the game ended that is over."""
    record: str | None = None
    """The id of the record of the game that ended, or was broken off."""
    score: list[Score] = []
    """Games and wins of the evening, by player."""
