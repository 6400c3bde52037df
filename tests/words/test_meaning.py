"""A sentence that states a rule says what the rules do: turned wrong, it is noticed."""

import pytest

from tests.words.meaning import complaints, unguarded
from tests.words.mutants import MUTANTS, mutated
from tests.words.test_catalogues import CATALOGUES


def test_every_sentence_says_what_it_must() -> None:
    assert list(complaints(CATALOGUES["en"])) == []


def test_no_sentence_that_states_a_rule_is_left_out() -> None:
    assert unguarded(CATALOGUES["en"]) == []


def test_there_are_sixty_mutants_and_no_two_alike() -> None:
    assert len(set(MUTANTS)) == len(MUTANTS) >= 60


@pytest.mark.parametrize(("key", "part", "wrong"), MUTANTS)
def test_a_sentence_turned_wrong_is_noticed(key: str, part: str, wrong: str) -> None:
    assert any(complaint.startswith(key) for complaint in complaints(mutated(key, part, wrong)))
