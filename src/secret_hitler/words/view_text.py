"""Write a View in plain English for programs that read, and read their answers: every action and claim is a line of text."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..rules import Claim, ClaimParty, ClaimTiles, Discard, Enact, Nominate, UsePower, Veto, View, Vote
from ..rules.claims import Round
from ..rules.events import ClaimMade
from ..rules.powers import BY_ACTION, BY_PHASE, PEEKS, AnyEvent, Decision, PowerAction, SeatAction, target
from ..rules.vocabulary import About, Party, Phase, Policy, Power, Role, Seat
from .sentences import Voice, event_in_words
from .speaker import ENGLISH, known_as

TILE: Final = {policy: policy.name.lower() for policy in Policy}
PARTY: Final = {party: party.name.lower() for party in Party}


def claims_line(draw: int) -> str:
    """Explain claims for hands of this size."""
    passed = "F" * (draw - 2) + "L"
    return (
        f"Before your action you may claim something, true or not: 'claim president-hand F{passed}', 'claim chancellor-hand {passed}', "
        f"'claim peek {passed[::-1]}F' (top first) or 'claim party fascist', each of the latest such thing you saw."
    )


_CLAIM: Final = re.compile(r"claim (president-hand|chancellor-hand|peek|top-card) ([lf]+)|claim party (liberal|fascist)")
ROLE = {Role.LIBERAL: "a liberal", Role.FASCIST: "a fascist", Role.HITLER: "Hitler"}


class BadText(ValueError):
    """A text that isn't an action now; the message lists the actions."""


def order(action: SeatAction) -> str:
    """Write an action as a player would, claims without their round."""
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
        case UsePower(wanted):
            return "use power" if wanted else "no power"
        case PowerAction():
            return f"{BY_ACTION[type(action)].power.replace('-', ' ')} {target(action)}"
        case ClaimTiles(about, _, tiles):
            return f"claim {about} {'nothing' if tiles is None else ''.join(tiles)}"
        case ClaimParty(_, party):
            return f"claim party {'nothing' if party is None else PARTY[party]}"


def orders(view: View) -> dict[str, Decision]:
    """List what a player can write now, equal tiles once."""
    return {order(action): action for action in view.legal_actions}


def read_order(view: View, text: str, claims: bool = True) -> SeatAction:
    """Read what a text means for this seat now; in a longer text, the last part in [brackets] counts."""
    bracketed = re.findall(r"\[([^\[\]]+)\]", text)
    said = " ".join((bracketed[-1] if bracketed else text).lower().split()).rstrip(".!")
    if claims and said.startswith("claim"):
        return read_claim(view, said)
    possible = orders(view)
    if said not in possible:
        raise BadText(f"{said[:60]!r} is not an action now; say one of: {', '.join(possible)}")
    return possible[said]


def read_claim(view: View, said: str) -> Claim:
    match = _CLAIM.fullmatch(said.lower())
    if match is None:
        raise BadText(f"{said[:60]!r} is not a claim. {claims_line(view.rules.draw)}")
    kind, letters, party = match.groups()
    about = About(kind) if kind else About.PARTY
    sight = next((sight for sight in reversed(view.sights) if sight.about is about), None)
    if sight is None:
        raise BadText(f"you never saw what you claim: {said!r}")
    if about is About.PARTY:
        return ClaimParty(sight.round, Party.LIBERAL if party == "liberal" else Party.FASCIST)
    tiles = [Policy(letter.upper()) for letter in letters]
    return ClaimTiles(about, sight.round, tuple(tiles if about in PEEKS.values() else sorted(tiles)))


def situation(view: View, claims: bool = True, answers: bool = True) -> str:
    """Show a seat what it needs for an answer: the board, what it knows, what it can answer."""
    parts = [picture(view), knowledge(view)]
    if answers and view.legal_actions:
        parts += ["", asked(view.board.phase), f"Answer with one of: {', '.join(orders(view))}."]
    if claims and view.claims:
        parts.append(claims_line(view.rules.draw))
    return "\n".join(parts)


def picture(view: View) -> str:
    """Describe the board that everyone sees."""
    board, rules = view.board, view.rules
    limited = ", ".join(map(str, view.term_limited)) or "none"
    dead = ", ".join(str(seat) for seat in range(board.seats) if seat not in board.alive) or "none"
    lines = [
        f"Round {board.round}, {board.phase.replace('-', ' ')}. {known_as(rules)} rules, {board.seats} players.",
        f"Liberal policies {board.liberal} of {rules.liberal_goal}, fascist policies {board.fascist} of {rules.fascist_goal}, "
        f"election tracker {board.tracker} of {rules.tracker_length}.",
        f"Draw pile {board.draw_pile} tiles, discards {board.discards}.",
        f"President: {_seat(board.president)}. Chancellor: {_seat(board.chancellor)}. Term-limited: {limited}. Executed: {dead}.",
    ]
    lines += [f"The next fascist policy grants: {view.next_power.replace('-', ' ')}."] if view.next_power is not Power.NONE else []
    lines += ["The fascists win if Hitler is elected chancellor."] if view.hitler_can_win else []
    lines += ["The veto is open."] if view.veto_open else []
    if board.ending is not None:
        lines.append(f"The game is over: {board.ending.replace('_', ' ')}; the {PARTY[board.ending.winner]}s win.")
    return "\n".join(lines)


def knowledge(view: View) -> str:
    """Describe what this seat knows and others might not."""
    lines = [f"You are seat {view.me}, {ROLE[view.roles[view.me]]}."]
    lines += [f"Seat {seat} is {ROLE[role]}." for seat, role in sorted(view.roles.items()) if seat != view.onlooker]
    seen = [(seat, party) for seat, party in sorted(view.parties.items()) if seat not in view.roles]
    lines += [f"Seat {seat} is of the {PARTY[party]} party." for seat, party in seen]
    if view.hand is not None:
        lines.append(f"Your hand: {', '.join(TILE[tile] for tile in view.hand)}.")
    return "\n".join(lines)


def private_facts(view: View) -> list[str]:
    """List what follows from the board and from this seat's own acts, which the picture leaves out."""
    board = view.board
    lines = [f"Not enacted yet: {view.liberal_tiles_left} liberal and {view.fascist_tiles_left} fascist tiles, in the piles or a hand."]
    told = ", ".join("the fascists" if role is Role.FASCIST else "Hitler" for role in view.informed) or "nobody"
    lines.append(f"Told at the start who is of the fascist party: {told}.")
    lines += [f"Proved not to be Hitler: {_listed(board.not_hitler)}."] if board.not_hitler else []
    lines += [f"Awaited now: {_listed(board.awaited)}."] if any(seat >= 0 for seat in board.awaited) else []
    lines += (
        [f"Next to stand for president, by special election: seat {board.special_president}."]
        if board.special_president is not None
        else []
    )
    lines += [f"The rotation goes on from seat {board.anchor}."] if board.special and board.anchor is not None else []
    lines += ["The chancellor asks for a veto."] if board.veto_asked else []
    lines += ["You have forgone a veto and must enact."] if view.forgone else []
    lines += [f"You voted {order(Vote(view.ballot))}."] if view.ballot is not None else []
    lines += [f"In secret you voted for: {order(Veto(view.veto_ballot))}."] if view.veto_ballot is not None else []
    lines += [f"You chose to enact {TILE[view.chosen]}."] if view.chosen is not None else []
    lines += [f"You may not talk now: {view.silent.text}."] if view.silent is not None else []
    lines += (
        [f"You may still speak of: {', '.join(f'{each.about} of round {each.round}' for each in view.claims if not each.said)}."]
        if any(not each.said for each in view.claims)
        else []
    )
    barred = [f"{order(choice.action)} ({choice.barred.text})" for choice in view.choices if choice.barred is not None]
    return lines + ([f"Not possible now: {', '.join(barred)}."] if barred else [])


def rounds_so_far(view: View) -> list[str]:
    """Tell every round in a line or two: what all saw, what this seat saw, and what was claimed and how that fits."""
    return [line for round in view.rounds for line in _round(round)]


def _round(round: Round) -> Iterator[str]:
    parts = [f"Round {round.number}: policies {round.liberal_before} liberal, {round.fascist_before} fascist"]
    parts.append(f"president seat {round.president}{' by special election' if round.special else ''}, chancellor {_seat(round.chancellor)}")
    if round.ballots is not None:
        for word, ja in (("ja", True), ("nein", False)):
            parts.append(f"{word} {_listed(seat for seat, ballot in enumerate(round.ballots) if ballot is ja)}")
    if round.elected is not None:
        parts.append("elected" if round.elected else "rejected")
    parts += ["a veto was asked for"] if round.veto_asked else []
    parts += ["vetoed"] if round.vetoed else []
    parts += [f"{TILE[round.enacted]} enacted{' by the populace' if round.by_populace else ''}"] if round.enacted is not None else []
    parts += [f"it granted {round.power.replace('-', ' ')}"] if round.power is not Power.NONE else []
    parts += [f"used on seat {round.target}"] if round.target is not None else []
    yield "; ".join(parts) + "."
    seen = {
        "the president drew": round.president_hand,
        "the president discarded": round.president_discard,
        "the chancellor got": round.chancellor_hand,
        "the chancellor discarded": round.chancellor_discard,
        "the top of the pile showed, top first": round.peek,
    }
    saw = [f"{what} {''.join(tiles)}" for what, tiles in seen.items() if tiles is not None]
    saw += [f"the party of seat {round.party_of} was {PARTY[round.party]}"] if round.party is not None else []
    if saw:
        yield f"  You know: {'; '.join(saw)}."
    for said in round.claims:
        contested = ", against another claim" if said.contested else ""
        yield f"  Seat {said.seat}: {order(said.claim)} ({said.verdict}{contested})."


def news(events: Iterable[AnyEvent], view: View) -> list[str]:
    """Tell what happened, with a sentence for each event that says more than the board."""
    told = []
    for event in events:
        if sentence := event_in_words(ENGLISH, event, view, lambda seat: f"Seat {seat}", Voice.PROGRAM):
            if isinstance(event, ClaimMade):
                sentence = ENGLISH.say("program.ofRound", round=event.claim.round, sentence=sentence)
            told.append(sentence)
    return told


def _listed(seats: Iterable[int]) -> str:
    return ", ".join(map(str, seats)) or "none"


def _seat(seat: Seat | None) -> str:
    return "none" if seat is None else f"seat {seat}"


def asked(phase: Phase) -> str:
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
        Phase.DROP: "Discard the top card (use power), or leave it (no power).",
        Phase.PEEK: "Look at the top of the draw pile, or leave it.",
    }.get(phase)
    return asked or f"Name a player to {BY_PHASE[phase].wish}."
