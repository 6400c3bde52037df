"""Claims as numbers, for environments in which seats may talk.

A number names a kind of sight and what is said of it; it is about the latest sight of that kind that the seat has not spoken of.
"""

from itertools import product
from typing import Final

from ...rules import About, Claim, ClaimParty, ClaimTiles, Party, Policy, Sight, Tiles, View
from ...rules.choices import claim_bar, tiles_seen

HAND_TILES: Final = 8
PEEK_TILES: Final = 4
"""Larger hands and peeks cannot be claimed by number."""

_HANDS: Final = (About.PRESIDENT_HAND, About.CHANCELLOR_HAND)

CLAIMS: Final[tuple[tuple[About, int], ...]] = (
    *((about, fascists) for about in _HANDS for fascists in range(HAND_TILES + 1)),
    *((About.PEEK, order) for order in range(1 << PEEK_TILES)),
    *((About.PARTY, party) for party in range(len(Party))),
)
"""What a claim number says: fascist tiles in a hand, the order of a peek with a bit for each liberal tile, or a party."""


def numbered_claim(view: View, number: int) -> Claim | None:
    """The claim that this number stands for now; None if the seat has nothing of that kind to speak of."""
    about, said = CLAIMS[number]
    sight = _unspoken(view, about)
    if sight is None:
        return None
    claim = _claim(view, sight, said)
    if claim is None or claim_bar(view.rules, view.board, sight.seat, claim) is not None:
        return None
    return claim


def legal_claims(view: View) -> list[int]:
    return [number for number in range(len(CLAIMS)) if numbered_claim(view, number) is not None]


def claims_heard(view: View, seats: int) -> list[int]:
    """For each seat and claim number: 1 if that is the latest the seat said."""
    latest: dict[int, int] = {}
    for round in view.rounds:
        for claimed in round.claims:
            number = claim_number(claimed.claim)
            if number is not None:
                latest[claimed.seat] = number
    return [int(latest.get(seat) == number) for seat in range(seats) for number in range(len(CLAIMS))]


def claim_number(claim: Claim) -> int | None:
    """The number of a claim; None for a refusal to say, and for what is too large to have one."""
    match claim:
        case ClaimParty(_, party) if party is not None:
            return CLAIMS.index((About.PARTY, list(Party).index(party)))
        case ClaimTiles(about, _, tiles) if tiles is not None:
            said = _order(tiles) if about is About.PEEK else tiles.count(Policy.FASCIST)
            return CLAIMS.index((about, said)) if (about, said) in CLAIMS else None
    return None


def _unspoken(view: View, about: About) -> Sight | None:
    for sight in reversed(view.sights):
        if sight.about is about:
            spoken = any(
                claimed.seat == sight.seat and (claimed.claim.about if isinstance(claimed.claim, ClaimTiles) else About.PARTY) is about
                for claimed in view.rounds[sight.round - 1].claims
            )
            return None if spoken else sight
    return None


def _claim(view: View, sight: Sight, said: int) -> Claim | None:
    if sight.about is About.PARTY:
        return ClaimParty(sight.round, list(Party)[said])
    size = tiles_seen(view.rules, sight.about)
    if sight.about is About.PEEK:
        orders = [tiles for tiles in product(Policy, repeat=size) if _order(tiles) == said] if size <= PEEK_TILES else []
        return ClaimTiles(sight.about, sight.round, orders[0]) if orders else None
    if said > size or size > HAND_TILES:
        return None
    return ClaimTiles(sight.about, sight.round, (Policy.FASCIST,) * said + (Policy.LIBERAL,) * (size - said))


def _order(tiles: Tiles) -> int:
    return sum(1 << place for place, tile in enumerate(tiles) if tile is Policy.LIBERAL)
