"""What the companion says at the table, in English."""

from collections.abc import Callable, Iterable

from ..rules import About, AnyEvent, Claim, ClaimTiles, Ending, Party, Policy, Power, Role, Ruleset, Seat
from ..rules.events import (
    AgendaVetoed,
    ChancellorNominated,
    ClaimMade,
    DeckPeeked,
    DeckShuffled,
    ElectionHeld,
    GameEnded,
    LoyaltyInvestigated,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    ProvedNotHitler,
    RolesRevealed,
    SpecialElectionCalled,
    VetoRefused,
    VetoRequested,
)
from ..rules.ruleset import Cards, VetoStyle
from .setup import Kit, Pile, Saying, Suit, Use
from .sheet import Due, Sheet

Names = Callable[[Seat | None], str]

SAYINGS = {
    Saying.CLOSE_EYES: "Eyes closed, all of you.",
    Saying.FISTS_OUT: "Hold a fist out in front of you.",
    Saying.THUMB_UP: "Hitler: keep your eyes shut and raise your thumb.",
    Saying.FASCISTS_LOOK: "Fascists, but not Hitler: open your eyes and find each other.",
    Saying.FIND_THE_THUMB: "Look for the raised thumb. That is Hitler.",
    Saying.ALL_LOOK: "Fascists and Hitler: open your eyes and find each other.",
    Saying.EYES_SHUT: "Everybody's eyes are closed again.",
    Saying.HANDS_DOWN: "Hands down.",
    Saying.OPEN_EYES: "Open your eyes. The game begins.",
}
_USES = {
    Use.LIBERAL_POLICY: "liberal policies",
    Use.FASCIST_POLICY: "fascist policies",
    Use.LIBERAL: "liberals",
    Use.FASCIST: "fascists",
    Use.HITLER: "Hitler",
}
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
POWERS = {
    Power.NONE: "-",
    Power.INVESTIGATE: "investigate",
    Power.SPECIAL_ELECTION: "special election",
    Power.PEEK: "peek",
    Power.EXECUTE: "execute",
}
POLICIES = {Policy.LIBERAL: "liberal", Policy.FASCIST: "fascist"}
ROLES = {Role.LIBERAL: "liberal", Role.FASCIST: "fascist", Role.HITLER: "Hitler"}
_PARTIES = {Party.LIBERAL: "liberal", Party.FASCIST: "fascist"}
_ABOUT = {About.PRESIDENT_HAND: "drew", About.CHANCELLOR_HAND: "got", About.PEEK: "saw on top"}
_ENDINGS = {
    Ending.LIBERAL_POLICIES: "The liberals win: their track is full.",
    Ending.HITLER_EXECUTED: "The liberals win: Hitler is dead.",
    Ending.FASCIST_POLICIES: "The fascists win: their track is full.",
    Ending.HITLER_ELECTED: "The fascists win: Hitler is chancellor.",
}


def set_up(rules: Ruleset, laid_out: Kit, seats: int) -> list[str]:
    """What to take and where to lay it."""
    ordinary = rules.cards is Cards.FRENCH_DECK
    lines = ["Take from an ordinary deck of cards:" if ordinary else "Take from the box:"]
    lines += [f"  {_pile(pile)}" for pile in laid_out.piles]
    changed = [pile for pile in laid_out.without_joker if pile not in laid_out.piles]
    if changed:
        lines.append("  no joker at hand: " + "; ".join(map(_pile, changed)))
    lines.append("Shuffle the policies into one pile, face down. Deal everybody one role, face down.")
    if not ordinary:
        lines.append("Put a role and its party card into one envelope each; give everybody two ballots.")
    track = ", ".join(f"{place}: {POWERS[power]}" for place, power in enumerate(laid_out.track, start=1) if power is not Power.NONE)
    lines.append(f"The fascist track for {seats} players: {track}, {rules.fascist_goal}: the fascists win.")
    lines.append(f"The liberal track: {rules.liberal_goal} policies win.")
    lines.append(
        "The first president is the host, or whoever was Hitler in your last game."
        if laid_out.host_begins
        else "Draw lots for the first president."
    )
    return lines


def _pile(pile: Pile) -> str:
    if pile.joker:
        return f"{_USES[pile.use]}: a joker"
    if pile.suit is None:
        return f"{_USES[pile.use]}: {pile.number}"
    return f"{_USES[pile.use]}: {_span(pile.ranks, pile.suit)}{_beyond(pile)}"


def _span(ranks: tuple[str, ...], suit: Suit) -> str:
    first, last = (_RANKS.get(rank, rank) for rank in (ranks[0], ranks[-1]))
    number = "" if len(ranks) == 1 else f" ({len(ranks)} cards)"
    return f"{first if len(ranks) == 1 else f'{first} to {last}'} of {suit.value}{number}"


def _beyond(pile: Pile) -> str:
    more = pile.number - len(pile.ranks)
    return f" and {more} of a second deck" if more else ""


def question(sheet: Sheet, name: Names) -> str:
    """What has to be done at the table and written down now."""
    board, rules = sheet.view.board, sheet.rules
    president, chancellor = name(board.president), name(board.chancellor)
    match sheet.due:
        case Due.FIRST_PRESIDENT:
            return "Who is the first president?"
        case Due.NOMINATION:
            return f"{president} is president. Whom does {president} nominate as chancellor?"
        case Due.ELECTION:
            return f"Everybody votes at once on {president} as president and {chancellor} as chancellor. What came of it?"
        case Due.HITLER:
            return f"{name(sheet.suspect)}: are you Hitler? Answer aloud, and show nothing but Hitler's card."
        case Due.POLICY:
            draws = f"{president} draws {rules.draw}, discards one face down and hands on {rules.draw - 1}."
            return f"{draws} {chancellor} lays one face up. Neither of them talks. Which policy?" + _veto(sheet)
        case Due.POPULACE:
            return "The governments failed too often: turn the top policy over. Which one is it?"
        case Due.VETO_ANSWER:
            return f"{chancellor} asks for a veto. Does {president} agree?"
        case Due.INVESTIGATION:
            return f"{president} investigates a player. {_investigating(rules)} Who is it?"
        case Due.SPECIAL_ELECTION:
            return f"{president} names the next candidate for president. Who is it?"
        case Due.EXECUTION:
            return f"{president} executes a player. Who is it?"
        case Due.ROLES:
            return "Turn all roles over. What are they, in seat order?"
        case Due.NOTHING:
            return "The game is written down."


def _veto(sheet: Sheet) -> str:
    if not sheet.view.veto_open or sheet.view.board.veto_asked:
        return ""
    if sheet.rules.veto is VetoStyle.SEALED:
        return " Both then vote in secret on a veto; it holds if both want it."
    return " The chancellor may ask for a veto first" + (", with two fascist policies." if sheet.rules.veto_needs_fascist_hand else ".")


def _investigating(rules: Ruleset) -> str:
    if rules.cards is Cards.FRENCH_DECK:
        return "All but these two close their eyes; thumb up for liberal, down for fascist."
    return "The president alone looks at the party card and gives it back."


def news(events: Iterable[AnyEvent], name: Names, draw: int, whole: int) -> list[str]:
    """What came of an entry, as far as the table has to do or know something; the first shuffle belongs to the set-up."""
    events = [event for event in events if not isinstance(event, DeckShuffled) or event.tiles < whole]
    return [sentence for event in events for sentence in [_sentence(event, name, draw)] if sentence]


def _sentence(event: AnyEvent, name: Names, draw: int) -> str:
    match event:
        case PresidencyPassed(president=president, special=special):
            return f"The presidency goes to {name(president)}{' by special election' if special else ''}."
        case ChancellorNominated(president=president, chancellor=chancellor):
            return f"{name(president)} nominates {name(chancellor)}."
        case ElectionHeld(elected=elected, ballots=ballots):
            count = "" if True not in ballots and False not in ballots else f" ({ballots.count(True)} ja, {ballots.count(False)} nein)"
            return f"The government is {'elected' if elected else 'rejected'}{count}."
        case ProvedNotHitler(seat=seat):
            return f"{name(seat)} is not Hitler."
        case PolicyEnacted(policy=policy, by_populace=by_populace):
            return f"A {POLICIES[policy]} policy is enacted{' by the populace, without its power' if by_populace else ''}."
        case DeckShuffled(tiles=tiles):
            return f"Shuffle the draw pile and the discards together: {tiles} cards."
        case VetoRequested(chancellor=chancellor):
            return f"{name(chancellor)} asks for a veto."
        case VetoRefused(president=president):
            return f"{name(president)} refuses: a policy must be enacted."
        case AgendaVetoed():
            return "The agenda is vetoed: discard the policies."
        case DeckPeeked(president=president):
            return f"{name(president)} looks at the top {draw} policies and puts them back in the same order."
        case LoyaltyInvestigated(president=president, seat=seat):
            return f"{name(president)} investigated {name(seat)}."
        case SpecialElectionCalled(president=president, seat=seat):
            return f"{name(president)} calls {name(seat)} to stand."
        case PlayerExecuted(seat=seat):
            return f"{name(seat)} is executed, and is silent from now on."
        case ClaimMade(seat=seat, claim=claim):
            return f"{name(seat)} says: {claimed(claim)}."
        case GameEnded(ending=ending):
            return _ENDINGS[ending]
        case RolesRevealed(roles=roles):
            return "; ".join(f"{name(Seat(seat))} was {ROLES[role]}" for seat, role in enumerate(roles)) + "."
        case _:
            return ""


def claimed(claim: Claim) -> str:
    if isinstance(claim, ClaimTiles):
        tiles = "nothing to tell" if claim.tiles is None else "".join(claim.tiles)
        return f"{_ABOUT[claim.about]} {tiles} in round {claim.round}"
    party = "nothing to tell" if claim.party is None else _PARTIES[claim.party]
    return f"the party seen in round {claim.round}: {party}"
