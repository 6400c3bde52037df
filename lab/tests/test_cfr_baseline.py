"""The tabular anchor: a game small enough for exact best responses, in OpenSpiel's own engine."""

import pytest

pytest.importorskip("pyspiel", reason="needs the extra lab")

import pyspiel  # type: ignore[import-not-found]  # a compiled module without type hints

from lab.studies.cfr_baseline import RULES, SmallGame, liberals_win
from secret_hitler.rules import house_rules


@pytest.mark.long  # nothing smaller is a game of five
def test_cfr_comes_close_to_where_nobody_gains_and_bots_are_measured_against_it() -> None:
    small = SmallGame(house_rules(RULES.read_text(encoding="utf-8")))
    uniform, random = pyspiel.UniformRandomPolicy(small.game), small.policy("random", 400, 0)
    assert liberals_win(small.game, random) == pytest.approx(liberals_win(small.game, uniform), abs=0.02)
    assert pyspiel.nash_conv(small.game, random) == pytest.approx(pyspiel.nash_conv(small.game, uniform), abs=0.1)
    solver = pyspiel.CFRSolver(small.game)
    for _ in range(64):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(small.game, solver.average_policy()) < pyspiel.nash_conv(small.game, uniform) / 20
