"""What a beginner would laugh at, no thinking bot does."""

import random

import pytest

from secret_hitler.bots import Bot, sit
from secret_hitler.rules import OFFICIAL, Discard, Enact, Execute, Nominate, Seat, Veto, Vote, visible
from tests.table import F, L, Table, at

THINKING = ["deducer", "strategist"]
TILES = ["party-line", *THINKING]
ROLES = "LLLLFFH"
HITLER = 6


def seated(table: Table, seat: int, level: str) -> Bot:
    bot = sit(level, table.views[Seat(seat)], random.Random(seat))
    bot.see([event for event in table.events if visible(event, Seat(seat))])
    return bot


def three_fascist_policies(president: int = 0, roles: str = ROLES) -> Table:
    """Seats 0, 1 and 2 were presidents; seat 0 investigated, and seat 3 stands by special election."""
    table = at(OFFICIAL, 7, roles=roles, deck="F" * 9, president=president)
    table.session(3, F)
    table.session(4, F).investigate(5)
    return table.session(3, F).call_special_election(3 if president == 0 else 0)


@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("seat", [4, 5, HITLER])
def test_fascists_elect_hitler_when_that_wins(level: str, seat: int) -> None:
    table = three_fascist_policies().nominate(HITLER)
    assert seated(table, seat, level).decide() == Vote(True)


@pytest.mark.parametrize("level", THINKING)
def test_a_liberal_names_somebody_proved_not_to_be_hitler(level: str) -> None:
    table = three_fascist_policies()
    table.nominate(1).everyone_votes(True)
    table.discard(table.game.hand[0]).enact(table.game.hand[0])
    while table.game.board.phase != "nomination":
        table.execute(5)
    bot = seated(table, table.president, level)
    action = bot.decide()
    assert isinstance(action, Nominate)
    assert action.chancellor in (*table.game.board.not_hitler, 1) or 1 not in table.eligible


@pytest.mark.parametrize("level", THINKING)
def test_nobody_executes_a_player_proven_to_be_of_their_own_side(level: str) -> None:
    for president, spared in ((0, 3), (4, HITLER)):
        table = at(OFFICIAL, 7, roles=ROLES, deck="F" * 11, president=president)
        others = [seat for seat in range(7) if seat not in (president, 3, HITLER)]
        table.session(others[0], F)
        while table.game.board.phase != "execution" or table.president != president:
            if table.game.board.phase == "nomination":
                table.session(next(seat for seat in table.eligible if seat != HITLER), F)
            elif table.game.board.phase == "investigation":
                table.investigate(3)
            elif table.game.board.phase == "special-election":
                table.call_special_election(president if table.president != president else 1)
            else:
                break
        bot = seated(table, table.president, level)
        if table.game.board.phase == "execution":
            action = bot.decide()
            assert isinstance(action, Execute)
            known = bot.view.parties.get(Seat(spared))
            assert known is None or action.seat != spared or known != bot.view.parties[table.president]


@pytest.mark.parametrize("level", TILES)
def test_a_liberal_keeps_and_enacts_liberal_tiles(level: str) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL").elect(1)
    assert seated(table, 0, level).decide() == Discard(F)
    table.discard(F)
    assert seated(table, 1, level).decide() == Enact(L)


@pytest.mark.parametrize("level", TILES)
def test_a_fascist_never_enacts_the_last_liberal_policy_by_choice(level: str) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FLF", liberal=4, president=4).elect(5)
    assert seated(table, 4, level).decide() == Discard(L)
    table.discard(F)
    assert seated(table, 5, level).decide() == Enact(F)


@pytest.mark.parametrize("level", THINKING)
def test_a_liberal_vetoes_the_policy_that_would_lose(level: str) -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFF", fascist=5, executed=[5])
    table.elect(1).discard(F)
    assert seated(table, 1, level).decide() == Veto(True)
    table.veto(1, True)
    assert seated(table, 0, level).decide() == Veto(True)
