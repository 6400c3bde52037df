"""Secrecy in the lab: games that differ only in what a seat may not know look the same through every environment."""

import random

import pytest
from msgspec.structs import replace

from secret_hitler.records import Record
from secret_hitler.rules import RULESETS, AnyEvent, Phase, Ruleset, Seat, begin, onlooking
from secret_hitler.words.view_text import knowledge, news, picture
from secret_hitler_lab.observations.claim_numbers import claims_heard, legal_claims
from secret_hitler_lab.observations.history import history
from secret_hitler_lab.observations.observation import legal_numbers, observation
from tests.games import random_record
from tests.twins import twin_of

EARLY_VETO = [replace(rules, name=f"{rules.name}, early veto", veto_threshold=1) for rules in RULESETS.values()]
TABLES = [(rules, seats) for rules in (*RULESETS.values(), *EARLY_VETO) for seats in (5, 7, 10)]


def pairs(rules: Ruleset, seats: int, claims: float) -> list[tuple[Seat, Record, Record]]:
    rng = random.Random(f"{rules.name} {seats}")
    found = []
    for onlooker in map(Seat, range(seats)):
        record = random_record(rules, seats, rng, claims=claims)
        prefix = replace(record, moves=record.moves[: -rng.randint(1, 1 + seats)], ending=None)
        found.append((onlooker, prefix, twin_of(prefix, onlooker, rng, steps=20)))
    return found


def log(record: Record) -> list[list[AnyEvent]]:
    game = begin(record.rules, record.seats, record.opener)
    return [game.apply(move.seat, move.action) for move in record.moves]


def shown(record: Record, seat: Seat) -> list[object]:
    """Everything that an environment hands to a seat, move by move."""
    view = onlooking(record.rules, record.seats, seat)
    messages: list[object] = []
    for told in log(record):
        seen = view.see(told)
        if not seen or view.board.phase in (Phase.DEAL, Phase.SHUFFLE, Phase.APPOINTMENT):
            continue
        numbers = (observation(view), legal_numbers(view.legal_actions), legal_claims(view), claims_heard(view, record.seats))
        messages.append((numbers, history(view, 6), picture(view), knowledge(view), news(seen, view)))
    return messages


@pytest.mark.daily(7)
@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_twins_look_the_same_in_numbers_and_in_words(rules: Ruleset, seats: int) -> None:
    twins = pairs(rules, seats, claims=0.05)
    assert sum(record.moves != twin.moves for _, record, twin in twins) > seats / 2
    for seat, record, twin in twins:
        assert shown(record, seat) == shown(twin, seat), f"seat {seat} can tell its twins apart"


@pytest.mark.daily(3)
@pytest.mark.parametrize("seats", [5, 10])
@pytest.mark.parametrize("name", RULESETS)
def test_twins_look_the_same_to_an_openspiel_player(name: str, seats: int) -> None:
    pytest.importorskip("pyspiel", reason="needs the extra lab")
    from secret_hitler_lab.environments.openspiel import SecretHitlerGame, SecretHitlerObserver

    different = 0
    for seat, record, twin in pairs(RULESETS[name], seats, claims=0):
        states = [SecretHitlerGame({"players": seats, "rules": name}).new_initial_state() for _ in range(2)]
        for state, story in zip(states, (record, twin), strict=True):
            state.table.log = log(story)
        for recall in (False, True):
            observer = SecretHitlerObserver(recall)
            tensors, strings = [], []
            for state in states:
                observer.set_from(state, seat)
                tensors.append(observer.tensor.tolist())
                strings.append(observer.string_from(state, seat))
            assert tensors[0] == tensors[1]
            assert strings[0] == strings[1]
        different += record.moves != twin.moves
    assert different
