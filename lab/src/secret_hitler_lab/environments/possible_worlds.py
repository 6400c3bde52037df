"""World that fit what one seat has seen: roles, decks and hidden choices, sampled as if all hidden choices had been uniform.

Roles do not bind tiles, and every shuffle mixes all tiles that are not enacted, so the tiles of one shuffle bind only each other: how many
liberal tiles each draw holds is sampled exactly, by counting the ways in which the rest of the pile can still be drawn.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

from msgspec import Struct

from secret_hitler.rules import Event, Party, Policy, Role, Ruleset, Seat, Tiles, View
from secret_hitler.rules import events as happened
from secret_hitler.rules.choices import veto_fits
from secret_hitler.rules.claims import Round
from secret_hitler.rules.game import role_cards
from secret_hitler.rules.powers import DropDecided


class World(Struct):
    roles: tuple[Role, ...]
    decks: list[list[Policy]]
    """The order of each shuffle, top first."""
    discards: dict[int, Policy]
    """What the president discarded, by round."""


class _Story(NamedTuple):
    """What could have happened to a hand: its liberal tiles, the president's discard, and how likely uniform choices lead to it."""

    liberals: int
    discard: Policy
    weight: float


class _Draw(Struct):
    places: range
    round: Round | None


class _Pile(Struct):
    """The tiles of one shuffle, as far as they are known, and the hands drawn from it."""

    liberals: int
    size: int
    known: dict[int, Policy] = {}
    draws: list[_Draw] = []
    top: int = 0


def sample_world(view: View, seen: Iterable[Event], rng: random.Random) -> World:
    """`seen`: all events that this View was folded from."""
    world = World(_sample_roles(view, rng), [], {})
    for pile in _piles(view, seen):
        world.decks.append(_sample_pile(view.rules, pile, world.discards, rng))
    return world


def _sample_roles(view: View, rng: random.Random) -> tuple[Role, ...]:
    board = view.board
    cards = list(role_cards(view.rules, board.seats))
    for role in view.roles.values():
        cards.remove(role)
    unknown = [Seat(seat) for seat in range(board.seats) if Seat(seat) not in view.roles]
    while True:
        rng.shuffle(cards)
        dealt = dict(zip(unknown, cards, strict=True))
        if all(_possible(view, seat, role) for seat, role in dealt.items()):
            return tuple(view.roles.get(Seat(seat)) or dealt[Seat(seat)] for seat in range(board.seats))


def _possible(view: View, seat: Seat, role: Role) -> bool:
    if role is Role.HITLER and seat in view.board.not_hitler:
        return False
    party: Party | None = view.parties.get(seat)
    return party is None or role.party is party


def _piles(view: View, seen: Iterable[Event]) -> list[_Pile]:
    piles: list[_Pile] = []
    liberals = view.rules.liberal_tiles
    rounds = iter(view.rounds)
    round: Round | None = None
    for event in seen:
        match event:
            case happened.DeckShuffled(tiles=tiles):
                piles.append(_Pile(liberals, tiles, known={}, draws=[]))
            case happened.PresidencyPassed():
                round = next(rounds)
            case happened.PoliciesDrawn(tiles=tiles):
                _take(piles[-1], tiles, round)
            case happened.PolicyEnacted(policy=policy, by_populace=by_populace):
                liberals -= policy is Policy.LIBERAL
                if by_populace:
                    piles[-1].known[piles[-1].top] = policy
                    _take(piles[-1], 1, None)
            case DropDecided(dropped=True):
                _take(piles[-1], 1, None)
            case happened.PeekSeen(tiles=tiles):
                piles[-1].known |= {piles[-1].top + place: tile for place, tile in enumerate(tiles)}
    return piles


def _take(pile: _Pile, tiles: int, round: Round | None) -> None:
    if round is not None:
        pile.draws.append(_Draw(range(pile.top, pile.top + tiles), round))
    pile.top += tiles


def _sample_pile(rules: Ruleset, pile: _Pile, discards: dict[int, Policy], rng: random.Random) -> list[Policy]:
    known, size = pile.known, pile.size
    free = pile.liberals - list(known.values()).count(Policy.LIBERAL)
    open_places = size - len(known)
    hands = [_Hand(rules, draw, known) for draw in pile.draws]
    ways = _count_ways(hands, free, open_places)
    order: list[Policy | None] = [known.get(place) for place in range(size)]
    for number, hand in enumerate(hands):
        left = open_places - hand.open
        weights = [
            story.weight * comb(hand.open, hand.unknown(story)) * ways[number + 1][free - hand.unknown(story)]
            if 0 <= hand.unknown(story) <= min(hand.open, free) and free - hand.unknown(story) <= left
            else 0.0
            for story in hand.stories
        ]
        story = rng.choices(hand.stories, weights)[0]
        discards[hand.number] = story.discard
        _fill(order, hand.places, hand.unknown(story), rng)
        free, open_places = free - hand.unknown(story), left
    _fill(order, range(size), free, rng)
    return [tile if tile is not None else Policy.FASCIST for tile in order]


class _Hand:
    """One draw: the stories that fit it, and how many of its tiles are open."""

    def __init__(self, rules: Ruleset, draw: _Draw, known: dict[int, Policy]) -> None:
        assert draw.round is not None
        self.places = draw.places
        self.number = draw.round.number
        shown = [known[place] for place in draw.places if place in known]
        self.open = len(draw.places) - len(shown)
        self._shown = shown.count(Policy.LIBERAL)
        self.stories = list(_stories(rules, draw.round))

    def unknown(self, story: _Story) -> int:
        """How many of the open tiles must be liberal."""
        return story.liberals - self._shown


def _count_ways(hands: Sequence[_Hand], liberals: int, places: int) -> list[list[float]]:
    """For each hand on, and each number of liberal tiles left: the weight of all ways in which the rest can be drawn."""
    for hand in hands:
        places -= hand.open
    ways = [[float(comb(places, left)) for left in range(liberals + 1)]]
    for hand in reversed(hands):
        later = ways[0]
        ways.insert(0, [_ways(hand, left, later) for left in range(liberals + 1)])
    return ways


def _ways(hand: _Hand, left: int, later: list[float]) -> float:
    return sum(
        story.weight * comb(hand.open, unknown) * later[left - unknown]
        for story in hand.stories
        if 0 <= (unknown := hand.unknown(story)) <= min(hand.open, left)
    )


def _stories(rules: Ruleset, round: Round) -> Iterable[_Story]:
    """Every hand and discard that fits what is known of the round."""
    for liberals, discard in product(range(rules.draw + 1), Policy):
        held = {Policy.LIBERAL: liberals, Policy.FASCIST: rules.draw - liberals}
        if held[discard] == 0:
            continue
        passed = {**held, discard: held[discard] - 1}
        weight = held[discard] / rules.draw
        if not _fits(round.president_hand, held) or not _fits(round.chancellor_hand, passed):
            continue
        if round.president_discard is not None and round.president_discard != (discard,):
            continue
        if round.veto_asked and not veto_fits(rules, passed[Policy.LIBERAL]):
            continue
        if round.enacted is not None and not round.by_populace:
            weight *= passed[round.enacted] / (rules.draw - 1)
        if weight > 0:
            yield _Story(liberals, discard, weight)


def _fits(seen: Tiles | None, held: dict[Policy, int]) -> bool:
    return seen is None or (seen.count(Policy.LIBERAL) == held[Policy.LIBERAL] and seen.count(Policy.FASCIST) == held[Policy.FASCIST])


def _fill(order: list[Policy | None], places: Iterable[int], liberals: int, rng: random.Random) -> None:
    """Put this many liberal tiles on the open places, and fascist ones on the others."""
    free = [place for place in places if order[place] is None]
    chosen = set(rng.sample(free, liberals))
    for place in free:
        order[place] = Policy.LIBERAL if place in chosen else Policy.FASCIST
