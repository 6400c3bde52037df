"""Which cards a rule set needs, and how many of each."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ...rules import Party, Policy, Role, Ruleset
from ...words import Words
from ...words.summary import by_hand
from . import faces
from .backs import BALLOT_BACK, PARTY_BACK, ROLE_BACK, TILE_BACK, Back
from .paper_size import Box
from .pen import Pen

TILE = (40.0, 56.0)
CARD = (92.0, 48.0)
BALLOT = (46.0, 48.0)

Draw = Callable[[Pen, Box], None]


class Deck(NamedTuple):
    """Cards of one size with one back."""

    key: str
    note: str
    size: tuple[float, float]
    faces: list[Draw]
    back: Back
    turned: bool = False
    """Upright cards that lie on their side on the sheet, where more of them fit so."""


def seats(rules: Ruleset) -> int:
    return max(rules.fascists)


def liberals(rules: Ruleset) -> int:
    """Enough for every number of players."""
    return max(rules.liberals(players) for players in rules.fascists)


def fascists(rules: Ruleset) -> int:
    return max(rules.fascists.values())


def roles(rules: Ruleset) -> list[Role]:
    return [Role.LIBERAL] * liberals(rules) + [Role.FASCIST] * fascists(rules) + [Role.HITLER]


def decks(rules: Ruleset, words: Words) -> list[Deck]:
    always = [_tiles(rules, words), _roles(rules, words)]
    return always if by_hand(rules) else [*always, _parties(rules, words), _ballots(rules, words)]


def _tiles(rules: Ruleset, words: Words) -> Deck:
    policies = [Policy.LIBERAL] * rules.liberal_tiles + [Policy.FASCIST] * rules.fascist_tiles
    draws: list[Draw] = [partial(faces.tile, policy=policy, rules=rules, words=words) for policy in policies]
    note = words.say("print.note.tiles", l=rules.liberal_tiles, f=rules.fascist_tiles)
    return Deck("tiles", note, TILE, draws, TILE_BACK, turned=True)


def _roles(rules: Ruleset, words: Words) -> Deck:
    draws: list[Draw] = [partial(faces.role, dealt=dealt, hat=hat, rules=rules, words=words) for hat, dealt in enumerate(roles(rules))]
    return Deck("roles", words.say("print.note.roles", l=liberals(rules), f=fascists(rules)), CARD, draws, ROLE_BACK)


def _parties(rules: Ruleset, words: Words) -> Deck:
    parties = [dealt.party for dealt in roles(rules)]
    draws: list[Draw] = [partial(faces.party_card, party=party, words=words) for party in parties]
    note = words.say("print.note.parties", l=parties.count(Party.LIBERAL), f=parties.count(Party.FASCIST))
    return Deck("parties", note, CARD, draws, PARTY_BACK)


def _ballots(rules: Ruleset, words: Words) -> Deck:
    draws: list[Draw] = [partial(faces.ballot, ja=ja, words=words) for ja in (True, False) for _ in range(seats(rules))]
    return Deck("ballots", words.say("print.note.ballots", n=seats(rules)), BALLOT, draws, BALLOT_BACK)
