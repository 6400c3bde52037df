"""The powers that only house rules grant: the president's own party shown to somebody, and the top card looked at and perhaps dropped."""

import pytest
from msgspec.structs import replace

from secret_hitler.paper.sheet import Sheet
from secret_hitler.rules import About, Bar, ClaimParty, ClaimTiles, Party, Phase, Policy, Power, Seat, ShowParty, UsePower
from secret_hitler.rules.events import DeckShuffled, PartySeen, PeekSeen
from secret_hitler.rules.model_check import check
from secret_hitler.rules.powers import DropDecided, PartyShown, TopCardPeeked
from tests.other_readings import PEERS
from tests.table import F, L, Table, at


def shown() -> Table:
    """Seat 0, a liberal, has to show a party; seat 5 is a fascist."""
    return at(PEERS, 7, deck="FFF").session(3, F)


def peeked(top: Policy, pile: str = "FFF{top}LLFF") -> Table:
    """Seat 0 has looked at this card, with so many below it."""
    return at(PEERS, 7, fascist=1, pile=pile.format(top=top)).session(3, F)


def test_the_president_shows_a_party_to_another_player_who_alone_learns_it() -> None:
    table = shown()
    assert (table.phase, table.game.awaited) == (Phase.PARTY_SHOWING, (0,))
    assert table.refuses(0, ShowParty(Seat(0))) is Bar.YOURSELF
    table.does(0, ShowParty(Seat(5)))
    assert [event.audience for event in table.told(PartyShown)] == ["everyone"]
    assert [(event.audience, event.seat, event.party) for event in table.told(PartySeen) if isinstance(event, PartySeen)] == [(5, 0, "L")]
    assert table.views[5].parties[Seat(0)] is Party.LIBERAL
    assert 0 not in table.views[4].parties
    assert table.president == 1


def test_who_saw_the_party_may_lie_about_it_and_the_president_has_nothing_to_say() -> None:
    table = shown().does(0, ShowParty(Seat(5)))
    (claim,) = [claim for claim in table.views[5].claims if claim.about is About.PARTY]
    assert claim.target == 0
    table.does(5, ClaimParty(1, Party.FASCIST))
    assert table.views[0].rounds[0].party_told() is Party.FASCIST
    assert table.refuses(0, ClaimParty(1, Party.LIBERAL)) is Bar.NOT_SEEN


def test_the_same_player_may_be_shown_a_party_twice() -> None:
    table = shown().does(0, ShowParty(Seat(5)))
    table.game.suppose(board=replace(table.game.board, phase=Phase.PARTY_SHOWING))
    assert ShowParty(Seat(5)) in table.game.legal_actions(Seat(1))


@pytest.mark.parametrize("top", [L, F])
@pytest.mark.parametrize("dropped", [True, False])
def test_the_president_looks_at_the_top_card_and_drops_it_or_leaves_it(top: Policy, dropped: bool) -> None:
    table = peeked(top)
    assert (table.phase, table.game.awaited) == (Phase.DROP, (0,))
    assert [(event.audience, event.tiles) for event in table.told(PeekSeen) if isinstance(event, PeekSeen)] == [(0, (top,))]
    assert table.views[0].rounds[0].peek == (top,)
    assert table.views[1].rounds[0].peek is None
    pile, discards = table.game.deck, table.game.discards
    table.does(0, UsePower(dropped))
    assert [event.dropped for event in table.told(DropDecided) if isinstance(event, DropDecided)] == [dropped]
    assert table.game.deck == (pile[1:] if dropped else pile)
    assert table.game.discards == ((*discards, top) if dropped else discards)
    assert (table.views[3].board.draw_pile, table.views[3].board.discards) == (len(table.game.deck), len(table.game.discards))
    assert (table.president, table.phase) == (1, Phase.NOMINATION)


def test_a_dropped_card_that_leaves_too_few_is_followed_by_a_shuffle() -> None:
    table = peeked(F, "FFF{top}LL").does(0, UsePower(True))
    assert len(table.told(DeckShuffled)) == 2
    assert len(table.game.deck) == PEERS.liberal_tiles + PEERS.fascist_tiles - 2
    kept = peeked(F, "FFF{top}LL").does(0, UsePower(False))
    assert len(kept.told(DeckShuffled)) == 1


def test_what_was_on_top_may_be_told_or_lied_about() -> None:
    table = peeked(F).does(0, UsePower(True))
    (claim,) = [claim for claim in table.views[0].claims if claim.about is About.TOP_CARD]
    assert (claim.tiles, len(claim.tellings)) == (1, 3)
    assert table.refuses(0, ClaimTiles(About.TOP_CARD, 1, (F, F))) is Bar.WRONG_SIZE
    table.does(0, ClaimTiles(About.TOP_CARD, 1, (L,)))
    assert table.views[1].rounds[0].tiles_told(About.TOP_CARD) == (L,)


def test_chaos_that_grants_powers_leaves_a_card_to_look_at() -> None:
    rules = replace(PEERS, chaos_grants_powers=True, reshuffle_after_populace=False)
    table = at(rules, 7, fascist=1, tracker=2, pile="F").reject()
    assert table.told(TopCardPeeked)
    assert table.phase is Phase.DROP


def test_no_game_with_them_gets_stuck() -> None:
    for players in (5, 10):
        found = check(replace(PEERS, fascists={players: PEERS.fascists[players]}))
        assert (found.complete, found.stuck, found.endless) == (True, (), False)


def test_a_sheet_writes_down_who_was_shown_a_party_and_refuses_cards_that_are_dropped() -> None:
    with pytest.raises(ValueError, match="it has no line for peek-and-drop"):
        Sheet(PEERS, 7)
    only_shown = replace(PEERS, powers=dict.fromkeys(PEERS.powers, (Power.SHOW_PARTY,) * 5))
    assert Sheet(only_shown, 7).view.next_power is Power.SHOW_PARTY
