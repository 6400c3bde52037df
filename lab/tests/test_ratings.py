"""Ratings: they find the order of strength, and are as sure of it as they may be."""

import random
from collections.abc import Iterator
from math import exp
from statistics import mean, stdev

from secret_hitler.rules import Party
from secret_hitler_lab.tournament.ratings import RatedBot, rate

LIBERALS = {"weak": 0.0, "fair": 1.0, "strong": 2.5}
FASCISTS = {"weak": 1.0, "fair": 1.5, "strong": 2.0}
"""True strengths, the difference of which is the logarithm of the odds."""


def games(seed: int, deals: int) -> Iterator[tuple[str, str, Party]]:
    rng = random.Random(seed)
    for _ in range(deals):
        for liberals, one in LIBERALS.items():
            for fascists, other in FASCISTS.items():
                yield liberals, fascists, Party.LIBERAL if rng.random() < 1 / (1 + exp(other - one)) else Party.FASCIST


def by_name(seed: int, deals: int) -> dict[str, RatedBot]:
    return {each.bot: each for each in rate(games(seed, deals))}


def test_the_best_bot_comes_first() -> None:
    rated = rate(games(1, 100))
    assert [each.bot for each in rated] == ["strong", "fair", "weak"]
    assert rated[0].overall.low > rated[1].overall.high
    assert rated[1].overall.low > rated[2].overall.high


def test_sigma_is_no_smaller_than_the_spread_of_ratings_over_other_luck() -> None:
    runs = [by_name(seed, 60) for seed in range(25)]
    for bot in LIBERALS:
        spread, sigma = stdev(run[bot].overall.mu for run in runs), mean(run[bot].overall.sigma for run in runs)
        assert spread < sigma * 1.1
        assert sigma < spread * 3


def test_more_games_make_surer() -> None:
    few, many = by_name(2, 20), by_name(2, 200)
    assert all(many[bot].overall.sigma < few[bot].overall.sigma / 2 for bot in LIBERALS)


def test_a_bot_that_only_the_side_favours_is_not_rated_higher_for_it() -> None:
    """Fascists win nine of ten whoever plays them."""
    rng = random.Random(3)
    pairs = [(one, other) for _ in range(300) for one in "ab" for other in "ab"]
    first, second = rate((one, other, Party.FASCIST if rng.random() < 0.9 else Party.LIBERAL) for one, other in pairs)
    assert abs(first.overall.mu - second.overall.mu) < first.overall.high - first.overall.mu
    assert first.fascist.low > first.liberal.high


def test_a_game_against_itself_counts_once() -> None:
    (alone,) = rate([("a", "a", Party.LIBERAL)])
    assert alone.games == 1
    assert alone.liberal.mu > alone.fascist.mu
