"""Every line of what is the same in all five rule sets."""

import pytest

from secret_hitler.rules import (
    MANUAL,
    NATURE,
    OFFICIAL,
    RULESETS,
    Bar,
    CallSpecialElection,
    Ending,
    Execute,
    Investigate,
    Nominate,
    Party,
    Phase,
    Role,
    Ruleset,
    Seat,
    Vote,
    begin,
)
from secret_hitler.rules.events import (
    BallotMarked,
    DiscardSeen,
    ElectionHeld,
    HandSeen,
    PartySeen,
    PeekSeen,
    PoliciesDrawn,
    PowerGranted,
    ProvedNotHitler,
    RolesRevealed,
    VoteCast,
)
from secret_hitler.rules.game import chances
from secret_hitler.rules.powers import DeckPeeked
from tests.rules.test_differences import vetoed
from tests.table import JA, NEIN, ROLES, F, L, Table, at, tiles

every_rule_set = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
with_executions = pytest.mark.parametrize("rules", [rules for rules in RULESETS.values() if rules is not MANUAL])


# Roles and the deck


@every_rule_set
@pytest.mark.parametrize(("seats", "liberals", "fascists"), [(5, 3, 1), (6, 4, 1), (7, 4, 2), (8, 5, 2), (9, 5, 3), (10, 6, 3)])
def test_roles_by_number_of_players(rules: Ruleset, seats: int, liberals: int, fascists: int) -> None:
    assert (rules.liberals(seats), rules.fascists[seats]) == (liberals, fascists)
    roles = at(rules, seats).game.roles
    assert (roles.count(Role.LIBERAL), roles.count(Role.FASCIST), roles.count(Role.HITLER)) == (liberals, fascists, 1)


@every_rule_set
def test_the_deck_has_six_liberal_and_eleven_fascist_tiles(rules: Ruleset) -> None:
    deck = at(rules, 7).game.deck
    assert (deck.count(L), deck.count(F)) == (6, 11)


# Who knows whom


@every_rule_set
@pytest.mark.parametrize("seats", [5, 6])
def test_with_five_or_six_players_the_fascist_and_hitler_know_each_other(rules: Ruleset, seats: int) -> None:
    table = at(rules, seats)
    team = {Seat(seats - 2): Role.FASCIST, Seat(seats - 1): Role.HITLER}
    assert table.views[seats - 2].roles == team
    assert table.views[seats - 1].roles == team


@every_rule_set
@pytest.mark.parametrize("seats", [7, 8, 9, 10])
def test_with_seven_or_more_players_fascists_know_their_team_and_hitler_knows_nobody(rules: Ruleset, seats: int) -> None:
    table = at(rules, seats)
    team = {Seat(seat): Role(role) for seat, role in enumerate(ROLES[seats]) if role != "L"}
    for seat, role in team.items():
        assert table.views[seat].roles == ({seat: role} if role is Role.HITLER else team)


@every_rule_set
@pytest.mark.parametrize("seats", range(5, 11))
def test_liberals_know_nobody(rules: Ruleset, seats: int) -> None:
    table = at(rules, seats)
    assert table.views[0].roles == {0: Role.LIBERAL}
    assert table.views["public"].roles == {}


# The presidency and the vote


@every_rule_set
def test_the_presidency_passes_in_seat_order_over_the_living(rules: Ruleset) -> None:
    table = at(rules, 7, executed=[1, 2], president=0)
    assert table.reject().president == 3
    table = at(rules, 7, executed=[0], president=6, deck="LFF")
    assert table.session(2, L).president == 1


@every_rule_set
def test_the_presidency_passes_after_a_veto_too(rules: Ruleset) -> None:
    assert vetoed(at(rules, 7, fascist=5, deck="FFF"), chancellor=3).president == 1


@every_rule_set
def test_every_living_player_votes_the_candidates_too(rules: Ruleset) -> None:
    table = at(rules, 7, executed=[6]).nominate(3)
    assert table.game.awaited == (0, 1, 2, 3, 4, 5)
    assert table.refuses(6, Vote(JA)) is Bar.DEAD


@every_rule_set
def test_more_than_half_must_vote_ja(rules: Ruleset) -> None:
    assert at(rules, 7).nominate(3).votes("JJJJNNN").phase is Phase.PRESIDENT_SESSION
    assert at(rules, 7).nominate(3).votes("JJJNNNN").phase is Phase.NOMINATION


@every_rule_set
def test_a_tie_fails(rules: Ruleset) -> None:
    table = at(rules, 8).nominate(3).votes("JJJJNNNN")
    assert table.tracker == 1
    assert table.president == 1


@every_rule_set
def test_the_majority_is_of_the_living(rules: Ruleset) -> None:
    """Three of five living are more than half, though not of the seven who were dealt in; two of four are not."""
    assert at(rules, 7, executed=[4, 5]).nominate(3).votes("JJJNN").phase is Phase.PRESIDENT_SESSION
    assert at(rules, 7, executed=[3, 4, 5]).nominate(2).votes("JJNN").tracker == 1


@every_rule_set
def test_all_votes_become_public_at_once(rules: Ruleset) -> None:
    table = at(rules, 7).nominate(3)
    for seat in range(6):
        table.does(seat, Vote(JA))
    assert not table.told(ElectionHeld)
    assert all(event.audience == event.seat for event in table.events if isinstance(event, BallotMarked))
    table.does(6, Vote(NEIN))
    (held,) = (event for event in table.events if isinstance(event, ElectionHeld))
    assert held.ballots == (True,) * 6 + (False,)
    assert len(table.told(VoteCast)) == 7


@every_rule_set
def test_nobody_votes_twice(rules: Ruleset) -> None:
    table = at(rules, 7).nominate(3).does(2, Vote(JA))
    assert table.refuses(2, Vote(NEIN)) is Bar.ALREADY_VOTED


# Chaos


@every_rule_set
def test_three_failed_governments_in_a_row_enact_the_top_tile(rules: Ruleset) -> None:
    table = at(rules, 7, deck="LFF").reject().reject()
    assert table.enacted == []
    assert table.reject().enacted == [L]
    assert table.tracker == 0


@every_rule_set
def test_a_veto_counts_as_a_failed_government(rules: Ruleset) -> None:
    table = vetoed(at(rules, 7, fascist=5, deck="FFFL"), chancellor=3).reject().reject()
    assert table.enacted == [L]


@every_rule_set
def test_the_power_of_a_tile_enacted_by_the_populace_is_ignored(rules: Ruleset) -> None:
    table = at(rules, 9, fascist=1, tracker=2, deck="FFF").reject()
    assert table.enacted == [F]
    assert not table.told(PowerGranted)
    assert table.phase is Phase.NOMINATION


@every_rule_set
def test_chaos_forgets_term_limits(rules: Ruleset) -> None:
    table = at(rules, 7, tracker=2, limited=(2, 3)).reject()
    assert table.eligible == [0, 2, 3, 4, 5, 6]


@every_rule_set
def test_a_third_fascist_policy_of_the_populace_opens_hitlers_election(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=2, tracker=2, deck="F").reject()
    assert table.views["public"].hitler_can_win
    assert table.elect(6).game.ending is Ending.HITLER_ELECTED


@every_rule_set
def test_a_fifth_fascist_policy_of_the_populace_opens_the_veto(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=4, tracker=2, deck="F").reject()
    assert table.views["public"].veto_open


@every_rule_set
def test_the_populace_can_end_the_game_for_either_side(rules: Ruleset) -> None:
    liberal = at(rules, 7, liberal=rules.liberal_goal - 1, tracker=2, deck="L").reject()
    fascist = at(rules, 7, fascist=5, tracker=2, deck="F").reject()
    assert liberal.game.ending is Ending.LIBERAL_POLICIES
    assert fascist.game.ending is Ending.FASCIST_POLICIES


# Hitler elected


@every_rule_set
def test_hitler_elected_after_three_fascist_policies_wins_before_any_tile_is_drawn(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=3).elect(6)
    assert table.game.ending is Ending.HITLER_ELECTED
    assert not table.told(PoliciesDrawn)


@every_rule_set
def test_hitler_may_be_elected_before_three_fascist_policies(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=2).elect(6)
    assert table.game.ending is None
    assert not table.told(ProvedNotHitler)


@every_rule_set
def test_another_chancellor_is_then_known_not_to_be_hitler(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=3).elect(4)
    assert table.views["public"].board.not_hitler == (4,)


# The legislative session


@every_rule_set
def test_the_president_sees_three_tiles_and_the_chancellor_two(rules: Ruleset) -> None:
    table = at(rules, 7, deck="LFF").elect(3)
    assert table.views[0].hand == tiles("FFL")
    assert table.views[3].hand is None
    table.discard(F)
    assert table.views[3].hand == tiles("FL")
    assert table.views[0].hand is None
    assert table.enact(L).enacted == [L]
    assert table.game.discards == (F, F)


@every_rule_set
def test_discards_are_never_shown(rules: Ruleset) -> None:
    table = at(rules, 7, deck="LFF").session(3, L)
    assert [(event.audience, event.seat) for event in table.events if isinstance(event, DiscardSeen)] == [(0, 0), (3, 3)]
    assert [(event.audience, event.seat) for event in table.events if isinstance(event, HandSeen)] == [(0, 0), (3, 3)]


@every_rule_set
def test_a_tile_that_is_not_in_the_hand_cannot_be_played(rules: Ruleset) -> None:
    from secret_hitler.rules import Discard, Enact

    table = at(rules, 7, deck="FFF").elect(3)
    assert table.refuses(0, Discard(L)) is Bar.NOT_IN_HAND
    assert table.discard(F).refuses(3, Enact(L)) is Bar.NOT_IN_HAND


# Powers


@pytest.mark.parametrize("seats", [5, 7])
def test_a_peek_shows_the_next_three_tiles_in_order_and_leaves_them_there(seats: int) -> None:
    rules, fascist = (OFFICIAL, 2) if seats == 5 else (MANUAL, 4)
    table = at(rules, seats, fascist=fascist, deck="FFFLFF").session(1, F)
    (peek,) = (event for event in table.events if isinstance(event, PeekSeen))
    assert peek.audience == 0
    assert peek.tiles == tiles("LFF") == table.game.deck[:3]
    assert table.told(DeckPeeked)
    assert table.phase is Phase.NOMINATION


@every_rule_set
def test_an_investigation_shows_the_party_to_the_president_alone_and_hitler_shows_fascist(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=1, deck="FFF").session(3, F).investigate(6)
    assert table.views[0].parties[Seat(6)] is Party.FASCIST
    assert Seat(6) not in table.views[0].roles
    assert [event.audience for event in table.events if isinstance(event, PartySeen)] == [0]
    assert Seat(6) not in table.views[1].parties


@every_rule_set
def test_nobody_is_investigated_twice_nor_the_president_nor_the_dead(rules: Ruleset) -> None:
    table = at(rules, 9, executed=[8], deck="FFFFFF").session(3, F).investigate(5)
    table.session(2, F)
    assert table.phase is Phase.INVESTIGATION
    assert table.refuses(1, Investigate(Seat(5))) is Bar.INVESTIGATED
    assert table.refuses(1, Investigate(Seat(1))) is Bar.YOURSELF
    assert table.refuses(1, Investigate(Seat(8))) is Bar.DEAD
    assert table.refuses(1, Investigate(Seat(9))) is Bar.NO_SUCH_SEAT


@with_executions
def test_executing_hitler_wins_for_the_liberals(rules: Ruleset) -> None:
    assert at(rules, 7, fascist=3, deck="FFF").session(3, F).execute(6).game.ending is Ending.HITLER_EXECUTED


@with_executions
def test_executing_another_reveals_nothing_but_that_it_was_not_hitler(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=3, deck="FFF").session(3, F).execute(4)
    assert table.game.ending is None
    assert table.views["public"].roles == {}
    assert 4 in table.views["public"].board.not_hitler


@with_executions
def test_the_dead_neither_talk_nor_vote_nor_hold_office(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=3, deck="FFF").session(3, F).execute(4)
    assert table.views[4].silent is Bar.DEAD
    assert table.refuses(1, Nominate(Seat(4))) is Bar.DEAD
    table.nominate(2)
    assert 4 not in table.game.awaited
    assert table.refuses(4, Vote(JA)) is Bar.DEAD


@with_executions
def test_a_president_cannot_execute_themselves(rules: Ruleset) -> None:
    assert at(rules, 7, fascist=3, deck="FFF").session(3, F).refuses(0, Execute(Seat(0))) is Bar.YOURSELF


# Special elections


def special(rules: Ruleset, named: int) -> Table:
    return at(rules, 7, fascist=2, deck="FFFFFF").session(3, F).call_special_election(named)


@every_rule_set
def test_after_a_special_election_the_rotation_goes_on_from_the_president_who_called_it(rules: Ruleset) -> None:
    assert special(rules, 5).reject().president == 1
    table = at(rules, 7, fascist=2, deck="FFFLFF").session(3, F).call_special_election(5)
    assert table.session(1, L).president == 1


@every_rule_set
def test_nobody_is_skipped_and_the_one_named_may_come_up_twice_in_a_row(rules: Ruleset) -> None:
    table = special(rules, 1)
    assert table.president == 1
    assert table.reject().president == 1
    assert table.reject().president == 2


def test_a_special_president_who_calls_another_special_election_does_not_move_the_anchor() -> None:
    table = special(MANUAL, 5).session(1, F)
    assert table.phase is Phase.SPECIAL_ELECTION
    table.call_special_election(2)
    assert table.president == 2
    assert table.reject().president == 1


@every_rule_set
def test_term_limits_do_not_keep_anyone_from_a_special_presidency(rules: Ruleset) -> None:
    assert special(rules, 3).president == 3


@every_rule_set
def test_the_dead_cannot_be_named_in_a_special_election(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=2, executed=[6], deck="FFF").session(3, F)
    assert table.refuses(0, CallSpecialElection(Seat(6))) is Bar.DEAD


# The end


@pytest.mark.parametrize(
    ("ending", "winner"),
    [
        (Ending.LIBERAL_POLICIES, Party.LIBERAL),
        (Ending.HITLER_EXECUTED, Party.LIBERAL),
        (Ending.FASCIST_POLICIES, Party.FASCIST),
        (Ending.HITLER_ELECTED, Party.FASCIST),
    ],
)
def test_either_side_wins_by_its_policies_or_by_hitler(ending: Ending, winner: Party) -> None:
    assert ending.winner is winner


# The order of things


@every_rule_set
def test_a_power_must_be_used_before_the_next_round(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=1, deck="FFF").session(3, F)
    assert table.game.awaited == (0,)
    assert table.refuses(1, Nominate(Seat(2))) is Bar.NOT_AWAITED
    assert table.refuses(0, Nominate(Seat(2))) is Bar.WRONG_MOMENT


@every_rule_set
def test_the_game_ends_the_moment_a_win_condition_holds(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FFF").session(3, F)
    assert table.game.ending is Ending.FASCIST_POLICIES
    assert table.game.awaited == ()
    assert table.told(RolesRevealed)
    assert table.refuses(1, Nominate(Seat(2))) is Bar.OVER


@every_rule_set
def test_a_veto_ends_the_session_reshuffle_first_then_tracker_then_populace(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, tracker=1 if rules.tracker_reset == "on-election" else 2, pile="FFFFL")
    table.next_shuffles = [tiles("LFFFFFLLLLLF")]
    if rules.tracker_reset == "on-election":
        vetoed(table, chancellor=3)
        assert table.tracker == 1
        assert table.game.deck == tiles("LFFFFFLLLLLF")
        return
    vetoed(table, chancellor=3)
    assert table.enacted == [L]
    assert table.game.deck == tiles("FFFFFLLLLLF")


@every_rule_set
def test_before_anything_is_dealt_the_table_is_empty(rules: Ruleset) -> None:
    board = begin(rules, 7, None if rules.first_president == "random" else Seat(0)).board
    assert (board.liberal, board.fascist, board.tracker, board.draw_pile, board.discards, board.round) == (0, 0, 0, 0, 0, 0)
    assert board.awaited == (NATURE,)


def test_every_deal_shuffle_and_lot_is_among_the_chances_once() -> None:
    game, ways = begin(OFFICIAL, 5), {Phase.DEAL: 20, Phase.SHUFFLE: 12_376, Phase.APPOINTMENT: 5}
    for phase, count in ways.items():
        found = list(chances(game))
        assert game.board.phase is phase
        assert len(found) == len(set(found)) == count
        game.apply(NATURE, found[-1])
    assert not list(chances(game))
