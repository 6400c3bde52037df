"""A View in plain English for programs that read, and what they may answer: every action and claim as a line of text."""

import re
from collections.abc import Iterable
from typing import Final

from ..rules import View
from ..rules.actions import Claim, ClaimParty, ClaimTiles, Discard, Enact, Nominate, Veto, Vote
from ..rules.events import ClaimMade
from ..rules.powers import BY_ACTION, BY_PHASE, AnyEvent, Decision, PowerAction, SeatAction, target
from ..rules.vocabulary import About, Party, Phase, Policy, Power, Role, Seat
from .sentences import Voice, event_in_words
from .speaker import ENGLISH

TILE: Final = {Policy.LIBERAL: "liberal", Policy.FASCIST: "fascist"}
PARTY: Final = {Party.LIBERAL: "liberal", Party.FASCIST: "fascist"}
CLAIMS_LINE: Final = (
    "Before your action you may claim something, true or not: 'claim president-hand FFL', 'claim chancellor-hand FL', "
    "'claim peek LFF' (top first) or 'claim party fascist', each of the latest such thing you saw."
)

_CLAIM: Final = re.compile(r"claim (president-hand|chancellor-hand|peek) ([lf]+)|claim party (liberal|fascist)")


class BadText(ValueError):
    """A text that is no action now; the message says what would be."""


def order(action: SeatAction) -> str:
    """Write an action as a player would; of a claim, without its round."""
    match action:
        case Nominate(seat):
            return f"nominate {seat}"
        case Vote(ja):
            return "ja" if ja else "nein"
        case Discard(policy):
            return f"discard {TILE[policy]}"
        case Enact(policy):
            return f"enact {TILE[policy]}"
        case Veto(wanted):
            return "veto" if wanted else "no veto"
        case PowerAction():
            return f"{BY_ACTION[type(action)].power.replace('-', ' ')} {target(action)}"
        case ClaimTiles(about, _, tiles):
            return f"claim {about} {'nothing' if tiles is None else ''.join(tiles)}"
        case ClaimParty(_, party):
            return f"claim party {'nothing' if party is None else PARTY[party]}"


def orders(view: View) -> dict[str, Decision]:
    """List what may be written now; a tile held twice stands there once."""
    return {order(action): action for action in view.legal_actions}


def read_order(view: View, text: str, claims: bool = True) -> SeatAction:
    """Read what a text means for this seat now. Of a longer text the last part in [brackets] counts."""
    bracketed = re.findall(r"\[([^\[\]]+)\]", text)
    said = " ".join((bracketed[-1] if bracketed else text).lower().split()).rstrip(".!")
    if claims and said.startswith("claim"):
        return read_claim(view, said)
    possible = orders(view)
    if said not in possible:
        raise BadText(f"{said[:60]!r} is not an action now; say one of: {', '.join(possible)}")
    return possible[said]


def read_claim(view: View, said: str) -> Claim:
    """Read a claim of the latest such thing this seat saw."""
    match = _CLAIM.fullmatch(said.lower())
    if match is None:
        raise BadText(f"{said[:60]!r} is not a claim. {CLAIMS_LINE}")
    kind, letters, party = match.groups()
    about = About(kind) if kind else About.PARTY
    sight = next((sight for sight in reversed(view.sights) if sight.about is about), None)
    if sight is None:
        raise BadText(f"you never saw what you claim: {said!r}")
    if about is About.PARTY:
        return ClaimParty(sight.round, Party.LIBERAL if party == "liberal" else Party.FASCIST)
    tiles = [Policy(letter.upper()) for letter in letters]
    return ClaimTiles(about, sight.round, tuple(tiles if about is About.PEEK else sorted(tiles)))


ROLE = {Role.LIBERAL: "a liberal", Role.FASCIST: "a fascist", Role.HITLER: "Hitler"}


def situation(view: View, claims: bool = True) -> str:
    """Show a seat all it needs when it is asked: the board, what it knows, what it may answer."""
    parts = [picture(view), knowledge(view)]
    if view.legal_actions:
        parts += ["", asked(view.board.phase), f"Answer with one of: {', '.join(orders(view))}."]
    if claims and view.claims:
        parts.append(CLAIMS_LINE)
    return "\n".join(parts)


def picture(view: View) -> str:
    """Describe the board as everybody sees it."""
    board, rules = view.board, view.rules
    limited = ", ".join(map(str, view.term_limited)) or "none"
    dead = ", ".join(str(seat) for seat in range(board.seats) if seat not in board.alive) or "none"
    lines = [
        f"Round {board.round}, {board.phase.replace('-', ' ')}. {rules.name} rules, {board.seats} players.",
        f"Liberal policies {board.liberal} of {rules.liberal_goal}, fascist policies {board.fascist} of {rules.fascist_goal}, "
        f"election tracker {board.tracker} of {rules.tracker_length}.",
        f"Draw pile {board.draw_pile} tiles, discards {board.discards}.",
        f"President: {_seat(board.president)}. Chancellor: {_seat(board.chancellor)}. Term-limited: {limited}. Executed: {dead}.",
    ]
    if view.next_power is not Power.NONE:
        lines.append(f"The next fascist policy grants: {view.next_power.replace('-', ' ')}.")
    if view.hitler_can_win:
        lines.append("The fascists win if Hitler is elected chancellor.")
    if view.veto_open:
        lines.append("The veto is open.")
    if board.ending is not None:
        lines.append(f"The game is over: {board.ending.replace('_', ' ')}; the {PARTY[board.ending.winner]}s win.")
    return "\n".join(lines)


def knowledge(view: View) -> str:
    """Describe what this seat knows and others may not."""
    lines = [f"You are seat {view.me}, {ROLE[view.roles[view.me]]}."]
    lines += [f"Seat {seat} is {ROLE[role]}." for seat, role in sorted(view.roles.items()) if seat != view.onlooker]
    seen = [(seat, party) for seat, party in sorted(view.parties.items()) if seat not in view.roles]
    lines += [f"Seat {seat} is of the {PARTY[party]} party." for seat, party in seen]
    if view.hand is not None:
        lines.append(f"Your hand: {', '.join(TILE[tile] for tile in view.hand)}.")
    return "\n".join(lines)


def news(events: Iterable[AnyEvent], view: View) -> list[str]:
    """Tell what happened, a sentence for each event that says more than the board does."""
    return [sentence for event in events if (sentence := _sentence(event, view))]


def _sentence(event: AnyEvent, view: View) -> str | None:
    sentence = event_in_words(ENGLISH, event, view, lambda seat: f"Seat {seat}", Voice.PROGRAM)
    if isinstance(event, ClaimMade) and sentence is not None:
        return ENGLISH.say("program.ofRound", round=event.claim.round, sentence=sentence)
    return sentence


def _seat(seat: Seat | None) -> str:
    return "none" if seat is None else f"seat {seat}"


def asked(phase: Phase) -> str:
    """Ask a seat that must act for what is awaited."""
    asked = {
        Phase.NOMINATION: "Nominate a chancellor.",
        Phase.ELECTION: "Vote on the government.",
        Phase.PRESIDENT_SESSION: "Discard one tile; the chancellor gets the others.",
        Phase.CHANCELLOR_SESSION: "Enact one tile, or say first whether you ask for a veto.",
        Phase.VETO_ANSWER: "Agree to the veto, or refuse it.",
        Phase.VETO_BALLOT: "Vote in secret on the veto.",
        Phase.INVESTIGATION: "Investigate the party of a player.",
        Phase.SPECIAL_ELECTION: "Name the next presidential candidate.",
        Phase.EXECUTION: "Execute a player.",
    }.get(phase)
    return asked or f"Name a player to {BY_PHASE[phase].wish}."
