"""Games written out round by round can be read back, and are the same games; decisions hold all that their seat knew, and no more."""

import random
from pathlib import Path

import msgspec
import pytest

from secret_hitler.cli import main
from secret_hitler.records import Record, from_line, read_records, write_records
from secret_hitler.records.human_games import to_human
from secret_hitler.records.record import replay
from secret_hitler.rules import NATURE, OFFICIAL, RULESETS, AnyEvent, Ruleset, Seat, onlooking
from secret_hitler_lab.statistics.decision_file import SCHEMA, decisions
from tests.games import random_record

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"


@pytest.mark.parametrize("seats", [5, 7, 10])
def test_a_game_written_out_by_rounds_reads_back_as_the_same_game(seats: int) -> None:
    for seed in range(20):
        record = random_record(OFFICIAL, seats, random.Random(seed))
        again = from_line(msgspec.json.encode(to_human(record)))
        assert again.moves[:3] == record.moves[:3]
        assert again.ending == record.ending
        assert to_human(again).rounds == to_human(record).rounds


@pytest.mark.skipif(not HUMAN_GAMES.exists(), reason="the human games are not beside this checkout")
def test_human_games_come_out_as_they_went_in() -> None:
    for record in list(read_records(HUMAN_GAMES))[:60]:
        assert isinstance(record, Record)
        assert from_line(msgspec.json.encode(to_human(record))).moves == record.moves


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_every_decision_is_written_with_all_that_its_seat_had_seen(rules: Ruleset) -> None:
    record = random_record(rules, 7, random.Random(3))
    rows = list(decisions(record))
    made = [move for move in record.moves if move.seat != NATURE]
    assert [(row["seat"], row["alternatives"][row["chosen"]]) for row in rows] == [(move.seat, _json(move.action)) for move in made]
    for seat in map(Seat, range(7)):
        view, folded = onlooking(rules, 7, seat), onlooking(rules, 7, seat)
        mine = iter([row for row in rows if row["seat"] == seat])
        for number, (_, move, told) in enumerate(replay(record), start=1):
            if move.seat == seat:
                row = next(mine)
                folded.see([msgspec.json.decode(event, type=AnyEvent) for event in row["seen"]])
                assert (row["move"], folded.board, folded.hand) == (number, view.board, view.hand)
            view.see(told)
        assert next(mine, None) is None


def test_no_row_tells_what_its_seat_could_not_know() -> None:
    secrets = 0
    for row in decisions(random_record(OFFICIAL, 7, random.Random(5))):
        audiences = [msgspec.json.decode(event, type=AnyEvent).audience for event in row["seen"]]
        assert set(audiences) <= {"everyone", row["seat"]}
        secrets += audiences.count(row["seat"])
    assert secrets > 20


def test_decisions_are_a_file_that_data_frames_read(tmp_path: Path) -> None:
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it has no type hints

    games, out = tmp_path / "games.jsonl", tmp_path / "decisions.parquet"
    records = [random_record(OFFICIAL, 5, random.Random(seed)) for seed in range(3)]
    write_records(games, records)
    assert main(["export", str(games), "--form", "decisions", "--out", str(out)]) == 0
    table = pq.read_table(out)
    assert table.column_names == SCHEMA.names
    assert table.to_pylist() == [row for number, record in enumerate(records) for row in decisions(record, number)]


def test_games_in_the_form_of_people_become_records_and_come_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record(OFFICIAL, 7, random.Random(8))
    written, again = tmp_path / "people.jsonl", tmp_path / "records.jsonl"
    written.write_bytes(msgspec.json.encode(to_human(record)))
    assert main(["export", str(written), "--form", "records"]) == 0
    again.write_text(capsys.readouterr().out)
    assert main(["export", str(again)]) == 0
    assert msgspec.json.decode(capsys.readouterr().out) == msgspec.to_builtins(to_human(record))


def test_the_file_of_decisions_is_asked_for_before_any_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path / "games.jsonl"), "--form", "decisions"]) == 2
    assert "--out" in capsys.readouterr().err


def _json(action: object) -> str:
    return msgspec.json.encode(action).decode()
