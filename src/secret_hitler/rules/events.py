"""What happened, in the past tense. Its audience sees all of an event; everyone else sees nothing."""

from typing import Final, Literal

from msgspec import Struct

from .actions import Claim
from .ruleset import MAX_SEATS
from .vocabulary import Ending, Party, Policy, Power, Role, Seat, Tiles

Audience = Seat | Literal["everyone", "nobody"]
Onlooker = Seat | Literal["public", "all"]

EVERYONE: Final[Literal["everyone"]] = "everyone"
NOBODY: Final[Literal["nobody"]] = "nobody"
PUBLIC: Final[Literal["public"]] = "public"
ALL: Final[Literal["all"]] = "all"


def only(seat: Seat) -> Audience:
    return seat


class Event(Struct, frozen=True, tag=True, gc=False, kw_only=True):
    audience: Audience


def visible(event: Event, onlooker: Onlooker) -> bool:
    return event.audience == EVERYONE or event.audience == onlooker or onlooker == ALL


# The opening


class EnvelopesDealt(Event, frozen=True):
    pass


class RolesDealt(Event, frozen=True):
    roles: tuple[Role, ...]


class RoleSeen(Event, frozen=True):
    """The audience learned a role: its own, or a comrade's."""

    seat: Seat
    role: Role


class DeckRanLow(Event, frozen=True):
    """Too few tiles are left, so draw pile and discards will be shuffled together."""


class DeckShuffled(Event, frozen=True):
    tiles: int


class DeckOrdered(Event, frozen=True):
    deck: Tiles


# The election


class PresidencyPassed(Event, frozen=True):
    """A new round: this seat is the presidential candidate, in rotation or by special election."""

    president: Seat
    special: bool


class ChancellorNominated(Event, frozen=True):
    president: Seat
    chancellor: Seat


class VoteCast(Event, frozen=True):
    seat: Seat


class BallotMarked(Event, frozen=True):
    seat: Seat
    ja: bool


class ElectionHeld(Event, frozen=True):
    president: Seat
    chancellor: Seat
    ballots: tuple[bool | None, ...]
    """By seat; None for the dead."""
    elected: bool


class TermLimitsSet(Event, frozen=True):
    president: Seat | None
    chancellor: Seat | None


class TrackerMoved(Event, frozen=True):
    tracker: int


class ProvedNotHitler(Event, frozen=True):
    """Elected chancellor when Hitler would have won, or executed without the game ending."""

    seat: Seat


# The legislative session


class PoliciesDrawn(Event, frozen=True):
    president: Seat
    tiles: int


class HandSeen(Event, frozen=True):
    seat: Seat
    tiles: Tiles


class PolicyDiscarded(Event, frozen=True):
    seat: Seat
    tiles: int


class DiscardSeen(Event, frozen=True):
    seat: Seat
    tiles: Tiles


class HandPassed(Event, frozen=True):
    chancellor: Seat


class PolicyChosen(Event, frozen=True):
    """The chancellor set a tile aside; the sealed ballots decide whether it's enacted."""

    chancellor: Seat


class ChoiceSeen(Event, frozen=True):
    chancellor: Seat
    policy: Policy


class VetoForgone(Event, frozen=True):
    chancellor: Seat


class VetoRequested(Event, frozen=True):
    chancellor: Seat


class VetoRefused(Event, frozen=True):
    president: Seat


class VetoBallotCast(Event, frozen=True):
    seat: Seat


class VetoBallotMarked(Event, frozen=True):
    seat: Seat
    wanted: bool


class AgendaVetoed(Event, frozen=True):
    president: Seat
    chancellor: Seat


class PolicyEnacted(Event, frozen=True):
    policy: Policy
    by_populace: bool


# The powers


class PowerGranted(Event, frozen=True):
    president: Seat
    power: Power


class PeekOffered(Event, frozen=True):
    """The president may look at the top of the draw pile, or leave it."""

    president: Seat


class PowerWaived(Event, frozen=True):
    president: Seat


class RoleShown(Event, frozen=True):
    """Everyone saw the role of an executed player."""

    seat: Seat
    role: Role


class PartySeen(Event, frozen=True):
    seat: Seat
    party: Party


class PeekSeen(Event, frozen=True):
    tiles: Tiles


# Talk, and the end


class ClaimMade(Event, frozen=True):
    seat: Seat
    claim: Claim


class GameEnded(Event, frozen=True):
    ending: Ending


class RolesRevealed(Event, frozen=True):
    roles: tuple[Role, ...]


Opening = EnvelopesDealt | RolesDealt | RoleSeen | DeckRanLow | DeckShuffled | DeckOrdered
Election = PresidencyPassed | ChancellorNominated | VoteCast | BallotMarked | ElectionHeld | TermLimitsSet | TrackerMoved | ProvedNotHitler
Session = PoliciesDrawn | HandSeen | PolicyDiscarded | DiscardSeen | HandPassed | PolicyChosen | ChoiceSeen
VetoEvent = VetoForgone | VetoRequested | VetoRefused | VetoBallotCast | VetoBallotMarked | AgendaVetoed
Granted = PowerGranted | PeekOffered | PowerWaived | RoleShown
PlainEvent = (
    Opening | Election | Session | VetoEvent | PolicyEnacted | Granted | PartySeen | PeekSeen | ClaimMade | GameEnded | RolesRevealed
)

# Most moves of a game are votes, and these events have no other content: they are made once.
VOTE_EVENTS: Final = tuple(
    tuple((VoteCast(seat=seat, audience=EVERYONE), BallotMarked(seat=seat, ja=ja, audience=only(seat))) for ja in (False, True))
    for seat in map(Seat, range(MAX_SEATS))
)
"""By seat and ballot."""
