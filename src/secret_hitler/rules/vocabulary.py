"""The nouns of the rulebook: seats, parties, roles, tiles, powers, phases and endings."""

from enum import StrEnum
from typing import Final, NewType, TypeVar

Words = TypeVar("Words", bound=type[StrEnum])
Seat = NewType("Seat", int)

NATURE: Final = Seat(-1)
"""Whoever deals, shuffles and draws lots."""


def cache_members(words: Words) -> Words:
    """Put the members into the class itself, as Python 3.12 does; 3.11 looks them up through a descriptor, slower than a call."""
    for name, member in words.__members__.items():
        type.__setattr__(words, name, member)
    return words


class SaidInEnglish(StrEnum):
    """Members with a text for English readers; the value is stable for clients."""

    text: str

    def __new__(cls, code: str, text: str) -> "SaidInEnglish":
        member = str.__new__(cls, code)
        member._value_ = code
        member.text = text
        return member


@cache_members
class Party(StrEnum):
    LIBERAL = "L"
    FASCIST = "F"


@cache_members
class Policy(StrEnum):
    LIBERAL = "L"
    FASCIST = "F"


Tiles = tuple[Policy, ...]
Card = TypeVar("Card")


def without(cards: tuple[Card, ...], *taken: Card) -> tuple[Card, ...]:
    """Take these cards away, each once; raise ValueError if one isn't there."""
    for card in taken:
        place = cards.index(card)
        cards = cards[:place] + cards[place + 1 :]
    return cards


@cache_members
class Role(StrEnum):
    LIBERAL = "L"
    FASCIST = "F"
    HITLER = "H"

    @property
    def party(self) -> Party:
        return Party.LIBERAL if self is Role.LIBERAL else Party.FASCIST


@cache_members
class Power(StrEnum):
    NONE = "none"
    INVESTIGATE = "investigate"
    SPECIAL_ELECTION = "special-election"
    PEEK = "peek"
    EXECUTE = "execute"
    SHOW_PARTY = "show-party"
    PEEK_AND_DROP = "peek-and-drop"


@cache_members
class Phase(StrEnum):
    """What the table is waiting for, as everybody can see it."""

    DEAL = "deal"
    SHUFFLE = "shuffle"
    APPOINTMENT = "appointment"
    NOMINATION = "nomination"
    ELECTION = "election"
    PRESIDENT_SESSION = "president-session"
    CHANCELLOR_SESSION = "chancellor-session"
    VETO_ANSWER = "veto-answer"
    VETO_BALLOT = "veto-ballot"
    INVESTIGATION = "investigation"
    SPECIAL_ELECTION = "special-election"
    EXECUTION = "execution"
    PEEK = "peek"
    PARTY_SHOWING = "party-showing"
    DROP = "drop"
    OVER = "over"


SESSION: Final = frozenset({Phase.PRESIDENT_SESSION, Phase.CHANCELLOR_SESSION, Phase.VETO_ANSWER, Phase.VETO_BALLOT})
"""The phases of a legislative session, when the government can't talk."""


@cache_members
class Ending(StrEnum):
    LIBERAL_POLICIES = "liberal_policies"
    HITLER_EXECUTED = "hitler_executed"
    FASCIST_POLICIES = "fascist_policies"
    HITLER_ELECTED = "hitler_elected"

    @property
    def winner(self) -> Party:
        return Party.LIBERAL if self in (Ending.LIBERAL_POLICIES, Ending.HITLER_EXECUTED) else Party.FASCIST


@cache_members
class About(StrEnum):
    """What a claim is about."""

    PRESIDENT_HAND = "president-hand"
    CHANCELLOR_HAND = "chancellor-hand"
    PEEK = "peek"
    TOP_CARD = "top-card"
    PARTY = "party"
