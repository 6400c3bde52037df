"""What a beginner would laugh at, no thinking bot does. Every test makes the situation and says so before it asks.

`party-line` chooses at random in all but tiles, by its definition, and is held to tiles alone.
"""

import random

import pytest

from secret_hitler.bots import Bot, sit
from secret_hitler.bots.deducer import Deducer
from secret_hitler.rules import OFFICIAL, PUBLIC, Discard, Enact, Execute, Nominate, Party, Phase, Role, Seat, Veto, Vote, visible
from tests.table import F, L, Table, at

DEDUCING = ["deducer", "strategist"]
THINKING = ["regular", "expert", *DEDUCING]
TILES = ["party-line", *THINKING]
ROLES = "LLLLFFH"
HITLER = 6
MOODS = range(5)
"""Seeds of a bot's own chance: none of them may lead to a blunder."""


def seated(table: Table, seat: int, level: str, mood: int = 0) -> Bot:
    bot = sit(level, table.views[Seat(seat)], random.Random(mood))
    bot.see([event for event in table.events if visible(event, Seat(seat))])
    assert bot.view.legal_actions, f"seat {seat} has nothing to decide"
    if isinstance(bot, Deducer):
        # The tracks of some tables are set by hand, not by events: the views that the bot keeps for others are set alike.
        claimed = [*bot.vote_evidence.forecast.seats(), *([bot.claimed_view] if bot.claimed_view is not None else [])]
        for belief in (bot.vote_evidence.public, *(each.belief for each in claimed)):
            belief.view.suppose_board(table.views[PUBLIC].board)
    return bot


def execution_by(president: int, investigated: int, roles: str = ROLES) -> Table:
    """Let this president investigate, and be president again by special election when the fourth fascist policy falls."""
    table = at(OFFICIAL, 7, roles=roles, fascist=1, president=president, deck="F" * 10)
    second, third = ((president + step) % 7 for step in (1, 2))
    table.session(investigated, F).investigate(investigated)
    assert table.president == second
    table.session(third if third != investigated else (president + 3) % 7, F).call_special_election(president)
    table.session(next(seat for seat in table.eligible if roles[seat] == "L"), F)
    assert (table.phase, table.president) == (Phase.EXECUTION, president)
    return table


# Votes


@pytest.mark.parametrize("level", DEDUCING)
@pytest.mark.parametrize("seat", [4, 5, HITLER])
def test_fascists_who_reason_never_vote_down_hitler_when_that_wins(level: str, seat: int) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=3).nominate(HITLER)
    for mood in MOODS:
        bot = seated(table, seat, level, mood)
        assert bot.view.hitler_can_win
        assert bot.decide() == Vote(True)


@pytest.mark.parametrize("level", DEDUCING)
def test_hitler_who_knows_the_fascist_votes_for_the_own_election(level: str) -> None:
    table = at(OFFICIAL, 5, roles="LLLFH", fascist=3).nominate(4)
    for seat in (3, 4):
        assert seated(table, seat, level).decide() == Vote(True)


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_those_who_play_like_people_do_so_more_often_than_not(level: str) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=3).nominate(HITLER)
    voted = [seated(table, seat, level, mood).decide() == Vote(True) for mood in range(40) for seat in (4, 5)]
    assert 0.5 < sum(voted) / len(voted) < 1


# Nominations


@pytest.mark.parametrize("level", DEDUCING)
def test_a_liberal_names_somebody_proved_not_to_be_hitler(level: str) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=3, deck="FFL" * 2 + "FLL")
    table.session(1, L).session(2, L).session(3, L)
    assert table.president == 3
    safe = set(table.eligible) & set(table.game.board.not_hitler)
    assert safe == {1}
    assert len(table.eligible) > 1
    for mood in MOODS:
        assert seated(table, 3, level, mood).decide() == Nominate(Seat(1))


# Executions


@pytest.mark.parametrize("level", THINKING)
def test_a_liberal_never_executes_a_player_it_knows_to_be_liberal(level: str) -> None:
    table = execution_by(0, investigated=3)
    for mood in MOODS:
        bot = seated(table, 0, level, mood)
        assert bot.view.parties[Seat(3)] is Party.LIBERAL
        action = bot.decide()
        assert isinstance(action, Execute)
        assert action.seat != 3


@pytest.mark.parametrize("level", THINKING)
def test_a_fascist_never_executes_hitler(level: str) -> None:
    table = execution_by(4, investigated=0)
    for mood in MOODS:
        bot = seated(table, 4, level, mood)
        assert bot.view.roles[Seat(HITLER)] is Role.HITLER
        action = bot.decide()
        assert isinstance(action, Execute)
        assert action.seat != HITLER


# Tiles


@pytest.mark.parametrize("level", TILES)
@pytest.mark.parametrize(("liberal", "fascist"), [(0, 0), (4, 0), (0, 4)])
def test_a_liberal_keeps_and_enacts_liberal_tiles(level: str, liberal: int, fascist: int) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL", liberal=liberal, fascist=fascist).elect(1)
    assert seated(table, 0, level).decide() == Discard(F)
    table.discard(F)
    assert seated(table, 1, level).decide() == Enact(L)


@pytest.mark.parametrize("level", TILES)
@pytest.mark.parametrize(("president", "chancellor"), [(4, 5), (5, HITLER), (4, 1)])
def test_a_fascist_never_hands_over_the_last_liberal_policy_by_choice(level: str, president: int, chancellor: int) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FLF", liberal=4, president=president).elect(chancellor)
    for mood in MOODS:
        assert seated(table, president, level, mood).decide() == Discard(L)


@pytest.mark.parametrize("level", TILES)
@pytest.mark.parametrize(("liberal", "fascist", "chancellor"), [(4, 0, 5), (4, 0, HITLER), (0, 5, 5)])
def test_a_fascist_enacts_the_tile_that_wins_and_never_the_one_that_loses(level: str, liberal: int, fascist: int, chancellor: int) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FLF", liberal=liberal, fascist=fascist).elect(chancellor).discard(F)
    while Veto(False) in table.game.legal_actions(table.chancellor):
        table.veto(chancellor, False)
    for mood in MOODS:
        assert seated(table, chancellor, level, mood).decide() == Enact(F)


# Vetoes


@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize(
    ("deck", "liberal", "seats", "wanted"), [("FFF", 0, (0, 1), True), ("FFF", 0, (4, 5), False), ("FLL", 4, (4, 5), True)]
)
def test_the_veto_is_used_against_the_policy_that_loses_and_never_against_the_one_that_wins(
    level: str, deck: str, liberal: int, seats: tuple[int, int], wanted: bool
) -> None:
    president, chancellor = seats
    table = at(OFFICIAL, 7, roles=ROLES, deck=deck, liberal=liberal, fascist=5, president=president)
    table.elect(chancellor).discard(F)
    assert len(set(table.game.hand)) == 1
    assert seated(table, chancellor, level).decide() == Veto(wanted)
    table.veto(chancellor, True)
    assert table.phase is Phase.VETO_ANSWER
    assert seated(table, president, level).decide() == Veto(wanted)
