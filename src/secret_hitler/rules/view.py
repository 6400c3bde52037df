"""View: what one onlooker knows, folded only from the events it may see."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from . import events
from .actions import NOMINATIONS, Claim, ClaimParty, ClaimTiles
from .board import Board, Sight, opening_board
from .choices import Bar, legal_actions, limited, nomination_bar, power_bar, silence, tiles_seen, veto_open
from .claims import Claimed, OpenClaim, Round, about, judge, tellings
from .events import ALL, PUBLIC, Event, Onlooker, visible
from .powers import BY_EVENT, BY_PHASE, TARGETS, AnyEvent, Decision, PowerUsed
from .ruleset import Ruleset
from .vocabulary import About, Party, Phase, Policy, Power, Role, Seat, Tiles

_ASKING: Final = frozenset({events.VoteCast, events.BallotMarked, events.ChancellorNominated})
"""Events that change nothing but what's asked; they are most of a game."""


class Choice(Struct, frozen=True):
    """Something I could do now, or why I can't."""

    action: Decision
    """What to send."""
    barred: Bar | None = None
    """Why not; null if I can."""


class View(Struct, gc=False):
    rules: Ruleset
    """The rule set of this game, with all its numbers."""
    onlooker: Onlooker
    """Whose view it is: a seat, `public` for spectators, or `all`."""
    board: Board
    """What everybody sees."""
    rounds: list[Round] = []
    """The rounds so far, the one being played included."""
    roles: dict[Seat, Role] = {}
    """Roles the onlooker knows, its own included."""
    parties: dict[Seat, Party] = {}
    """Parties the onlooker knows, by role or by investigation."""
    informed: tuple[Role, ...] = ()
    """The roles that learned at the start who else is in the fascist party."""
    hand: Tiles | None = None
    """The tiles in my hand; for the all-seeing, the tiles in session."""
    ballot: bool | None = None
    """My vote, until all are counted."""
    veto_ballot: bool | None = None
    """My sealed ballot on a veto, until both are counted."""
    chosen: Policy | None = None
    """The tile I chose to enact, while a sealed veto is decided."""
    forgone: bool = False
    """I've said that I won't ask for a veto, and must enact."""
    deck: Tiles | None = None
    """The order of the last shuffle, for the all-seeing alone."""
    liberal_tiles_left: int = 0
    """Liberal tiles not enacted: in the draw pile, the discards or a hand."""
    fascist_tiles_left: int = 0
    """The same for fascist tiles."""
    next_power: Power = Power.NONE
    """What the next fascist policy would grant."""
    hitler_can_win: bool = False
    """Electing Hitler chancellor would now end the game."""
    veto_open: bool = False
    """A government can ask for a veto now."""
    term_limited: tuple[Seat, ...] = ()
    """Who can't be nominated chancellor, besides the president."""
    choices: tuple[Choice, ...] = ()
    """What is asked of me now; empty when nothing is."""
    silent: Bar | None = None
    """Why I can't talk or make a claim now."""
    sights: tuple[Sight, ...] = ()
    """What I saw."""
    claims: tuple[OpenClaim, ...] = ()
    """What I can make a claim about now, the latest first."""

    @property
    def legal_actions(self) -> tuple[Decision, ...]:
        return tuple(choice.action for choice in self.choices if choice.barred is None)

    @property
    def role(self) -> Role | None:
        return None if isinstance(self.onlooker, str) else self.roles.get(self.onlooker)

    @property
    def me(self) -> Seat:
        """The seat of the onlooker, who must have one."""
        assert not isinstance(self.onlooker, str)
        return self.onlooker

    def see(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        """Learn from the events this onlooker may see, and return them."""
        seen = seen_by(self.onlooker, events)
        self.learn(seen)
        return seen

    def learn(self, seen: list[AnyEvent], board: Board | None = None) -> None:
        """Learn from events that this onlooker may see; with `board`, take the board after them from someone who folded it."""
        if board is None:
            for event in seen:
                self.board.see(event)
        else:
            self.board = board.copy()
        for event in seen:
            fold = _FOLDS.get(type(event))
            if fold is not None:
                fold(self, event)
        if not _ASKING.issuperset(map(type, seen)):
            self._take_stock()
        self._look_at_choices()

    def suppose_board(self, board: Board) -> None:
        """Look at another board from here on: an assumed situation."""
        self.board = board.copy()
        self._take_stock()
        self._look_at_choices()

    def suppose_seen(self, claim: Claim, discarded: Tiles | None = None) -> None:
        """Suppose that this seat saw what it claims, and threw this away; a refusal to say takes that back."""
        round = self.rounds[claim.round - 1]
        match claim:
            case ClaimParty(_, party):
                assert round.party_of is not None
                self.parties.pop(round.party_of, None)
                if party is not None:
                    self.parties[round.party_of] = party
            case ClaimTiles(About.PRESIDENT_HAND, _, tiles):
                round.president_hand, round.president_discard = tiles, discarded
            case ClaimTiles(About.CHANCELLOR_HAND, _, tiles):
                round.chancellor_hand = tiles
            case ClaimTiles(_, _, tiles):
                round.peek = tiles

    def _look_at_choices(self) -> None:
        if not isinstance(self.onlooker, str):
            self.choices = _choices(self, self.onlooker)

    def _take_stock(self) -> None:
        """Work out what follows from the events, so that no client has to."""
        rules, board = self.rules, self.board
        self.liberal_tiles_left = rules.liberal_tiles - board.liberal
        self.fascist_tiles_left = rules.fascist_tiles - board.fascist
        track = rules.powers[board.seats]
        self.next_power = track[board.fascist] if board.fascist < len(track) else Power.NONE
        self.hitler_can_win = board.fascist >= rules.hitler_threshold
        self.veto_open = veto_open(rules, board)
        self.term_limited = tuple(sorted(set(board.alive).intersection(limited(rules, board))))
        if not isinstance(self.onlooker, str):
            seat = self.onlooker
            self.silent = silence(rules, board, seat)
            self.sights = tuple([sight for sight in board.sights if sight.seat == seat])
            self.claims = () if self.silent is not None or board.ending is not None else _claims_about(self, self.sights)


def seen_by(onlooker: Onlooker, events: Iterable[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if visible(event, onlooker)]


def onlooking(rules: Ruleset, seats: int, onlooker: Onlooker = PUBLIC) -> View:
    """Return the view of a seat, the public or the all-seeing before anything has happened."""
    board = opening_board(seats)
    view = View(rules=rules, onlooker=onlooker, board=board, rounds=[], roles={}, parties={}, informed=rules.informed(seats))
    view._take_stock()
    return view


def open_claims(view: View, seat: Seat, round: int | None = None) -> tuple[OpenClaim, ...]:
    """List what a seat can make claims about now, or about one round alone, the latest first; what it saw doesn't matter."""
    board = view.board
    if board.ending is not None or silence(view.rules, board, seat) is not None:
        return ()
    return _claims_about(view, [sight for sight in board.sights if sight.seat == seat and round in (None, sight.round)])


def _claims_about(view: View, sights: Sequence[Sight]) -> tuple[OpenClaim, ...]:
    return tuple([_open_claim(view, sight) for sight in reversed(sights)])


def _open_claim(view: View, sight: Sight) -> OpenClaim:
    round = view.rounds[sight.round - 1]
    said = any(claimed.seat == sight.seat and about(claimed.claim) is sight.about for claimed in round.claims)
    party = sight.about is About.PARTY
    tiles = 0 if party else tiles_seen(view.rules, sight.about)
    told = tellings(sight.about, tiles, sight.round)
    return OpenClaim(sight.seat, sight.about, sight.round, tiles, round.party_of if party else None, said, told)


def _choices(view: View, seat: Seat) -> tuple[Choice, ...]:
    rules, board = view.rules, view.board
    if seat not in board.awaited:
        return ()
    seats = map(Seat, range(board.seats))
    if board.phase is Phase.NOMINATION:
        return tuple(Choice(NOMINATIONS[other], nomination_bar(rules, board, other)) for other in seats)
    if board.phase in BY_PHASE:
        targets = TARGETS[BY_PHASE[board.phase].action]
        return tuple(Choice(targets[other], power_bar(rules, board, other)) for other in seats)
    return tuple(map(Choice, legal_actions(rules, board, view.hand or (), view.forgone)))


# Learning from one event


def _role_seen(view: View, event: events.RoleSeen | events.RoleShown) -> None:
    view.roles[event.seat], view.parties[event.seat] = event.role, event.role.party


def _roles_shown(view: View, event: events.RolesDealt | events.RolesRevealed) -> None:
    for seat, role in enumerate(event.roles):
        view.roles[Seat(seat)], view.parties[Seat(seat)] = role, role.party


def _deck_ordered(view: View, event: events.DeckOrdered) -> None:
    view.deck = event.deck


def _presidency_passed(view: View, event: events.PresidencyPassed) -> None:
    """Count what was enacted before from the rounds: the board may be ahead of them."""
    rounds = view.rounds
    liberal, fascist = (rounds[-1].liberal_before, rounds[-1].fascist_before) if rounds else (0, 0)
    enacted = rounds[-1].enacted if rounds else None
    liberal, fascist = liberal + (enacted is Policy.LIBERAL), fascist + (enacted is Policy.FASCIST)
    rounds.append(Round(len(rounds) + 1, event.president, event.special, liberal, fascist, claims=[]))


def _chancellor_nominated(view: View, event: events.ChancellorNominated) -> None:
    view.rounds[-1].chancellor = event.chancellor


def _ballot_marked(view: View, event: events.BallotMarked) -> None:
    if view.onlooker != ALL:
        view.ballot = event.ja


def _election_held(view: View, event: events.ElectionHeld) -> None:
    view.ballot = None
    view.rounds[-1].ballots, view.rounds[-1].elected = event.ballots, event.elected


def _hand_seen(view: View, event: events.HandSeen) -> None:
    round = view.rounds[-1]
    view.hand = event.tiles
    if event.seat == round.president:
        round.president_hand = event.tiles
    else:
        round.chancellor_hand = event.tiles


def _discard_seen(view: View, event: events.DiscardSeen) -> None:
    round = view.rounds[-1]
    view.hand = None
    if event.seat == round.president:
        round.president_discard = event.tiles
    else:
        round.chancellor_discard = event.tiles


def _choice_seen(view: View, event: events.ChoiceSeen) -> None:
    view.chosen = event.policy


def _veto_requested(view: View, _: events.VetoRequested) -> None:
    view.rounds[-1].veto_asked = True


def _veto_forgone(view: View, _: events.VetoForgone) -> None:
    view.forgone = True


def _veto_ballot_marked(view: View, event: events.VetoBallotMarked) -> None:
    if view.onlooker != ALL:
        view.veto_ballot = event.wanted


def _session_ended(view: View, event: events.AgendaVetoed | events.PolicyEnacted) -> None:
    round = view.rounds[-1]
    if isinstance(event, events.AgendaVetoed):
        round.vetoed = True
    else:
        round.enacted, round.by_populace = event.policy, event.by_populace
        judge(view.rules, round)
    view.hand = view.chosen = view.veto_ballot = None
    view.forgone = False


def _power_granted(view: View, event: events.PowerGranted) -> None:
    view.rounds[-1].power = event.power


def _power_used(view: View, event: PowerUsed) -> None:
    view.rounds[-1].target = event.seat


def _party_seen(view: View, event: events.PartySeen) -> None:
    view.rounds[-1].party = event.party
    view.parties[event.seat] = event.party


def _peek_seen(view: View, event: events.PeekSeen) -> None:
    view.rounds[-1].peek = event.tiles


def _claim_made(view: View, event: events.ClaimMade) -> None:
    round = view.rounds[event.claim.round - 1]
    round.claims.append(Claimed(event.seat, event.claim))
    judge(view.rules, round)


_FOLDS: Final[dict[type[Event], Callable[[View, Any], None]]] = {
    events.RoleSeen: _role_seen,
    events.RoleShown: _role_seen,
    events.RolesDealt: _roles_shown,
    events.RolesRevealed: _roles_shown,
    events.DeckOrdered: _deck_ordered,
    events.PresidencyPassed: _presidency_passed,
    events.ChancellorNominated: _chancellor_nominated,
    events.BallotMarked: _ballot_marked,
    events.ElectionHeld: _election_held,
    events.HandSeen: _hand_seen,
    events.DiscardSeen: _discard_seen,
    events.ChoiceSeen: _choice_seen,
    events.VetoRequested: _veto_requested,
    events.VetoForgone: _veto_forgone,
    events.VetoBallotMarked: _veto_ballot_marked,
    events.AgendaVetoed: _session_ended,
    events.PolicyEnacted: _session_ended,
    events.PowerGranted: _power_granted,
    events.PartySeen: _party_seen,
    events.PeekSeen: _peek_seen,
    events.ClaimMade: _claim_made,
    **dict.fromkeys(BY_EVENT, _power_used),
}
