"""Claims in words, what a seat may still speak of, and every way to tell it: the truth no nearer than the lie."""

from collections.abc import Callable
from itertools import product

from ..rules import About, Claim, ClaimParty, ClaimTiles, Party, Policy, Seat, Sight, Tiles, View
from ..rules.claims import Claimed, Round, Verdict, about
from .words import say


def claim_in_words(claim: Claim, view: View, name_of: Callable[[Seat], str]) -> str:
    target = view.rounds[claim.round - 1].target
    name = "?" if target is None else name_of(target)
    if isinstance(claim, ClaimParty):
        return say("claim.refused.party", name=name) if claim.party is None else say(f"claim.party.{claim.party.value}", name=name)
    if claim.tiles is None:
        return say(f"claim.refused.{claim.about.value}")
    return say(f"claim.{claim.about.value}", tiles=" ".join(claim.tiles))


def doubts(claimed: Claimed, uncovered: bool) -> list[str]:
    """What can be said against a claim, or for it; what only I know, only when I uncover it."""
    found = [say("claim.contested")] if claimed.contested else []
    if claimed.verdict is Verdict.IMPOSSIBLE or (uncovered and claimed.verdict is not Verdict.OPEN):
        found.append(say(f"claim.{claimed.verdict.value}"))
    return found


def speakable(view: View) -> list[Sight]:
    """What I saw: first what I have not spoken of, and the latest before the earlier."""
    unsaid = unspoken(view)
    return unsaid + [sight for sight in reversed(view.sights) if sight not in unsaid]


def unspoken(view: View) -> list[Sight]:
    seat = view.onlooker
    said = {(claimed.claim.round, about(claimed.claim)) for each in view.rounds for claimed in each.claims if claimed.seat == seat}
    return [sight for sight in reversed(view.sights) if (sight.round, sight.about) not in said]


def question(sight: Sight, view: View, name_of: Callable[[Seat], str]) -> str:
    if sight.about is About.PARTY:
        target = view.rounds[sight.round - 1].target
        assert target is not None
        return say("tray.claimParty", name=name_of(target), round=sight.round)
    if sight.about is About.PEEK:
        return say("tray.claimPeek", round=sight.round)
    return say("tray.claimHand", n=_size(sight, view), round=sight.round)


def tellings(sight: Sight, view: View) -> list[Claim]:
    """Everything that could be said of it; a peek is told in order, a hand fascist first. The last one refuses to say."""
    if sight.about is About.PARTY:
        return [ClaimParty(sight.round, party) for party in (Party.LIBERAL, Party.FASCIST, None)]
    size = _size(sight, view)
    told: list[Tiles]
    if sight.about is About.PEEK:
        told = list(product((Policy.FASCIST, Policy.LIBERAL), repeat=size))
    else:
        told = [(Policy.FASCIST,) * (size - liberal) + (Policy.LIBERAL,) * liberal for liberal in range(size + 1)]
    return [ClaimTiles(sight.about, sight.round, tiles) for tiles in (*told, None)]


def _size(sight: Sight, view: View) -> int:
    return len(_seen(sight, view.rounds[sight.round - 1]) or ())


def _seen(sight: Sight, round: Round) -> Tiles | None:
    return {About.PRESIDENT_HAND: round.president_hand, About.CHANCELLOR_HAND: round.chancellor_hand}.get(sight.about, round.peek)
