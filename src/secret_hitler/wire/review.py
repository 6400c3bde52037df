"""The review of a finished game, as the server sends it and the command `review` prints it; all chances are between 0 and 1."""

from enum import StrEnum

from msgspec import Struct

from ..rules import Claim, Decision, Ending, Party, Policy, Power, Role, Seat, Tiles


class Label(StrEnum):
    BRILLIANT = "brilliant"
    """Right against the odds: the seat's knowledge spoke for something else."""
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Because(Struct, frozen=True):
    key: str
    params: dict[str, int | str] = {}


class CurvePoint(Struct, frozen=True, kw_only=True):
    """The liberals' chance to win after one move."""

    move: int
    round: int
    open: float
    """The chance with all cards open."""
    public: float
    """The chance as everyone could know it."""
    policy: Policy | None = None
    by_populace: bool = False
    power: Power | None = None
    """The power used on this move."""
    vetoed: bool = False
    rejected: bool = False


class TurningPoint(Struct, frozen=True, kw_only=True):
    move: int
    round: int
    before: float
    after: float
    what: Because


class Weighed(Struct, frozen=True):
    action: Decision
    known: float
    """The player's chance to win, over all the worlds that this seat thought possible."""
    open: float
    """The same with all cards open."""


class JudgedDecision(Struct, frozen=True, kw_only=True):
    move: int
    round: int
    seat: Seat
    role: Role
    chosen: Weighed
    others: list[Weighed]
    """The other choices, best first by what the seat knew."""
    label: Label
    cost: float
    """What it cost against the best choice, by what the seat knew."""
    swing: float
    """What it gained against the other choices on average, with all cards open; for a vote, what this one vote did."""
    did: Because
    better: Because | None = None
    """What would have been better; null if nothing."""
    why: Because | None = None


class JudgedClaim(Struct, frozen=True, kw_only=True):
    """A claim, beside the truth."""

    move: int
    round: int
    seat: Seat
    claim: Claim
    target: Seat | None
    """Whose party the claim was about."""
    tiles: Tiles | None
    """The cards there were; null if the claim was about a party."""
    party: Party | None
    lie: bool | None
    """Whether it was a lie; null if no one wrote down the truth."""
    before: dict[Seat, float]
    """By seat of the living liberals: how much they suspected the speaker before."""
    after: dict[Seat, float]
    rounds: int
    """How many rounds it stood until something exposed it, or the game ended."""
    exposed: Because | None = None


class SeatKnowledge(Struct, frozen=True, kw_only=True):
    """What one seat could believe after each round."""

    seat: Seat
    fascist: list[list[float]]
    findable: int | None = None
    """From this round on, the true team was the likeliest of all to this seat."""


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
    """The same for someone who saw only what everyone saw."""
    awards: list[Award]
    paper: bool = False
