"""Games played on as people play: a game under way becomes the kernel's row, and what is certain comes out for certain."""

import random
from itertools import count

import numpy as np
import pytest

from lab.studies.review_quality import choices_in, rank_correlation
from lab.tests.lockstep import Lockstep
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, Enact, Ending, Nominate, Policy, Seat, Vote
from secret_hitler.rules.events import ElectionHeld
from secret_hitler_lab.kernel import layout
from secret_hitler_lab.kernel.from_view import Continuations, PassingGame, row_of_game, shipped_leanings
from secret_hitler_lab.observations.observation import LIBERAL_TILE, action_number
from secret_hitler_lab.tournament.arena import play
from tests.games import random_record

COMPARED = [
    *(layout.PHASE, layout.ALIVE, layout.PRESIDENT, layout.CHANCELLOR, layout.ROUND, layout.ANCHOR, layout.STANDS_SPECIAL, layout.NAMED),
    *(layout.LIBERAL, layout.FASCIST, layout.TRACKER, layout.LIMITED_PRESIDENT, layout.LIMITED_CHANCELLOR, layout.PINNED, layout.ORDER),
    *(layout.DISCARDED_LIBERAL, layout.DISCARDED_FASCIST, layout.HITLER, layout.FASCIST_SEATS, layout.INVESTIGATED, layout.NOT_HITLER),
]


@pytest.mark.parametrize("players", [5, 7, 10])
def test_a_game_becomes_the_row_that_the_kernel_holds_of_it(players: int) -> None:
    rng = random.Random(players)
    for seed in range(4):
        pair = Lockstep(OFFICIAL, players, seed, claims=False)
        while pair.game.awaited:
            row = row_of_game(pair.game)[0]
            assert {field: row[field] for field in COMPARED} == {field: pair.kernel.field(field) for field in COMPARED}
            pair.act(rng.randrange(1 << 16))


@pytest.mark.long
def test_the_same_luck_ends_the_same_and_a_won_game_is_won() -> None:
    games = (play(OFFICIAL, 7, "party-line", "party-line", 0, number).record for number in count())
    record = next(game for game in games if game.ending is Ending.LIBERAL_POLICIES)
    table, passing = Continuations(OFFICIAL, 7, shipped_leanings()), PassingGame(record)
    first = last = None
    for _, move in passing.moves():
        if isinstance(move.action, Nominate) and first is None:
            first = passing.moment()
        if isinstance(move.action, Enact) and move.action.policy is Policy.LIBERAL:
            last = passing.moment()
    assert first is not None
    assert last is not None
    assert table.liberals_won(last, LIBERAL_TILE, 20, 0).all(), "the last liberal policy"
    shares = [table.liberals_won(first, -1, 300, seed) for seed in (1, 1, 2)]
    assert (shares[0] == shares[1]).all()
    assert 0.25 < shares[2].mean() < 0.75


@pytest.mark.long
def test_a_vote_that_decides_sends_the_game_another_way() -> None:
    record = play(OFFICIAL, 7, "party-line", "party-line", 1, 0).record
    table, passing = Continuations(OFFICIAL, 7, shipped_leanings()), PassingGame(record)
    opened = next(passing.moment() for _, move in passing.moves() if isinstance(move.action, Vote))
    split = opened.with_ballots({Seat(seat): seat % 2 == 0 for seat in range(1, 7)})
    ja, nein = (table.liberals_won(split, action_number(Vote(vote)), 200, 0) for vote in (True, False))
    assert (ja != nein).any()


def test_the_votes_that_decided_are_those_without_which_the_election_had_gone_the_other_way() -> None:
    record = random_record(OFFICIAL, 7, random.Random(2))
    decided = 0
    for _, _, told in replay(record):
        for election in (event for event in told if isinstance(event, ElectionHeld)):
            cast = [ja for ja in election.ballots if ja is not None]
            turned = [2 * (sum(cast) + (-1 if ja else 1)) > len(cast) for ja in cast]
            decided += sum(elected != election.elected for elected in turned)
    moves = choices_in(record)["Vote"]
    assert len(moves) == decided > 0
    assert all(isinstance(record.moves[number - 1].action, Vote) for number in moves)


def test_equal_values_share_a_rank() -> None:
    values = np.array([0.0, 0.1, 0.2, 0.3, 0.4])
    assert rank_correlation(values, values**3) == pytest.approx(1)
    assert rank_correlation(values, -values) == pytest.approx(-1)
    assert np.isnan(rank_correlation(values, np.zeros(5)))
    once, ordered, shuffled = np.array([0.0, 0, 0, 0, 1]), np.array([1.0, 2, 3, 4, 5]), np.array([4.0, 2, 1, 3, 5])
    assert rank_correlation(once, ordered) == pytest.approx(rank_correlation(once, shuffled))
