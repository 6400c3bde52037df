"""Board: what everybody at the table can see, folded from the public events."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from . import events
from .events import Event
from .powers import ABILITIES, BY_EVENT, DeckPeeked, DropDecided, PowerUsed, TopCardPeeked
from .vocabulary import NATURE, SESSION, About, Ending, Phase, Policy, Seat


class Sight(Struct, frozen=True, gc=False):
    """One player saw something; the others only know that they saw it."""

    seat: Seat
    """Who saw it."""
    about: About
    """What it was."""
    round: int
    """In which round."""


class Board(Struct, gc=False):
    seats: int
    """How many play; seats count from 0."""
    phase: Phase
    """What the table is waiting for."""
    awaited: tuple[Seat, ...]
    """Who must act now: NATURE for chance, one seat for a choice, every living seat that hasn't voted."""
    alive: tuple[Seat, ...]
    """Who is still alive."""
    round: int = 0
    """Counts presidencies, from 1; 0 before the first."""
    president: Seat | None = None
    """The candidate while the vote is open, then the one elected."""
    special: bool = False
    """The president was picked in a special election; the rotation goes on from the anchor."""
    anchor: Seat | None = None
    """The last president by rotation, from whom it goes on."""
    chancellor: Seat | None = None
    """The candidate while the vote is open, then the one elected."""
    liberal: int = 0
    """Liberal policies enacted."""
    fascist: int = 0
    """Fascist policies enacted."""
    tracker: int = 0
    """Elections that failed in a row."""
    draw_pile: int = 0
    """Tiles left to draw."""
    discards: int = 0
    """Tiles thrown away since the last shuffle."""
    limited_president: Seat | None = None
    """The president of the last government, for the term limit."""
    limited_chancellor: Seat | None = None
    """The chancellor of the last government, for the term limit."""
    veto_asked: bool = False
    """The chancellor asked for a veto in this session."""
    investigated: tuple[Seat, ...] = ()
    """Who has been investigated."""
    not_hitler: tuple[Seat, ...] = ()
    """Who is proved not to be Hitler."""
    sights: tuple[Sight, ...] = ()
    """Everything that one player saw alone, in order."""
    special_president: Seat | None = None
    """Who runs for president next, by special election."""
    ending: Ending | None = None
    """How the game ended; null while it's being played."""

    def see(self, event: Event) -> None:
        fold = FOLDS.get(type(event))
        if fold is not None:
            fold(self, event)

    def copy(self) -> "Board":
        twin: Board = self.__copy__()  # type: ignore[attr-defined]  # because the types of msgspec leave it out
        return twin

    @property
    def in_session(self) -> bool:
        return self.phase in SESSION

    @property
    def majority(self) -> int:
        """How many ja votes elect a government."""
        return len(self.alive) // 2 + 1

    @property
    def government(self) -> tuple[Seat, Seat]:
        """The president and the chancellor, once both are named."""
        president, chancellor = self.president, self.chancellor
        assert president is not None
        assert chancellor is not None
        return president, chancellor

    def next_in_rotation(self) -> Seat:
        anchor = self.anchor
        assert anchor is not None
        for seat in self.alive:
            if seat > anchor:
                return seat
        return self.alive[0]


def opening_board(seats: int) -> Board:
    return Board(seats=seats, phase=Phase.DEAL, awaited=(NATURE,), alive=tuple(Seat(seat) for seat in range(seats)))


def _shuffle_due(board: Board, _: events.EnvelopesDealt | events.DeckRanLow) -> None:
    board.phase, board.awaited = Phase.SHUFFLE, (NATURE,)


def _deck_shuffled(board: Board, event: events.DeckShuffled) -> None:
    board.draw_pile, board.discards, board.phase = event.tiles, 0, Phase.APPOINTMENT


def _presidency_passed(board: Board, event: events.PresidencyPassed) -> None:
    board.round += 1
    board.president, board.special = event.president, event.special
    if not event.special:
        board.anchor = event.president
    board.chancellor = board.special_president = None
    board.veto_asked = False
    board.phase, board.awaited = Phase.NOMINATION, (event.president,)


def _chancellor_nominated(board: Board, event: events.ChancellorNominated) -> None:
    board.chancellor = event.chancellor
    board.phase, board.awaited = Phase.ELECTION, board.alive


def _vote_cast(board: Board, event: events.VoteCast | events.VetoBallotCast) -> None:
    awaited = board.awaited
    place = awaited.index(event.seat)
    board.awaited = awaited[:place] + awaited[place + 1 :] if place else awaited[1:]


def _election_held(board: Board, event: events.ElectionHeld) -> None:
    if not event.elected:
        board.chancellor = None


def _term_limits_set(board: Board, event: events.TermLimitsSet) -> None:
    board.limited_president, board.limited_chancellor = event.president, event.chancellor


def _tracker_moved(board: Board, event: events.TrackerMoved) -> None:
    board.tracker = event.tracker


def _proved_not_hitler(board: Board, event: events.ProvedNotHitler) -> None:
    if event.seat not in board.not_hitler:
        board.not_hitler += (event.seat,)


def _policies_drawn(board: Board, event: events.PoliciesDrawn) -> None:
    board.draw_pile -= event.tiles
    board.sights += (Sight(event.president, About.PRESIDENT_HAND, board.round),)
    board.phase, board.awaited = Phase.PRESIDENT_SESSION, (event.president,)


def _policy_discarded(board: Board, event: events.PolicyDiscarded) -> None:
    board.discards += event.tiles


def _hand_passed(board: Board, event: events.HandPassed) -> None:
    board.sights += (Sight(event.chancellor, About.CHANCELLOR_HAND, board.round),)
    board.phase, board.awaited = Phase.CHANCELLOR_SESSION, (event.chancellor,)


def _policy_chosen(board: Board, _: events.PolicyChosen) -> None:
    board.phase, board.awaited = Phase.VETO_BALLOT, board.government


def _veto_requested(board: Board, _: events.VetoRequested) -> None:
    board.veto_asked = True
    board.phase, board.awaited = Phase.VETO_ANSWER, board.government[:1]


def _veto_refused(board: Board, _: events.VetoRefused) -> None:
    board.phase, board.awaited = Phase.CHANCELLOR_SESSION, board.government[1:]


def _agenda_vetoed(board: Board, _: events.AgendaVetoed) -> None:
    board.chancellor = None


def _policy_enacted(board: Board, event: events.PolicyEnacted) -> None:
    if event.policy is Policy.LIBERAL:
        board.liberal += 1
    else:
        board.fascist += 1
    if event.by_populace:
        board.draw_pile -= 1


def _power_granted(board: Board, event: events.PowerGranted) -> None:
    if event.power in ABILITIES:
        board.phase = ABILITIES[event.power].phase
    board.awaited = (event.president,)


def _peek_offered(board: Board, _: events.PeekOffered) -> None:
    board.phase = Phase.PEEK


def _power_used(board: Board, event: PowerUsed) -> None:
    ability = BY_EVENT[type(event)]
    if ability.shows_party:
        board.sights += (Sight(event.president, About.PARTY, board.round),)
    if ability.shows_own_party:
        board.sights += (Sight(event.seat, About.PARTY, board.round),)
    if ability.once and event.seat not in board.investigated:
        board.investigated += (event.seat,)
    if ability.names_president:
        board.special_president = event.seat
    if ability.executes:
        board.alive = tuple([seat for seat in board.alive if seat != event.seat])


def _deck_peeked(board: Board, event: DeckPeeked) -> None:
    board.sights += (Sight(event.president, About.PEEK, board.round),)


def _top_card_peeked(board: Board, event: TopCardPeeked) -> None:
    board.sights += (Sight(event.president, About.TOP_CARD, board.round),)
    board.phase = Phase.DROP


def _drop_decided(board: Board, event: DropDecided) -> None:
    if event.dropped:
        board.draw_pile, board.discards = board.draw_pile - 1, board.discards + 1


def _game_ended(board: Board, event: events.GameEnded) -> None:
    board.ending, board.phase, board.awaited = event.ending, Phase.OVER, ()


FOLDS: Final[dict[type[Event], Callable[[Board, Any], None]]] = {
    events.EnvelopesDealt: _shuffle_due,
    events.DeckRanLow: _shuffle_due,
    events.DeckShuffled: _deck_shuffled,
    events.PresidencyPassed: _presidency_passed,
    events.ChancellorNominated: _chancellor_nominated,
    events.VoteCast: _vote_cast,
    events.ElectionHeld: _election_held,
    events.TermLimitsSet: _term_limits_set,
    events.TrackerMoved: _tracker_moved,
    events.ProvedNotHitler: _proved_not_hitler,
    events.PoliciesDrawn: _policies_drawn,
    events.PolicyDiscarded: _policy_discarded,
    events.HandPassed: _hand_passed,
    events.PolicyChosen: _policy_chosen,
    events.VetoRequested: _veto_requested,
    events.VetoRefused: _veto_refused,
    events.VetoBallotCast: _vote_cast,
    events.AgendaVetoed: _agenda_vetoed,
    events.PolicyEnacted: _policy_enacted,
    events.PowerGranted: _power_granted,
    events.PeekOffered: _peek_offered,
    events.GameEnded: _game_ended,
    DeckPeeked: _deck_peeked,
    TopCardPeeked: _top_card_peeked,
    DropDecided: _drop_decided,
    **dict.fromkeys(BY_EVENT, _power_used),
}
