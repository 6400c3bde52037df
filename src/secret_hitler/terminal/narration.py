"""Events in words: what happened, as one sentence each, or nothing when it is no news."""

import re
from collections.abc import Callable, Iterable

from ..rules import AnyEvent, Power, Role, Seat, View
from ..rules.events import (
    AgendaVetoed,
    ChancellorNominated,
    ClaimMade,
    DeckPeeked,
    DeckRanLow,
    DeckShuffled,
    ElectionHeld,
    EnvelopesDealt,
    GameEnded,
    HandPassed,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesDrawn,
    PolicyChosen,
    PolicyDiscarded,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    ProvedNotHitler,
    SpecialElectionCalled,
    TrackerMoved,
    VetoRefused,
    VetoRequested,
)
from .claiming import claim_in_words
from .words import listed, say

NameOf = Callable[[Seat], str]


def narrated(events: Iterable[AnyEvent], view: View, name_of: NameOf) -> list[str]:
    """The news among events that this View has just seen."""
    return [sentence for event in events if (sentence := narrate(event, view, name_of))]


def narrate(event: AnyEvent, view: View, name_of: NameOf) -> str | None:
    match event:
        case EnvelopesDealt() | DeckRanLow():
            return say(f"event.{type(event).__name__}")
        case DeckShuffled(tiles=tiles):
            return say("event.DeckShuffled", n=tiles)
        case PresidencyPassed(president=president, special=special):
            number = next(round.number for round in reversed(view.rounds) if round.president == president)
            return say("event.PresidencyPassed" + ".special" * special, round=number, president=name_of(president))
        case ChancellorNominated(president=president, chancellor=chancellor) | AgendaVetoed(president=president, chancellor=chancellor):
            return say(f"event.{type(event).__name__}", president=name_of(president), chancellor=name_of(chancellor))
        case ElectionHeld():
            return _election(event, name_of)
        case TrackerMoved(tracker=tracker):
            return say("event.TrackerMoved", n=tracker) if tracker else None
        case ProvedNotHitler(seat=seat) | PolicyDiscarded(seat=seat):
            return say(f"event.{type(event).__name__}", name=name_of(seat))
        case PoliciesDrawn(president=president) | DeckPeeked(president=president):
            return say(f"event.{type(event).__name__}", president=name_of(president))
        case HandPassed(chancellor=chancellor) | PolicyChosen(chancellor=chancellor) | VetoRequested(chancellor=chancellor):
            return say(f"event.{type(event).__name__}", chancellor=name_of(chancellor))
        case _:
            return _later(event, view, name_of)


def _later(event: AnyEvent, view: View, name_of: NameOf) -> str | None:
    """The second half of a round: policies, powers, talk and the end."""
    match event:
        case VetoRefused(president=president):
            refused = next(round.chancellor for round in reversed(view.rounds) if round.veto_asked)
            assert refused is not None
            return say("event.VetoRefused", president=name_of(president), chancellor=name_of(refused))
        case PolicyEnacted(policy=policy, by_populace=by_populace):
            return say(f"event.{'Chaos' if by_populace else 'PolicyEnacted'}.{policy.value}")
        case PowerGranted(president=president, power=Power.SPECIAL_ELECTION | Power.EXECUTE as power):
            return say(f"event.PowerGranted.{power.value}", president=name_of(president))
        case PowerGranted(president=president, power=power):
            return say("event.PowerGranted", president=name_of(president), power=say(f"power.{power.value}"))
        case (
            LoyaltyInvestigated(president=president, seat=seat)
            | SpecialElectionCalled(president=president, seat=seat)
            | PlayerExecuted(president=president, seat=seat)
        ):
            return say(f"event.{type(event).__name__}", president=name_of(president), name=name_of(seat))
        case ClaimMade(seat=seat, claim=claim):
            return say("event.Claim", name=name_of(seat), claim=claim_in_words(claim, view, name_of))
        case GameEnded(ending=ending):
            return say(f"event.GameEnded.{ending.value}")
        case _:
            return None


def _election(event: ElectionHeld, name_of: NameOf) -> str:
    ja, nein = event.ballots.count(True), event.ballots.count(False)
    result = "event.ElectionHeld.yes" if event.elected else "event.ElectionHeld.no"
    return say(result, ja=ja, nein=nein, president=name_of(event.president), chancellor=name_of(event.chancellor))


def with_names(text: str, name_of: NameOf) -> str:
    """A bot's sentence speaks of seats by number; people know each other by name."""
    named = re.sub(r"\bseat (\d+)", lambda found: name_of(Seat(int(found[1]))), text)
    return named[:1].upper() + named[1:]


def story(view: View, name_of: NameOf) -> list[str]:
    """A finished game in a few lines."""
    rounds = view.rounds
    elected = [round for round in rounds if round.elected]
    lines = []
    if elected and elected[0].chancellor is not None:
        lines.append(say("end.first", president=name_of(elected[0].president), chancellor=name_of(elected[0].chancellor)))
    failed = sum(round.elected is False for round in rounds)
    lines.append(f"{say('end.governments', n=len(elected))}; {say('end.failed', n=failed)}")
    lines.append(say("end.count", l=view.board.liberal, f=view.board.fascist))
    lines += _turns(view, name_of)
    hitler = [seat for seat, role in view.roles.items() if role is Role.HITLER]
    fascists = [name_of(seat) for seat, role in sorted(view.roles.items()) if role is Role.FASCIST]
    if hitler:
        lines.append(say("end.hitlerWas", name=name_of(hitler[0]), names=listed(fascists)) if fascists else name_of(hitler[0]))
    return lines


def _turns(view: View, name_of: NameOf) -> list[str]:
    executed = [name_of(round.target) for round in view.rounds if round.power is Power.EXECUTE and round.target is not None]
    chaos = sum(round.by_populace for round in view.rounds)
    lies = sum(claimed.verdict in ("false", "impossible") for round in view.rounds for claimed in round.claims)
    if executed:
        return [say("end.executed", names=listed(executed))]
    if chaos:
        return [say("end.chaosHappened", n=chaos)]
    return [say("end.lies", n=lies)] if lies else []
