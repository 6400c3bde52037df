"""What a group lays on the table before it plays, and the opening it hears."""

from enum import StrEnum

from msgspec import Struct

from ..rules import Power, Ruleset
from ..rules.ruleset import Cards, FirstPresident
from ..words import Words
from ..words.opening import Cue, opening
from ..words.summary import RANKS


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
    """A number of cards for one use and, with an ordinary deck, which ones."""

    use: Use
    number: int
    suit: Suit | None = None
    ranks: tuple[str, ...] = ()
    """From the lowest up; cards beyond a suit come from a second deck."""
    joker: bool = False


class Kit(Struct, frozen=True):
    piles: tuple[Pile, ...]
    without_joker: tuple[Pile, ...]
    """The same for a deck without a joker; empty if none is needed."""
    track: tuple[Power, ...]
    liberal_goal: int
    host_begins: bool
    """The first president is the host, or the last game's Hitler; otherwise the group draws lots."""
    opening: tuple[Cue, ...]


def kit(rules: Ruleset, seats: int) -> Kit:
    ordinary = rules.cards is Cards.FRENCH_DECK
    return Kit(
        piles=_piles(rules, seats, ordinary, joker=ordinary),
        without_joker=_piles(rules, seats, ordinary, joker=False) if ordinary else (),
        track=rules.powers[seats],
        liberal_goal=rules.liberal_goal,
        host_begins=rules.first_president is not FirstPresident.RANDOM,
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


def set_up(words: Words, rules: Ruleset, seats: int) -> list[str]:
    """Say what to take and where to lay it."""
    ordinary, laid_out = rules.cards is Cards.FRENCH_DECK, kit(rules, seats)
    changed = [pile for pile in laid_out.without_joker if pile not in laid_out.piles]
    powers = [f"{place} {power_name(words, power)}" for place, power in enumerate(laid_out.track, start=1) if power is not Power.NONE]
    powers.append(f"{rules.fascist_goal} {words.say('end.fascistsWin')}")
    return [
        words.labelled(words.say("paper.fromDeck" if ordinary else "paper.fromBox"), "").rstrip(),
        *(f"  {_pile(words, pile)}" for pile in laid_out.piles),
        *(["  " + words.labelled(words.say("paper.noJoker"), words.listed(_pile(words, pile) for pile in changed))] if changed else []),
        words.say("paper.shuffleFirst"),
        words.say("paper.hands" if ordinary else "paper.envelopes"),
        words.labelled(words.say("print.sheet.fascist", span=seats), ", ".join(powers)),
        words.labelled(words.say("print.sheet.liberal"), f"{rules.liberal_goal} {words.say('end.liberalsWin')}"),
        words.say("paper.host" if laid_out.host_begins else "paper.lots"),
    ]


def power_name(words: Words, power: Power) -> str:
    return "-" if power is Power.NONE else words.say(f"power.short.{power}")


def _pile(words: Words, pile: Pile) -> str:
    use = words.say(f"paper.use.{pile.use}")
    if pile.joker or pile.suit is None:
        return words.labelled(use, words.say("paper.joker") if pile.joker else pile.number)
    ranks = pile.ranks[0] if len(pile.ranks) == 1 else f"{pile.ranks[0]}-{pile.ranks[-1]} ({len(pile.ranks)})"
    more = pile.number - len(pile.ranks)
    cards = f"{words.say(f'paper.suit.{pile.suit}')} {ranks}" + (f" {words.say('paper.secondDeck', n=more)}" if more else "")
    return words.labelled(use, cards)
