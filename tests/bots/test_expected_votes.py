"""Votes foreseen from what everybody sees: who votes by reason, when a vote decides, and how much it is then worth to a bot."""

import random
from collections.abc import Sequence
from math import comb

import numpy as np
import pytest

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.deducer import Deducer
from secret_hitler.bots.expected_votes import ExpectedVotes, Foreseen, VoteOdds
from secret_hitler.bots.expert import PULLS, Expert, readings
from secret_hitler.bots.people import shipped_people
from secret_hitler.bots.strategist import Strategist
from secret_hitler.bots.vote_evidence import Conduct
from secret_hitler.lab.tournament.arena import Player, play
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, Decision, Nominate, Role, Seat, View, Vote, onlooking, visible
from secret_hitler.rules.events import EVERYONE, ElectionHeld
from tests.table import F, L, Table, at


def ways_taken(level: Player, number: int) -> Floats:
    """How surely the liberals of a game are taken for reasoners when it ends, as people are read and as one who has studied bots reads."""
    played = play(OFFICIAL, 7, level, level, 5, number)
    conducts = [Conduct(onlooking(OFFICIAL, 7, Seat(0)), way) for way in (None, readings().studied)]
    expected = ExpectedVotes(shipped_people(), 7)
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
    view, expected = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1).views[Seat(0)], ExpectedVotes(shipped_people(), 7)
    liberals = [Seat(seat) for seat in range(4)]
    expected._foreseen = Foreseen(1, np.full((1, 7), 0.999), np.full(7, 0.5))
    expected._reasoning[:] = -30.0
    assert expected.odds(view, liberals, ours=False).deciding == pytest.approx(comb(6, 3) / 2**6)
    expected._reasoning[:] = 30.0
    assert expected.odds(view, liberals, ours=False).deciding < 0.01
    assert expected.odds(view, liberals, ours=False).passing > 0.99


def test_votes_are_foreseen_better_at_a_table_that_sees_who_is_who() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1)
    view, expected = table.views[Seat(4)], ExpectedVotes(shipped_people(), 7)
    liberals = [Seat(seat) for seat in range(4)]

    def odds(ours: bool) -> VoteOdds:
        expected._foreseen = Foreseen(1, np.full((1, 7), 0.5), np.full(7, 0.5))
        return expected.odds(view, liberals, ours=ours)

    before = odds(ours=False)
    for _ in range(3):
        for ours in (False, True):
            odds(ours)
            ballots = (*[not ours] * 4, False, False, False)
            expected.see(ElectionHeld(Seat(0), Seat(1), ballots, elected=not ours, audience=EVERYONE), liberals, ours)
    assert odds(ours=True).passing < before.passing < odds(ours=False).passing


@pytest.mark.parametrize("role", [Role.LIBERAL, Role.FASCIST])
def test_a_vote_that_decides_nothing_is_cast_more_as_people_cast_it(role: Role) -> None:
    foregone, likely, certain = (PULLS[role].weight(deciding) for deciding in (0.0, 0.1, 1.0))
    assert foregone < likely < certain == 1.0


def test_hitler_votes_as_people_do_and_with_the_crowd_whatever_it_decides() -> None:
    assert PULLS[Role.HITLER].weight(1.0) == 0.0


def pulled(table: Table, options: Sequence[Decision], people_read: float, studied: float) -> Floats:
    """How far a fascist goes from what people do, by how surely it is among reasoners of either way."""
    bot = Expert(table.views[Seat(4)], random.Random(1))
    bot.see([event for event in table.events if visible(event, Seat(4))])
    human = super(Expert, bot).leaning(options)
    bot._expected._reasoning[:] = np.array([[people_read], [studied]])
    away: Floats = bot.leaning(options) - human
    return away


def test_among_reasoners_a_fascist_votes_less_as_people_do() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).session(1, F).session(2, L).nominate(3)
    people, deducers, students = (abs(float(pulled(table, [Vote(True)], *ways)[0])) for ways in ((-5.0, -5.0), (5.0, -5.0), (-5.0, 5.0)))
    assert deducers > 2 * people
    assert students > 2 * people


def test_a_fascist_keeps_more_to_its_adviser_only_among_those_who_have_not_studied_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).session(1, F).session(2, L).reject().reject()
    monkeypatch.setattr(Strategist, "decide", lambda _: Nominate(Seat(5)))
    options = [Nominate(Seat(5)), Nominate(Seat(6))]
    people, deducers, students = (np.ptp(pulled(table, options, *ways)) for ways in ((-9.0, -9.0), (9.0, -9.0), (-9.0, 9.0)))
    assert deducers > people + 1
    assert people == pytest.approx(students)


def test_nobody_of_a_government_fails_it_because_an_adviser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).session(1, F).session(2, L).nominate(4)
    monkeypatch.setattr(Strategist, "decide", lambda _: Vote(False))
    monkeypatch.setattr("secret_hitler.bots.expert.approves", lambda *_: True)
    in_office = float(pulled(table, [Vote(True)], -5.0, -5.0)[0])
    assert in_office > 0
