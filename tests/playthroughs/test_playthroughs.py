"""The golden playthroughs are what the rules do today, none is missing, and together they show everything."""

import pytest

from secret_hitler.records import parse_record
from secret_hitler.rules import Ending, Power, Ruleset
from tests.playthroughs import FOLDER, TABLES, features, golden_file, playthrough

WANTED = {
    *(f"power {power}" for power in Power if power is not Power.NONE),
    *(f"ending {ending}" for ending in Ending),
    "veto refused",
    "veto agreed",
    "veto forgone",
    "sealed veto",
    "sealed veto agreed",
    "chaos",
    "chaos after a veto",
}
tables = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))


@tables
def test_a_playthrough_is_what_the_rules_do(rules: Ruleset, seats: int) -> None:
    golden = golden_file(rules, seats).read_text(encoding="utf-8")
    record = parse_record(golden.partition("\n\n1. ")[0])
    assert (record.rules, record.seats) == (rules, seats)
    assert playthrough(record) == golden


def test_none_is_missing_and_none_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden_file(rules, seats).name for rules, seats in TABLES}


def test_together_they_show_every_power_veto_chaos_and_ending() -> None:
    texts = (golden_file(rules, seats).read_text(encoding="utf-8") for rules, seats in TABLES)
    shown = set().union(*(features(parse_record(text.partition("\n\n1. ")[0])) for text in texts))
    assert shown >= WANTED
