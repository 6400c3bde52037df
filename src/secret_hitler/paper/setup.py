"""What a group lays on a real table before it plays, and the opening it hears."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from ..rules import Power, Ruleset
from ..rules.ruleset import Cards, FirstPresident
from ..words.opening import Cue, opening


class Suit(StrEnum):
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    CLUBS = "clubs"
    SPADES = "spades"


class Use(StrEnum):
    LIBERAL_POLICY = "liberal-policy"
    FASCIST_POLICY = "fascist-policy"
    LIBERAL = "liberal"
    FASCIST = "fascist"
    HITLER = "hitler"


class Pile(Struct, frozen=True):
    """So many cards for one use; with an ordinary deck, which ones."""

    use: Use
    number: int
    suit: Suit | None = None
    ranks: tuple[str, ...] = ()
    """From the lowest up; more than a suit has must come from a second deck."""
    joker: bool = False


class Kit(Struct, frozen=True):
    piles: tuple[Pile, ...]
    without_joker: tuple[Pile, ...]
    """The same for a deck that has lost its joker; empty where none is needed."""
    track: tuple[Power, ...]
    liberal_goal: int
    host_begins: bool
    """The first president is the host, or whoever was Hitler in the game before; otherwise lots are drawn."""
    opening: tuple[Cue, ...]


RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def kit(rules: Ruleset, seats: int) -> Kit:
    ordinary = rules.cards is Cards.FRENCH_DECK
    return Kit(
        piles=_piles(rules, seats, ordinary, joker=ordinary),
        without_joker=_piles(rules, seats, ordinary, joker=False) if ordinary else (),
        track=rules.powers[seats],
        liberal_goal=rules.liberal_goal,
        host_begins=rules.first_president is FirstPresident.HOST_THEN_LAST_HITLER,
        opening=opening(rules, seats),
    )


def _piles(rules: Ruleset, seats: int, ordinary: bool, joker: bool) -> tuple[Pile, ...]:
    spades = RANKS if joker else RANKS[1:]

    def pile(use: Use, number: int, suit: Suit, ranks: tuple[str, ...] = RANKS) -> Pile:
        return Pile(use, number, suit, ranks[:number]) if ordinary else Pile(use, number)

    return (
        pile(Use.LIBERAL_POLICY, rules.liberal_tiles, Suit.DIAMONDS),
        pile(Use.FASCIST_POLICY, rules.fascist_tiles, Suit.HEARTS),
        pile(Use.LIBERAL, rules.liberals(seats), Suit.CLUBS),
        pile(Use.FASCIST, rules.fascists[seats], Suit.SPADES, spades),
        Pile(Use.HITLER, 1, joker=True) if joker else pile(Use.HITLER, 1, Suit.SPADES),
    )
