"""The kernel is the same game: both engines side by side, decision by decision."""

import random

import pytest

pytest.importorskip("numba", reason="needs the extra lab")

from secret_hitler.lab.kernel import lockstep
from secret_hitler.lab.kernel.lockstep import KernelGame, any_rules, first_difference
from secret_hitler.rules import OFFICIAL, ONLINE, RULESETS, Ruleset
from tests.sizes import size

GAMES_PER_TABLE = size("games of both engines at a table")
HOUSES = size("house rules for both engines")


@pytest.mark.daily(11)
@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_both_engines_play_the_same_game(rules: Ruleset, players: int) -> None:
    for seed in range(GAMES_PER_TABLE):
        difference = first_difference(rules, players, seed, every_seat=seed % 25 == 0)
        assert difference is None, str(difference)


@pytest.mark.parametrize("house", range(10))
def test_both_engines_play_the_same_game_under_house_rules(house: int) -> None:
    rng = random.Random(house)
    for seed in range(HOUSES // 10):
        difference = first_difference(any_rules(rng), rng.randint(5, 10), seed, every_seat=seed % 25 == 0)
        assert difference is None, f"{difference}\n{difference and difference.rules}"


def test_a_difference_is_found_and_told_by_a_short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class WrongRules(KernelGame):
        def __init__(self, rules: Ruleset, players: int) -> None:
            super().__init__(ONLINE, players)

    monkeypatch.setattr(lockstep, "KernelGame", WrongRules)
    found = next(found for seed in range(100) if (found := first_difference(OFFICIAL, 5, seed)))
    assert "the legal actions are" in found.what
    # five fascist policies, each a nomination, five votes, a discard and an enactment, and two executions; then a hand with the veto open
    assert len(found.decisions) < 60
    assert "seat" in str(found)
