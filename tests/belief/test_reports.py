"""What the command prints, the reasons in words, and the human games where they are at hand."""

import random
from itertools import islice
from math import log
from pathlib import Path

import pytest

from secret_hitler.belief import Belief, BeliefLine, after_rounds, all_reasons, belief_lines, liberal_win_knowing_all, lines_of, shipped
from secret_hitler.belief.parameters import damped
from secret_hitler.records import Record, from_line, replay, write_records
from secret_hitler.rules import OFFICIAL, PUBLIC, Party, Seat, onlooking, visible
from secret_hitler.rules.actions import ClaimParty
from tests.games import random_record
from tests.table import F, at

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"


def test_a_line_for_every_round_but_the_last(tmp_path: Path) -> None:
    records = [random_record(OFFICIAL, seats, random.Random(seats), claims=0.2) for seats in (5, 7)]
    write_records(tmp_path / "games.jsonl", records)
    lines = [line for line in belief_lines(tmp_path / "games.jsonl") if isinstance(line, BeliefLine)]
    for number, record in enumerate(records):
        rounds = max(game.board.round for game, _, _ in replay(record))
        of_game = [line for line in lines if line.game == number]
        assert [line.round for line in of_game] == list(range(rounds - 1))
        assert all(len(line.fascist) == len(line.hitler) == record.seats for line in of_game)
        assert all(0 < line.liberal_win < 1 for line in of_game)


def test_a_game_that_cannot_be_read_comes_as_the_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    assert "not a record" in str(next(belief_lines(tmp_path / "bad.jsonl")))


def test_people_are_told_less_of_behaviour_than_bots_read() -> None:
    record = random_record(OFFICIAL, 7, random.Random(2), claims=0.2)
    lines = list(lines_of(record))
    for parameters, same in ((damped(), True), (shipped(), False)):
        beliefs = [belief.fascist.tolist() for _, belief in after_rounds(record, parameters=parameters)]
        assert ([line.fascist for line in lines] == beliefs) is same
    assert all(
        abs(less) <= abs(full)
        for kind, full_table in shipped().traces.items()
        if kind not in shipped().party_claim
        for less, full in zip(damped().traces[kind], full_table, strict=True)
    )


def test_the_word_of_an_investigator_is_read_as_people_give_it() -> None:
    """A liberal who is called fascist by the one who looked takes him for a liar; the public leans towards his word."""
    table = at(OFFICIAL, 7, roles="LLLLFFH", fascist=1, president=5, deck="F" * 10).session(1, F).investigate(0)
    table.does(5, ClaimParty(1, Party.FASCIST))
    seat = Belief(onlooking(OFFICIAL, 7, Seat(0)), damped())
    public = Belief(onlooking(OFFICIAL, 7, PUBLIC), damped())
    for belief in (seat, public):
        belief.see(belief.view.see([event for event in table.events if visible(event, belief.view.onlooker)]))
    assert seat.fascist[5] > 0.75
    assert public.fascist[0] > public.fascist[5] > public.fascist[3]


def test_reasons_are_told_in_words_and_the_strongest_first() -> None:
    record = random_record(OFFICIAL, 7, random.Random(2), claims=0.4)
    _, belief = next(islice(after_rounds(record), 6, None))
    by_seat = all_reasons(belief)
    assert sum(len(found) > 1 for found in by_seat.values()) > 3
    for seat, found in by_seat.items():
        assert [abs(reason.effect) for reason in found] == sorted((abs(reason.effect) for reason in found), reverse=True)
        assert all((reason.seat == seat and "seat" in reason.text) or "populace" in reason.text for reason in found)


def test_who_knows_everything_knows_the_end() -> None:
    record = random_record(OFFICIAL, 7, random.Random(3))
    belief = None
    for _, after in after_rounds(record):
        belief = after
    game = [game for game, _, _ in replay(record)][-1]
    assert belief is not None
    assert liberal_win_knowing_all(belief, game) in (0.0, 1.0)


@pytest.mark.skipif(not HUMAN_GAMES.exists(), reason="the human games are not at hand")
def test_the_belief_in_human_games_is_better_than_the_base_rate() -> None:
    loss = count = 0.0
    for line in HUMAN_GAMES.read_text(encoding="utf-8").splitlines()[:40]:
        record = from_line(line)
        assert isinstance(record, Record)
        for _, belief in after_rounds(record):
            for seat in belief.view.board.alive:
                chance = belief.fascist[seat] if record.roles[seat] != "L" else 1 - belief.fascist[seat]
                loss -= log(max(chance, 1e-9))
                count += 1
    assert loss / count < 0.67
