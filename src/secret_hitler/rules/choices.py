"""List what a seat can do now, and the reason against everything else; the Game and every View ask here."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .actions import NOMINATIONS, USES, VETOES, VOTES, Action, Claim, ClaimParty, ClaimTiles, Discard, Enact, Nominate, UsePower, Veto, Vote
from .board import Board, Sight
from .powers import BY_ACTION, BY_PHASE, PEEKS, TARGETS, Ability, Decision, PowerAction, target
from .ruleset import MAX_SEATS, Count, Ruleset, TermLimits, VetoStyle
from .vocabulary import NATURE, About, Phase, Policy, SaidInEnglish, Seat, Tiles, cache_members

_CASES: Final[int] = 2**MAX_SEATS
"""How many answers to keep: enough for the seats that a table asks about now."""
_OPTIONAL: Final = (Phase.PEEK, Phase.DROP)
_VETO_PHASES: Final = (Phase.VETO_ANSWER, Phase.VETO_BALLOT)


@cache_members
class Bar(SaidInEnglish):
    """Why a seat can't do something."""

    OVER = "over", "the game is over"
    NATURE = "nature", "the cards are being dealt or shuffled"
    NO_SUCH_SEAT = "no-such-seat", "there's no such seat"
    DEAD = "dead", "was executed"
    NOT_AWAITED = "not-awaited", "it isn't their turn"
    ALREADY_VOTED = "already-voted", "has already voted"
    WRONG_MOMENT = "wrong-moment", "not now"
    IS_PRESIDENT = "is-president", "is running for president"
    WAS_PRESIDENT = "was-president", "was the last elected president"
    WAS_CHANCELLOR = "was-chancellor", "was the last elected chancellor"
    ENACTED_AS_PRESIDENT = "enacted-as-president", "was president when the last policy was enacted"
    ENACTED_AS_CHANCELLOR = "enacted-as-chancellor", "was chancellor when the last policy was enacted"
    YOURSELF = "yourself", "presidents can't choose themselves"
    INVESTIGATED = "investigated", "has already been investigated"
    NOT_IN_HAND = "not-in-hand", "that card isn't in the hand"
    VETO_FIRST = "veto-first", "has to decide on a veto first"
    VETO_CLOSED = "veto-closed", "a veto isn't possible now"
    IN_SESSION = "in-session", "the president and chancellor can't talk until a policy is enacted"
    NOT_SEEN = "not-seen", "didn't see it"
    WRONG_SIZE = "wrong-size", "that's not how many cards there were"
    UNORDERED = "unordered", "name the fascist policies first"
    WRONG_CARDS = "wrong-cards", "those cards aren't in this game"
    NOT_AN_ACTION = "not-an-action", "that isn't a move in this game"
    MISCOUNTED = "miscounted", "the votes don't add up"
    SHOWN_OTHERWISE = "shown-otherwise", "the game has already shown otherwise"


class IllegalAction(ValueError):
    """The action is against the rules; nothing has changed."""

    def __init__(self, bar: Bar, message: str) -> None:
        super().__init__(message)
        self.bar = bar


def legal_actions(rules: Ruleset, board: Board, hand: Tiles, forgone: bool) -> tuple[Decision, ...]:
    """List what each awaited seat can do; a tile held twice counts twice, so that a uniform choice is uniform over tiles."""
    phase = board.phase
    if phase is Phase.ELECTION:
        return VOTES
    if phase is Phase.NOMINATION:
        return _on_seats(Nominate, board.alive, (board.president, *limited(rules, board)))
    if phase is Phase.PRESIDENT_SESSION:
        return _of_hand(Discard, hand)
    if phase is Phase.CHANCELLOR_SESSION:
        return VETOES if may_ask_veto(rules, board, hand, forgone) else _of_hand(Enact, hand)
    if phase in _VETO_PHASES:
        return VETOES
    if phase in _OPTIONAL:
        return USES
    ability = BY_PHASE.get(phase)
    return () if ability is None else _on_seats(ability.action, board.alive, _spared(rules, board, ability))


@lru_cache(_CASES)
def _on_seats(kind: type, alive: tuple[Seat, ...], barred: tuple[Seat | None, ...]) -> tuple[Decision, ...]:
    actions = NOMINATIONS if kind is Nominate else TARGETS[kind]
    return tuple([actions[seat] for seat in alive if seat not in barred])


@lru_cache
def _of_hand(kind: type[Discard] | type[Enact], hand: Tiles) -> tuple[Decision, ...]:
    return tuple(map(kind, hand))


def nomination_bar(rules: Ruleset, board: Board, seat: Seat) -> Bar | None:
    if seat not in board.alive:
        return Bar.DEAD
    return Bar.IS_PRESIDENT if seat == board.president else term_limit(rules, board, seat)


def term_limit(rules: Ruleset, board: Board, seat: Seat) -> Bar | None:
    elected = rules.term_limits is TermLimits.LAST_ELECTED
    chancellor, president = limited(rules, board)
    if seat == chancellor:
        return Bar.WAS_CHANCELLOR if elected else Bar.ENACTED_AS_CHANCELLOR
    if seat == president:
        return Bar.WAS_PRESIDENT if elected else Bar.ENACTED_AS_PRESIDENT
    return None


def limited(rules: Ruleset, board: Board) -> tuple[Seat | None, Seat | None]:
    """Return the last chancellor and the last president if they can't be nominated now."""
    if board.special and rules.special_lifts_limits:
        return None, None
    counted = len(board.alive) if rules.president_exempt_by is Count.ALIVE else board.seats
    return board.limited_chancellor, board.limited_president if counted > rules.president_exempt_at else None


def power_bar(rules: Ruleset, board: Board, seat: Seat) -> Bar | None:
    if seat not in board.alive:
        return Bar.DEAD
    if seat not in _spared(rules, board, BY_PHASE[board.phase]):
        return None
    return Bar.YOURSELF if seat == board.president else Bar.INVESTIGATED


def _spared(rules: Ruleset, board: Board, ability: Ability) -> tuple[Seat | None, ...]:
    """List the living players that a power can't target."""
    before = board.investigated if ability.once and not rules.investigate_again else ()
    return before if ability.president_too and ability.president_too(rules) else (board.president, *before)


def veto_open(rules: Ruleset, board: Board) -> bool:
    return board.fascist >= rules.veto_threshold


def may_ask_veto(rules: Ruleset, board: Board, hand: Tiles, forgone: bool) -> bool:
    if rules.veto is not VetoStyle.REQUEST or not veto_open(rules, board) or board.veto_asked or forgone:
        return False
    return veto_fits(rules, hand.count(Policy.LIBERAL))


def veto_fits(rules: Ruleset, liberal: int) -> bool:
    """Tell whether a chancellor with this many liberal tiles can ask for a veto."""
    return not rules.veto_needs_fascist_hand or liberal <= (rules.draw - 2 if rules.veto_mixed_hand else 0)


def silence(rules: Ruleset, board: Board, seat: Seat) -> Bar | None:
    """Return why this seat can't talk, react or make a claim now."""
    if board.ending is not None:
        return None
    if seat not in board.alive:
        return Bar.DEAD
    if rules.session_silence and board.in_session and seat in (board.president, board.chancellor):
        return Bar.IN_SESSION
    return None


def claim_bar(rules: Ruleset, board: Board, seat: Seat, claim: Claim) -> Bar | None:
    if board.ending is not None:
        return Bar.OVER
    bar = silence(rules, board, seat)
    if bar is not None:
        return bar
    about = claim.about if isinstance(claim, ClaimTiles) else About.PARTY
    if Sight(seat, about, claim.round) not in board.sights:
        return Bar.NOT_SEEN
    if isinstance(claim, ClaimParty) or claim.tiles is None:
        return None
    if about is About.PARTY or len(claim.tiles) != tiles_seen(rules, about):
        return Bar.WRONG_SIZE
    return Bar.UNORDERED if about not in PEEKS.values() and list(claim.tiles) != sorted(claim.tiles) else None


def tiles_seen(rules: Ruleset, about: About) -> int:
    if about is About.TOP_CARD:
        return 1
    return rules.draw - 1 if about is About.CHANCELLOR_HAND else rules.draw


def refusal(rules: Ruleset, board: Board, seat: Seat, action: Action, hand: Tiles, forgone: bool) -> IllegalAction:
    """Explain why an illegal action is refused, in words a player understands."""
    bar, who = _cause(rules, board, seat, action, hand, forgone)
    match action:
        case Nominate(chancellor) if who != seat:
            what = f"seat {chancellor} may not be nominated"
        case PowerAction() if who != seat:
            what = f"seat {target(action)} may not {BY_ACTION[type(action)].refused}"
        case _:
            what = f"seat {seat} may not {_verb(action)}"
    awaits = ", ".join("nature" if other == NATURE else f"seat {other}" for other in board.awaited)
    hint = f" (round {board.round}, waiting for {awaits})" if bar in (Bar.NOT_AWAITED, Bar.WRONG_MOMENT) else ""
    return IllegalAction(bar, f"{what}: {bar.text}{hint}")


def _cause(rules: Ruleset, board: Board, seat: Seat, action: Action, hand: Tiles, forgone: bool) -> tuple[Bar, Seat | None]:
    """Find the reason, and the seat it's about."""
    if not isinstance(action, Decision):
        return Bar.NOT_AN_ACTION, seat
    if board.ending is not None:
        return Bar.OVER, seat
    if not 0 <= seat < board.seats:
        return Bar.NO_SUCH_SEAT, seat
    if seat not in board.alive:
        return Bar.DEAD, seat
    if NATURE in board.awaited:
        return Bar.NATURE, seat
    if seat not in board.awaited:
        voting = board.phase in (Phase.ELECTION, Phase.VETO_BALLOT) and isinstance(action, Vote | Veto)
        in_vote = board.phase is Phase.ELECTION or seat in (board.president, board.chancellor)
        return (Bar.ALREADY_VOTED if voting and in_vote else Bar.NOT_AWAITED), seat
    return next(_bars_in_turn(rules, board, seat, action, hand, forgone))


def _bars_in_turn(
    rules: Ruleset, board: Board, seat: Seat, action: Decision, hand: Tiles, forgone: bool
) -> Iterator[tuple[Bar, Seat | None]]:
    """Yield the reasons against an action of a seat whose turn it is, the most telling first."""
    asks = board.phase is Phase.CHANCELLOR_SESSION and may_ask_veto(rules, board, hand, forgone)
    match action, board.phase:
        case Nominate(other), Phase.NOMINATION:
            yield (nomination_bar(rules, board, other) if 0 <= other < board.seats else None) or Bar.NO_SUCH_SEAT, other
        case PowerAction(), phase if phase is BY_ACTION[type(action)].phase:
            other = target(action)
            yield (power_bar(rules, board, other) if 0 <= other < board.seats else None) or Bar.NO_SUCH_SEAT, other
        case Enact(), Phase.CHANCELLOR_SESSION if asks:
            yield Bar.VETO_FIRST, seat
        case (Discard(), Phase.PRESIDENT_SESSION) | (Enact(), Phase.CHANCELLOR_SESSION):
            yield Bar.NOT_IN_HAND, seat
        case Veto(), Phase.CHANCELLOR_SESSION:
            yield Bar.VETO_CLOSED, seat
    yield Bar.WRONG_MOMENT, seat


def _verb(action: Action) -> str:
    match action:
        case Nominate() | Vote():
            return type(action).__name__.lower()
        case Discard(policy) | Enact(policy):
            verb = type(action).__name__.lower()
            return f"{verb} {policy.name.lower()}" if isinstance(policy, Policy) else verb
        case Veto(wanted):
            return "ask for or agree to a veto" if wanted else "refuse a veto"
        case UsePower():
            return "use a power"
        case PowerAction():
            return BY_ACTION[type(action)].wish
        case ClaimTiles() | ClaimParty():
            return "claim that"
        case _:
            return "do that"


def claim_refusal(seat: Seat, claim: Claim, bar: Bar) -> IllegalAction:
    return IllegalAction(bar, f"seat {seat} may not claim anything of round {claim.round}: {bar.text}")
