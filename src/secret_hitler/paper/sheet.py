"""Sheet: play what a group with real cards writes down through the rules, which say what's due.

The rules play a whole game, secrets included, so a sheet supposes possible hidden cards. Before something hidden comes to light, it lays
the unseen cards out to match. Suppositions never leave the sheet; only public events do.
"""

from enum import StrEnum
from typing import Final, assert_never

from msgspec import Struct, structs

from ..rules import NATURE, PUBLIC, Ending, IllegalAction, OpenClaim, Phase, Policy, Power, Role, Ruleset, Seat, Tiles
from ..rules.actions import VETOES, Appoint, Deal, Discard, Enact, Nominate, Shuffle, Veto, Vote
from ..rules.choices import Bar, claim_bar, claim_refusal, nomination_bar, power_bar, veto_fits
from ..rules.events import EVERYONE, ClaimMade, ElectionHeld, RolesRevealed
from ..rules.game import Game, begin, cards_to_shuffle, role_cards
from ..rules.powers import BY_PHASE, AnyEvent, Decision
from ..rules.readings import USUAL
from ..rules.ruleset import FirstPresident, VetoStyle
from ..rules.view import View, onlooking, open_claims
from ..rules.vocabulary import without
from .paper_game import AnyEntry, Began, Enacted, Nominated, Opened, Targeted, Told, Unmasked, VetoAnswered, VetoAsked, Vetoed, Voted


class Due(StrEnum):
    FIRST_PRESIDENT = "first-president"
    NOMINATION = "nomination"
    ELECTION = "election"
    HITLER = "hitler"
    POLICY = "policy"
    POPULACE = "populace"
    VETO_ANSWER = "veto-answer"
    POWER = "power"
    """Whom the president uses the power on that gives the phase its name."""
    ROLES = "roles"
    NOTHING = "nothing"


class Option(Struct, frozen=True):
    entry: AnyEntry
    barred: Bar | None = None


_DUE = {
    Phase.NOMINATION: Due.NOMINATION,
    Phase.ELECTION: Due.ELECTION,
    Phase.PRESIDENT_SESSION: Due.POLICY,
    Phase.CHANCELLOR_SESSION: Due.POLICY,
    Phase.VETO_ANSWER: Due.VETO_ANSWER,
    Phase.OVER: Due.ROLES,
    **dict.fromkeys(BY_PHASE, Due.POWER),
}


class Sheet:
    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.view: View = onlooking(rules, seats, PUBLIC)
        self.roles: tuple[Role, ...] | None = None
        self._supposed: Game | None = None
        self._held: Voted | Targeted | VetoAnswered | Vetoed | None = None
        """An entry that waits for the next one to say what came to light."""
        for field in UNWRITTEN:
            if getattr(rules, field) != USUAL[field]:
                raise ValueError(f"a sheet cannot be kept by rule set {rules.name!r}: it has no line for {field}")
        if Power.PEEK_AND_DROP in rules.powers_used():
            raise ValueError(f"a sheet cannot be kept by rule set {rules.name!r}: it has no line for {Power.PEEK_AND_DROP}")
        if seats not in rules.fascists:
            raise ValueError(f"rule set {rules.name!r} is for {', '.join(map(str, sorted(rules.fascists)))} players, not {seats}")

    @property
    def due(self) -> Due:
        if self._supposed is None:
            return Due.FIRST_PRESIDENT
        match self._held:
            case Voted(elected=True) | Targeted():
                return Due.HITLER
            case Voted() | VetoAnswered() | Vetoed():
                return Due.POPULACE
            case None:
                return Due.NOTHING if self.roles else _DUE[self.view.board.phase]

    @property
    def suspect(self) -> Seat | None:
        """The player who must say whether they're Hitler."""
        match self._held:
            case Voted(elected=True):
                return self.view.board.chancellor
            case Targeted(seat):
                return seat
            case _:
                return None

    @property
    def options(self) -> tuple[Option, ...]:
        """Every entry for now except claims and roles, with the reasons why some are barred."""
        rules, board = self.rules, self.view.board
        seats = tuple(map(Seat, range(self.seats)))
        match self.due:
            case Due.FIRST_PRESIDENT:
                return tuple(Option(Began(seat)) for seat in seats)
            case Due.NOMINATION:
                return tuple(Option(Nominated(seat), nomination_bar(rules, board, seat)) for seat in seats)
            case Due.ELECTION:
                return (Option(Voted(True)), Option(Voted(False)))
            case Due.HITLER:
                return (Option(Unmasked(False), None if self._others() else Bar.SHOWN_OTHERWISE), Option(Unmasked(True)))
            case Due.POPULACE:
                return _POLICIES
            case Due.POLICY:
                return _POLICIES + self._vetoes()
            case Due.VETO_ANSWER:
                return (Option(VetoAnswered(True)), Option(VetoAnswered(False)))
            case Due.POWER:
                return tuple(Option(Targeted(seat), power_bar(rules, board, seat)) for seat in seats)
            case Due.ROLES | Due.NOTHING:
                return ()
            case due:
                assert_never(due)

    @property
    def claims(self) -> tuple[OpenClaim, ...]:
        """What players may claim about a hand, a peek or a party now, the latest first."""
        found = [claim for seat in map(Seat, range(self.seats)) for claim in open_claims(self.view, seat)]
        return tuple(sorted(found, key=lambda claim: -claim.round))

    def _vetoes(self) -> tuple[Option, ...]:
        if not self.view.veto_open:
            return ()
        if self.rules.veto is VetoStyle.SEALED:
            return (Option(Vetoed()),)
        closed = self.view.board.veto_asked or self.view.fascist_tiles_left < len(self._vetoed_hand)
        return (Option(VetoAsked(), Bar.VETO_CLOSED if closed else None),)

    @property
    def _vetoed_hand(self) -> Tiles:
        """Return the tiles that a chancellor must hold who asks for a veto."""
        least = next(liberal for liberal in reversed(range(self.rules.draw)) if veto_fits(self.rules, liberal))
        return (Policy.FASCIST,) * (self.rules.draw - 1 - least)

    def _others(self) -> list[Seat]:
        """List the seats that could be Hitler if the suspect isn't."""
        return [seat for seat in map(Seat, range(self.seats)) if seat != self.suspect and seat not in self.view.board.not_hitler]

    def enter(self, entry: AnyEntry) -> list[AnyEvent]:
        """Write one line and return what everyone learned, or raise IllegalAction and leave the sheet as it was."""
        self._check(entry)
        return self.view.see(self._carry_out(entry))

    def _check(self, entry: AnyEntry) -> None:
        match entry:
            case Told(seat, claim):
                if not 0 <= seat < self.seats:
                    raise self._refusal(entry, Bar.NO_SUCH_SEAT)
                bar = claim_bar(self.rules, self.view.board, seat, claim)
                if bar is not None:
                    raise claim_refusal(seat, claim, bar)
            case Opened(roles):
                self._check_roles(entry, roles)
            case _:
                known = Voted(entry.elected) if isinstance(entry, Voted) else entry
                option = next((option for option in self.options if option.entry == known), None)
                if option is None:
                    fits_now = type(entry) in {type(option.entry) for option in self.options}
                    raise self._refusal(entry, Bar.NO_SUCH_SEAT if fits_now else Bar.WRONG_MOMENT)
                if option.barred is not None:
                    raise self._refusal(entry, option.barred)
                if isinstance(entry, Voted) and entry.ballots is not None:
                    alive, voted = self.view.board.alive, tuple(Seat(seat) for seat, ja in enumerate(entry.ballots) if ja is not None)
                    passed = 2 * entry.ballots.count(True) > len(alive)
                    if len(entry.ballots) != self.seats or voted != alive or entry.elected != passed:
                        raise self._refusal(entry, Bar.MISCOUNTED)

    def _refusal(self, entry: AnyEntry, bar: Bar) -> IllegalAction:
        what = " ".join(f"{field} {getattr(entry, field)}" for field in entry.__struct_fields__)
        return IllegalAction(bar, f"round {self.view.board.round}: {type(entry).__name__.lower()} {what}: {bar.text} (due: {self.due})")

    def _check_roles(self, entry: Opened, roles: tuple[Role, ...]) -> None:
        if self.due is not Due.ROLES:
            raise self._refusal(entry, Bar.WRONG_MOMENT)
        if sorted(roles) != sorted(role_cards(self.rules, self.seats)):
            raise self._refusal(entry, Bar.WRONG_CARDS)
        hitler, board = Seat(roles.index(Role.HITLER)), self.view.board
        named = board.ending in (Ending.HITLER_ELECTED, Ending.HITLER_EXECUTED)
        if hitler in board.not_hitler or (named and self._game.roles[hitler] is not Role.HITLER):
            raise self._refusal(entry, Bar.SHOWN_OTHERWISE)

    def _carry_out(self, entry: AnyEntry) -> list[AnyEvent]:
        match entry:
            case Began(president):
                return self._begin(president)
            case Nominated(chancellor):
                return self._play(self._president, Nominate(chancellor))
            case Voted() | VetoAnswered() | Vetoed() | Targeted():
                if self._must_wait(entry):
                    self._held = entry
                    return []
                return self._do(entry)
            case Unmasked(hitler):
                self._suppose_hitler(hitler)
                return self._do_held()
            case Enacted(policy) if self._held is not None:
                self._lay_out(top=(policy,))
                return self._do_held(policy)
            case Enacted(policy):
                return self._enact(policy)
            case VetoAsked():
                self._lay_out(hand=self._vetoed_hand)
                return self._pass_on() + self._play(self._chancellor, Veto(True))
            case Told(seat, claim):
                return [ClaimMade(seat=seat, claim=claim, audience=EVERYONE)]
            case Opened(roles):
                self.roles = roles
                return [RolesRevealed(roles=roles, audience=EVERYONE)]
            case _:
                assert_never(entry)

    def _must_wait(self, entry: Voted | VetoAnswered | Vetoed | Targeted) -> bool:
        rules, board = self.rules, self.view.board
        last_failure = rules.chaos_enacts and board.tracker + 1 >= rules.tracker_length
        match entry:
            case Voted(elected=True):
                return self.view.hitler_can_win and board.chancellor not in board.not_hitler
            case Targeted(seat):
                return rules.hitler_death_wins and BY_PHASE[board.phase].executes and seat not in board.not_hitler
            case VetoAnswered(agreed=False):
                return False
            case Voted():
                return last_failure
            case VetoAnswered() | Vetoed():
                return last_failure and rules.veto_moves_tracker

    def _do_held(self, top: Policy | None = None) -> list[AnyEvent]:
        held, self._held = self._held, None
        assert held is not None
        return self._do(held, top)

    def _do(self, entry: Voted | VetoAnswered | Vetoed | Targeted, top: Policy | None = None) -> list[AnyEvent]:
        match entry:
            case Voted(elected, ballots):
                return self._vote(elected, ballots, top)
            case VetoAnswered(agreed):
                return self._play(self._president, Veto(agreed), top)
            case Vetoed():
                told = self._pass_on() + self._play(self._chancellor, Enact(self._game.hand[0]))
                return told + self._play(self._president, Veto(True)) + self._play(self._chancellor, Veto(True), top)
            case Targeted(seat):
                return self._play(self._president, BY_PHASE[self.view.board.phase].action(seat))
            case _:
                assert_never(entry)

    def _begin(self, president: Seat) -> list[AnyEvent]:
        drawn = self.rules.first_president is FirstPresident.RANDOM
        game = self._supposed = begin(self.rules, self.seats, None if drawn else president)
        told = game.apply(NATURE, Deal(role_cards(self.rules, self.seats)))
        told += game.apply(NATURE, Shuffle(cards_to_shuffle(game)))
        return told + (game.apply(NATURE, Appoint(president)) if drawn else [])

    def _vote(self, elected: bool, ballots: tuple[bool | None, ...] | None, top: Policy | None) -> list[AnyEvent]:
        told: list[AnyEvent] = []
        for seat in self.view.board.alive:
            told += self._play(seat, Vote(elected if ballots is None else bool(ballots[seat])), top)
        unknown = (None,) * self.seats
        return [structs.replace(event, ballots=ballots or unknown) if isinstance(event, ElectionHeld) else event for event in told]

    def _enact(self, policy: Policy) -> list[AnyEvent]:
        self._lay_out(hand=(policy,))
        told = self._pass_on() if self._game.board.phase is Phase.PRESIDENT_SESSION else []
        chancellor = self._chancellor
        if self._game.legal_actions(chancellor) == VETOES:
            told += self._play(chancellor, Veto(False))
        told += self._play(chancellor, Enact(policy))
        if self._game.board.phase is Phase.VETO_BALLOT:
            told += self._play(self._president, Veto(False)) + self._play(chancellor, Veto(False))
        return told

    def _pass_on(self) -> list[AnyEvent]:
        """Let the president discard; tiles that will come to light are first in the hand, and stay in it."""
        return self._play(self._president, Discard(self._game.hand[-1]))

    def _play(self, seat: Seat, action: Decision, top: Policy | None = None) -> list[AnyEvent]:
        game = self._game
        told = game.apply(seat, action)
        while game.board.phase is Phase.SHUFFLE:
            first = () if top is None else (top,)
            told += game.apply(NATURE, Shuffle(first + without(cards_to_shuffle(game), *first)))
        return [event for event in told if not isinstance(event, RolesRevealed)]

    def _lay_out(self, *, hand: Tiles = (), top: Tiles = ()) -> None:
        """Deal the unseen tiles again, as many to each place, with the given ones in hand or on top of the draw pile."""
        game = self._game
        left = without(game.hand + game.deck + game.discards, *hand, *top)
        held, piled = len(game.hand) - len(hand), len(game.deck) - len(top)
        hand += left[:held]
        if piled >= 0:
            game.suppose(hand=hand, deck=top + left[held : held + piled], discards=left[held + piled :])
        else:  # the draw pile is empty, and the tile comes up after the next shuffle
            game.suppose(hand=hand, discards=top + left[held:])

    def _suppose_hitler(self, is_suspect: bool) -> None:
        game, suspect = self._game, self.suspect
        assert suspect is not None
        roles, before = list(game.roles), game.roles.index(Role.HITLER)
        if is_suspect == (before == suspect):
            return
        after = suspect if is_suspect else self._others()[0]
        roles[before], roles[after] = roles[after], roles[before]
        game.suppose(roles=tuple(roles))

    @property
    def _game(self) -> Game:
        assert self._supposed is not None
        return self._supposed

    @property
    def _president(self) -> Seat:
        assert self.view.board.president is not None
        return self.view.board.president

    @property
    def _chancellor(self) -> Seat:
        return self.view.board.government[1]


UNWRITTEN: Final = ("peek_optional", "first_chancellor_given", "dead_roles_shown")
"""Readings that ask a group for more than a sheet has lines for."""
_POLICIES = tuple(Option(Enacted(policy)) for policy in (Policy.LIBERAL, Policy.FASCIST))
