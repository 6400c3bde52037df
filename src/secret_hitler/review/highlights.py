"""Highlights of a game: where the chances moved most, and who read, lied, was trusted or decided best."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ..rules import AnyEvent, Policy, Role, Seat, View, Vote
from ..rules.events import AgendaVetoed, ChancellorNominated, ClaimMade, ElectionHeld, GameEnded, HandPassed, PolicyEnacted
from ..rules.powers import BY_EVENT, DeckPeeked, PowerUsed
from ..wire.review import Award, AwardKind, Because, CurvePoint, JudgedClaim, JudgedDecision, TurningPoint

MOST = 3
LEAST = 0.03


def turning_points(curve: Sequence[CurvePoint], news: Mapping[int, Sequence[AnyEvent]]) -> list[TurningPoint]:
    """Find the largest moves of the curve with all cards open from one policy or power to the next, one a round, in the order of the game.

    Leave out a policy that came with a turn against its own side.
    """
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


FEWEST_VOTES = 3
DECISIVE = 0.01


def awards_of(
    view: View, roles: Sequence[Role], decisions: Sequence[JudgedDecision], claims: Sequence[JudgedClaim], public: Sequence[Sequence[float]]
) -> list[Award]:
    found = (_reader(view, roles), _liar(roles, claims), _trusted(roles, public), _decider(decisions))
    return [award for award in found if award is not None]


def votes_read(view: View, roles: Sequence[Role]) -> dict[Seat, tuple[int, int]]:
    """Count for each seat how many votes were right and how many it cast: ja to a government of liberals, nein to any other."""
    counts = {Seat(seat): (0, 0) for seat in range(view.board.seats)}
    for round in view.rounds:
        if round.ballots is None or round.chancellor is None:
            continue
        honest = roles[round.president] is roles[round.chancellor] is Role.LIBERAL
        for seat, ja in enumerate(round.ballots):
            if ja is not None:
                right, cast = counts[Seat(seat)]
                counts[Seat(seat)] = (right + (ja == honest), cast + 1)
    return counts


def _reader(view: View, roles: Sequence[Role]) -> Award | None:
    read = {seat: votes for seat, votes in votes_read(view, roles).items() if roles[seat] is Role.LIBERAL and votes[1] >= FEWEST_VOTES}
    if not read:
        return None
    seat = max(read, key=lambda seat: (read[seat][0] / read[seat][1], read[seat][1], -seat))
    right, cast = read[seat]
    return Award(kind=AwardKind.READER, seat=seat, params={"right": right, "n": cast})


def _liar(roles: Sequence[Role], claims: Sequence[JudgedClaim]) -> Award | None:
    """Award the fascist with most lies that nothing exposed; of several the one with most lies."""
    lies = {seat: [claim.exposed is None for claim in claims if claim.seat == seat and claim.lie] for seat in _team(roles)}
    seat = max(lies, key=lambda seat: (sum(lies[seat]), len(lies[seat])))
    return Award(kind=AwardKind.LIAR, seat=seat, params={"right": sum(lies[seat]), "n": len(lies[seat])}) if lies[seat] else None


def _trusted(roles: Sequence[Role], public: Sequence[Sequence[float]]) -> Award | None:
    """Award the fascist whom the public suspected least, over all rounds."""
    if not public:
        return None
    mean = {seat: sum(after[seat] for after in public) / len(public) for seat in _team(roles)}
    seat = min(mean, key=lambda seat: mean[seat])
    return Award(kind=AwardKind.TRUSTED, seat=seat, params={"p": round(100 * mean[seat])})


def _decider(decisions: Sequence[JudgedDecision]) -> Award | None:
    votes = [one for one in decisions if isinstance(one.chosen.action, Vote) and abs(one.swing) > DECISIVE]
    if not votes:
        return None
    vote = max(votes, key=lambda one: abs(one.swing))
    return Award(kind=AwardKind.DECIDER, seat=vote.seat, params={"round": vote.round, "p": round(100 * abs(vote.swing))}, move=vote.move)


def _team(roles: Sequence[Role]) -> Iterator[Seat]:
    return (Seat(seat) for seat, role in enumerate(roles) if role is not Role.LIBERAL)
