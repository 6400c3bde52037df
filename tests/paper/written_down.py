"""A group with real cards: what they would write down of a game, from what everybody at the table saw."""

from collections.abc import Iterable, Iterator

from secret_hitler.paper.paper_game import (
    AnyEntry,
    Began,
    Enacted,
    Nominated,
    Opened,
    PaperGame,
    Targeted,
    Told,
    Unmasked,
    VetoAnswered,
    VetoAsked,
    Vetoed,
    Voted,
)
from secret_hitler.paper.sheet import Due, Sheet
from secret_hitler.records import Record, moments
from secret_hitler.rules import PUBLIC, AnyEvent
from secret_hitler.rules.events import (
    AgendaVetoed,
    ChancellorNominated,
    ClaimMade,
    ElectionHeld,
    GameEnded,
    PolicyEnacted,
    PresidencyPassed,
    ProvedNotHitler,
    RolesRevealed,
    VetoRefused,
    VetoRequested,
)
from secret_hitler.rules.powers import PowerUsed
from secret_hitler.rules.ruleset import VetoStyle


def public_events(record: Record) -> list[AnyEvent]:
    return [event for moment in moments(record, PUBLIC) for event in moment.events]


def written_down(record: Record) -> PaperGame:
    """Keep the sheet of a careful group that sees no secret of this game."""
    sheet = Sheet(record.rules, record.seats)
    entries = []
    for entry in _entries(sheet, public_events(record)):
        sheet.enter(entry)
        entries.append(entry)
    return PaperGame(rules=record.rules, names=[f"Player {seat}" for seat in range(1, record.seats + 1)], entries=entries)


def _entries(sheet: Sheet, events: Iterable[AnyEvent]) -> Iterator[AnyEntry]:
    """Say what's written at each event; whether somebody is Hitler shows in the event after the question."""
    sealed = sheet.rules.veto is VetoStyle.SEALED
    for event in events:
        if sheet.due is Due.HITLER and isinstance(event, ProvedNotHitler | GameEnded):
            yield Unmasked(isinstance(event, GameEnded))
        match event:
            case PresidencyPassed(president=president) if sheet.due is Due.FIRST_PRESIDENT:
                yield Began(president)
            case ChancellorNominated(chancellor=chancellor):
                yield Nominated(chancellor)
            case ElectionHeld(elected=elected, ballots=ballots):
                yield Voted(elected, ballots)
            case PolicyEnacted(policy=policy):
                yield Enacted(policy)
            case VetoRequested():
                yield VetoAsked()
            case VetoRefused():
                yield VetoAnswered(False)
            case AgendaVetoed():
                yield Vetoed() if sealed else VetoAnswered(True)
            case PowerUsed(seat=seat):
                yield Targeted(seat)
            case ClaimMade(seat=seat, claim=claim):
                yield Told(seat, claim)
            case RolesRevealed(roles=roles):
                yield Opened(roles)
