"""Games written out round by round can be read back, and are the same games."""

import random
from pathlib import Path

import msgspec
import pytest

from secret_hitler.records import Record, from_line, read_records
from secret_hitler.records.export_rounds import to_human
from secret_hitler.rules import OFFICIAL
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
