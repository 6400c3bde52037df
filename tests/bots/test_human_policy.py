"""Bots that play like people: what they learned, what they hear, and what they never do."""

import random
from importlib.resources import files
from statistics import mean

import numpy as np

from secret_hitler.bots import Talk, sit
from secret_hitler.bots.expert import NOISE, Expert
from secret_hitler.bots.human_policy import Trees, shipped_policy
from secret_hitler.bots.regular import Regular
from secret_hitler.rules import OFFICIAL, ClaimTiles, Nominate, Phase, Seat, Vote, visible
from secret_hitler_lab.tournament.arena import play_on, seat_bots
from tests.table import F, L, Table, at

ROLES = "LLLLFFH"


def regular(table: Table, seat: int, mood: int) -> Regular:
    bot = sit("regular", table.views[Seat(seat)], random.Random(mood))
    assert isinstance(bot, Regular)
    bot.see([event for event in table.events if visible(event, Seat(seat))])
    return bot


def descend(trees: Trees, row: list[float]) -> float:
    """Score the plain way: down each tree, node by node."""
    total = trees.base
    for start in range(0, len(trees.feature), trees.size):
        node = 0
        while trees.below[start + node] != node:
            left = row[trees.feature[start + node]] <= trees.threshold[start + node]
            node = (trees.below if left else trees.above)[start + node]
        total += trees.value[start + node]
    return total


def test_flattened_trees_answer_as_trees_do() -> None:
    trees, rng = shipped_policy().vote, random.Random(4)
    rows = [[rng.uniform(-1, 6) for _ in range(max(trees.feature) + 1)] for _ in range(50)]
    assert np.allclose(trees.score(np.array(rows)), [descend(trees, row) for row in rows])


def test_what_was_learned_from_people_is_small() -> None:
    shipped = [path.name for path in files("secret_hitler.bots").iterdir() if path.name.endswith(".json")]
    assert sum(len(files("secret_hitler.bots").joinpath(name).read_bytes()) for name in shipped) < 1_500_000


def test_a_call_before_the_vote_moves_those_who_hear_it() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(3)
    assert table.phase is Phase.ELECTION

    def share_of_ja(seat: int, call: str) -> float:
        bots = [regular(table, seat, mood) for mood in range(60)]
        for bot in bots:
            bot.hear(Seat(5), Talk(call, {}, ""))
        return mean(bot.decide() == Vote(True) for bot in bots)

    assert share_of_ja(0, "call-ja") > share_of_ja(0, "suspect") > share_of_ja(0, "call-nein")
    assert share_of_ja(table.president, "call-ja") == share_of_ja(table.president, "call-nein")


def test_who_calls_for_a_vote_votes_so() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(3)
    called = 0
    for mood in range(80):
        bot = regular(table, 0, mood)
        for talk in bot.talk():
            if talk.code.startswith("call-"):
                called += 1
                assert bot.decide() == Vote(talk.code.startswith("call-ja"))
    assert called > 5


def test_a_liberal_helps_no_known_fascist_into_office_once_hitler_may_win() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=1, president=0, deck="F" * 10)
    table.session(1, F).investigate(4).session(2, F)
    assert table.views[Seat(0)].hitler_can_win
    table.call_special_election(0)
    choices = {regular(table, 0, mood).decide() for mood in range(40)}
    assert len(choices) > 1
    assert Nominate(Seat(4)) not in choices


def test_no_chancellor_says_that_they_chose_the_fascist_policy() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, president=0, deck="FFL" * 3).elect(4).discard(F).enact(F)
    told = [claim for mood in range(150) for claim in regular(table, 4, mood).claims()]
    assert len(told) > 100
    assert all(isinstance(claim, ClaimTiles) and claim.tiles == (F, F) for claim in told)


def test_the_first_government_is_elected_as_often_as_among_people() -> None:
    first = []
    for number in range(40):
        table = seat_bots(OFFICIAL, 7, "regular", "regular", 77, number)
        next(game for game in play_on(table) if game.board.round > 1 or game.board.phase is Phase.PRESIDENT_SESSION)
        first.append(bool(table.session.views[Seat(0)].rounds[0].elected))
    assert mean(first) > 0.75


def test_where_liberals_would_win_too_often_they_keep_less_to_their_adviser() -> None:
    def pulled(seats: int, roles: str, seat: int) -> float:
        table = at(OFFICIAL, seats, roles=roles, deck="FFL" * 3).session(1, F).session(2, L).nominate(3)
        shown = [event for event in table.events if visible(event, Seat(seat))]
        bot = Expert(table.views[Seat(seat)], random.Random(1))
        bot.see(shown)
        return abs(float(bot.leaning([Vote(True)])[0]) - float(regular(table, seat, 1).leaning([Vote(True)])[0]))

    assert NOISE[6] > NOISE[7]
    assert pulled(6, "LLLLFH", 0) < pulled(7, ROLES, 0)


def test_between_regular_and_expert_lies_one_number() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(3)

    def leaning(strength: float) -> float:
        bot = Expert(table.views[Seat(0)], random.Random(1), strength=strength)
        bot.see([event for event in table.events if visible(event, Seat(0))])
        return float(bot.leaning([Vote(True)])[0])

    human = float(regular(table, 0, 1).leaning([Vote(True)])[0])
    assert leaning(0.0) == human
    assert abs(leaning(1.0) - human) == 2 * abs(leaning(0.5) - human) > 0
