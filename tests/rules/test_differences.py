"""Every cell of the table of differences between the five rule sets."""

import pytest

from secret_hitler.rules import (
    FRENCH_DECK,
    MANUAL,
    NATURE,
    OFFICIAL,
    ONLINE,
    PRINT_AND_PLAY,
    RULESETS,
    Appoint,
    Bar,
    CallSpecialElection,
    Enact,
    Ending,
    Phase,
    Power,
    Ruleset,
    Seat,
    Veto,
    begin,
)
from secret_hitler.rules.events import (
    AgendaVetoed,
    DeckShuffled,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    VetoBallotMarked,
    VetoForgone,
    VetoRefused,
)
from secret_hitler.rules.ruleset import Cards
from tests.table import JA, NEIN, F, L, Table, at

every_rule_set = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def only_in(*names: str) -> pytest.MarkDecorator:
    chosen = [rules for rules in RULESETS.values() if rules.name in names]
    return pytest.mark.parametrize("rules", chosen, ids=[rules.name for rules in chosen])


def all_but(*names: str) -> pytest.MarkDecorator:
    return only_in(*(name for name in RULESETS if name not in names))


# First president


@all_but("french-deck")
def test_lots_are_drawn_for_the_first_president(rules: Ruleset) -> None:
    table = at(rules, 7, president=3)
    assert [event.president for event in table.events if isinstance(event, PresidencyPassed)] == [3]
    with pytest.raises(ValueError, match="draws lots for the first president"):
        begin(rules, 7, Seat(3))


@only_in("french-deck")
def test_the_host_or_the_last_hitler_is_the_first_president(rules: Ruleset) -> None:
    table = at(rules, 7, president=5)
    assert table.president == 5
    assert table.refuses(NATURE, Appoint(Seat(1))) is Bar.WRONG_MOMENT
    with pytest.raises(ValueError, match="needs a first president"):
        begin(rules, 7)


# Who may not be nominated chancellor


@all_but("print-and-play")
def test_the_last_elected_pair_is_term_limited_even_if_it_was_vetoed(rules: Ruleset) -> None:
    table = vetoed(at(rules, 7, fascist=5, limited=(6, 5), deck="FFF"), chancellor=3)
    assert table.president == 1
    assert table.eligible == [2, 4, 5, 6]


@only_in("print-and-play")
def test_the_pair_that_enacted_the_last_policy_is_term_limited_and_a_vetoed_one_enacted_none(rules: Ruleset) -> None:
    table = vetoed(at(rules, 7, fascist=5, limited=(6, 5), deck="FFF"), chancellor=3)
    assert table.president == 1
    assert table.eligible == [0, 2, 3, 4]


@every_rule_set
def test_a_government_that_enacted_a_policy_is_term_limited(rules: Ruleset) -> None:
    table = at(rules, 7, deck="LFF").session(3, L)
    assert table.president == 1
    assert table.eligible == [2, 4, 5, 6]


# The last president is exempt


@only_in("official", "online")
def test_the_last_president_is_eligible_again_once_five_are_alive(rules: Ruleset) -> None:
    table = at(rules, 6, fascist=3, deck="FFF").session(1, F)
    assert table.phase is Phase.EXECUTION
    table.execute(2)
    assert table.president == 1
    assert table.eligible == [0, 3, 4, 5]


@only_in("print-and-play", "french-deck")
def test_the_last_president_stays_barred_with_five_alive_if_six_were_dealt_in(rules: Ruleset) -> None:
    table = at(rules, 6, fascist=3, deck="FFF").session(1, F).execute(2)
    assert table.president == 1
    assert table.eligible == [3, 4, 5]


@only_in("manual")
def test_the_manual_counts_the_players_dealt_in_too(rules: Ruleset) -> None:
    table = at(rules, 6, executed=[2], limited=(0, 1), president=3)
    assert table.eligible == [4, 5]


@every_rule_set
def test_in_a_game_of_five_only_the_last_chancellor_is_barred(rules: Ruleset) -> None:
    table = at(rules, 5, deck="LFF").session(3, L)
    assert table.eligible == [0, 2, 4]


@every_rule_set
def test_with_six_alive_the_last_president_is_barred(rules: Ruleset) -> None:
    table = at(rules, 6, deck="LFF").session(3, L)
    assert table.eligible == [2, 4, 5]


# The election tracker


@all_but("print-and-play")
def test_failed_failed_elected_vetoed_is_chaos(rules: Ruleset) -> None:
    table = vetoed(at(rules, 7, fascist=5, tracker=2, deck="FFFL"), chancellor=3)
    assert table.enacted == [L]
    assert table.tracker == 0


@only_in("print-and-play")
def test_an_elected_government_clears_the_tracker_so_that_its_veto_is_a_first_failure(rules: Ruleset) -> None:
    table = vetoed(at(rules, 7, fascist=5, tracker=2, deck="FFFL"), chancellor=3)
    assert table.enacted == []
    assert table.tracker == 1


@all_but("print-and-play")
def test_an_election_alone_leaves_the_tracker_where_it_is(rules: Ruleset) -> None:
    assert at(rules, 7, tracker=2).elect(3).tracker == 2


@only_in("print-and-play")
def test_an_election_alone_clears_the_tracker(rules: Ruleset) -> None:
    assert at(rules, 7, tracker=2).elect(3).tracker == 0


@every_rule_set
def test_a_policy_of_a_government_leaves_the_tracker_at_nothing(rules: Ruleset) -> None:
    assert at(rules, 7, tracker=2, deck="LFF").session(3, L).tracker == 0


@every_rule_set
def test_a_policy_of_the_populace_leaves_the_tracker_at_nothing(rules: Ruleset) -> None:
    assert at(rules, 7, tracker=2).reject().tracker == 0


# Reshuffling


@every_rule_set
def test_fewer_than_three_tiles_after_a_session_are_reshuffled_with_the_discards(rules: Ruleset) -> None:
    table = at(rules, 7, pile="FFLFF").session(3, L)
    assert len(table.told(DeckShuffled)) == 2
    assert len(table.game.deck) == rules.liberal_tiles + rules.fascist_tiles - 1
    assert table.game.discards == ()


@every_rule_set
def test_three_tiles_after_a_session_are_not_reshuffled(rules: Ruleset) -> None:
    table = at(rules, 7, pile="FFLFFL").session(3, L)
    assert len(table.told(DeckShuffled)) == 1
    assert table.game.deck == (F, F, L)


@all_but("print-and-play")
def test_fewer_than_three_tiles_after_the_populace_enacts_are_reshuffled(rules: Ruleset) -> None:
    table = at(rules, 7, tracker=2, pile="FFL").reject()
    assert len(table.told(DeckShuffled)) == 2
    assert len(table.game.deck) == 16


@only_in("print-and-play")
def test_a_short_deck_waits_after_the_populace_enacts_until_a_draw_cannot_be_served(rules: Ruleset) -> None:
    table = at(rules, 7, tracker=2, pile="FFL").reject()
    assert len(table.told(DeckShuffled)) == 1
    assert table.game.deck == (F, L)
    table.elect(3)
    assert len(table.told(DeckShuffled)) == 2
    assert len(table.game.deck) == 13
    assert len(table.game.hand) == 3


@only_in("print-and-play")
def test_an_empty_deck_is_reshuffled_before_the_populace_takes_its_tile(rules: Ruleset) -> None:
    table = at(rules, 7, tracker=2, pile="F").reject()
    assert table.game.deck == ()
    table.next_shuffles = [(L, *(L,) * 5, *(F,) * 10)]
    table.reject().reject().reject()
    assert table.enacted == [F, L]


# The veto


def vetoed(table: Table, chancellor: int) -> Table:
    """Elect this chancellor and veto the agenda, in the style of the rule set."""
    table.elect(chancellor).discard(F)
    president = table.president
    if table.game.legal_actions(Seat(chancellor)) == (Veto(True), Veto(False)):
        return table.veto(chancellor, True).veto(president, True)
    return table.enact(F).veto(president, True).veto(chancellor, True)


@all_but("online")
def test_the_chancellor_asks_and_the_president_consents(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FFF").elect(3).discard(F).veto(3, True)
    assert table.game.awaited == (0,)
    table.veto(0, True)
    assert table.enacted == []
    assert table.told(AgendaVetoed)
    assert table.tracker == 1
    assert table.president == 1


@all_but("online")
def test_a_refused_chancellor_must_enact_and_may_not_ask_again(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FFF").elect(3).discard(F).veto(3, True).veto(0, False)
    assert table.told(VetoRefused)
    assert table.game.legal_actions(Seat(3)) == (Enact(F), Enact(F))
    assert table.refuses(3, Veto(True)) is Bar.VETO_CLOSED
    assert table.enact(F).enacted == [F]


@only_in("official", "print-and-play", "french-deck")
def test_a_hand_with_a_liberal_tile_may_be_vetoed(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FLF").elect(3).discard(F)
    assert table.game.legal_actions(Seat(3)) == (Veto(True), Veto(False))


@only_in("manual")
def test_the_manual_allows_a_veto_only_of_two_fascist_tiles(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FLF").elect(3).discard(F)
    assert table.game.legal_actions(Seat(3)) == (Enact(F), Enact(L))
    assert table.refuses(3, Veto(True)) is Bar.VETO_CLOSED
    two_fascist = at(rules, 7, fascist=5, deck="FLF").elect(3).discard(L)
    assert two_fascist.game.legal_actions(Seat(3)) == (Veto(True), Veto(False))


@all_but("online")
def test_nobody_else_learns_that_a_chancellor_forwent_the_veto(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FFF").elect(3).discard(F).veto(3, False)
    (forgone,) = table.told(VetoForgone)
    assert forgone.audience == 3
    assert table.refuses(3, Veto(True)) is Bar.VETO_CLOSED


@only_in("online")
def test_a_sealed_veto_needs_both_votes(rules: Ruleset) -> None:
    for president, chancellor in ((JA, JA), (JA, NEIN), (NEIN, JA), (NEIN, NEIN)):
        table = at(rules, 7, fascist=5, deck="LLF").elect(3).discard(L).enact(L)
        assert set(table.game.awaited) == {0, 3}
        table.veto(0, president)
        assert table.enacted == []
        table.veto(3, chancellor)
        both = president and chancellor
        assert table.enacted == ([] if both else [L])
        assert bool(table.told(AgendaVetoed)) is both
        assert table.tracker == (1 if both else 0)


@only_in("online")
def test_only_the_outcome_of_a_sealed_veto_is_public(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="LLF").elect(3).discard(L).enact(L).veto(3, True).veto(0, False)
    assert [(event.audience, event.seat) for event in table.events if isinstance(event, VetoBallotMarked)] == [(3, 3), (0, 0)]


@only_in("online")
def test_the_chancellor_of_a_sealed_veto_picks_before_voting(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="LLF").elect(3).discard(L)
    assert table.game.legal_actions(Seat(3)) == (Enact(F), Enact(L))
    assert table.refuses(3, Veto(True)) is Bar.VETO_CLOSED


@every_rule_set
def test_before_five_fascist_policies_there_is_no_veto(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=4, deck="FFF").elect(3).discard(F)
    assert table.refuses(3, Veto(True)) is Bar.VETO_CLOSED
    assert table.enact(F).enacted == [F]


# Liberal policies to win


@all_but("french-deck")
def test_five_liberal_policies_win(rules: Ruleset) -> None:
    assert at(rules, 7, liberal=4, deck="LFF").session(3, L).game.ending is Ending.LIBERAL_POLICIES


@only_in("french-deck")
def test_six_liberal_policies_win_with_an_ordinary_deck(rules: Ruleset) -> None:
    assert at(rules, 7, liberal=4, deck="LFF").session(3, L).game.ending is None
    assert at(rules, 7, liberal=5, deck="LFF").session(3, L).game.ending is Ending.LIBERAL_POLICIES


# Special election


def special_election(rules: Ruleset) -> Table:
    table = at(rules, 7, fascist=2, deck="FFF").session(3, F)
    assert table.phase is Phase.SPECIAL_ELECTION
    return table


@only_in("official", "print-and-play", "online")
def test_a_special_election_names_any_other_living_player(rules: Ruleset) -> None:
    table = special_election(rules)
    assert table.game.legal_actions(Seat(0)) == tuple(CallSpecialElection(Seat(seat)) for seat in range(1, 7))
    assert table.refuses(0, CallSpecialElection(Seat(0))) is Bar.YOURSELF


@only_in("manual", "french-deck")
def test_a_special_election_may_name_the_president_too(rules: Ruleset) -> None:
    table = special_election(rules).call_special_election(0)
    assert table.president == 0
    table.reject()
    assert table.president == 1


# Powers


BY_COUNT = {
    5: ["none", "none", "peek", "execute", "execute"],
    7: ["none", "investigate", "special-election", "execute", "execute"],
    9: ["investigate", "investigate", "special-election", "execute", "execute"],
}


@pytest.mark.parametrize("seats", range(5, 11))
@all_but("manual")
def test_powers_follow_the_number_of_players(rules: Ruleset, seats: int) -> None:
    expected = BY_COUNT[seats if seats % 2 else seats - 1]
    assert powers_granted(rules, seats) == expected


@pytest.mark.parametrize("seats", range(5, 11))
@only_in("manual")
def test_the_manual_has_one_schedule_for_every_number_of_players(rules: Ruleset, seats: int) -> None:
    assert powers_granted(rules, seats) == ["investigate", "investigate", "special-election", "special-election", "peek"]


def powers_granted(rules: Ruleset, seats: int) -> list[str]:
    granted = []
    for policies in range(5):
        table = at(rules, seats, fascist=policies, deck="FFF").session(1, F)
        powers = [event.power for event in table.events if isinstance(event, PowerGranted)]
        granted.append(powers[0].value if powers else Power.NONE.value)
    return granted


@only_in("manual")
def test_the_execution_of_the_manual_can_never_be_used(rules: Ruleset) -> None:
    table = at(rules, 7, fascist=5, deck="FFF").session(3, F)
    assert table.game.ending is Ending.FASCIST_POLICIES
    assert not table.told(PowerGranted)


# Silence and cards


@every_rule_set
def test_president_and_chancellor_are_silent_in_a_legislative_session(rules: Ruleset) -> None:
    table = at(rules, 7, deck="FLF").elect(3)
    assert table.views[0].silent is table.views[3].silent is Bar.IN_SESSION
    assert table.views[1].silent is None
    table.discard(F)
    assert table.views[0].silent is table.views[3].silent is Bar.IN_SESSION
    table.enact(L)
    assert table.views[0].silent is table.views[3].silent is None


def test_the_french_deck_is_played_with_ordinary_cards() -> None:
    assert FRENCH_DECK.cards is Cards.FRENCH_DECK
    assert {rules.cards for rules in (OFFICIAL, PRINT_AND_PLAY, MANUAL, ONLINE)} == {Cards.TILES}


def test_official_rules_are_enacted_by_the_populace_as_well() -> None:
    table = at(OFFICIAL, seats=5, tracker=2, deck="FLL").reject()
    assert table.enacted == [F]
    assert [event.by_populace for event in table.events if isinstance(event, PolicyEnacted)] == [True]
