"""A View and the events it saw in plain English, for readers and for language models."""

from collections.abc import Iterable

from ...rules import (
    About,
    CallSpecialElection,
    Claim,
    ClaimParty,
    Decision,
    Discard,
    Enact,
    Event,
    Execute,
    Investigate,
    Nominate,
    Party,
    Phase,
    Policy,
    Power,
    Role,
    Seat,
    Veto,
    View,
    Vote,
)
from ...rules import events as happened

TILE = {Policy.LIBERAL: "liberal", Policy.FASCIST: "fascist"}
ROLE = {Role.LIBERAL: "a liberal", Role.FASCIST: "a fascist", Role.HITLER: "Hitler"}
PARTY = {Party.LIBERAL: "liberal", Party.FASCIST: "fascist"}
SUBJECT = {
    About.PRESIDENT_HAND: "the tiles drawn as president",
    About.CHANCELLOR_HAND: "the tiles received as chancellor",
    About.PEEK: "the tiles seen on top of the deck",
    About.PARTY: "the party of the player investigated",
}


def picture(view: View) -> str:
    """The board as everybody sees it."""
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
    """What this seat knows and others may not."""
    assert not isinstance(view.onlooker, str)
    lines = [f"You are seat {view.onlooker}, {ROLE[view.roles[view.onlooker]]}."]
    lines += [f"Seat {seat} is {ROLE[role]}." for seat, role in sorted(view.roles.items()) if seat != view.onlooker]
    seen = [(seat, party) for seat, party in sorted(view.parties.items()) if seat not in view.roles]
    lines += [f"Seat {seat} is of the {PARTY[party]} party." for seat, party in seen]
    if view.hand is not None:
        lines.append(f"Your hand: {_tiles(view.hand)}.")
    return "\n".join(lines)


def order(action: Decision) -> str:
    """An action as a player would write it; `text.py` reads it back."""
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
        case Investigate(seat):
            return f"investigate {seat}"
        case CallSpecialElection(seat):
            return f"special election {seat}"
        case Execute(seat):
            return f"execute {seat}"


def news(events: Iterable[Event]) -> list[str]:
    """What happened, a sentence for each event that says more than the board does."""
    return [sentence for event in events if (sentence := _sentence(event))]


def _sentence(event: Event) -> str:
    match event:
        case happened.PresidencyPassed(president=seat, special=special):
            return f"Seat {seat} is the presidential candidate{' by special election' if special else ''}."
        case happened.ChancellorNominated(president=seat, chancellor=other):
            return f"Seat {seat} nominated seat {other} as chancellor."
        case happened.ElectionHeld(ballots=ballots, elected=elected):
            said = ", ".join(f"{seat} {'ja' if ja else 'nein'}" for seat, ja in enumerate(ballots) if ja is not None)
            return f"The government was {'elected' if elected else 'rejected'}: {said}."
        case happened.HandSeen(tiles=tiles):
            return f"You hold {_tiles(tiles)}."
        case happened.ProvedNotHitler(seat=seat):
            return f"Seat {seat} is not Hitler."
        case happened.VetoRequested(chancellor=seat):
            return f"Chancellor {seat} asked for a veto."
        case happened.VetoRefused(president=seat):
            return f"President {seat} refused the veto."
        case happened.AgendaVetoed():
            return "The agenda was vetoed."
        case happened.PolicyEnacted(policy=policy, by_populace=by_populace):
            return f"A {TILE[policy]} policy was enacted{' by the populace' if by_populace else ''}."
        case happened.LoyaltyInvestigated(president=seat, seat=other):
            return f"President {seat} investigated seat {other}."
        case happened.PartySeen(seat=seat, party=party):
            return f"Seat {seat} is of the {PARTY[party]} party."
        case happened.SpecialElectionCalled(president=seat, seat=other):
            return f"President {seat} called a special election of seat {other}."
        case happened.DeckPeeked(president=seat):
            return f"President {seat} looked at the top of the deck."
        case happened.PeekSeen(tiles=tiles):
            return f"The next tiles are {_tiles(tiles)}."
        case happened.PlayerExecuted(president=seat, seat=other):
            return f"President {seat} executed seat {other}."
        case happened.DeckShuffled(tiles=tiles):
            return f"The deck was shuffled: {tiles} tiles."
        case happened.ClaimMade(seat=seat, claim=claim):
            return f"Seat {seat} {_said(claim)}."
        case happened.GameEnded(ending=ending):
            return f"The game is over: {ending.replace('_', ' ')}; the {PARTY[ending.winner]}s win."
        case happened.RolesRevealed(roles=roles):
            return "The roles were: " + ", ".join(f"{seat} {ROLE[role]}" for seat, role in enumerate(roles)) + "."
    return ""


def _said(claim: Claim) -> str:
    if isinstance(claim, ClaimParty):
        said = "refuses to say" if claim.party is None else f"says {PARTY[claim.party]}"
        return f"{said} of {SUBJECT[About.PARTY]} in round {claim.round}"
    said = "refuses to say" if claim.tiles is None else f"says {_tiles(claim.tiles)}"
    return f"{said} of {SUBJECT[claim.about]} in round {claim.round}"


def _tiles(tiles: Iterable[Policy]) -> str:
    return ", ".join(TILE[tile] for tile in tiles)


def _seat(seat: Seat | None) -> str:
    return "none" if seat is None else f"seat {seat}"


def asked(phase: Phase) -> str:
    """What a seat that must act is asked for."""
    return {
        Phase.NOMINATION: "Nominate a chancellor.",
        Phase.ELECTION: "Vote on the government.",
        Phase.PRESIDENT_SESSION: "Discard one tile; the chancellor gets the others.",
        Phase.CHANCELLOR_SESSION: "Enact one tile, or say first whether you ask for a veto.",
        Phase.VETO_ANSWER: "Agree to the veto, or refuse it.",
        Phase.VETO_BALLOT: "Vote in secret on the veto.",
        Phase.INVESTIGATION: "Investigate the party of a player.",
        Phase.SPECIAL_ELECTION: "Name the next presidential candidate.",
        Phase.EXECUTION: "Execute a player.",
    }[phase]
