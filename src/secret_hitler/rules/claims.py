"""Claims about hands, peeks and parties, and whether they can be true."""

from collections import Counter
from enum import StrEnum
from functools import cache
from itertools import product

from msgspec import Struct

from .actions import Claim, ClaimParty, ClaimTiles
from .powers import ABILITIES, PEEKS
from .ruleset import Ruleset
from .vocabulary import About, Party, Policy, Power, Seat, Tiles, without


class OpenClaim(Struct, frozen=True):
    """Something a seat saw and may talk about now."""

    seat: Seat
    """Who may claim it: the viewer."""
    about: About
    """What it is."""
    round: int
    """In which round it was seen."""
    tiles: int
    """How many tiles the seat saw; 0 for a party."""
    target: Seat | None
    """Whose party the seat saw."""
    said: bool
    """Whether the seat has claimed it before; a new claim replaces the old one."""
    tellings: tuple[Claim, ...]
    """Every possible claim, with the truth in no special place; the last one refuses to say."""


@cache
def tellings(about: About, tiles: int, round: int) -> tuple[Claim, ...]:
    """List every claim about so many tiles, or about a party; a peek is told in order, a hand fascist first."""
    if about is About.PARTY:
        return tuple(ClaimParty(round, party) for party in (*Party, None))
    if about in PEEKS.values():
        told = list[Tiles](product((Policy.FASCIST, Policy.LIBERAL), repeat=tiles))
    else:
        told = [(Policy.FASCIST,) * (tiles - liberal) + (Policy.LIBERAL,) * liberal for liberal in range(tiles + 1)]
    return tuple(ClaimTiles(about, round, tiles) for tiles in (*told, None))


class Verdict(StrEnum):
    """What the viewer knows about a claim."""

    OPEN = "open"
    IMPOSSIBLE = "impossible"
    """No deck and no hand could make it true, as everyone can tell."""
    FALSE = "false"
    """The onlooker saw otherwise."""
    TRUE = "true"
    """The onlooker saw the same."""


class Claimed(Struct):
    seat: Seat
    """Who said it."""
    claim: Claim
    """What was said."""
    verdict: Verdict = Verdict.OPEN
    """What the viewer knows about it."""
    contested: bool = False
    """Another claim about the same hand contradicts it."""


class Round(Struct, gc=False):
    """One round as a viewer knows it; None stands for what hasn't happened or wasn't seen."""

    number: int
    """Counts from 1."""
    president: Seat
    """Who stood for president."""
    special: bool
    """By special election."""
    liberal_before: int
    """Liberal policies on the table when it began."""
    fascist_before: int
    """Fascist policies on the table when it began."""
    chancellor: Seat | None = None
    """Who was nominated."""
    ballots: tuple[bool | None, ...] | None = None
    """By seat, once counted: ja is true; null for the dead."""
    elected: bool | None = None
    """Whether the government was elected."""
    president_hand: Tiles | None = None
    """The tiles that the president drew, if the onlooker saw them."""
    president_discard: Tiles | None = None
    """What the president threw away, if the onlooker saw it."""
    chancellor_hand: Tiles | None = None
    """The tiles that were passed on, if the onlooker saw them."""
    chancellor_discard: Tiles | None = None
    """What the chancellor threw away, if the onlooker saw it."""
    veto_asked: bool = False
    """The chancellor asked for a veto."""
    vetoed: bool = False
    """The agenda was vetoed."""
    enacted: Policy | None = None
    """The policy that was enacted."""
    by_populace: bool = False
    """Whether it was enacted because too many elections had failed."""
    power: Power = Power.NONE
    """What it granted."""
    target: Seat | None = None
    """On whom the power was turned."""
    party: Party | None = None
    """What the investigation showed, if the onlooker saw it."""
    peek: Tiles | None = None
    """The top of the pile, if the onlooker saw it; topmost first."""
    claims: list[Claimed] = []
    """What was said of this round, in order."""

    @property
    def passed(self) -> Tiles | None:
        """What the president handed on, for an onlooker who saw both hand and discard."""
        if self.president_hand is None or self.president_discard is None:
            return None
        return without(self.president_hand, *self.president_discard)

    def tiles_seen(self, about: About) -> Tiles | None:
        hands = {About.PRESIDENT_HAND: self.president_hand, About.CHANCELLOR_HAND: self.chancellor_hand}
        return hands.get(about, self.peek)

    @property
    def party_of(self) -> Seat | None:
        """Whose party somebody was shown."""
        shows_own = self.power in ABILITIES and ABILITIES[self.power].shows_own_party
        return self.president if shows_own and self.target is not None else self.target

    @property
    def witness(self) -> Seat | None:
        """Who was shown it."""
        return self.target if self.party_of == self.president else self.president

    def tiles_told(self, about: About) -> Tiles | None:
        """Return the last claim about a hand or a peek."""
        claims = [claimed.claim for claimed in self.claims]
        told = [claim.tiles for claim in claims if isinstance(claim, ClaimTiles) and claim.about is about]
        return told[-1] if told else None

    def party_told(self) -> Party | None:
        """Return the last claim about the investigated party."""
        told = [claimed.claim.party for claimed in self.claims if isinstance(claimed.claim, ClaimParty)]
        return told[-1] if told else None


def judge(rules: Ruleset, round: Round) -> None:
    """Mark every claim about this round with what the viewer now knows."""
    # A later claim by the same seat about the same thing replaces the earlier one.
    standing = {(claimed.seat, about(claimed.claim)): claimed.claim for claimed in round.claims}
    for claimed in round.claims:
        claimed.verdict = _verdict(rules, round, claimed.claim)
        claimed.contested = any(_clash(claimed.claim, other) for other in standing.values())


def _verdict(rules: Ruleset, round: Round, claim: Claim) -> Verdict:
    if isinstance(claim, ClaimParty):
        return _compare(claim.party, round.party)
    if claim.tiles is None:
        return Verdict.OPEN
    if impossible(rules, round, claim):
        return Verdict.IMPOSSIBLE
    return _compare(claim.tiles, round.tiles_seen(claim.about))


def _compare(said: Tiles | Party | None, seen: Tiles | Party | None) -> Verdict:
    if said is None or seen is None:
        return Verdict.OPEN
    return Verdict.TRUE if said == seen else Verdict.FALSE


def impossible(rules: Ruleset, round: Round, claim: ClaimTiles) -> bool:
    """Tell whether public knowledge alone rules the claim out: too many tiles of a kind, or not the tile that was enacted."""
    if claim.tiles is None:
        return False
    liberal = rules.liberal_tiles - round.liberal_before
    fascist = rules.fascist_tiles - round.fascist_before
    if claim.about in PEEKS.values():
        liberal -= round.enacted is Policy.LIBERAL
        fascist -= round.enacted is Policy.FASCIST
    if claim.tiles.count(Policy.LIBERAL) > liberal or claim.tiles.count(Policy.FASCIST) > fascist:
        return True
    enacted_from_hand = claim.about not in PEEKS.values() and round.enacted is not None and not round.by_populace
    return enacted_from_hand and round.enacted not in claim.tiles


def about(claim: Claim) -> About:
    return claim.about if isinstance(claim, ClaimTiles) else About.PARTY


def _clash(claim: Claim, other: Claim) -> bool:
    """Tell whether the claims of president and chancellor about the passed tiles contradict each other."""
    if isinstance(claim, ClaimParty) or isinstance(other, ClaimParty) or claim.tiles is None or other.tiles is None:
        return False
    if {claim.about, other.about} != {About.PRESIDENT_HAND, About.CHANCELLOR_HAND}:
        return False
    passed, drawn = sorted((claim.tiles, other.tiles), key=len)
    return not Counter(passed) <= Counter(drawn)
