"""Moments that are easily forgotten: what a session leaves behind, who is not at the table, and what is left to say after the end."""

import pytest

from secret_hitler.rules import NATURE, OFFICIAL, ONLINE, About, Appoint, Bar, ClaimTiles, Deal, IllegalAction, Seat, Shuffle, Vote, begin
from secret_hitler.rules.actions import VETOES
from secret_hitler.rules.game import cards_to_shuffle, role_cards
from tests.table import F, L, at, tiles


def test_what_was_said_of_a_veto_is_forgotten_before_the_next_session() -> None:
    """A chancellor who forwent the veto, or who asked and was refused, is asked again in the next session."""
    table = at(OFFICIAL, 7, fascist=5, deck="LLFLLFLLF").elect(3).discard(F)
    table.veto(3, False).enact(L)
    table.elect(2).discard(F)
    assert table.game.legal_actions(Seat(2)) == VETOES
    table.veto(2, True).veto(1, False).enact(L)
    assert not table.game.board.veto_asked
    table.elect(4).discard(F)
    assert table.game.legal_actions(Seat(4)) == VETOES


def test_sealed_ballots_of_one_session_do_not_count_in_the_next() -> None:
    table = at(ONLINE, 7, fascist=5, deck="LLFLLF").elect(3).discard(F).enact(L)
    table.veto(0, True).veto(3, False)
    table.elect(2).discard(F).enact(L)
    assert table.views[2].veto_ballot is None
    table.veto(1, True).veto(2, True)
    assert table.enacted == [L]
    assert table.tracker == 1


def test_nothing_of_a_sealed_veto_is_kept_once_it_is_agreed() -> None:
    table = at(ONLINE, 7, fascist=5, deck="LLF").elect(3).discard(F).enact(L).veto(0, True)
    assert (table.views[0].veto_ballot, table.views[3].chosen) == (True, L)
    table.veto(3, True)
    kept = [(view.hand, view.chosen, view.veto_ballot) for view in table.views.values()]
    assert kept == [(None, None, None)] * len(table.views)


def test_a_copy_made_in_the_middle_of_a_vote_is_voted_on_apart() -> None:
    table = at(OFFICIAL, 7).nominate(3).does(0, Vote(True))
    table.game.copy().apply(Seat(1), Vote(False))
    assert table.game.ballots == [True, *[None] * 6]


@pytest.mark.parametrize("seat", [-1, 7, 99])
def test_only_a_seat_at_the_table_is_appointed(seat: int) -> None:
    game = begin(OFFICIAL, 7)
    game.apply(NATURE, Deal(role_cards(OFFICIAL, 7)))
    game.apply(NATURE, Shuffle(cards_to_shuffle(game)))
    with pytest.raises(IllegalAction) as refusal:
        game.apply(NATURE, Appoint(Seat(seat)))
    assert refusal.value.bar is Bar.WRONG_MOMENT
    assert game.awaited == (NATURE,)


def test_after_the_end_everybody_may_talk_and_nobody_may_claim() -> None:
    table = at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(6)
    assert table.game.ending is not None
    assert {table.views[seat].silent for seat in range(7)} == {None}
    assert table.refuses(0, ClaimTiles(About.PRESIDENT_HAND, 1, tiles("FFF"))) is Bar.OVER
    assert table.refuses(0, Vote(True)) is Bar.OVER
