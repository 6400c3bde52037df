"""What a group takes from the box or from an ordinary deck."""

from secret_hitler.paper.setup import Suit, Use, kit
from secret_hitler.rules import FRENCH_DECK, OFFICIAL


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
