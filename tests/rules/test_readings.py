"""Each place where a text can be read in two ways, played both ways."""

import pytest
from msgspec.structs import replace

from secret_hitler.rules import MANUAL, OFFICIAL, ONLINE, Bar, Ending, Phase, Policy, Role, Seat, UsePower, Veto
from secret_hitler.rules.events import (
    ChoiceSeen,
    ElectionHeld,
    GameEnded,
    PolicyEnacted,
    PowerGranted,
    PowerWaived,
    ProvedNotHitler,
    RoleShown,
    TermLimitsSet,
)
from secret_hitler.rules.powers import DeckPeeked
from secret_hitler.rules.readings import READINGS, USUAL
from secret_hitler.rules.ruleset import FirstPresident, Ruleset
from secret_hitler.rules.view import View
from tests.other_readings import TURNED, read_as
from tests.table import F, L, Table, at

ENACT, INVESTIGATE, ELECTION, EXECUTE = 0, 1, 2, 3
"""Fascist policies on the table before the power of that name, on the track of tests/other_readings.py."""


def both(field: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("rules", "turned"), [(read_as(field, turned), turned) for turned in (False, True)], ids=["usual", "turned"]
    )


def due(rules: Ruleset, fascist: int, **situation: object) -> Table:
    """Seat 0 has enacted a fascist policy with seat 3, and uses its power next."""
    return at(rules, 7, fascist=fascist, deck="FFF", **situation).session(3, F)  # type: ignore[arg-type]  # because they are those of `at`


def test_every_reading_is_a_field_that_works_both_ways() -> None:
    assert set(USUAL) <= {reading.field for reading in READINGS} <= set(Ruleset.__struct_fields__)
    for rules in TURNED:
        assert [
            reading.field
            for reading in READINGS
            if getattr(rules, reading.field) != USUAL.get(reading.field, getattr(rules, reading.field))
        ]
    for reading in READINGS:
        assert getattr(OFFICIAL, reading.field) in reading.values


@pytest.mark.parametrize("rules", TURNED, ids=lambda rules: rules.name)
def test_a_reading_that_is_turned_bites(rules: Ruleset) -> None:
    (field,) = [field for field, usual in USUAL.items() if getattr(rules, field) != usual]
    assert next(reading for reading in READINGS if reading.field == field).bites(rules)


@pytest.mark.parametrize(
    ("rules", "silent"),
    [
        (OFFICIAL, {"president_sees_pick", "veto_mixed_hand"}),
        (ONLINE, {"veto_needs_fascist_hand", "veto_mixed_hand"}),
        (MANUAL, {"hitler_death_wins", "dead_roles_shown", "president_sees_pick"}),
        (
            replace(OFFICIAL, veto_threshold=6, powers=dict.fromkeys(OFFICIAL.powers, OFFICIAL.powers[5][:2] * 2 + OFFICIAL.powers[5][:1])),
            {
                *("special_election_of_self", "special_lifts_limits", "powers_on_self", "investigate_again", "peek_optional"),
                *("hitler_death_wins", "dead_roles_shown", "veto_moves_tracker", "veto_needs_fascist_hand", "veto_mixed_hand"),
                *("president_sees_pick", "chaos_grants_powers"),
            },
        ),
        (replace(OFFICIAL, chaos_enacts=False), {"president_sees_pick", "veto_mixed_hand", "chaos_grants_powers"}),
    ],
    ids=["official", "online", "manual", "no powers", "no chaos"],
)
def test_a_reading_bites_where_the_rules_come_to_it(rules: Ruleset, silent: set[str]) -> None:
    assert {reading.field for reading in READINGS if not reading.bites(rules)} == silent


# Who comes first


def test_the_host_may_be_the_first_president_always() -> None:
    assert at(replace(OFFICIAL, first_president=FirstPresident.HOST), 7, president=4).president == 4


@both("first_chancellor_given")
def test_the_first_chancellor_takes_office_by_vote_or_without(rules: Ruleset, turned: bool) -> None:
    table = at(rules, 7, deck="FFL").nominate(3)
    assert table.phase is (Phase.PRESIDENT_SESSION if turned else Phase.ELECTION)
    if not turned:
        return
    (held,) = table.told(ElectionHeld)
    assert (held.elected, held.ballots) == (True, (None,) * 7)  # type: ignore[attr-defined]  # because told() knows only that it is an event
    table.discard(F).enact(L)
    assert table.eligible == [2, 4, 5, 6]
    assert table.nominate(2).phase is Phase.ELECTION


# Special elections


@both("special_lifts_limits")
def test_a_special_president_may_nominate_the_limited_or_not(rules: Ruleset, turned: bool) -> None:
    table = due(rules, ELECTION).call_special_election(5)
    assert table.eligible == ([0, 1, 2, 3, 4, 6] if turned else [1, 2, 4, 6])
    assert table.views[5].term_limited == (() if turned else (0, 3))
    if turned:
        assert table.reject().eligible == [2, 4, 5, 6], "the limits are back with the next president"
    else:
        assert table.refuses(5, table.views[5].choices[3].action) is Bar.WAS_CHANCELLOR


# Powers


@pytest.mark.parametrize("fascist", [INVESTIGATE, EXECUTE])
@both("powers_on_self")
def test_presidents_turn_powers_on_themselves_or_not(rules: Ruleset, turned: bool, fascist: int) -> None:
    table = due(rules, fascist)
    choice = table.views[0].choices[0]
    assert choice.barred is (None if turned else Bar.YOURSELF)
    if not turned:
        assert table.refuses(0, choice.action) is Bar.YOURSELF
        return
    table.does(0, choice.action)
    assert (0 in table.game.board.alive) is (fascist == INVESTIGATE)
    assert table.president == 1


@both("investigate_again")
def test_a_seat_is_investigated_once_or_again(rules: Ruleset, turned: bool) -> None:
    table = due(rules, INVESTIGATE)
    board = replace(table.game.board, investigated=(Seat(5),))
    table.game.suppose(board=board)
    for view in table.views.values():
        view.suppose_board(board)
    assert table.views[0].choices[5].barred is (None if turned else Bar.INVESTIGATED)
    if turned:
        assert table.investigate(5).game.board.investigated == (5,)
    else:
        assert table.refuses(0, table.views[0].choices[5].action) is Bar.INVESTIGATED


@both("peek_optional")
def test_a_peek_is_a_duty_or_a_choice(rules: Ruleset, turned: bool) -> None:
    table = due(rules, ENACT)
    if not turned:
        assert table.told(DeckPeeked)
        assert table.president == 1
        return
    assert table.phase is Phase.PEEK
    assert table.game.awaited == (0,)
    assert table.views[0].legal_actions == (UsePower(True), UsePower(False))
    assert table.refuses(1, UsePower(True)) is Bar.NOT_AWAITED
    assert table.refuses(0, Veto(True)) is Bar.WRONG_MOMENT
    skipped = Table(table.game.copy())
    skipped.does(0, UsePower(False))
    assert skipped.told(PowerWaived)
    assert not skipped.told(DeckPeeked)
    assert table.does(0, UsePower(True)).views[0].rounds[0].peek == table.game.deck[:3]
    assert table.views[1].rounds[0].peek is None
    assert table.president == skipped.president == 1


@pytest.mark.parametrize(("policies", "phase"), [(ENACT, Phase.NOMINATION), (INVESTIGATE, Phase.INVESTIGATION)])
@both("chaos_grants_powers")
def test_chaos_ignores_powers_or_grants_them_to_the_last_candidate(rules: Ruleset, turned: bool, policies: int, phase: Phase) -> None:
    table = at(rules, 7, tracker=2, fascist=policies, deck="F").reject()
    assert table.enacted == [F]
    assert bool(table.told(PowerGranted)) is turned
    assert table.phase is (phase if turned else Phase.NOMINATION)
    if turned and policies == INVESTIGATE:
        assert table.game.awaited == (0,)
        table.investigate(4)
    assert table.president == 1
    assert not at(rules, 7, tracker=2, fascist=policies, deck="L").reject().told(PowerGranted)


def test_a_peek_out_of_chaos_finds_a_full_hand() -> None:
    table = at(replace(read_as("chaos_grants_powers", turned=True), reshuffle_after_populace=False), 7, tracker=2, pile="FLF").reject()
    (peeked,) = table.told(DeckPeeked)
    assert peeked.president == 0  # type: ignore[attr-defined]  # because told() knows only that it is an event
    assert table.game.board.draw_pile == 16
    assert len(table.views[0].rounds[0].peek or ()) == 3


# Executions


@both("hitler_death_wins")
def test_the_death_of_hitler_ends_the_game_or_nobody_learns_of_it(rules: Ruleset, turned: bool) -> None:
    table = due(rules, EXECUTE).execute(6)
    assert table.game.ending is (None if turned else Ending.HITLER_EXECUTED)
    if turned:
        assert not table.told(ProvedNotHitler)[1:], "only the chancellor of seat 3 is proved"
        assert Role.HITLER not in table.views[0].roles.values()
    other = due(rules, EXECUTE).execute(5)
    assert (5 in other.game.board.not_hitler) is not turned


@both("dead_roles_shown")
def test_the_dead_keep_their_role_or_show_it(rules: Ruleset, turned: bool) -> None:
    table = due(rules, EXECUTE).execute(5)
    shown = table.told(RoleShown)
    assert bool(shown) is turned
    assert {view.roles.get(Seat(5)) for seat, view in table.views.items() if seat in range(4)} == {Role.FASCIST if turned else None}


# Vetoes


def vetoed(rules: Ruleset, tracker: int = 0, hand: str = "FFF") -> Table:
    table = at(rules, 7, fascist=4, tracker=tracker, deck=hand).elect(3).discard(F)
    return table.veto(3, True).veto(0, True)


@pytest.mark.parametrize("tracker", [0, 2])
@both("veto_moves_tracker")
def test_a_veto_counts_on_the_tracker_or_not(rules: Ruleset, turned: bool, tracker: int) -> None:
    table = vetoed(rules, tracker)
    assert table.tracker == (tracker if turned else (tracker + 1) % 3)
    assert bool(table.enacted) is (tracker == 2 and not turned)
    assert table.president == 1
    assert not table.told(PowerGranted)


def test_a_veto_off_the_tracker_uses_no_power_granted_before() -> None:
    table = due(read_as("veto_moves_tracker", turned=True), EXECUTE).execute(5)
    table.game.suppose(deck=tuple(sorted(table.game.deck)))
    table.elect(4).discard(F).veto(4, True).veto(1, True)
    assert len(table.told(PowerGranted)) == 1
    assert table.president == 2


@both("veto_mixed_hand")
def test_a_mixed_hand_rules_a_veto_out_or_not(rules: Ruleset, turned: bool) -> None:
    mixed = at(rules, 7, fascist=4, deck="FFL").elect(3).discard(F)
    assert (Veto(True) in mixed.views[3].legal_actions) is turned
    liberal = at(rules, 7, fascist=4, deck="FLL").elect(3).discard(F)
    assert liberal.refuses(3, Veto(True)) is Bar.VETO_CLOSED
    assert Veto(True) in at(rules, 7, fascist=4, deck="FFF").elect(3).discard(F).views[3].legal_actions


@both("president_sees_pick")
def test_the_president_sees_the_pick_before_the_sealed_veto_or_not(rules: Ruleset, turned: bool) -> None:
    table = at(rules, 7, fascist=4, deck="FFL").elect(3).discard(F).enact(L)
    assert [event.audience for event in table.told(ChoiceSeen)] == ([0, 3] if turned else [3])
    assert [view.chosen for seat, view in table.views.items() if seat in range(4)] == [L if turned else None, None, None, L]
    table.veto(0, False).veto(3, False)
    assert {view.chosen for view in table.views.values()} == {None}


# Chaos


@both("chaos_enacts")
def test_a_full_tracker_enacts_a_policy_or_lifts_the_limits_only(rules: Ruleset, turned: bool) -> None:
    table = at(rules, 7, tracker=2, limited=(5, 6)).reject()
    assert bool(table.told(PolicyEnacted)) is not turned
    assert table.tracker == 0
    assert table.told(TermLimitsSet)
    assert table.eligible == [0, 2, 3, 4, 5, 6]
    assert table.president == 1


@pytest.mark.parametrize("rules", TURNED, ids=lambda rules: rules.name)
@pytest.mark.parametrize("policy", [L, F])
def test_under_every_reading_a_game_is_played_to_its_end(rules: Ruleset, policy: Policy) -> None:
    table = at(rules, 7)
    while table.game.ending is None:
        step(table, policy)
    assert table.told(GameEnded)


def step(table: Table, wanted: Policy) -> None:
    """Choose what brings the wanted policy, and otherwise the first that may be done but a veto, which may go on for ever."""
    seat = table.game.awaited[0]
    view: View = table.views[seat]
    liked = [action for action in view.legal_actions if getattr(action, "policy", wanted) is wanted and action != Veto(True)]
    table.does(seat, (liked or list(view.legal_actions))[0])
