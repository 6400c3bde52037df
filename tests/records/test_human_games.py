"""Real games of real people replay move by move, tile by tile, to their recorded winner."""

from pathlib import Path

import pytest

from secret_hitler.records import Record, UnfitRecord, final, from_line, parse_record, print_record, read_records

GAMES = Path(__file__).resolve().parents[3] / "shared" / "data" / "human_games.jsonl"
only_with_the_data = pytest.mark.skipif(not GAMES.is_file(), reason="the human games are not beside this checkout")

ROUND = '"president":0,"chancellor":4,"votes":"JJJJJJJ","deck":"FFLFFFFFFFFLLLLFL"'
SESSION = '"president_hand":"FFL","chancellor_hand":"FL","enacted":"L"'


@only_with_the_data
def test_every_human_game_replays_to_its_recorded_winner() -> None:
    records = list(read_records(GAMES))
    assert len(records) == 633
    for number, record in enumerate(records):
        assert isinstance(record, Record), f"game {number}: {record}"
        assert final(record).ending is not None
    some = [record for record in records[::40] if isinstance(record, Record)]
    assert [parse_record(print_record(record)) for record in some] == some


def human(*rounds: str, winner: str = "L", roles: str = "LLLLFFH") -> str:
    return f'{{"game":0,"players":7,"roles":"{roles}","winner":"{winner}","rounds":[{",".join("{" + each + "}" for each in rounds)}]}}'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (human(f"{ROUND},{SESSION}"), "the record says that L won, the rules say that the game did not end"),
        (human(f"{ROUND},{SESSION}", roles="LLLLLFH"), "those cards aren't in this game"),
        (human(ROUND.replace('"chancellor":4', '"chancellor":0')), "round 0: seat 0 may not nominate"),
        (
            human(f'{ROUND},"president_hand":"FFF","chancellor_hand":"FF","enacted":"F"'),
            "the record says president_hand FFF, the rules say FFL",
        ),
        (human(f'{ROUND},"president_hand":"FFL","chancellor_hand":"LL","enacted":"L"'), "with FFL cannot have passed LL"),
        (human(f'{ROUND},"president_hand":"FFL","chancellor_hand":"FF","enacted":"L"'), "that card isn't in the hand"),
        (human(ROUND.replace("JJJJJJJ", "NNNNNNN") + ',"enacted":"L"'), "the record says enacted L, the rules say None"),
        (human(f"{ROUND},{SESSION}", ROUND), "round 1: the record says president 0, the rules say 1"),
        ('{"game":0,"players":7}', "not a record"),
        ("[]", "not a record"),
        ("nonsense", "not a record"),
        ('{"format":99}', "format 99 is not one this program reads"),
    ],
)
def test_a_game_that_does_not_fit_is_refused_with_the_round_and_the_reason(line: str, reason: str) -> None:
    with pytest.raises(UnfitRecord, match=reason):
        from_line(line)
