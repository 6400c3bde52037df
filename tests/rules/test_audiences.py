"""Who may see an event: everyone, nobody, or the one seat whose secret it is; checked for every event of many games."""

import random

import pytest

from secret_hitler.records import replay
from secret_hitler.rules import EVERYONE, NATURE, NOBODY, ONLINE, RULESETS, AnyEvent, Audience, Board, Ruleset, Seat, house_rules
from secret_hitler.rules.events import (
    BallotMarked,
    ChoiceSeen,
    DeckOrdered,
    DiscardSeen,
    HandSeen,
    PartySeen,
    PeekSeen,
    RolesDealt,
    RoleSeen,
    VetoBallotMarked,
    VetoForgone,
)
from tests.games import random_record
from tests.table import F, L, at

EARLY_VETO = house_rules("base = 'official'\nveto_threshold = 1")
SECRETS = (BallotMarked, ChoiceSeen, DeckOrdered, DiscardSeen, HandSeen, PartySeen, PeekSeen, RolesDealt, RoleSeen, VetoForgone)


@pytest.mark.parametrize("rules", [*RULESETS.values(), EARLY_VETO], ids=lambda rules: rules.name)
def test_every_event_goes_to_those_it_is_for(rules: Ruleset) -> None:
    for seats in (5, 7, 10):
        for seed in range(4):
            record = random_record(rules, seats, random.Random(seed))
            president = NATURE
            for game, _, told in replay(record):
                for event in told:
                    assert event.audience == expected(event, president), event
                president = acting(game.board, president)


def acting(board: Board, before: Seat) -> Seat:
    """Who is president when the next move is made: secrets of a power are the president's, though a new round has begun after it."""
    return before if board.president is None else board.president


def expected(event: AnyEvent, president: Seat) -> Audience:
    match event:
        case RolesDealt() | DeckOrdered():
            return NOBODY
        case RoleSeen(audience=audience):
            assert isinstance(audience, int)
            return audience
        case BallotMarked(seat=seat) | HandSeen(seat=seat) | DiscardSeen(seat=seat) | VetoBallotMarked(seat=seat):
            return seat
        case ChoiceSeen(chancellor=chancellor) | VetoForgone(chancellor=chancellor):
            return chancellor
        case PartySeen() | PeekSeen():
            return president
        case _:
            return EVERYONE


def test_every_kind_of_secret_occurs_in_those_games() -> None:
    found: set[type] = set()
    for rules in (*RULESETS.values(), EARLY_VETO):
        for seats in (5, 7, 10):
            for seed in range(4):
                found |= {type(event) for _, _, told in replay(random_record(rules, seats, random.Random(seed))) for event in told}
    assert found.issuperset(SECRETS)


def test_the_pick_under_a_sealed_veto_is_the_chancellors_secret() -> None:
    table = at(ONLINE, 7, fascist=5, deck="FFL").elect(3).discard(F).enact(L)
    assert [event.audience for event in table.told(ChoiceSeen)] == [3]
    assert [table.views[onlooker].chosen for onlooker in (3, 0, "public")] == [L, None, None]


def test_nobody_is_shown_the_order_of_the_deck() -> None:
    table = at(ONLINE, 7)
    assert {event.audience for event in table.told(DeckOrdered)} == {NOBODY}
    assert [table.views[onlooker].deck for onlooker in (0, "public")] == [None, None]
    assert table.views["all"].deck is not None
