"""Play the game: awaited, legal_actions, apply. The rules live here."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Final, TypeVar

from msgspec import Struct

from . import events
from .actions import Appoint, Chance, Claim, ClaimParty, ClaimTiles, Deal, Discard, Enact, Nominate, Shuffle, UsePower, Veto, Vote
from .board import FOLDS, Board, opening_board
from .choices import Bar, IllegalAction, claim_bar, claim_refusal, legal_actions, refusal, tiles_seen, veto_open
from .claims import tellings
from .events import EVERYONE, NOBODY, VOTE_EVENTS, only
from .powers import BY_ACTION, PEEKS, AnyEvent, Decision, DeckPeeked, DropDecided, PowerAction, TopCardPeeked, target
from .ruleset import FirstPresident, Ruleset, TermLimits, TrackerReset, VetoStyle
from .vocabulary import NATURE, Ending, Phase, Policy, Power, Role, Seat, Tiles, cache_members, without

T = TypeVar("T")


@cache_members
class Then(StrEnum):
    """What goes on once the deck is shuffled."""

    OPEN = "open"
    DRAW = "draw"
    POPULACE = "populace"
    POWER = "power"
    FAILURE = "failure"


class Game(Struct, gc=False):
    """One game with its secrets. `begin` makes one; only `apply` changes it."""

    rules: Ruleset
    opener: Seat | None
    """The first president, if the rule set doesn't leave it to chance."""
    board: Board
    roles: tuple[Role, ...] = ()
    deck: Tiles = ()
    discards: Tiles = ()
    hand: Tiles = ()
    ballots: list[bool | None] = []
    veto_ballots: tuple[bool, ...] = ()
    chosen: Policy | None = None
    forgone: bool = False
    granted: Power = Power.NONE
    then: Then = Then.OPEN
    legal: tuple[Decision, ...] = ()
    """What each awaited seat can do, worked out once for a state."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.board.awaited

    @property
    def ending(self) -> Ending | None:
        return self.board.ending

    def legal_actions(self, seat: Seat) -> tuple[Decision, ...]:
        return self.legal if seat in self.board.awaited else ()

    def legal_claims(self, seat: Seat) -> tuple[Claim, ...]:
        """List every claim this seat can make now: the truth, the lies, and refusing to say."""
        rules, board = self.rules, self.board
        sights = [sight for sight in board.sights if sight.seat == seat]
        claims = [claim for sight in sights for claim in tellings(sight.about, tiles_seen(rules, sight.about), sight.round)]
        return tuple(claim for claim in claims if claim_bar(rules, board, seat, claim) is None)

    def apply(self, seat: Seat, action: Decision | Claim | Chance) -> list[AnyEvent]:
        """Do what this seat asks, or raise IllegalAction and change nothing."""
        told: list[AnyEvent] = []
        board = self.board
        if action in self.legal and seat in board.awaited:
            if not isinstance(action, Vote):
                _DECISIONS[type(action)](self, told, seat, action)
            else:  # most moves of a game are votes: here without a call, and with the fold of a vote
                ja, awaited = action.ja, board.awaited
                self.ballots[seat] = ja
                told += VOTE_EVENTS[seat][ja]
                board.awaited = awaited[1:] if awaited[0] == seat else without(awaited, seat)
                if board.awaited:
                    return told  # the others are asked the same
                self._close_election(told, self.ballots.count(True) >= board.majority)
        elif seat == NATURE:
            self._chance(told, action)
        elif isinstance(action, ClaimTiles | ClaimParty):
            bar = claim_bar(self.rules, board, seat, action)
            if bar is not None:
                raise claim_refusal(seat, action, bar)
            told.append(events.ClaimMade(seat=seat, claim=action, audience=EVERYONE))
            return told
        else:
            raise refusal(self.rules, board, seat, action, self.hand, self.forgone)
        self.legal = legal_actions(self.rules, board, self.hand, self.forgone)
        return told

    def hold_election(self, elected: bool) -> list[AnyEvent]:
        """Close a vote with this outcome, whatever the ballots; the model checker looks at both."""
        told: list[AnyEvent] = []
        self._close_election(told, elected)
        self.legal = legal_actions(self.rules, self.board, self.hand, self.forgone)
        return told

    def copy(self) -> "Game":
        twin: Game = self.__copy__()  # type: ignore[attr-defined]  # because the types of msgspec leave it out
        twin.board = self.board.copy()
        twin.ballots = self.ballots.copy()
        return twin

    def suppose(
        self,
        *,
        board: Board | None = None,
        roles: tuple[Role, ...] | None = None,
        hand: Tiles | None = None,
        deck: Tiles | None = None,
        discards: Tiles | None = None,
    ) -> None:
        """Replace hidden cards or the board by assumptions; raise ValueError and change nothing if they contradict the rest."""
        twin = self.copy()
        twin.board = self.board if board is None else board.copy()
        twin.roles = self.roles if roles is None else roles
        twin.hand = self.hand if hand is None else hand
        twin.deck = self.deck if deck is None else deck
        twin.discards = self.discards if discards is None else discards
        for contradiction in _contradictions(twin):
            raise ValueError(f"that cannot be supposed: {contradiction}")
        self.board, self.roles, self.hand, self.deck, self.discards = twin.board, twin.roles, twin.hand, twin.deck, twin.discards
        self.legal = legal_actions(self.rules, self.board, self.hand, self.forgone)

    # Telling

    def _say(self, told: list[AnyEvent], event: AnyEvent) -> None:
        """Tell everyone, and let the board show it."""
        told.append(event)
        FOLDS[type(event)](self.board, event)

    # Chance

    def _chance(self, told: list[AnyEvent], action: object) -> None:
        match self.board.phase, action:
            case Phase.DEAL, Deal(roles):
                self._deal(told, roles)
            case Phase.SHUFFLE, Shuffle(deck):
                self._shuffle(told, deck)
            case Phase.APPOINTMENT, Appoint(president) if president in self.board.alive:
                self._say(told, events.PresidencyPassed(president=president, special=False, audience=EVERYONE))
            case _:
                raise IllegalAction(Bar.WRONG_MOMENT, f"nature may not do that in the phase {self.board.phase}")

    def _deal(self, told: list[AnyEvent], roles: tuple[Role, ...]) -> None:
        rules, seats = self.rules, self.board.seats
        if sorted(roles) != sorted(role_cards(rules, seats)):
            raise IllegalAction(Bar.WRONG_CARDS, f"nature may not deal {''.join(roles)} to {seats} seats: {Bar.WRONG_CARDS.text}")
        self.roles = roles
        told.append(events.RolesDealt(roles=roles, audience=NOBODY))
        self._say(told, events.EnvelopesDealt(audience=EVERYONE))
        informed = rules.informed(seats)
        team = [seat for seat in self.board.alive if roles[seat] is not Role.LIBERAL]
        for seat in self.board.alive:
            known = team if roles[seat] in informed else (seat,)
            told += [events.RoleSeen(seat=other, role=roles[other], audience=only(seat)) for other in known]

    def _shuffle(self, told: list[AnyEvent], deck: Tiles) -> None:
        cards = cards_to_shuffle(self)
        if tuple(sorted(deck)) != cards:
            raise IllegalAction(Bar.WRONG_CARDS, f"nature may not shuffle {''.join(deck)}: the tiles left are {''.join(cards)}")
        self.deck, self.discards = deck, ()
        self._say(told, events.DeckShuffled(tiles=len(deck), audience=EVERYONE))
        told.append(events.DeckOrdered(deck=deck, audience=NOBODY))
        _AFTER_SHUFFLE[self.then](self, told)

    def _with_tiles(self, told: list[AnyEvent], tiles: int, then: Then) -> None:
        """Continue if the draw pile has this many tiles; otherwise shuffle first."""
        if len(self.deck) >= tiles:
            _AFTER_SHUFFLE[then](self, told)
            return
        self.then = then
        self._say(told, events.DeckRanLow(audience=EVERYONE))

    # The election

    def _open(self, told: list[AnyEvent]) -> None:
        if self.opener is not None:
            self._say(told, events.PresidencyPassed(president=self.opener, special=False, audience=EVERYONE))

    def _next_round(self, told: list[AnyEvent]) -> None:
        named = self.board.special_president
        president = self.board.next_in_rotation() if named is None else named
        self._say(told, events.PresidencyPassed(president=president, special=named is not None, audience=EVERYONE))

    def _nominate(self, told: list[AnyEvent], seat: Seat, action: Nominate) -> None:
        self.ballots = [None] * self.board.seats
        self._say(told, events.ChancellorNominated(president=seat, chancellor=action.chancellor, audience=EVERYONE))
        if self.rules.first_chancellor_given and self.board.round == 1:
            self._close_election(told, elected=True)

    def _close_election(self, told: list[AnyEvent], elected: bool) -> None:
        board, rules = self.board, self.rules
        president, chancellor = board.government
        self._say(
            told,
            events.ElectionHeld(
                president=president, chancellor=chancellor, ballots=tuple(self.ballots), elected=elected, audience=EVERYONE
            ),
        )
        if not elected:
            self._government_failed(told)
            return
        if rules.tracker_reset is TrackerReset.ON_ELECTION:
            self._reset_tracker(told)
        if rules.term_limits is TermLimits.LAST_ELECTED:
            self._say(told, events.TermLimitsSet(president=president, chancellor=chancellor, audience=EVERYONE))
        if board.fascist >= rules.hitler_threshold:
            if self.roles[chancellor] is Role.HITLER:
                self._end(told, Ending.HITLER_ELECTED)
                return
            self._say(told, events.ProvedNotHitler(seat=chancellor, audience=EVERYONE))
        self._with_tiles(told, rules.draw, Then.DRAW)

    def _reset_tracker(self, told: list[AnyEvent]) -> None:
        if self.board.tracker:
            self._say(told, events.TrackerMoved(tracker=0, audience=EVERYONE))

    def _government_failed(self, told: list[AnyEvent]) -> None:
        self._say(told, events.TrackerMoved(tracker=self.board.tracker + 1, audience=EVERYONE))
        if self.board.tracker < self.rules.tracker_length:
            self._next_round(told)
        elif self.rules.chaos_enacts:
            self._with_tiles(told, 1, Then.POPULACE)
        else:
            self._forget_failures(told)
            self._next_round(told)

    def _populace_enacts(self, told: list[AnyEvent]) -> None:
        rules, policy, self.deck = self.rules, self.deck[0], self.deck[1:]
        self._say(told, events.PolicyEnacted(policy=policy, by_populace=True, audience=EVERYONE))
        self._forget_failures(told)
        if self._goal_reached(told):
            return
        self.granted = self._power_of(policy) if rules.chaos_grants_powers else Power.NONE
        full_hand = rules.reshuffle_after_populace or self.granted in PEEKS
        self._with_tiles(told, rules.draw if full_hand else 0, Then.POWER)

    def _forget_failures(self, told: list[AnyEvent]) -> None:
        self._say(told, events.TermLimitsSet(president=None, chancellor=None, audience=EVERYONE))
        self._reset_tracker(told)

    # The legislative session

    def _draw(self, told: list[AnyEvent]) -> None:
        board, tiles = self.board, self.rules.draw
        president, _ = board.government
        self.hand, self.deck = tuple(sorted(self.deck[:tiles])), self.deck[tiles:]
        self.forgone, self.chosen, self.veto_ballots = False, None, ()
        self._say(told, events.PoliciesDrawn(president=president, tiles=tiles, audience=EVERYONE))
        told.append(events.HandSeen(seat=president, tiles=self.hand, audience=only(president)))

    def _discard(self, told: list[AnyEvent], seat: Seat, action: Discard) -> None:
        _, chancellor = self.board.government
        self._throw_away(told, seat, (action.policy,), without(self.hand, action.policy))
        self._say(told, events.HandPassed(chancellor=chancellor, audience=EVERYONE))
        told.append(events.HandSeen(seat=chancellor, tiles=self.hand, audience=only(chancellor)))

    def _throw_away(self, told: list[AnyEvent], seat: Seat, tiles: Tiles, left: Tiles) -> None:
        self.hand = left
        self.discards += tiles
        self._say(told, events.PolicyDiscarded(seat=seat, tiles=len(tiles), audience=EVERYONE))
        told.append(events.DiscardSeen(seat=seat, tiles=tiles, audience=only(seat)))

    def _choose(self, told: list[AnyEvent], seat: Seat, action: Enact) -> None:
        if self.rules.veto is VetoStyle.SEALED and veto_open(self.rules, self.board):
            self.chosen = action.policy
            self._say(told, events.PolicyChosen(chancellor=seat, audience=EVERYONE))
            seeing = self.board.government if self.rules.president_sees_pick else (seat,)
            told += [events.ChoiceSeen(chancellor=seat, policy=action.policy, audience=only(other)) for other in seeing]
            return
        self._government_enacts(told, action.policy)

    def _government_enacts(self, told: list[AnyEvent], policy: Policy) -> None:
        board, rules = self.board, self.rules
        president, chancellor = board.government
        self._throw_away(told, chancellor, without(self.hand, policy), ())
        self._say(told, events.PolicyEnacted(policy=policy, by_populace=False, audience=EVERYONE))
        if rules.term_limits is TermLimits.LAST_ENACTING:
            self._say(told, events.TermLimitsSet(president=president, chancellor=chancellor, audience=EVERYONE))
        self._reset_tracker(told)
        if self._goal_reached(told):
            return
        self.granted = self._power_of(policy)
        self._with_tiles(told, rules.draw, Then.POWER)

    def _power_of(self, policy: Policy) -> Power:
        """Find the power that the policy just enacted grants."""
        board = self.board
        return self.rules.powers[board.seats][board.fascist - 1] if policy is Policy.FASCIST else Power.NONE

    def _goal_reached(self, told: list[AnyEvent]) -> bool:
        if self.board.liberal >= self.rules.liberal_goal:
            self._end(told, Ending.LIBERAL_POLICIES)
        elif self.board.fascist >= self.rules.fascist_goal:
            self._end(told, Ending.FASCIST_POLICIES)
        return self.board.ending is not None

    # The veto

    def _veto(self, told: list[AnyEvent], seat: Seat, action: Veto) -> None:
        match self.board.phase, action.wanted:
            case Phase.VETO_BALLOT, wanted:
                self._veto_ballot(told, seat, wanted)
            case Phase.VETO_ANSWER, True:
                self._veto_agenda(told)
            case Phase.VETO_ANSWER, _:
                self._say(told, events.VetoRefused(president=seat, audience=EVERYONE))
            case _, True:
                self._say(told, events.VetoRequested(chancellor=seat, audience=EVERYONE))
            case _:
                self.forgone = True
                told.append(events.VetoForgone(chancellor=seat, audience=only(seat)))

    def _veto_ballot(self, told: list[AnyEvent], seat: Seat, wanted: bool) -> None:
        self.veto_ballots += (wanted,)
        self._say(told, events.VetoBallotCast(seat=seat, audience=EVERYONE))
        told.append(events.VetoBallotMarked(seat=seat, wanted=wanted, audience=only(seat)))
        if self.board.awaited:
            return
        if all(self.veto_ballots):
            self._veto_agenda(told)
        else:
            assert self.chosen is not None
            self._government_enacts(told, self.chosen)

    def _veto_agenda(self, told: list[AnyEvent]) -> None:
        president, chancellor = self.board.government
        self._say(told, events.AgendaVetoed(president=president, chancellor=chancellor, audience=EVERYONE))
        self._throw_away(told, chancellor, self.hand, ())
        self.granted = Power.NONE
        self._with_tiles(told, self.rules.draw, Then.FAILURE if self.rules.veto_moves_tracker else Then.POWER)

    # The powers

    def _grant_power(self, told: list[AnyEvent]) -> None:
        if self.granted is Power.NONE:
            self._next_round(told)
            return
        president = self.board.president
        assert president is not None
        self._say(told, events.PowerGranted(president=president, power=self.granted, audience=EVERYONE))
        if self.granted is Power.PEEK_AND_DROP:
            self._say(told, TopCardPeeked(president=president, audience=EVERYONE))
            told.append(events.PeekSeen(tiles=self.deck[:1], audience=only(president)))
        elif self.granted is not Power.PEEK:
            return
        elif self.rules.peek_optional:
            self._say(told, events.PeekOffered(president=president, audience=EVERYONE))
        else:
            self._peek(told, president)

    def _peek(self, told: list[AnyEvent], president: Seat) -> None:
        self._say(told, DeckPeeked(president=president, audience=EVERYONE))
        told.append(events.PeekSeen(tiles=self.deck[: self.rules.draw], audience=only(president)))
        self._next_round(told)

    def _use_or_leave(self, told: list[AnyEvent], seat: Seat, action: UsePower) -> None:
        if self.board.phase is Phase.DROP:
            self._drop(told, seat, action.wanted)
            return
        if action.wanted:
            self._peek(told, seat)
            return
        told.append(events.PowerWaived(president=seat, audience=EVERYONE))
        self._next_round(told)

    def _drop(self, told: list[AnyEvent], president: Seat, wanted: bool) -> None:
        if wanted:
            self.deck, self.discards = self.deck[1:], self.discards + self.deck[:1]
        self._say(told, DropDecided(president=president, dropped=wanted, audience=EVERYONE))
        self.granted = Power.NONE
        self._with_tiles(told, self.rules.draw, Then.POWER)

    def _use_power(self, told: list[AnyEvent], seat: Seat, action: PowerAction) -> None:
        ability, other = BY_ACTION[type(action)], target(action)
        self._say(told, ability.event(president=seat, seat=other, audience=EVERYONE))
        if ability.shows_party:
            told.append(events.PartySeen(seat=other, party=self.roles[other].party, audience=only(seat)))
        if ability.shows_own_party:
            told.append(events.PartySeen(seat=seat, party=self.roles[seat].party, audience=only(other)))
        if ability.executes and self.rules.hitler_death_wins:
            if self.roles[other] is Role.HITLER:
                self._end(told, Ending.HITLER_EXECUTED)
                return
            self._say(told, events.ProvedNotHitler(seat=other, audience=EVERYONE))
        if ability.executes and self.rules.dead_roles_shown:
            told.append(events.RoleShown(seat=other, role=self.roles[other], audience=EVERYONE))
        self._next_round(told)

    def _end(self, told: list[AnyEvent], ending: Ending) -> None:
        self._say(told, events.GameEnded(ending=ending, audience=EVERYONE))
        told.append(events.RolesRevealed(roles=self.roles, audience=EVERYONE))


def begin(rules: Ruleset, seats: int, opener: Seat | None = None) -> Game:
    """Set up a game before its deal. `opener` is the first president if the rules name one instead of drawing lots."""
    if seats not in rules.fascists:
        raise ValueError(f"rule set {rules.name!r} is for {', '.join(map(str, sorted(rules.fascists)))} players, not {seats}")
    named = rules.first_president is not FirstPresident.RANDOM
    if named and (opener is None or not 0 <= opener < seats):
        raise ValueError(f"rule set {rules.name!r} needs a first president: the host, or Hitler of the game before")
    if not named and opener is not None:
        raise ValueError(f"rule set {rules.name!r} draws lots for the first president: none can be named")
    return Game(rules=rules, opener=opener, board=opening_board(seats))


def chances(game: Game) -> Iterator[Chance]:
    """Yield every outcome of the awaited chance; all are equally likely."""
    match game.board.phase:
        case Phase.DEAL:
            yield from map(Deal, _arrangements(role_cards(game.rules, game.board.seats)))
        case Phase.SHUFFLE:
            yield from map(Shuffle, _arrangements(cards_to_shuffle(game)))
        case Phase.APPOINTMENT:
            yield from map(Appoint, game.board.alive)


def cards_to_shuffle(game: Game) -> Tiles:
    """Return the tiles to shuffle now, sorted so that they say nothing about the pile."""
    if game.then is Then.OPEN:
        return (Policy.FASCIST,) * game.rules.fascist_tiles + (Policy.LIBERAL,) * game.rules.liberal_tiles
    tiles = game.deck + game.discards
    return (Policy.FASCIST,) * tiles.count(Policy.FASCIST) + (Policy.LIBERAL,) * tiles.count(Policy.LIBERAL)


def role_cards(rules: Ruleset, seats: int) -> tuple[Role, ...]:
    return (Role.FASCIST,) * rules.fascists[seats] + (Role.HITLER,) + (Role.LIBERAL,) * rules.liberals(seats)


def _arrangements(cards: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Yield each distinct order of the cards once."""
    if not cards:
        yield ()
    for first in dict.fromkeys(cards):
        yield from ((first, *rest) for rest in _arrangements(without(cards, first)))


def _contradictions(game: Game) -> Iterator[str]:
    rules, board = game.rules, game.board
    tiles = game.hand + game.deck + game.discards
    for kind, left in ((Policy.LIBERAL, rules.liberal_tiles - board.liberal), (Policy.FASCIST, rules.fascist_tiles - board.fascist)):
        if tiles.count(kind) != left:
            yield f"{tiles.count(kind)} tiles {kind.name.lower()}, and {left} are not enacted"
    for name, there, shown in (("draw pile", game.deck, board.draw_pile), ("discards", game.discards, board.discards)):
        if len(there) != shown:
            yield f"{len(there)} tiles in the {name}, and everybody sees {shown}"
    if sorted(game.roles) != sorted(role_cards(rules, board.seats)):
        yield f"the roles {''.join(game.roles)} are not those of {board.seats} seats"
    elif (hitler := Seat(game.roles.index(Role.HITLER))) in board.not_hitler:
        yield f"seat {hitler} is not Hitler, as everybody knows"


_DECISIONS: Final[dict[type, Callable[[Game, list[AnyEvent], Seat, Any], None]]] = {
    Nominate: Game._nominate,
    Discard: Game._discard,
    Enact: Game._choose,
    Veto: Game._veto,
    UsePower: Game._use_or_leave,
    **dict.fromkeys(BY_ACTION, Game._use_power),
}

_AFTER_SHUFFLE: Final[dict[Then, Callable[[Game, list[AnyEvent]], None]]] = {
    Then.OPEN: Game._open,
    Then.DRAW: Game._draw,
    Then.POPULACE: Game._populace_enacts,
    Then.POWER: Game._grant_power,
    Then.FAILURE: Game._government_failed,
}
