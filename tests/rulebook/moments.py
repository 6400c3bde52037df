"""A game as moments: what happened or was asked, with what stood on the table, which a referee works out from the events alone."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from secret_hitler.records import Record
from secret_hitler.rules import (
    NATURE,
    PUBLIC,
    AnyAction,
    AnyEvent,
    Appoint,
    CallSpecialElection,
    Discard,
    Enact,
    Execute,
    Game,
    IllegalAction,
    Investigate,
    Nominate,
    Onlooker,
    Phase,
    Seat,
    View,
    begin,
    chances,
    onlooking,
)
from secret_hitler.rules import events as told
from secret_hitler.rules.actions import ClaimTiles, Veto
from secret_hitler.rules.claims import about as subject
from secret_hitler.rules.powers import LoyaltyInvestigated, PlayerExecuted, SpecialElectionCalled, target

LANDMARKS: Final = frozenset(
    {
        *("PresidencyPassed", "ChancellorNominated", "ElectionHeld", "PoliciesDrawn", "HandPassed", "PolicyChosen", "VetoRequested"),
        *("VetoRefused", "AgendaVetoed", "PolicyEnacted", "PowerGranted", "LoyaltyInvestigated", "SpecialElectionCalled"),
        *("DeckPeeked", "PlayerExecuted", "GameEnded"),
    }
)
"""The steps of a round; what is told between two of them belongs to the first."""
ASKED: Final = {
    Phase.APPOINTMENT: "Appointing",
    Phase.NOMINATION: "Nominating",
    Phase.ELECTION: "Voting",
    Phase.PRESIDENT_SESSION: "Discarding",
    Phase.CHANCELLOR_SESSION: "Enacting",
    Phase.VETO_ANSWER: "AnsweringVeto",
    Phase.VETO_BALLOT: "VetoBalloting",
    Phase.INVESTIGATION: "Investigating",
    Phase.SPECIAL_ELECTION: "CallingElection",
    Phase.EXECUTION: "Executing",
}
_TARGETED: Final = {"Nominating": Nominate, "Investigating": Investigate, "CallingElection": CallSpecialElection, "Executing": Execute}


class Referee(Struct):
    """Keeps the books of a game by what was told, without looking at the board of the rules."""

    players: int
    alive: tuple[int, ...]
    opener: int | None = None
    roles: tuple[str, ...] = ()
    known: tuple[tuple[object, int, str], ...] = ()
    """Who was told the role of whom."""
    round: int = 0
    president: int | None = None
    chancellor: int | None = None
    special: bool = False
    turn: int | None = None
    """Whose turn in the rotation it was last."""
    named: int | None = None
    """By a special election, to stand next."""
    liberal: int = 0
    fascist: int = 0
    failures: int = 0
    """Governments that failed in a row since the last policy."""
    rejected: int = 0
    """Those that failed since the last election of one, or since chaos."""
    tracker: int = 0
    """As it was told."""
    marks: tuple[tuple[int, bool], ...] = ()
    """The ballots, as each was marked."""
    nominated_pair: tuple[int, ...] = ()
    elected_pair: tuple[int, ...] = ()
    enacting_pair: tuple[int, ...] = ()
    vetoed_pair: tuple[int, ...] = ()
    forgotten: bool = False
    """Chaos lifted the limits, and nobody was elected since."""
    pile: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    peeked: tuple[str, ...] = ()
    chosen: str | None = None
    veto_marks: tuple[bool, ...] = ()
    investigated: tuple[int, ...] = ()
    investigator: int | None = None
    cleared_seats: tuple[int, ...] = ()
    """Who was told not to be Hitler, each once."""

    def see(self, event: Any) -> None:
        """Keep what follows from one event."""
        match event:
            case told.RolesDealt():
                self.roles = event.roles
            case told.RoleSeen():
                self.known = (*self.known, (event.audience, event.seat, event.role))
            case told.DeckOrdered():
                self.pile, self.thrown, self.peeked = event.deck, (), ()
            case told.PresidencyPassed():
                self.round, self.president, self.special, self.chancellor = self.round + 1, event.president, event.special, None
                self.turn, self.named = (self.turn if event.special else event.president), None
                self.marks, self.veto_marks, self.chosen = (), (), None
            case told.ChancellorNominated():
                self.chancellor, self.nominated_pair = event.chancellor, (event.president, event.chancellor)
            case told.BallotMarked():
                self.marks += ((event.seat, event.ja),)
            case told.ElectionHeld(elected=True):
                self.elected_pair, self.forgotten, self.rejected = (event.president, event.chancellor), False, 0
            case told.ElectionHeld():
                self._fail()
            case told.TrackerMoved():
                self.tracker = event.tracker
            case told.PoliciesDrawn():
                self.hand, self.pile = self.pile[: event.tiles], self.pile[event.tiles :]
            case told.DiscardSeen():
                self.hand, self.thrown = _less(self.hand, event.tiles), self.thrown + event.tiles
            case told.HandPassed():
                self.peeked = ()
            case told.ChoiceSeen():
                self.chosen = event.policy
            case told.VetoBallotMarked():
                self.veto_marks += (event.wanted,)
            case told.AgendaVetoed():
                self.vetoed_pair = (event.president, event.chancellor)
                self._fail()
            case told.PolicyEnacted():
                self._enact(event)
            case told.ProvedNotHitler(seat=seat) if seat not in self.cleared_seats:
                self.cleared_seats += (seat,)
            case SpecialElectionCalled():
                self.named = event.seat
            case LoyaltyInvestigated():
                self.investigated, self.investigator = (*self.investigated, event.seat), event.president
            case told.PeekSeen():
                self.peeked = event.tiles
            case PlayerExecuted():
                self.alive = tuple(seat for seat in self.alive if seat != event.seat)

    def _fail(self) -> None:
        self.failures, self.rejected = self.failures + 1, self.rejected + 1

    def _enact(self, event: told.PolicyEnacted) -> None:
        self.liberal, self.fascist = self.liberal + (event.policy == "L"), self.fascist + (event.policy == "F")
        self.failures, self.hand, self.vetoed_pair = 0, (), ()
        if event.by_populace:
            self.pile, self.elected_pair, self.enacting_pair, self.forgotten, self.rejected = self.pile[1:], (), (), True, 0
            self.peeked = ()
        else:
            assert self.president is not None
            assert self.chancellor is not None
            self.enacting_pair = (self.president, self.chancellor)


def _less(hand: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Take away what is there; what isn't there has broken a predicate by then."""
    left = list(hand)
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return tuple(left)


class Asked(Struct):
    """A decision that is due, with the game and everybody's view as they were then."""

    game: Game
    views: dict[Onlooker, View]


class Moment:
    """One event or question of a trace; nouns it does not have itself are those of the event, then those of the referee."""

    def __init__(self, trace: "list[Moment]", kind: str, what: Any, table: Referee) -> None:
        self.trace, self.place, self.kind, self.what, self.table = trace, len(trace), kind, what, table

    def __getattr__(self, noun: str) -> Any:
        what = self.__dict__["what"]
        return getattr(what, noun) if noun in getattr(what, "__struct_fields__", ()) else getattr(self.__dict__["table"], noun)

    # What comes of it

    @cached_property
    def meanwhile(self) -> "list[Moment]":
        """What is told before the next step."""
        return list(takewhile(lambda moment: moment.kind not in LANDMARKS, self._following()))

    @cached_property
    def coming(self) -> "Moment":
        """The next step of the round, or of the game."""
        return next(moment for moment in self._following() if moment.kind in LANDMARKS)

    @property
    def then(self) -> str:
        return self.coming.kind

    @property
    def told(self) -> set[str]:
        return {moment.kind for moment in self.meanwhile}

    @property
    def moved(self) -> int | None:
        """Where the tracker goes before the next step."""
        return next((moment.what.tracker for moment in self.meanwhile if moment.kind == "TrackerMoved"), None)

    @property
    def discarded(self) -> tuple[str, ...]:
        return next((moment.what.tiles for moment in self.meanwhile if moment.kind == "DiscardSeen"), ())

    @property
    def granted(self) -> str:
        return self.coming.what.power if self.then == "PowerGranted" else "none"

    @property
    def rest_of_round(self) -> list[str]:
        rest = takewhile(lambda moment: moment.kind != "PresidencyPassed", self._following())
        return [moment.kind for moment in rest if moment.kind in LANDMARKS]

    @property
    def rest_of_game(self) -> list[str]:
        return [moment.kind for moment in self._following()]

    @property
    def asks_next(self) -> str:
        return next((moment.kind for moment in islice(self.trace, self.place + 1, None) if isinstance(moment.what, Asked)), "nothing")

    def _following(self) -> Iterator["Moment"]:
        """Every event after this one; questions are left out."""
        return (moment for moment in islice(self.trace, self.place + 1, None) if not isinstance(moment.what, Asked))

    # Who is who

    @property
    def hitler(self) -> int:
        return self.table.roles.index("H")

    @property
    def fascists(self) -> set[int]:
        return self._with_role("F")

    @property
    def liberals(self) -> set[int]:
        return self._with_role("L")

    @property
    def team(self) -> set[int]:
        return self.fascists | {self.hitler}

    def _with_role(self, role: str) -> set[int]:
        return {seat for seat, held in enumerate(self.table.roles) if held == role}

    @property
    def dead(self) -> set[int]:
        return set(range(self.table.players)) - set(self.table.alive)

    def knows(self, seat: int) -> set[int]:
        """Whose roles this seat was told, rightly."""
        return {other for who, other, role in self.table.known if who == seat and role == self.table.roles[other]}

    def next_living(self, seat: int) -> int:
        return min(self.table.alive, key=lambda other: (other - seat - 1) % self.table.players)

    @property
    def ja(self) -> int:
        return sum(ja for _, ja in self.table.marks)

    @property
    def winner(self) -> str:
        return str(self.what.ending.winner)

    # What is asked

    @property
    def asked(self) -> tuple[int, ...]:
        awaited: tuple[int, ...] = self.what.game.awaited
        return awaited

    @cached_property
    def _legal(self) -> Sequence[AnyAction]:
        game = self.what.game
        return list(chances(game)) if NATURE in game.awaited else game.legal_actions(game.awaited[0])

    @property
    def actions(self) -> set[str]:
        return {type(action).__name__ for action in self._legal}

    @property
    def may(self) -> set[Any]:
        """The seats, policies or answers that may be chosen."""
        return {_chosen(action) for action in self._legal}

    @property
    def offered(self) -> set[Any]:
        """What the view of whoever is asked says may be chosen."""
        return {_chosen(choice.action) for choice in self.view(Seat(self.asked[0])).choices if choice.barred is None}

    def why(self, seat: int) -> str | None:
        """Why that seat may not be chosen, if it may not."""
        action = _TARGETED[self.kind](Seat(seat))
        try:
            self.what.game.copy().apply(self.asked[0], action)
        except IllegalAction as refusal:
            (choice,) = (choice for choice in self.view(Seat(self.asked[0])).choices if choice.action == action)
            assert choice.barred is refusal.bar
            return refusal.bar
        return None

    def view(self, onlooker: Onlooker) -> View:
        view: View = self.what.views[onlooker]
        return view

    @property
    def shown(self) -> View:
        """What the public sees."""
        return self.view(PUBLIC)

    @property
    def board(self) -> Any:
        return self.shown.board

    @property
    def hushed(self) -> set[int]:
        return {seat for seat in range(self.table.players) if self.view(Seat(seat)).silent is not None}

    def tellings(self, seat: int, about: str) -> set[str | None]:
        """List what a seat may claim of its latest sight of this kind."""
        claims = [claim for claim in self.what.game.legal_claims(Seat(seat)) if subject(claim) == about]
        latest = max((claim.round for claim in claims), default=0)
        said = [(claim.tiles if isinstance(claim, ClaimTiles) else claim.party) for claim in claims if claim.round == latest]
        return {None if each is None else "".join(each) for each in said}


def _chosen(action: Any) -> Any:
    match action:
        case Nominate() | Investigate() | CallSpecialElection() | Execute():
            return target(action)
        case Discard(policy) | Enact(policy):
            return policy
        case Appoint(president):
            return president
        case Veto(wanted):
            return wanted
        case _:
            return getattr(action, "ja", None)


class Tracer:
    """Plays moves and writes the trace down."""

    def __init__(self, game: Game) -> None:
        seats = range(game.board.seats)
        self.game = game
        self.trace: list[Moment] = []
        self.events: list[AnyEvent] = []
        self._learned = 0
        onlookers: list[Onlooker] = [*map(Seat, seats), PUBLIC]
        self.views: dict[Onlooker, View] = {who: onlooking(game.rules, len(seats), who) for who in onlookers}
        self.referee = Referee(len(seats), tuple(seats), game.opener)

    def play(self, seat: Seat, action: AnyAction) -> None:
        before = (self.game.board.phase, self.game.board.round, self.game.legal)
        events = self.game.apply(seat, action)
        self.events += events
        for event in events:
            self._note(type(event).__name__, event)
            self.referee.see(event)
        phase = self.game.board.phase
        if phase in ASKED and before != (phase, self.game.board.round, self.game.legal):
            self.learn()
            views = {who: _kept(view) for who, view in self.views.items()}
            asks_veto = phase is Phase.CHANCELLOR_SESSION and isinstance(self.game.legal[0], Veto)
            self._note("AskingVeto" if asks_veto else ASKED[phase], Asked(self.game.copy(), views))

    def learn(self) -> None:
        """Let the views catch up, all at once: nobody looks at them in between."""
        news, self._learned = self.events[self._learned :], len(self.events)
        for view in self.views.values():
            view.see(news)

    def _note(self, kind: str, what: Any) -> None:
        self.trace.append(Moment(self.trace, kind, what, self.referee.__copy__()))  # type: ignore[attr-defined]  # because the types of msgspec leave it out


def _kept(view: View) -> View:
    """Keep a view as it is now; the other one goes on learning."""
    return replace(view, board=view.board.copy(), roles=dict(view.roles), parties=dict(view.parties))


def traced(record: Record) -> list[Moment]:
    tracer = Tracer(begin(record.rules, record.seats, record.opener))
    for move in record.moves:
        tracer.play(move.seat, move.action)
    return tracer.trace
