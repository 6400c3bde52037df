"""A session: one game, its onlookers and its chance; what was written down is played again with the same chance."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.chance import SeededRandom, server_commitment
from secret_hitler.play import ForgedChance, Move, Session
from secret_hitler.records import Record, verify
from secret_hitler.rules import NATURE, OFFICIAL, PUBLIC, IllegalAction, Nominate, Phase, Seat, Shuffle, onlooking
from secret_hitler.tables.dealt_game import opening
from secret_hitler.tables.log_entries import Dealt, Joined, LogLine, Played, Sat
from secret_hitler.tables.table import Table

SEED = b"a table with reshuffles"
ROOT = Path(__file__).parents[1]


def test_every_view_is_folded_from_what_its_onlooker_saw() -> None:
    session, rng = Session(OFFICIAL, 7, random.Random(1).randrange, [Seat(2), PUBLIC]), random.Random(2)
    again = {onlooker: onlooking(OFFICIAL, 7, onlooker) for onlooker in session.views}
    news = [session.let_nature_act()]
    while session.game.awaited:
        seat = session.game.awaited[0]
        news.append(session.act(seat, rng.choice(session.game.legal_actions(seat))))
    for seen in news:
        for onlooker, events in seen.items():
            assert again[onlooker].see(events) == events
    assert again == session.views


def test_a_refused_move_leaves_a_session_as_it_was() -> None:
    session = Session(OFFICIAL, 5, random.Random(1).randrange, [PUBLIC])
    session.let_nature_act()
    president, moves = session.game.awaited[0], list(session.moves)
    with pytest.raises(IllegalAction):
        session.act(president, Nominate(president))
    assert session.moves == moves
    assert session.game.awaited == (president,)


def test_a_fork_goes_on_apart() -> None:
    session = Session(OFFICIAL, 5, random.Random(1).randrange, [PUBLIC])
    session.let_nature_act()
    before, president = session.game.copy(), session.game.awaited[0]
    trial, nomination = session.fork(random.Random(2).randrange), session.game.legal_actions(president)[0]
    assert trial.act(president, nomination) == {}
    assert trial.moves == [Move(president, nomination)]
    assert trial.game.board.phase is Phase.ELECTION
    assert session.game == before
    assert session.views[PUBLIC].board == before.board


def test_a_session_goes_on_where_its_fork_went() -> None:
    """As if it had played the same itself, from the same chance."""
    lots = SeededRandom(SEED)
    session, other = Session(OFFICIAL, 5, lots.below), Session(OFFICIAL, 5, SeededRandom(SEED).below)
    session.let_nature_act()
    other.let_nature_act()
    rng = random.Random(3)
    while session.game.awaited:
        seat = session.game.awaited[0]
        move = Move(seat, rng.choice(session.game.legal_actions(seat)))
        lots = lots.copy()
        trial = session.fork(lots.below)
        told = trial.apply_with_chance(move)
        session.adopt(trial)
        assert told == other.apply_written(*trial.moves)
        assert (session.game, session.moves) == (other.game, other.moves)


def test_chance_that_the_seed_does_not_give_is_not_played() -> None:
    session = Session(OFFICIAL, 5, SeededRandom(SEED).below)
    session.let_nature_act()
    deal, shuffle, *_ = session.moves
    assert isinstance(shuffle.action, Shuffle)
    forged = Move(NATURE, Shuffle(tuple(sorted(shuffle.action.deck))))
    with pytest.raises(ForgedChance, match="not the one that the seed gives"):
        Session(OFFICIAL, 5, SeededRandom(SEED).below).apply_written(deal, forged)


def test_the_record_of_a_table_verifies_after_reshuffles() -> None:
    """The table draws chance when it tries a move, or when it takes in a line that it did not try; both use the seed up alike."""
    table, rng = Table("TABLE"), random.Random(9)
    for seat in range(5):
        table.apply(LogLine(time=0, entries=[Joined(player=f"p{seat}", name=f"P {seat}"), Sat(player=f"p{seat}", seat=Seat(seat))]))
    moves = opening(OFFICIAL, 5, None, SEED.hex())
    table.apply(LogLine(time=0, entries=[Dealt(rules=OFFICIAL, opener=None, seed=SEED.hex(), record="r", moves=moves)]))
    while table.awaited:
        seat = table.awaited[0]
        action = rng.choice(table.viewer_logs[seat].view.legal_actions)
        table.apply(LogLine(time=0, entries=[Played(moves=table.playing.try_move(Move(seat, action)).moves)]))
    assert verify(table.record()) > 3, "no reshuffle happened: another seed is needed"


def test_a_record_whose_seed_was_not_committed_to_does_not_verify() -> None:
    session = Session(OFFICIAL, 5, SeededRandom(SEED).below)
    session.let_nature_act()
    record = Record(rules=OFFICIAL, seats=5, moves=session.moves, seed=SEED.hex(), commitment=server_commitment(b"another"))
    with pytest.raises(ValueError, match="committed to"):
        verify(record)


def test_nothing_rests_on_assertions() -> None:
    """The rules, records and tables again in a Python that leaves assertions out; those of the tests themselves stay."""
    chosen = ["tests/test_play.py", "tests/rules/test_shared.py", "tests/rules/test_claims.py", "tests/records/test_notation.py"]
    command = [sys.executable, "-O", "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *chosen]
    left_out = ["-W", "ignore:assertions not in test modules", "--deselect", "tests/test_play.py::test_nothing_rests_on_assertions"]
    run = subprocess.run([*command, *left_out], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
