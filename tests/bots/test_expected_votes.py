"""Votes foreseen from what everybody sees: who votes by reason, and when a vote decides."""

import random
from math import comb

import numpy as np
import pytest

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.deducer import Deducer
from secret_hitler.bots.expected_votes import ExpectedVotes, Foreseen
from secret_hitler.bots.expert import readings
from secret_hitler.bots.human_policy import shipped_policy
from secret_hitler.bots.vote_evidence import VoteEvidence
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, Role, Seat, View, onlooking
from secret_hitler.rules.events import EVERYONE, ElectionHeld
from secret_hitler_lab.tournament.arena import Player, play
from tests.table import at


def ways_taken(level: Player, number: int) -> Floats:
    """How surely the liberals of a game are taken for reasoners when it ends, as people are read and as one who has studied bots reads."""
    played = play(OFFICIAL, 7, level, level, 5, number)
    conducts = [VoteEvidence(onlooking(OFFICIAL, 7, Seat(0)), way) for way in (None, readings().studied)]
    expected = ExpectedVotes(shipped_policy(), 7)
    for _, _, told in replay(played.record):
        expected.foresee(conducts)
        for event in told:
            if isinstance(event, ElectionHeld):
                expected.see(event, [], ours=False)
        for conduct in conducts:
            conduct.see(told)
    return expected.ways([Seat(seat) for seat, role in enumerate(played.roles) if role is Role.LIBERAL])


def who_has_studied(view: View, rng: random.Random) -> Deducer:
    return Deducer(view, rng, parameters=readings().studied)


@pytest.mark.parametrize("number", range(3))
def test_who_votes_by_reason_is_told_from_who_votes_as_people_do(number: int) -> None:
    assert ways_taken("deducer", number).sum() > 0.9
    assert ways_taken("regular", number).sum() < 0.1


def test_who_has_studied_bots_is_told_from_who_reads_them_as_people() -> None:
    games = range(12)
    deducers, students = (np.sum([ways_taken(level, number) for number in games], axis=0) for level in ("deducer", who_has_studied))
    assert deducers[0] > 2 * deducers[1]
    assert students[1] > students[0]


def test_a_vote_decides_when_the_others_are_evenly_divided() -> None:
    view, expected = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1).views[Seat(0)], ExpectedVotes(shipped_policy(), 7)
    liberals = [Seat(seat) for seat in range(4)]
    expected.foreseen = Foreseen(1, np.full((1, 7), 0.999), np.full(7, 0.5))
    expected._reasoning[:] = -30.0
    assert expected.deciding(view, liberals, ours=False) == pytest.approx(comb(6, 3) / 2**6)
    expected._reasoning[:] = 30.0
    assert expected.deciding(view, liberals, ours=False) < 0.01


def test_votes_are_foreseen_better_at_a_table_that_sees_who_is_who() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1)
    view, expected = table.views[Seat(4)], ExpectedVotes(shipped_policy(), 7)
    liberals = [Seat(seat) for seat in range(4)]

    def deciding(ours: bool) -> float:
        expected.foreseen = Foreseen(1, np.full((1, 7), 0.5), np.full(7, 0.5))
        return expected.deciding(view, liberals, ours=ours)

    before = deciding(ours=False)
    for _ in range(3):
        deciding(ours=False)
        expected.see(
            ElectionHeld(Seat(0), Seat(1), (*[True] * 4, False, False, False), elected=True, audience=EVERYONE), liberals, ours=False
        )
    assert deciding(ours=False) < before / 2
    assert deciding(ours=True) == before
