"""What a seat may still speak of, and every way to tell it: the truth no nearer than the lie."""

from collections.abc import Callable

from rich.text import Text

from ..rules import About, OpenClaim, Seat, View
from ..rules.actions import Claim, ClaimParty
from ..rules.claims import Claimed, Verdict
from .theme import stamp, stamps
from .words import say


def doubts(claimed: Claimed, uncovered: bool) -> list[str]:
    """What can be said against a claim, or for it; what only I know, only when I uncover it."""
    found = [say("claim.contested")] if claimed.contested else []
    if claimed.verdict is Verdict.IMPOSSIBLE or (uncovered and claimed.verdict is not Verdict.OPEN):
        found.append(say(f"claim.{claimed.verdict.value}"))
    return found


def speakable(view: View) -> list[OpenClaim]:
    """What I may speak of: first what I have not spoken of, and the latest before the earlier."""
    return sorted(view.claims, key=lambda claim: claim.said)


def question(claim: OpenClaim, name_of: Callable[[Seat], str]) -> str:
    if claim.target is not None:
        return say("tray.claimParty", name=name_of(claim.target), round=claim.round)
    if claim.about is About.PEEK:
        return say("tray.claimPeek", round=claim.round)
    return say("tray.claimHand", n=claim.tiles, round=claim.round)


def telling(claim: Claim) -> Text:
    if isinstance(claim, ClaimParty):
        if claim.party is None:
            return Text(say("tray.claimNothing"))
        return Text.assemble(stamp(claim.party), f" {say(f'party.{claim.party.value}')}")
    return Text(say("tray.claimNothing")) if claim.tiles is None else stamps(claim.tiles)
