"""Secrecy: two games that differ only in what an onlooker may not know look the same to it, byte for byte."""

import random
from functools import cache

import pytest
from msgspec.structs import replace

from secret_hitler.records import Record, replay
from secret_hitler.rules import PUBLIC, RULESETS, Onlooker, Ruleset, Seat
from secret_hitler.rules.events import (
    BallotMarked,
    ChoiceSeen,
    DeckOrdered,
    DiscardSeen,
    Event,
    HandSeen,
    PartySeen,
    PeekSeen,
    RolesDealt,
    RoleSeen,
    VetoBallotMarked,
    VetoForgone,
)
from tests.games import random_record
from tests.other_readings import PEERS, TURNED
from tests.twins import shown, twin_of

SECRETS: tuple[type[Event], ...] = (
    RolesDealt,
    RoleSeen,
    DeckOrdered,
    BallotMarked,
    HandSeen,
    DiscardSeen,
    ChoiceSeen,
    VetoForgone,
    VetoBallotMarked,
    PartySeen,
    PeekSeen,
)
EARLY_VETO = [replace(rules, name=f"{rules.name}, early veto", veto_threshold=1) for rules in RULESETS.values()]
TABLES = [(rules, seats) for rules in (*RULESETS.values(), *EARLY_VETO) for seats in range(5, 11)] + [
    (rules, 7) for rules in (*TURNED, PEERS)
]


@cache
def pairs(name: str, seats: int) -> list[tuple[Onlooker, Record, Record]]:
    """For every onlooker a game, cut off somewhere before its end, and its twin."""
    rules = next(rules for rules, _ in TABLES if rules.name == name)
    rng = random.Random(f"{name} {seats}")
    found = []
    onlookers: list[Onlooker] = [*map(Seat, range(seats)), PUBLIC]
    for onlooker in onlookers:
        record = random_record(rules, seats, rng)
        prefix = replace(record, moves=record.moves[: -rng.randint(1, 1 + seats)], ending=None)
        found.append((onlooker, prefix, twin_of(prefix, onlooker, rng)))
    return found


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_twins_look_the_same(rules: Ruleset, seats: int) -> None:
    for onlooker, record, twin in pairs(rules.name, seats):
        assert shown(record, onlooker) == shown(twin, onlooker), f"seat {onlooker} can tell its twins apart"


def test_most_twins_really_differ() -> None:
    every = [pair for rules, seats in TABLES for pair in pairs(rules.name, seats)]
    different = [pair for pair in every if pair[1].moves != pair[2].moves]
    assert len(different) > 0.8 * len(every)


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)
def test_a_leak_of_any_secret_would_be_caught(secret: type[Event]) -> None:
    every = (pair for rules, seats in TABLES for pair in pairs(rules.name, seats))
    assert any(shown(record, onlooker, secret) != shown(twin, onlooker, secret) for onlooker, record, twin in every)


def test_no_secret_is_missing_from_the_list() -> None:
    every = [pair for rules, seats in TABLES for pair in pairs(rules.name, seats)]
    secret = {type(event) for _, record, _ in every for _, _, told in replay(record) for event in told if event.audience != "everyone"}
    assert secret == set(SECRETS)
