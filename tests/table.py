"""A table for sentence tests: a real game put into the situation a sentence speaks of, and driven by the rulebook's words."""

from collections.abc import Iterable

from msgspec.structs import replace

from secret_hitler.rules import (
    NATURE,
    AnyAction,
    AnyEvent,
    Appoint,
    Bar,
    CallSpecialElection,
    Deal,
    Discard,
    Enact,
    Execute,
    Game,
    IllegalAction,
    Investigate,
    Nominate,
    Onlooker,
    Phase,
    Policy,
    Role,
    Ruleset,
    Seat,
    Shuffle,
    Tiles,
    Veto,
    View,
    Vote,
    begin,
    onlooking,
)
from secret_hitler.rules.events import ALL, PUBLIC, Event, PolicyEnacted
from secret_hitler.rules.game import cards_to_shuffle
from secret_hitler.rules.ruleset import FirstPresident

JA, NEIN = True, False
L, F = Policy.LIBERAL, Policy.FASCIST
ROLES = {5: "LLLFH", 6: "LLLLFH", 7: "LLLLFFH", 8: "LLLLLFFH", 9: "LLLLLFFFH", 10: "LLLLLLFFFH"}


def tiles(letters: str) -> Tiles:
    return tuple(map(Policy, letters))


class Table:
    """Keeps the game, all events, and the views of every onlooker; nature shuffles sorted decks unless told otherwise."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[AnyEvent] = []
        self.next_shuffles: list[Tiles] = []
        onlookers: list[Onlooker] = [*map(Seat, range(game.board.seats)), PUBLIC, ALL]
        self.views: dict[object, View] = {onlooker: onlooking(game.rules, game.board.seats, onlooker) for onlooker in onlookers}

    def does(self, seat: int, action: AnyAction) -> "Table":
        self._tell(self.game.apply(Seat(seat), action))
        while self.game.board.phase is Phase.SHUFFLE:
            deck = self.next_shuffles.pop(0) if self.next_shuffles else cards_to_shuffle(self.game)
            self._tell(self.game.apply(NATURE, Shuffle(deck)))
        return self

    def _tell(self, told: list[AnyEvent]) -> None:
        self.events += told
        for view in self.views.values():
            view.see(told)

    def refuses(self, seat: int, action: AnyAction) -> Bar:
        before = self.game.copy()
        try:
            self.game.apply(Seat(seat), action)
        except IllegalAction as refusal:
            assert self.game == before, "a refused action changed the game"
            self.reason = str(refusal)
            return refusal.bar
        raise AssertionError(f"seat {seat} may {action}")

    # The rulebook's words

    @property
    def president(self) -> Seat:
        assert self.game.board.president is not None
        return self.game.board.president

    def nominate(self, chancellor: int) -> "Table":
        return self.does(self.president, Nominate(Seat(chancellor)))

    def votes(self, ballots: str) -> "Table":
        for seat, ballot in zip(self.game.board.alive, ballots, strict=True):
            self.does(seat, Vote(ballot == "J"))
        return self

    def everyone_votes(self, ja: bool) -> "Table":
        return self.votes(("J" if ja else "N") * len(self.game.board.alive))

    def elect(self, chancellor: int) -> "Table":
        return self.nominate(chancellor).everyone_votes(JA)

    def reject(self) -> "Table":
        return self.nominate(self.eligible[0]).everyone_votes(NEIN)

    def discard(self, policy: Policy) -> "Table":
        return self.does(self.president, Discard(policy))

    @property
    def chancellor(self) -> Seat:
        assert self.game.board.chancellor is not None
        return self.game.board.chancellor

    def enact(self, policy: Policy) -> "Table":
        return self.does(self.chancellor, Enact(policy))

    def session(self, chancellor: int, policy: Policy) -> "Table":
        """Elect this chancellor and enact this policy, whatever else is in the hands."""
        self.elect(chancellor)
        hand = self.game.hand
        other = L if policy is F else F
        self.discard(other if other in hand else policy)
        if Veto(True) in self.game.legal_actions(self.chancellor):
            self.does(self.chancellor, Veto(False))
        self.enact(policy)
        for seat in self.game.awaited if self.phase is Phase.VETO_BALLOT else ():
            self.does(seat, Veto(False))
        return self

    def veto(self, seat: int, wanted: bool) -> "Table":
        return self.does(seat, Veto(wanted))

    def investigate(self, seat: int) -> "Table":
        return self.does(self.president, Investigate(Seat(seat)))

    def call_special_election(self, seat: int) -> "Table":
        return self.does(self.president, CallSpecialElection(Seat(seat)))

    def execute(self, seat: int) -> "Table":
        return self.does(self.president, Execute(Seat(seat)))

    @property
    def eligible(self) -> list[int]:
        return [action.chancellor for action in self.game.legal_actions(self.president) if isinstance(action, Nominate)]

    @property
    def tracker(self) -> int:
        return self.game.board.tracker

    @property
    def enacted(self) -> list[Policy]:
        return [event.policy for event in self.events if isinstance(event, PolicyEnacted)]

    @property
    def phase(self) -> Phase:
        return self.game.board.phase

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def at(
    rules: Ruleset,
    seats: int,
    *,
    roles: str | None = None,
    president: int = 0,
    deck: str = "",
    pile: str | None = None,
    liberal: int = 0,
    fascist: int = 0,
    tracker: int = 0,
    limited: tuple[int, int] | None = None,
    executed: Iterable[int] = (),
) -> Table:
    """Lay out a nomination. `deck` is the top of the draw pile and the rest follows; `pile` is all of it and the rest is discarded."""
    named = rules.first_president is not FirstPresident.RANDOM
    game = begin(rules, seats, Seat(president) if named else None)
    table = Table(game)
    table._tell(game.apply(NATURE, Deal(tuple(map(Role, roles or ROLES[seats])))))
    table._tell(game.apply(NATURE, Shuffle(_deck(cards_to_shuffle(game), ""))))
    if not named:
        table._tell(game.apply(NATURE, Appoint(Seat(president))))
    left = (F,) * (rules.fascist_tiles - fascist) + (L,) * (rules.liberal_tiles - liberal)
    drawn = _deck(left, deck) if pile is None else tiles(pile)
    discards = () if pile is None else _deck(left, pile)[len(pile) :]
    board = replace(
        game.board,
        liberal=liberal,
        fascist=fascist,
        tracker=tracker,
        draw_pile=len(drawn),
        discards=len(discards),
        alive=tuple(seat for seat in game.board.alive if seat not in set(executed)),
    )
    if limited is not None:
        board = replace(board, limited_president=Seat(limited[0]), limited_chancellor=Seat(limited[1]))
    game.suppose(board=board, deck=drawn, discards=discards)
    for view in table.views.values():
        view.suppose_board(board)
    return table


def _deck(left: Tiles, top: str) -> Tiles:
    rest = list(left)
    for policy in tiles(top):
        rest.remove(policy)
    return tiles(top) + tuple(rest)
