"""The rounds of a View as numbers, the latest first: who governed, who voted how, what came of it, what was said, and what I saw.

The numbers of a round come in this order; what has not happened or was not seen stays 0:
"""

from typing import Final

from secret_hitler.rules import About, Party, Policy, View
from secret_hitler.rules.claims import Round
from secret_hitler.rules.ruleset import MAX_SEATS

from .claim_numbers import CLAIMS, PEEK_TILES, claim_number
from .observation import KERNEL_POWERS, TILES_SHOWN

ROUND_PARTS: Final = {
    "president": MAX_SEATS,
    "chancellor": MAX_SEATS,
    "ballots, 1 ja, -1 nein": MAX_SEATS,
    "president by special election": 1,
    "elected, 1 or -1": 1,
    "veto asked": 1,
    "vetoed": 1,
    "policy, 1 liberal, -1 fascist": 1,
    "policy by the populace": 1,
    "power granted": len(KERNEL_POWERS) - 1,
    "target of the power": MAX_SEATS,
    "president claims so many fascist tiles, counted from 1": 1,
    "chancellor claims so many fascist tiles, counted from 1": 1,
    "president claims to have peeked, 1 liberal, -1 fascist": PEEK_TILES,
    "president claims a party, 1 liberal, -1 fascist": 1,
    "I drew so many fascist tiles, counted from 1": 1,
    "I discarded, 1 liberal, -1 fascist": 1,
    "I was passed so many fascist tiles, counted from 1": 1,
    "I peeked, 1 liberal, -1 fascist": TILES_SHOWN,
    "I saw the party, 1 liberal, -1 fascist": 1,
}
ROUND_SIZE: Final = sum(ROUND_PARTS.values())

__doc__ = (__doc__ or "") + "\n".join(f"  {name}: {size}" for name, size in ROUND_PARTS.items())


def history(view: View, rounds: int) -> list[list[int]]:
    """Return the latest rounds of a seat's View, the one being played first; rounds that were not played are all 0."""
    latest = [_round(view, round) for round in reversed(view.rounds[-rounds:])]
    return latest + [[0] * ROUND_SIZE for _ in range(rounds - len(latest))]


def _round(view: View, round: Round) -> list[int]:
    claims = {CLAIMS[number][0]: number for claimed in round.claims if (number := claim_number(claimed.claim)) is not None}
    mine = round.president == view.onlooker
    return [
        *_seat(round.president),
        *_seat(round.chancellor),
        *(_sign(ballot) for ballot in _padded(round.ballots)),
        int(round.special),
        _sign(round.elected),
        int(round.veto_asked),
        int(round.vetoed),
        _tile(round.enacted),
        int(round.by_populace),
        *(int(round.power is power) for power in KERNEL_POWERS[1:]),
        *_seat(round.target),
        *(1 + CLAIMS[claims[hand]][1] if hand in claims else 0 for hand in (About.PRESIDENT_HAND, About.CHANCELLOR_HAND)),
        *_claimed_peek(claims.get(About.PEEK), view.rules.draw),
        _sign(CLAIMS[claims[About.PARTY]][1] == list(Party).index(Party.LIBERAL)) if About.PARTY in claims else 0,
        _fascists(round.president_hand if mine else None),
        _tile(round.president_discard[0] if mine and round.president_discard else None),
        _fascists(round.chancellor_hand),
        *([_tile(tile) for tile in round.peek or ()] + [0] * TILES_SHOWN)[:TILES_SHOWN],
        _sign(None if round.party is None else round.party is Party.LIBERAL),
    ]


def _claimed_peek(number: int | None, tiles: int) -> list[int]:
    if number is None:
        return [0] * PEEK_TILES
    order = CLAIMS[number][1]
    return [2 * (order >> tile & 1) - 1 if tile < tiles else 0 for tile in range(PEEK_TILES)]


def _seat(seat: int | None) -> list[int]:
    return [int(other == seat) for other in range(MAX_SEATS)]


def _padded(ballots: tuple[bool | None, ...] | None) -> tuple[bool | None, ...]:
    cast = ballots or ()
    return (*cast, *[None] * (MAX_SEATS - len(cast)))


def _fascists(tiles: tuple[Policy, ...] | None) -> int:
    return 0 if tiles is None else 1 + tiles.count(Policy.FASCIST)


def _tile(tile: Policy | None) -> int:
    return _sign(None if tile is None else tile is Policy.LIBERAL)


def _sign(yes: bool | None) -> int:
    return 0 if yes is None else 1 if yes else -1
