"""The kernel is the same game: both engines side by side, decision by decision."""

import random

import pytest

from lab.tests import lockstep
from lab.tests.lockstep import KernelGame, any_rules, first_difference
from secret_hitler.rules import OFFICIAL, ONLINE, RULESETS, Ruleset
from secret_hitler_lab.kernel.layout import LAST_CHANCELLOR, LAST_PRESIDENT
from secret_hitler_lab.observations.history import ROUND_PARTS
from tests.sizes import size

GAMES_PER_TABLE = size("games of both engines at a table")
HOUSES = size("house rules for both engines")
TALKING = size("games of both engines with claims")
PRIVATE = sum(size for part, size in ROUND_PARTS.items() if part.startswith("I "))
TABLES = [(rules, players) for rules in RULESETS.values() for players in range(5, 11)]


@pytest.mark.daily(11)
@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_both_engines_play_the_same_game(rules: Ruleset, players: int) -> None:
    for seed in range(GAMES_PER_TABLE):
        difference = first_difference(rules, players, seed, claims=False, every_seat=seed % 25 == 0)
        assert difference is None, str(difference)


@pytest.mark.timeout(6 * 3600)  # at full size
@pytest.mark.parametrize("lot", range(10))
def test_both_engines_hear_the_same_claims_and_keep_the_same_rounds(lot: int) -> None:
    for seed in range(lot, TALKING, 10):
        difference = first_difference(*TABLES[seed // 10 % len(TABLES)], seed, claims=True, every_seat=seed % 50 == lot)
        assert difference is None, str(difference)


@pytest.mark.parametrize("house", range(10))
def test_both_engines_play_the_same_game_under_house_rules(house: int) -> None:
    rng = random.Random(house)
    for seed in range(HOUSES // 10):
        difference = first_difference(any_rules(rng), rng.randint(5, 10), seed, claims=seed % 2 == 0, every_seat=seed % 25 == 0)
        assert difference is None, f"{difference}\n{difference and difference.rules}"


def test_a_difference_is_found_and_told_by_a_short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class WrongRules(KernelGame):
        def __init__(self, rules: Ruleset, players: int, claims: bool) -> None:
            super().__init__(ONLINE, players, claims)

    monkeypatch.setattr(lockstep, "KernelGame", WrongRules)
    found = next(found for seed in range(100) if (found := first_difference(OFFICIAL, 5, seed, claims=False)))
    assert "the legal actions are" in found.what
    # five fascist policies, each a nomination, five votes, a discard and an enactment, and two executions; then a hand with the veto open
    assert len(found.decisions) < 60
    assert "seat" in str(found)


@pytest.mark.parametrize(("player", "what"), [("president", "drew"), ("chancellor", "was passed")])
def test_the_rounds_of_another_seat_are_noticed(player: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a seat shown what another saw of a session, the comparison would say so."""

    class Indiscreet(KernelGame):
        def rounds(self, seat: int) -> list[list[int]]:
            told = super().rounds(seat)
            government = super().rounds(self.field(LAST_PRESIDENT if player == "president" else LAST_CHANCELLOR))
            return [[*mine[:-PRIVATE], *theirs[-PRIVATE:]] for mine, theirs in zip(told, government, strict=True)]

    monkeypatch.setattr(lockstep, "KernelGame", Indiscreet)
    found = next(found for seed in range(20) if (found := first_difference(OFFICIAL, 5, seed, claims=True, every_seat=True)))
    assert f"I {what} so many fascist tiles" in found.what
