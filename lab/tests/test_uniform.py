"""Uniform random play agrees with an independent implementation of the official rules."""

import math

import pytest

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.statistics.uniform_play import play_uniformly
from tests.sizes import size

LIBERALS_WIN = {5: 0.2383, 6: 0.2387, 7: 0.2381, 8: 0.2327, 9: 0.2297, 10: 0.2250}
DECISIONS = {5: 86.76, 6: 115.69, 7: 119.90, 8: 150.00, 9: 152.26, 10: 183.53}
SPREAD = {5: 30, 6: 40, 7: 42, 8: 53, 9: 55, 10: 67}
"""The standard deviation of decisions per game, rounded up."""


@pytest.mark.parametrize("players", LIBERALS_WIN)
def test_random_play_agrees_with_an_independent_implementation(players: int) -> None:
    games = size("random games against other engines' figures")
    summary = play_uniformly(OFFICIAL, players, games, seed=players)
    share = LIBERALS_WIN[players]
    assert abs(summary.liberal_win_rate - share) < 3 * math.sqrt(share * (1 - share) / games)
    assert abs(summary.decisions_per_game - DECISIONS[players]) < 3 * SPREAD[players] / math.sqrt(games)
    assert sum(summary.endings.values()) == pytest.approx(1)


def test_the_same_seed_plays_the_same_games() -> None:
    one, other = (play_uniformly(OFFICIAL, 7, 20, seed=5) for _ in range(2))
    assert (one.decisions_per_game, one.endings) == (other.decisions_per_game, other.endings)
