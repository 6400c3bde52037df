"""Orders: every action and claim as a line that a player would write, and what such a line means for a seat now."""

import re
from typing import Final

from ..rules import (
    About,
    Claim,
    ClaimParty,
    ClaimTiles,
    Decision,
    Discard,
    Enact,
    Nominate,
    Party,
    Policy,
    SeatAction,
    Veto,
    View,
    Vote,
)
from ..rules.powers import BY_ACTION, PowerAction, target

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
    """An action as a player would write it; of a claim, without its round."""
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
    """What may be written now; a tile held twice stands there once."""
    return {order(action): action for action in view.legal_actions}


def read_order(view: View, text: str, claims: bool = True) -> SeatAction:
    """What a text means for this seat now. Of a longer text the last part in [brackets] counts."""
    bracketed = re.findall(r"\[([^\[\]]+)\]", text)
    said = " ".join((bracketed[-1] if bracketed else text).lower().split()).rstrip(".!")
    if claims and said.startswith("claim"):
        return read_claim(view, said)
    possible = orders(view)
    if said not in possible:
        raise BadText(f"{said[:60]!r} is not an action now; say one of: {', '.join(possible)}")
    return possible[said]


def read_claim(view: View, said: str) -> Claim:
    """A claim of the latest such thing this seat saw."""
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
