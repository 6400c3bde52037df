"""What the rules make impossible has no chance, what a seat saw is certain, and the truth is never ruled out."""

import random

import numpy as np
import pytest

from secret_hitler.belief import Belief, liberal_win
from secret_hitler.records import replay
from secret_hitler.rules import ALL, OFFICIAL, PUBLIC, RULESETS, Onlooker, Party, Role, Ruleset, Seat, onlooking
from tests.games import random_record
from tests.other_readings import PEERS


@pytest.mark.parametrize("seats", range(5, 11))
@pytest.mark.parametrize("rules", [*RULESETS.values(), PEERS], ids=lambda rules: rules.name)
def test_the_truth_is_possible_and_the_impossible_is_not(rules: Ruleset, seats: int) -> None:
    record = random_record(rules, seats, random.Random(seats), claims=0.3)
    onlookers: list[Onlooker] = [PUBLIC, *map(Seat, range(seats))]
    views = {onlooker: onlooking(rules, seats, onlooker) for onlooker in onlookers}
    beliefs = {onlooker: Belief(view) for onlooker, view in views.items()}
    for game, _, told in replay(record):
        for onlooker, belief in beliefs.items():
            belief.see(views[onlooker].see(told))
        if not game.roles or game.board.phase != "nomination":
            continue
        for belief in beliefs.values():
            assert belief.joint[belief.worlds.of(game.roles)] > 0
            assert belief.joint.sum() == pytest.approx(1)
            assert belief.hitler.sum() == pytest.approx(1)
            assert belief.fascist.sum() == pytest.approx(rules.fascists[seats] + 1)
            assert all(belief.hitler[seat] == 0 for seat in game.board.not_hitler)
            assert 0 < liberal_win(belief) < 1
            for seat, role in belief.view.roles.items():
                assert belief.fascist[seat] == pytest.approx(float(role is not Role.LIBERAL))
            for seat, party in belief.view.parties.items():
                assert belief.fascist[seat] == pytest.approx(float(party is Party.FASCIST))


def test_before_anything_happens_every_deal_is_equally_likely() -> None:
    belief = Belief(onlooking(OFFICIAL, 7, PUBLIC))
    assert np.allclose(belief.fascist, 3 / 7)
    assert np.allclose(belief.hitler, 1 / 7)


@pytest.mark.parametrize("onlooker", [PUBLIC, Seat(0), Seat(3)])
def test_events_one_by_one_and_all_at_once_lead_to_the_same_belief(onlooker: Onlooker) -> None:
    record = random_record(OFFICIAL, 7, random.Random(5), claims=0.3)
    slow, fast = onlooking(OFFICIAL, 7, onlooker), onlooking(OFFICIAL, 7, onlooker)
    patient, hasty = Belief(slow), Belief(fast)
    events = []
    for _, _, told in replay(record):
        for event in told:
            patient.see(slow.see([event]))
            assert patient.joint.sum() == pytest.approx(1)
        events += told
    hasty.see(fast.see(events))
    assert np.allclose(patient.log_evidence(), hasty.log_evidence())


def test_the_all_seeing_know() -> None:
    record = random_record(OFFICIAL, 7, random.Random(1))
    view = onlooking(OFFICIAL, 7, ALL)
    belief = Belief(view)
    for _, _, told in replay(record):
        belief.see(view.see(told))
    assert belief.joint.max() == pytest.approx(1)


@pytest.mark.parametrize("seats", range(5, 11))
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_when_the_roles_are_dealt_either_party_may_win(rules: Ruleset, seats: int) -> None:
    assert 0.3 < liberal_win(Belief(onlooking(rules, seats, PUBLIC))) < 0.7
