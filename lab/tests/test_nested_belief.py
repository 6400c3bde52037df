"""Belief judged by nested folds: the fold outside has no say in what is chosen, and calibration is measured."""

import numpy as np
from msgspec.structs import replace

from lab.studies.nested_belief import Form, judge, shrunk, slope
from secret_hitler.belief.worlds import worlds
from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.training.fit_belief import passages_of
from secret_hitler_lab.training.fit_traces import Field
from secret_hitler_lab.training.train_strategist import game

FORMS = [Form("no votes", 0.02, share) for share in (1.0, 0.5)]


def test_the_fold_outside_has_no_say_in_what_is_said_of_it() -> None:
    passages = passages_of([game("random", "random", 5, 4, number) for number in range(12)])
    field = Field(worlds(OFFICIAL, 5))
    outside = [passage for passage in passages if passage.fold == 0]
    assert outside
    rows, said = judge(field, passages, 0, FORMS)
    turned = [
        replace(passage, rows=replace(passage.rows, fascist=1 - passage.rows.fascist)) if passage in outside else passage
        for passage in passages
    ]
    other_rows, other_said = judge(field, turned, 0, FORMS)
    assert (said == other_said).all()
    assert (rows.fascist != other_rows.fascist).all()


def test_shrinking_is_of_behaviour_alone() -> None:
    assert shrunk(np.array([2.0, 4.0, 0.9, 0.6]), 0.5).tolist() == [1.0, 2.0, 0.9, 0.6]


def test_who_says_too_much_has_a_slope_below_one() -> None:
    rng = np.random.default_rng(1)
    chances = rng.uniform(0.1, 0.9, 20_000)
    truth = (rng.random(20_000) < chances).astype(float)
    overstated = 1 / (1 + ((1 - chances) / chances) ** 2)
    assert abs(slope(chances, truth) - 1) < 0.1
    assert abs(slope(overstated, truth) - 0.5) < 0.05
