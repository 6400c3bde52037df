"""The number of legal paths from chosen positions is the one on file, for every rule set."""

import pytest

from secret_hitler.rules import RULESETS, Ruleset
from tests.perft import FOLDER, counts


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_legal_paths(rules: Ruleset) -> None:
    assert counts(rules) == (FOLDER / f"{rules.name}.txt").read_text(encoding="utf-8")


def test_no_two_rule_sets_are_the_same_game() -> None:
    files = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in RULESETS]
    assert len(set(files)) == len(RULESETS)
