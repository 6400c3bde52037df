"""What a group takes from the box or from an ordinary deck."""

import pytest

from secret_hitler.paper.setup import Saying, Suit, Use, kit, opening
from secret_hitler.rules import FRENCH_DECK, OFFICIAL, RULESETS
from secret_hitler.rules.ruleset import MAX_SEATS, MIN_SEATS


def test_an_ordinary_deck_serves_as_the_document_says() -> None:
    piles = {pile.use: pile for pile in kit(FRENCH_DECK, 9).piles}
    assert (piles[Use.LIBERAL_POLICY].suit, "".join(piles[Use.LIBERAL_POLICY].ranks)) == (Suit.DIAMONDS, "A23456")
    assert (piles[Use.FASCIST_POLICY].suit, piles[Use.FASCIST_POLICY].ranks[-1], piles[Use.FASCIST_POLICY].number) == (Suit.HEARTS, "J", 11)
    assert (piles[Use.LIBERAL].suit, piles[Use.LIBERAL].number) == (Suit.CLUBS, 5)
    assert (piles[Use.FASCIST].suit, piles[Use.FASCIST].ranks) == (Suit.SPADES, ("A", "2", "3"))
    assert piles[Use.HITLER].joker


def test_without_a_joker_the_ace_of_spades_is_hitler_and_no_fascist() -> None:
    piles = {pile.use: pile for pile in kit(FRENCH_DECK, 9).without_joker}
    assert (piles[Use.HITLER].suit, piles[Use.HITLER].ranks) == (Suit.SPADES, ("A",))
    assert piles[Use.FASCIST].ranks == ("2", "3", "4")


def test_the_box_is_counted_and_not_spelled_out() -> None:
    laid_out = kit(OFFICIAL, 7)
    assert [(pile.use, pile.number, pile.ranks) for pile in laid_out.piles] == [
        (Use.LIBERAL_POLICY, 6, ()),
        (Use.FASCIST_POLICY, 11, ()),
        (Use.LIBERAL, 4, ()),
        (Use.FASCIST, 2, ()),
        (Use.HITLER, 1, ()),
    ]
    assert laid_out.without_joker == ()
    assert not laid_out.host_begins


@pytest.mark.parametrize("name", RULESETS)
def test_hitler_opens_the_eyes_only_where_hitler_may_know(name: str) -> None:
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        said = [cue.saying for cue in opening(RULESETS[name], seats)]
        assert (Saying.ALL_LOOK in said) == (seats <= 6)
        assert (Saying.THUMB_UP in said) == (seats > 6)
        assert said[0] is Saying.CLOSE_EYES
        assert said[-1] is Saying.OPEN_EYES
