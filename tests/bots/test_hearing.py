"""What is said before a vote counts by who says it, and shouting every time tells who shouts."""

import random

import numpy as np
import pytest

from secret_hitler.belief import Belief
from secret_hitler.bots import Talk
from secret_hitler.bots.bot import BALANCED, BOLD, QUIET
from secret_hitler.bots.hearing import Hearing
from secret_hitler.bots.temperament import population
from secret_hitler.rules import OFFICIAL, Seat
from secret_hitler.rules.events import EVERYONE, ElectionHeld
from tests.table import NEIN, F, Table, at

ME, CALLER = Seat(0), Seat(5)
NEIN_CALL = Talk("call-nein", {}, "")


def belief_of(table: Table) -> Belief:
    belief = Belief(table.views[ME])
    belief.see(table.events)
    return belief


def moved(hearing: Hearing) -> float:
    hearing.hear(CALLER, NEIN_CALL)
    return hearing.sway(0.6, ME)


def election(table: Table) -> ElectionHeld:
    return next(event for event in reversed(table.events) if isinstance(event, ElectionHeld))


def test_a_call_by_a_player_taken_for_a_fascist_counts_less() -> None:
    trusting, doubting = (belief_of(at(OFFICIAL, 7).nominate(3)) for _ in range(2))
    doubting.weigh(3 * doubting.worlds.fascist[:, CALLER])
    assert moved(Hearing(trusting)) < moved(Hearing(doubting)) < 0


def test_who_always_says_nein_is_heard_less_each_time() -> None:
    table = at(OFFICIAL, 7)
    hearing, weights = Hearing(belief_of(table)), []
    for chancellor in (3, 4, 6):
        table.nominate(chancellor)
        weights.append(-moved(hearing))
        table.everyone_votes(NEIN)
        hearing.vote(election(table))
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] < 0.6 * weights[0]


def test_a_liberal_hears_no_call_of_its_own() -> None:
    hearing = Hearing(belief_of(at(OFFICIAL, 7).nominate(3)))
    hearing.hear(ME, NEIN_CALL)
    assert hearing.sway(0.6, ME) == 0


def suspicion(chancellors: tuple[int, ...], calls: bool) -> list[float]:
    """Return what a listener thinks of the caller, who votes nein each time, after each of these votes."""
    table, found = at(OFFICIAL, 7), []
    belief = belief_of(table)
    hearing = Hearing(belief)
    for chancellor in chancellors:
        table.nominate(chancellor)
        if calls:
            hearing.hear(CALLER, NEIN_CALL)
        table.votes("JNJNJNN")
        for seat, evidence in hearing.vote(election(table)):
            if seat != ME:
                belief.weigh(evidence)
        found.append(float(belief.fascist[CALLER]))
    return found


def test_who_calls_for_nein_every_time_becomes_suspect() -> None:
    heard, unheard = suspicion((3, 4), calls=True), suspicion((3, 4), calls=False)
    assert 0.5 < heard[0] < heard[1]
    assert heard[1] > unheard[1]


def test_who_votes_by_side_again_and_again_becomes_suspect_of_that_side() -> None:
    """Nein to every government without the one comrade, whom the vote for that one names."""
    table = at(OFFICIAL, 5)
    belief = Belief(table.views[ME])
    belief.see(table.events)
    hearing = Hearing(belief)
    found = []
    for president, chancellor, ja in ((0, 1, False), (1, 2, False), (2, 3, True), (0, 2, False), (3, 1, True)):
        ballots = tuple((seat == 4 and ja) or (seat != 4 and not ja) for seat in range(5))
        vote = ElectionHeld(president=Seat(president), chancellor=Seat(chancellor), ballots=ballots, elected=True, audience=EVERYONE)
        for seat, evidence in hearing.vote(vote):
            if seat == 4:
                belief.weigh(evidence)
        found.append(float(belief.fascist[4]))
    assert found[-1] > found[0] + 0.05
    assert belief.fascist[3] == max(belief.fascist[[1, 2, 3]])


def test_temperaments_differ_and_personalities_are_places_among_them() -> None:
    rng = random.Random(1)
    drawn = {person.name: [population().draw(rng, person) for _ in range(400)] for person in (BALANCED, BOLD, QUIET)}
    spread = population().spread
    assert np.std([each.silence for each in drawn["balanced"]]) == pytest.approx(spread.silence, rel=0.15)
    assert np.mean([each.silence for each in drawn["quiet"]]) > np.mean([each.silence for each in drawn["balanced"]])
    assert np.mean([each.lies for each in drawn["bold"]]) > np.mean([each.lies for each in drawn["balanced"]])


def test_the_mood_is_everyones_and_comes_from_what_everyone_saw() -> None:
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="F" * 9).session(1, F).nominate(3)
    other = at(OFFICIAL, 7, roles="FLLLLHF", deck="F" * 9).session(1, F).nominate(3)
    voters = [seat for seat in range(7) if seat not in (table.president, 3)]
    moods = {population().mood(each.views[Seat(seat)]) for each in (table, other) for seat in voters}
    assert len(moods) == 1
