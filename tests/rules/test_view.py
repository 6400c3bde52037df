"""What a View tells its onlooker, so that no client computes a rule."""

import pytest
from msgspec.structs import replace

from secret_hitler.rules import (
    MANUAL,
    OFFICIAL,
    About,
    Audience,
    Bar,
    ClaimParty,
    ClaimTiles,
    Nominate,
    Party,
    Phase,
    Power,
    Seat,
    Vote,
    onlooking,
)
from secret_hitler.rules.events import EVERYONE, NOBODY, HandSeen, VoteCast, only, visible
from secret_hitler.rules.view import open_claims, seen_by
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


def test_what_a_seat_may_do_is_what_nothing_bars() -> None:
    table = at(OFFICIAL, 7, limited=(2, 3), executed=[6])
    assert table.views[0].legal_actions == tuple(Nominate(Seat(seat)) for seat in (1, 4, 5))
    assert table.views[1].legal_actions == ()


def test_a_seat_has_a_role_and_those_who_watch_have_none() -> None:
    table = at(OFFICIAL, 7)
    assert tuple(table.views[seat].role for seat in range(7)) == table.game.roles
    assert table.views["public"].role is table.views["all"].role is None


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


def test_a_view_hands_on_the_events_that_it_saw() -> None:
    table = at(OFFICIAL, 7).nominate(3)
    told = table.game.apply(Seat(2), Vote(True))
    assert table.views[2].see(told) == told
    assert [type(event) for event in table.views[1].see(told)] == [VoteCast]


def test_a_view_may_be_given_the_board_and_keeps_it_as_it_was() -> None:
    """A server folds the board once for all who look at it."""
    table, view = at(OFFICIAL, 7), onlooking(OFFICIAL, 7, Seat(0))
    view.learn(seen_by(Seat(0), table.events), table.game.board)
    assert view == table.views[0]
    table.nominate(3)
    assert view.board.phase is Phase.NOMINATION


def test_a_view_of_a_board_that_is_assumed_counts_and_asks_anew() -> None:
    table, view = at(OFFICIAL, 7, liberal=2, fascist=5, limited=(2, 3), executed=[6]), onlooking(OFFICIAL, 7, Seat(0))
    assert (view.liberal_tiles_left, view.fascist_tiles_left, view.veto_open, view.term_limited) == (6, 11, False, ())
    view.suppose_board(table.game.board)
    assert (view.liberal_tiles_left, view.fascist_tiles_left, view.veto_open, view.term_limited) == (4, 6, True, (2, 3))
    assert view.legal_actions == tuple(Nominate(Seat(seat)) for seat in (1, 4, 5))


def test_who_writes_a_game_down_sees_what_each_seat_may_speak_of() -> None:
    moments = {
        "after a session": (at(OFFICIAL, 7, deck="FFL").session(3, F), [0, 3]),
        "in a session with a president who was chancellor": (at(OFFICIAL, 7, president=5, deck="FFL").session(6, F).elect(4), [5]),
        "an investigation later": (at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F).investigate(5).elect(4), [0, 3]),
        "the chancellor executed": (at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(3), [0]),
        "the end": (at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(6), []),
    }
    for moment, (table, speakers) in moments.items():
        spoken_of = [open_claims(table.views["public"], Seat(seat)) for seat in range(7)]
        assert [seat for seat in range(7) if spoken_of[seat]] == speakers, moment
        assert spoken_of == [table.views[seat].claims for seat in range(7)], moment


# What a seat claims, taken for what it saw


@pytest.mark.parametrize(
    ("about", "told", "seen"),
    [
        (About.PRESIDENT_HAND, "FFL", "president_hand"),
        (About.CHANCELLOR_HAND, "FL", "chancellor_hand"),
        (About.PEEK, "LFL", "peek"),
    ],
)
def test_tiles_that_are_claimed_can_be_supposed_seen_and_a_refusal_to_say_takes_that_back(about: About, told: str, seen: str) -> None:
    view = at(OFFICIAL, 7, deck="FFL").session(3, L).reject().views[5]
    first, *later = [replace(round) for round in view.rounds]
    view.suppose_seen(ClaimTiles(about, 1, tiles(told)))
    assert view.rounds == [replace(first, **{seen: tiles(told)}), *later]
    view.suppose_seen(ClaimTiles(about, 1, None))
    assert view.rounds == [first, *later]


def test_with_the_hand_that_a_president_claims_a_discard_can_be_supposed() -> None:
    view = at(OFFICIAL, 7, deck="FFL").session(3, L).views[5]
    view.suppose_seen(ClaimTiles(About.PRESIDENT_HAND, 1, tiles("FFL")), tiles("F"))
    assert view.rounds[0].president_discard == tiles("F")
    view.suppose_seen(ClaimTiles(About.PRESIDENT_HAND, 1, None))
    assert view.rounds[0].president_discard is None


def test_a_party_that_is_claimed_can_be_supposed_seen_and_a_refusal_to_say_takes_that_back() -> None:
    view = at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F).investigate(6).reject().views[2]
    before = dict(view.parties)
    for party in (Party.FASCIST, Party.LIBERAL):
        view.suppose_seen(ClaimParty(1, party))
        assert view.parties == {**before, Seat(6): party}
    view.suppose_seen(ClaimParty(1, None))
    assert view.parties == before
    view.suppose_seen(ClaimParty(1, None))
    assert view.parties == before
