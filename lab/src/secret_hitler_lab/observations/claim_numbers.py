"""Claims as numbers, for environments in which seats may talk.

A number names a kind of sight and what is said of it; it is about the latest sight of that kind that the seat has not spoken of.
"""

from typing import Final

from secret_hitler.rules import About, Claim, ClaimParty, ClaimTiles, Party, Policy, Tiles, View

from .observation import ACTIONS

WAIT: Final = ACTIONS
"""To do and say nothing; claims are numbered from the next on."""

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
_NUMBERS: Final = {claim: number for number, claim in enumerate(CLAIMS)}
TALK_ACTIONS: Final = WAIT + 1 + len(CLAIMS)
"""How many actions there are where claims are played."""


def numbered_claim(view: View, number: int) -> Claim | None:
    """Return the claim that this number stands for now; None if the seat has nothing of that kind to speak of."""
    return _numbered(view).get(number)


def legal_claims(view: View) -> list[int]:
    return sorted(_numbered(view))


def _numbered(view: View) -> dict[int, Claim]:
    latest = {claim.about: claim for claim in reversed(view.claims)}
    told = [claim for open_claim in latest.values() if not open_claim.said for claim in open_claim.tellings]
    return {number: claim for claim in told if (number := claim_number(claim)) is not None}


def claims_heard(view: View, seats: int) -> list[int]:
    """For each seat and claim number: 1 if that is the latest the seat said."""
    latest: dict[int, int] = {}
    for round in view.rounds:
        for claimed in round.claims:
            number = claim_number(claimed.claim)
            if number is not None:
                latest[claimed.seat] = number
    heard = [0] * (seats * len(CLAIMS))
    for seat, number in latest.items():
        heard[len(CLAIMS) * seat + number] = 1
    return heard


def claim_number(claim: Claim) -> int | None:
    """Return the number of a claim; None for a refusal to say, and for what is too large to have one."""
    match claim:
        case ClaimParty(_, party) if party is not None:
            return _NUMBERS[About.PARTY, list(Party).index(party)]
        case ClaimTiles(About.PEEK, _, tiles) if tiles is not None and len(tiles) <= PEEK_TILES:
            return _NUMBERS[About.PEEK, _order(tiles)]
        case ClaimTiles((About.PRESIDENT_HAND | About.CHANCELLOR_HAND) as hand, _, tiles) if tiles is not None and len(tiles) <= HAND_TILES:
            return _NUMBERS[hand, tiles.count(Policy.FASCIST)]
    return None


def _order(tiles: Tiles) -> int:
    return sum(1 << place for place, tile in enumerate(tiles) if tile is Policy.LIBERAL)
