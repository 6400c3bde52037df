"""The review of a finished game, as the server sends it and the command `review` prints it; all chances are between 0 and 1."""

from enum import StrEnum

from msgspec import Struct

from ..rules import Claim, Decision, Ending, Party, Policy, Power, Role, Seat, Tiles


class Label(StrEnum):
    """How good a choice was, by what it cost the one who made it."""

    BRILLIANT = "brilliant"
    """Right against the odds: what the seat knew spoke for something else."""
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Because(Struct, frozen=True):
    """A sentence of the catalogue, and what to fill in."""

    key: str
    params: dict[str, int | str] = {}


class CurvePoint(Struct, frozen=True, kw_only=True):
    """The chance that liberals win after one move."""

    move: int
    round: int
    open: float
    """With all cards open."""
    public: float
    """As everybody could know."""
    policy: Policy | None = None
    by_populace: bool = False
    power: Power | None = None
    """Used on this seat, or on the draw pile."""
    vetoed: bool = False
    rejected: bool = False


class TurningPoint(Struct, frozen=True, kw_only=True):
    move: int
    round: int
    before: float
    after: float
    what: Because


class Weighed(Struct, frozen=True):
    """One thing that could have been done."""

    action: Decision
    known: float
    """The chance to win of the one who decides, over the worlds that were possible to this seat."""
    open: float
    """The same with all cards open."""


class JudgedDecision(Struct, frozen=True, kw_only=True):
    move: int
    round: int
    seat: Seat
    role: Role
    chosen: Weighed
    others: list[Weighed]
    """The best first, by what was known."""
    label: Label
    cost: float
    """By what was known, against the best."""
    swing: float
    """With all cards open, what the choice gained against the others on average; of a vote, what this one vote did."""
    did: Because
    better: Because | None = None
    """What would have been best, where something else was."""
    why: Because | None = None


class JudgedClaim(Struct, frozen=True, kw_only=True):
    """Something that was said, beside the truth."""

    move: int
    round: int
    seat: Seat
    claim: Claim
    target: Seat | None
    """Whose party was told."""
    tiles: Tiles | None
    """The tiles there were."""
    party: Party | None
    lie: bool | None
    """Not known where nobody wrote down what was seen."""
    before: dict[Seat, float]
    """By seat of the living liberals: how much it suspected the one who spoke."""
    after: dict[Seat, float]
    rounds: int
    """How long it stood: until it was exposed, or the game was over."""
    exposed: Because | None = None


class SeatKnowledge(Struct, frozen=True, kw_only=True):
    """What one seat could believe: after each round, of each seat, that it is a fascist."""

    seat: Seat
    fascist: list[list[float]]
    findable: int | None = None
    """From this round on the true team was the likeliest of all, as this seat saw it."""


class AwardKind(StrEnum):
    READER = "reader"
    LIAR = "liar"
    TRUSTED = "trusted"
    DECIDER = "decider"


class Award(Struct, frozen=True, kw_only=True):
    kind: AwardKind
    seat: Seat
    params: dict[str, int]
    move: int | None = None


class Review(Struct, frozen=True, kw_only=True):
    names: list[str]
    roles: list[Role]
    rules: str
    ending: Ending
    rounds: int
    liberal: int
    fascist: int
    liberal_goal: int
    fascist_goal: int
    curve: list[CurvePoint]
    turning_points: list[TurningPoint]
    decisions: list[JudgedDecision]
    claims: list[JudgedClaim]
    knowledge: list[SeatKnowledge]
    findable: int | None
    """The same for somebody who saw what everybody saw."""
    awards: list[Award]
    paper: bool = False
