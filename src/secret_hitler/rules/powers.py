"""The president's powers: a row for each that targets a seat, with what it asks and tells; and the unions of all actions and events."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, structs

from .actions import Action, Chance, Claim, Discard, Enact, Nominate, UsePower, Veto, Vote
from .events import Event, PlainEvent
from .ruleset import MAX_SEATS, Ruleset
from .vocabulary import About, Phase, Power, Seat


class PowerAction(Action, frozen=True):
    """The president uses a power on a player."""


class Investigate(PowerAction, frozen=True):
    seat: Seat


class CallSpecialElection(PowerAction, frozen=True):
    president: Seat


class Execute(PowerAction, frozen=True):
    seat: Seat


class ShowParty(PowerAction, frozen=True):
    seat: Seat


class PowerUsed(Event, frozen=True):
    """The president used a power on a player."""

    president: Seat
    seat: Seat


class LoyaltyInvestigated(PowerUsed, frozen=True):
    pass


class SpecialElectionCalled(PowerUsed, frozen=True):
    pass


class PlayerExecuted(PowerUsed, frozen=True):
    pass


class PartyShown(PowerUsed, frozen=True):
    pass


class DeckPeeked(Event, frozen=True):
    president: Seat


class TopCardPeeked(Event, frozen=True):
    """The president looked at one card, and decides whether it stays on top."""

    president: Seat


class DropDecided(Event, frozen=True):
    president: Seat
    dropped: bool
    """Whether the card went to the discards; otherwise it stays on top."""


Decision = Nominate | Vote | Discard | Enact | Veto | UsePower | Investigate | CallSpecialElection | Execute | ShowParty
SeatAction = Decision | Claim
AnyAction = Decision | Claim | Chance
AnyEvent = PlainEvent | LoyaltyInvestigated | SpecialElectionCalled | PlayerExecuted | PartyShown | DeckPeeked | TopCardPeeked | DropDecided


class Unconsidered(UserWarning):
    """A bot or a review met an action it doesn't know. Tests make this an error, so that no action is forgotten."""


class Ability(Struct, frozen=True, kw_only=True):
    """A power that targets a player."""

    power: Power
    action: type[Investigate] | type[CallSpecialElection] | type[Execute] | type[ShowParty]
    """How the president names the target."""
    event: type[LoyaltyInvestigated] | type[SpecialElectionCalled] | type[PlayerExecuted] | type[PartyShown]
    """What everybody learns of it."""
    phase: Phase
    """The phase in which the president picks the target."""
    verb: str
    """The word between president and target in a record."""
    wish: str
    """What a seat wants to do, in a refusal."""
    refused: str
    """What can't be done to this target, in a refusal."""
    president_too: Callable[[Ruleset], bool] | None = None
    """Whether presidents may pick themselves; None means no."""
    once: bool = False
    """Nobody is the target twice, unless the rule set says so."""
    shows_party: bool = False
    """Only the president sees the target's party, and can make a claim about it."""
    shows_own_party: bool = False
    """Only the target sees the president's party, and can make a claim about it."""
    names_president: bool = False
    """The target runs for president next."""
    executes: bool = False
    """The target leaves the game; if it was Hitler, the game ends."""


_ROWS: Final = (
    Ability(
        power=Power.INVESTIGATE,
        event=LoyaltyInvestigated,
        action=Investigate,
        phase=Phase.INVESTIGATION,
        verb="investigates",
        wish="investigate",
        refused="be investigated",
        president_too=lambda rules: rules.powers_on_self,
        once=True,
        shows_party=True,
    ),
    Ability(
        power=Power.SPECIAL_ELECTION,
        event=SpecialElectionCalled,
        action=CallSpecialElection,
        phase=Phase.SPECIAL_ELECTION,
        verb="calls",
        wish="call a special election",
        refused="stand in a special election",
        president_too=lambda rules: rules.special_election_of_self,
        names_president=True,
    ),
    Ability(
        power=Power.EXECUTE,
        event=PlayerExecuted,
        action=Execute,
        phase=Phase.EXECUTION,
        verb="executes",
        wish="execute",
        refused="be executed",
        president_too=lambda rules: rules.powers_on_self,
        executes=True,
    ),
    Ability(
        power=Power.SHOW_PARTY,
        event=PartyShown,
        action=ShowParty,
        phase=Phase.PARTY_SHOWING,
        verb="shows",
        wish="show a party",
        refused="be shown a party",
        shows_own_party=True,
    ),
)
ABILITIES: Final = {ability.power: ability for ability in _ROWS}
BY_PHASE: Final = {ability.phase: ability for ability in ABILITIES.values()}
BY_ACTION: Final[dict[type, Ability]] = {ability.action: ability for ability in ABILITIES.values()}
BY_EVENT: Final[dict[type, Ability]] = {ability.event: ability for ability in ABILITIES.values()}
TARGETS: Final = {ability.action: tuple(ability.action(Seat(seat)) for seat in range(MAX_SEATS)) for ability in ABILITIES.values()}
"""Made once: each turn asks for all of them."""


PEEKS: Final = {Power.PEEK: About.PEEK, Power.PEEK_AND_DROP: About.TOP_CARD}
"""The powers that look at the draw pile, and what the president sees."""


def target(action: Nominate | PowerAction) -> Seat:
    (seat,) = structs.astuple(action)
    return Seat(seat)
