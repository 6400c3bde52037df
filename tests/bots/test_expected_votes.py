"""Votes foreseen from what everybody sees: who votes by reason, when a vote decides, and how much it is then worth to a bot."""

import random
from math import comb

import numpy as np
import pytest

from secret_hitler.bots.expected_votes import ExpectedVotes, Foreseen, VoteOdds
from secret_hitler.bots.expert import PULLS, Expert
from secret_hitler.bots.people import shipped_people
from secret_hitler.bots.vote_evidence import Conduct
from secret_hitler.lab.tournament.arena import play
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, Role, Seat, Vote, onlooking, visible
from secret_hitler.rules.events import EVERYONE, ElectionHeld
from tests.table import F, L, at


def reasoning(level: str, number: int) -> float:
    """How surely the liberals of a game are taken for reasoners when it ends."""
    played = play(OFFICIAL, 7, level, level, 5, number)
    conduct, expected = Conduct(onlooking(OFFICIAL, 7, Seat(0))), ExpectedVotes(shipped_people(), 7)
    for _, _, told in replay(played.record):
        expected.foresee(conduct)
        for event in told:
            if isinstance(event, ElectionHeld):
                expected.see(event, [], ours=False)
        conduct.see(told)
    return expected.reasoning([Seat(seat) for seat, role in enumerate(played.roles) if role is Role.LIBERAL])


@pytest.mark.parametrize("number", range(3))
def test_who_votes_by_reason_is_told_from_who_votes_as_people_do(number: int) -> None:
    assert reasoning("deducer", number) > 0.9
    assert reasoning("regular", number) < 0.1


def test_a_vote_decides_when_the_others_are_evenly_divided() -> None:
    view, expected = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1).views[Seat(0)], ExpectedVotes(shipped_people(), 7)
    expected._foreseen = Foreseen(1, np.full(7, 0.999), np.full(7, 0.5))
    assert expected.odds(view, reasoning=0.0, ours=False).deciding == pytest.approx(comb(6, 3) / 2**6)
    assert expected.odds(view, reasoning=1.0, ours=False).deciding < 0.01
    assert expected.odds(view, reasoning=1.0, ours=False).passing > 0.99


def test_votes_are_foreseen_better_at_a_table_that_sees_who_is_who() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).nominate(1)
    view, expected = table.views[Seat(4)], ExpectedVotes(shipped_people(), 7)
    liberals = [Seat(seat) for seat in range(4)]

    def odds(ours: bool) -> VoteOdds:
        expected._foreseen = Foreseen(1, np.full(7, 0.5), np.full(7, 0.5))
        return expected.odds(view, reasoning=0.0, ours=ours)

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


def test_among_reasoners_a_fascist_keeps_more_to_its_adviser() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3).session(1, F).session(2, L).nominate(3)

    def pulled(reasoned: float) -> float:
        bot = Expert(table.views[Seat(4)], random.Random(1))
        bot.see([event for event in table.events if visible(event, Seat(4))])
        human = float(super(Expert, bot).leaning([Vote(True)])[0])
        bot._expected._reasoning[:] = reasoned
        return abs(float(bot.leaning([Vote(True)])[0]) - human)

    assert pulled(5.0) > 2 * pulled(-5.0)
