"""What a View tells its onlooker, so that no client computes a rule."""

from secret_hitler.rules import MANUAL, OFFICIAL, Audience, Bar, Nominate, Power, Seat
from secret_hitler.rules.events import EVERYONE, NOBODY, HandSeen, only, visible
from tests.table import F, L, at, tiles


def test_every_choice_comes_with_the_reason_why_not() -> None:
    table = at(OFFICIAL, 7, limited=(2, 3), executed=[6])
    table.does(0, Nominate(Seat(1))).everyone_votes(False)
    choices = {choice.action: choice.barred for choice in table.views[1].choices}
    assert choices[Nominate(Seat(0))] is None
    assert choices[Nominate(Seat(1))] is Bar.IS_PRESIDENT
    assert choices[Nominate(Seat(2))] is Bar.WAS_PRESIDENT
    assert choices[Nominate(Seat(3))] is Bar.WAS_CHANCELLOR
    assert choices[Nominate(Seat(6))] is Bar.DEAD
    assert table.views[2].choices == ()
    assert table.views["public"].choices == ()


def test_the_view_knows_what_the_next_fascist_policy_grants() -> None:
    table = at(OFFICIAL, 7, deck="FFFFFF")
    assert table.views["public"].next_power is Power.NONE
    assert table.session(3, F).views["public"].next_power is Power.INVESTIGATE


def test_the_view_counts_the_tiles_left_in_the_game() -> None:
    table = at(OFFICIAL, 7, deck="FFL").session(3, L)
    view = table.views["public"]
    assert (view.liberal_tiles_left, view.fascist_tiles_left) == (5, 11)
    assert (view.board.draw_pile, view.board.discards) == (14, 2)


def test_the_view_lists_who_is_term_limited_now() -> None:
    table = at(OFFICIAL, 7, deck="FFL").session(3, L)
    assert table.views["public"].term_limited == (0, 3)
    assert at(MANUAL, 5, deck="FFL").session(3, L).views["public"].term_limited == (3,)


def test_a_round_shows_each_onlooker_what_it_saw() -> None:
    table = at(OFFICIAL, 7, deck="FFL").session(3, L)
    president, chancellor, other = (table.views[seat].rounds[0] for seat in (0, 3, 5))
    assert (president.president_hand, president.president_discard, president.chancellor_hand) == (tiles("FFL"), tiles("F"), None)
    assert (chancellor.president_hand, chancellor.chancellor_hand, chancellor.chancellor_discard) == (None, tiles("FL"), tiles("F"))
    assert (other.president_hand, other.chancellor_hand, other.enacted) == (None, None, L)


def test_one_sees_what_is_for_everyone_or_for_oneself() -> None:
    secret = HandSeen(seat=Seat(2), tiles=(), audience=only(Seat(2)))
    assert [visible(secret, onlooker) for onlooker in (Seat(2), Seat(1), "public", "all")] == [True, False, False, True]
    cases: list[tuple[Audience, bool]] = [(EVERYONE, True), (NOBODY, False)]
    for audience, seen in cases:
        event = HandSeen(seat=Seat(2), tiles=(), audience=audience)
        assert [visible(event, onlooker) for onlooker in (Seat(2), "public")] == [seen, seen]
        assert visible(event, "all")
