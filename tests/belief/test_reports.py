"""What the command prints, the reasons in words, and the human games where they are at hand."""

import random
from itertools import islice
from math import log
from pathlib import Path

import pytest

from secret_hitler.belief import Belief, after_rounds, liberal_win, lines_of, reasons, shipped
from secret_hitler.belief.parameters import damped
from secret_hitler.records import Record, from_line, replay
from secret_hitler.rules import OFFICIAL, PUBLIC, Party, Seat, onlooking, visible
from secret_hitler.rules.actions import ClaimParty
from tests.games import random_record
from tests.table import F, at

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"


def test_a_line_for_every_round_but_the_last() -> None:
    for seats in (5, 7):
        record = random_record(OFFICIAL, seats, random.Random(seats), claims=0.2)
        rounds = max(game.board.round for game, _, _ in replay(record))
        of_game = list(lines_of(record))
        assert [line.round for line in of_game] == list(range(rounds - 1))
        assert all(len(line.fascist) == len(line.hitler) == record.seats for line in of_game)
        assert all(0 < line.liberal_win < 1 for line in of_game)


def test_a_belief_that_is_kept_stays_that_of_its_round() -> None:
    record = random_record(OFFICIAL, 7, random.Random(5), claims=0.3)
    passing = [(round, belief.hitler.tolist()) for round, belief in after_rounds(record)]
    kept = [(round, belief.hitler.tolist(), belief.view.board.round) for round, belief in list(after_rounds(record))]
    assert [(round, hitler) for round, hitler, _ in kept] == passing
    assert [seen for _, _, seen in kept] == [round + 2 for round, _ in passing]


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
    by_seat = {seat: reasons(belief, seat) for seat in belief.view.board.alive}
    assert sum(len(found) > 1 for found in by_seat.values()) > 3
    for seat, found in by_seat.items():
        assert [abs(reason.effect) for reason in found] == sorted((abs(reason.effect) for reason in found), reverse=True)
        assert all((reason.seat == seat and "seat" in reason.text) or "populace" in reason.text for reason in found)


def test_everybody_knows_the_end() -> None:
    record = random_record(OFFICIAL, 7, random.Random(3))
    belief = Belief(onlooking(record.rules, record.seats, PUBLIC))
    for _, _, told in replay(record):
        belief.see(belief.view.see(told))
    assert liberal_win(belief) in (0.0, 1.0)


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
