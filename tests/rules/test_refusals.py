"""Every refusal says why in words a player understands, and changes nothing."""

import pytest

from secret_hitler.rules import (
    NATURE,
    OFFICIAL,
    ONLINE,
    PRINT_AND_PLAY,
    Bar,
    CallSpecialElection,
    Deal,
    Discard,
    Enact,
    Execute,
    IllegalAction,
    Investigate,
    Nominate,
    Policy,
    Role,
    Seat,
    Shuffle,
    Veto,
    Vote,
    begin,
)
from tests.table import JA, NEIN, F, L, at


def test_the_reason_names_the_seat_and_the_rule() -> None:
    table = at(OFFICIAL, 7, limited=(2, 3))
    table.refuses(0, Nominate(Seat(3)))
    assert table.reason == "seat 3 may not be nominated: was the last elected chancellor"
    table.refuses(0, Nominate(Seat(2)))
    assert table.reason == "seat 2 may not be nominated: was the last elected president"
    table.refuses(0, Nominate(Seat(0)))
    assert table.reason == "seat 0 may not nominate: is running for president"
    table.refuses(0, Nominate(Seat(7)))
    assert table.reason == "seat 7 may not be nominated: there's no such seat"


def test_the_reason_speaks_of_the_rule_that_is_played() -> None:
    table = at(PRINT_AND_PLAY, 7, limited=(2, 3))
    table.refuses(0, Nominate(Seat(3)))
    assert table.reason == "seat 3 may not be nominated: was chancellor when the last policy was enacted"


def test_a_seat_out_of_turn_is_told_whose_turn_it_is() -> None:
    table = at(OFFICIAL, 7)
    assert table.refuses(4, Nominate(Seat(3))) is Bar.NOT_AWAITED
    assert table.reason == "seat 4 may not nominate: it isn't their turn (round 1, waiting for seat 0)"


def test_the_reason_names_what_was_asked() -> None:
    table = at(OFFICIAL, 7, fascist=5, deck="FFFFFF").elect(3)
    asked = {Discard(L): "discard liberal", Discard("X"): "discard"}  # type: ignore[arg-type]  # what a client may send
    for action, words in asked.items():
        table.refuses(0, action)
        assert table.reason == f"seat 0 may not {words}: that card isn't in the hand"
    table.discard(F).refuses(3, Enact(L))
    assert table.reason.startswith("seat 3 may not enact liberal: has to decide on a veto first")
    table.refuses(3, Enact("X"))  # type: ignore[arg-type]  # as above
    assert table.reason.startswith("seat 3 may not enact: has to decide on a veto first")
    for wanted, words in {True: "ask for or agree to a veto", False: "refuse a veto"}.items():
        table.refuses(0, Veto(wanted))
        assert table.reason.startswith(f"seat 0 may not {words}: it isn't their turn")
    for power, words in (
        (Investigate(Seat(1)), "investigate"),
        (CallSpecialElection(Seat(1)), "call a special election"),
        (Execute(Seat(1)), "execute"),
    ):
        table.refuses(0, power)
        assert table.reason.startswith(f"seat 0 may not {words}: it isn't their turn")


def test_only_who_voted_is_told_so() -> None:
    table = at(OFFICIAL, 7).nominate(3).does(2, Vote(JA))
    assert table.refuses(2, Nominate(Seat(4))) is Bar.NOT_AWAITED
    sealed = at(ONLINE, 7, fascist=5, deck="LLF").elect(3).discard(L).enact(L).veto(0, True)
    assert sealed.refuses(0, Veto(True)) is Bar.ALREADY_VOTED
    assert sealed.refuses(5, Veto(True)) is Bar.NOT_AWAITED


def test_an_action_at_the_wrong_moment_is_refused() -> None:
    table = at(OFFICIAL, 7)
    assert table.refuses(0, Vote(JA)) is Bar.WRONG_MOMENT
    assert table.refuses(0, Discard(L)) is Bar.WRONG_MOMENT
    assert table.nominate(3).refuses(3, Veto(True)) is Bar.WRONG_MOMENT


def test_strangers_and_nonsense_are_refused() -> None:
    table = at(OFFICIAL, 7).nominate(3)
    assert table.refuses(12, Vote(JA)) is Bar.NO_SUCH_SEAT
    assert table.refuses(-3, Vote(NEIN)) is Bar.NO_SUCH_SEAT
    with pytest.raises(IllegalAction, match="isn't a move"):
        table.game.apply(Seat(1), "ja")  # type: ignore[arg-type]  # because nonsense is what is tested


def test_seats_wait_while_the_cards_are_dealt() -> None:
    game = begin(OFFICIAL, 7)
    with pytest.raises(IllegalAction, match="being dealt"):
        game.apply(Seat(0), Nominate(Seat(1)))


def test_nature_may_deal_only_the_cards_of_the_game() -> None:
    game = begin(OFFICIAL, 5)
    with pytest.raises(IllegalAction, match="those cards aren't in this game"):
        game.apply(NATURE, Deal((Role.LIBERAL,) * 5))
    with pytest.raises(IllegalAction, match="may not do that"):
        game.apply(NATURE, Shuffle((Policy.LIBERAL,)))
    game.apply(NATURE, Deal((Role.LIBERAL, Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.HITLER)))
    with pytest.raises(IllegalAction, match="tiles left"):
        game.apply(NATURE, Shuffle((Policy.LIBERAL,) * 17))


def test_nature_does_not_reach_into_the_game() -> None:
    table = at(OFFICIAL, 7)
    assert table.refuses(NATURE, Shuffle(table.game.deck)) is Bar.WRONG_MOMENT
    assert table.refuses(NATURE, Nominate(Seat(3))) is Bar.WRONG_MOMENT


def test_a_number_of_players_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="is for 5, 6, 7, 8, 9, 10 players, not 4"):
        begin(OFFICIAL, 4)


def test_a_chancellor_says_first_whether_to_ask_for_a_veto() -> None:
    from secret_hitler.rules import Enact

    table = at(OFFICIAL, 7, fascist=5, deck="FFF").elect(3).discard(F)
    assert table.refuses(3, Enact(F)) is Bar.VETO_FIRST
