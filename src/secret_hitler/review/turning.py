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

    A policy is never told as a turn against its own side."""
    found: dict[int, TurningPoint] = {}
    marked = [curve[0], *(point for point in curve[1:] if point is curve[-1] or point.policy or point.power or point.vetoed)]
    for start, end in pairwise(marked):
        before, after = _telling(curve, start, end)
        point = TurningPoint(
            move=after.move, round=after.round, before=before.open, after=after.open, what=what_happened(news[after.move], curve, after)
        )
        known = found.get(after.round)
        if known is None or _size(point) > _size(known):
            found[after.round] = point
    largest = sorted((point for point in found.values() if _size(point) >= LEAST), key=_size, reverse=True)[:MOST]
    return sorted(largest, key=lambda point: point.move)


def _telling(curve: Sequence[CurvePoint], start: CurvePoint, end: CurvePoint) -> tuple[CurvePoint, CurvePoint]:
    """From policy to policy; where the chance moved against the policy, the step before it that moved it most that way."""
    rose = end.open > start.open
    if end.policy is None or rose == (end.policy is Policy.LIBERAL):
        return start, end
    steps = list(pairwise(point for point in curve if start.move <= point.move < end.move))
    return max(steps, key=lambda step: (step[1].open - step[0].open) * (1 if rose else -1), default=(start, start))


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
