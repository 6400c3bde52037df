"""Turning points: where the chances moved most, and what happened there."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..rules import AnyEvent, Policy
from ..rules.events import AgendaVetoed, ChancellorNominated, ClaimMade, ElectionHeld, GameEnded, HandPassed, PolicyEnacted
from ..rules.powers import BY_EVENT, DeckPeeked, PowerUsed
from ..wire.review import Because, CurvePoint, TurningPoint

MOST = 3
LEAST = 0.03


def turning_points(curve: Sequence[CurvePoint], news: Mapping[int, Sequence[AnyEvent]]) -> list[TurningPoint]:
    """The largest moves of the curve with all cards open from one policy or power to the next, in the order of the game; one a round.

    A policy that came with a turn against its own side is left out."""
    found: dict[int, TurningPoint] = {}
    marked = [curve[0], *(point for point in curve[1:] if point is curve[-1] or point.policy or point.power or point.vetoed)]
    for before, after in pairwise(marked):
        if _against_itself(before, after):
            continue
        point = TurningPoint(
            move=after.move, round=after.round, before=before.open, after=after.open, what=what_happened(news[after.move], curve, after)
        )
        known = found.get(after.round)
        if known is None or _size(point) > _size(known):
            found[after.round] = point
    largest = sorted((point for point in found.values() if _size(point) >= LEAST), key=_size, reverse=True)[:MOST]
    return sorted(largest, key=lambda point: point.move)


def _against_itself(start: CurvePoint, end: CurvePoint) -> bool:
    """Fascists who enact a liberal policy are trusted for it, and luck may turn at the same time: that is nothing to tell of a policy."""
    return end.policy is not None and (end.open > start.open) != (end.policy is Policy.LIBERAL)


def _size(point: TurningPoint) -> float:
    return abs(point.after - point.before)


def what_happened(told: Sequence[AnyEvent], curve: Sequence[CurvePoint], at: CurvePoint) -> Because:
    for event in reversed(told):
        match event:
            case GameEnded(ending=ending):
                return Because(f"event.GameEnded.{ending}")
            case PolicyEnacted(policy=policy, by_populace=by_populace):
                n = sum(point.policy is policy for point in curve if point.move <= at.move)
                return Because(f"review.turn.{'populace' if by_populace else 'enacted'}.{policy}", {"n": n})
            case PowerUsed(president=president, seat=seat):
                return Because(f"review.turn.{BY_EVENT[type(event)].power}", {"president": president, "target": seat})
            case DeckPeeked(president=president):
                return Because("review.turn.peek", {"president": president})
            case AgendaVetoed(president=president, chancellor=chancellor):
                return Because("review.turn.vetoed", {"president": president, "chancellor": chancellor})
            case ElectionHeld(president=president, chancellor=chancellor, elected=elected):
                return Because(f"review.turn.{'elected' if elected else 'rejected'}", {"president": president, "chancellor": chancellor})
            case ChancellorNominated(president=president, chancellor=chancellor):
                return Because("review.turn.nominated", {"president": president, "chancellor": chancellor})
            case HandPassed(chancellor=chancellor):
                return Because("review.turn.passed", {"chancellor": chancellor})
            case ClaimMade(seat=seat):
                return Because("review.turn.claim", {"seat": seat})
    return Because("review.turn.other")
