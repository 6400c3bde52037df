"""The notation is one that a person can write, and mistakes in it are named by line and column."""

from pathlib import Path

import pytest

from secret_hitler.records import Record, UnfitRecord, at, final, moments, parse_record, print_record, read_records, write_records
from secret_hitler.rules import ALL, OFFICIAL, PUBLIC, Ending, Role, Seat

BY_HAND = """
Secret Hitler record, format 1
seats = 5
ending = "hitler_elected"
[rules]
base = "official"
hitler_threshold = 1
---
0. deal LLLFH; deck FFFLLLFFFFFFFFLLL; first 2
1. 2 nominates 3; JJJJN; 2 discards F {of three}; 3 enacts F
2. 2 claims drew FFF in 1; 3 claims got ? in 1; 3 nominates 4; 4 votes J; 0 votes J; 1 votes J; 2 votes N; 3 votes N
"""


def test_a_person_can_write_a_game() -> None:
    record = parse_record(BY_HAND)
    assert final(record).ending is Ending.HITLER_ELECTED
    assert record.rules.hitler_threshold == 1
    assert parse_record(print_record(record)) == record


def test_a_record_carries_its_rule_set_by_value() -> None:
    printed = print_record(parse_record(BY_HAND))
    assert "base" not in printed
    assert "liberal_goal = 5" in printed


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("format 1", "format 2", "line 2, column 30: format 2 is not one"),
        ("Secret Hitler record", "Chess record", "line 2, column 1: a record begins with"),
        ("seats = 5", "seats = five", "line 3, column 9: header: "),
        ('base = "official"', 'base = "chess"', "header, from line 3: there is no rule set 'chess'"),
        ("---", "", "line 2, column 1: the header is not closed"),
        ("2 discards F", "2 discards G", "line 10, column 26: 'G' is not a valid Policy"),
        ("2 nominates 3", "2 promotes 3", "line 10, column 4: cannot read 'promotes 3'"),
        ("claims drew", "claims guessed", "line 11, column 4: cannot read 'guessed FFF in 1': a claim is drew, got, saw, top or party"),
        ("2. 2 claims", "two 2 claims", "line 11, column 1: a line begins with the number of its round"),
        ("0 votes J", "0 votes J; 0 votes N", "line 11, column 86: move 17, round 2: .* already voted"),
    ],
)
def test_a_mistake_is_named_by_its_line_and_column(old: str, new: str, reason: str) -> None:
    with pytest.raises(UnfitRecord, match=reason):
        parse_record(BY_HAND.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("3 nominates 4", "3 nominates 2", "move 14, round 2: seat 2 may not be nominated: was the last elected president"),
        ("hitler_elected", "fascist_policies", "the record says fascist_policies, the rules say hitler_elected"),
        ("seats = 5", "seats = 4", "not 4"),
        ("3 votes N", "3 claims got FF in 1", "the rules say that the game did not end"),
    ],
)
def test_a_record_that_the_rules_do_not_allow_is_refused(old: str, new: str, reason: str) -> None:
    text = BY_HAND.replace(old, new)
    if "nominates 2" in new:
        text = text.replace('base = "official"', 'base = "official"\npresident_exempt_at = 4')
    with pytest.raises(UnfitRecord, match=reason):
        final(parse_record(text))


def test_playback_through_a_lens() -> None:
    record = parse_record(BY_HAND)
    *_, last = moments(record, PUBLIC)
    assert last.view.roles[Seat(4)] is Role.HITLER
    before = at(record, 12, PUBLIC)
    assert before.view.roles == {}
    assert before.view.rounds[0].president_hand is None
    assert len(at(record, 12, ALL).view.rounds[0].president_hand or ()) == 3
    assert at(record, 12, Seat(3)).view.rounds[0].chancellor_hand is not None


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_files_hold_many_games(tmp_path: Path, name: str) -> None:
    record = parse_record(BY_HAND)
    write_records(tmp_path / name, [record, record, record])
    assert list(read_records(tmp_path / name)) == [record] * 3


def test_one_bad_game_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    good = print_record(parse_record(BY_HAND))
    path.write_text(good + good.replace("enacts", "devours") + good)
    first, second, third = read_records(path)
    assert isinstance(first, Record)
    assert isinstance(second, UnfitRecord)
    assert isinstance(third, Record)


def test_a_mistake_in_a_later_game_is_named_by_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    good = print_record(parse_record(BY_HAND))
    path.write_text(good + good.replace("enacts", "devours"))
    _, second = read_records(path)
    wrong = next(number for number, line in enumerate(path.read_text().splitlines(), start=1) if "devours" in line)
    assert str(second).startswith(f"line {wrong}, column ")


def test_malformed_json_is_named_by_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [parse_record(BY_HAND)])
    path.write_text(path.read_text() + '{"format": 1, oops}\n')
    first, second = read_records(path)
    assert isinstance(first, Record)
    assert str(second).startswith("line 2, column 15: ")


def test_a_record_without_moves_is_a_game_before_its_deal() -> None:
    assert final(Record(rules=OFFICIAL, seats=7)).ending is None
