"""Highlights of a game: where the chances moved most, who lied for how long, and who read, was trusted or decided best."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from ..rules import AnyEvent, Claim, ClaimParty, ClaimTiles, Party, Policy, Role, Seat, Tiles, View, Vote
from ..rules.claims import Round, Verdict
from ..rules.events import AgendaVetoed, ChancellorNominated, ClaimMade, ElectionHeld, GameEnded, HandPassed, PolicyEnacted
from ..rules.powers import BY_EVENT, DeckPeeked, DropDecided, PowerUsed, TopCardPeeked
from ..wire.review import Award, AwardKind, Because, CurvePoint, JudgedClaim, JudgedDecision, TurningPoint

MOST, LEAST = 3, 0.03
FEWEST_VOTES, DECISIVE = 3, 0.01
Suspicion = dict[Seat, float]


def turning_points(curve: Sequence[CurvePoint], news: Mapping[int, Sequence[AnyEvent]]) -> list[TurningPoint]:
    """Find the largest steps of the curve with all cards open from one policy or power to the next, one a round, in order.

    Leave out policies that came with a turn against their own side.
    """
    found: dict[int, TurningPoint] = {}
    marked = [curve[0], *(point for point in curve[1:] if point is curve[-1] or point.policy or point.power or point.vetoed)]
    for before, after in pairwise(marked):
        # A liberal policy earns fascists trust, and luck may turn with it: that says nothing about the policy.
        if after.policy is not None and (after.open > before.open) != (after.policy is Policy.LIBERAL):
            continue
        point = TurningPoint(
            move=after.move, round=after.round, before=before.open, after=after.open, what=what_happened(news[after.move], curve, after)
        )
        known = found.get(after.round)
        if known is None or _size(point) > _size(known):
            found[after.round] = point
    largest = sorted((point for point in found.values() if _size(point) >= LEAST), key=_size, reverse=True)[:MOST]
    return sorted(largest, key=lambda point: point.move)


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
            case TopCardPeeked(president=president) | DropDecided(president=president):
                return Because("review.turn.peek-and-drop", {"president": president})
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


def awards_of(
    view: View, roles: Sequence[Role], decisions: Sequence[JudgedDecision], claims: Sequence[JudgedClaim], public: Sequence[Sequence[float]]
) -> list[Award]:
    found = (_reader(view, roles), _liar(roles, claims), _trusted(roles, public), _decider(decisions))
    return [award for award in found if award is not None]


def votes_read(view: View, roles: Sequence[Role]) -> dict[Seat, tuple[int, int]]:
    """Count each seat's right votes and all its votes; right is ja for two liberals, and nein otherwise."""
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
    """Award the fascist with the most unexposed lies, or on a tie with the most lies."""
    lies = {seat: [claim.exposed is None for claim in claims if claim.seat == seat and claim.lie] for seat in _team(roles)}
    seat = max(lies, key=lambda seat: (sum(lies[seat]), len(lies[seat])))
    return Award(kind=AwardKind.LIAR, seat=seat, params={"right": sum(lies[seat]), "n": len(lies[seat])}) if lies[seat] else None


def _trusted(roles: Sequence[Role], public: Sequence[Sequence[float]]) -> Award | None:
    """Award the fascist whom the public suspected least on average."""
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


class _Told(Struct):
    move: int
    seat: Seat
    claim: Claim
    said_in: int
    """The round in which it was said."""
    before: Suspicion
    after: Suspicion
    exposed: Because | None = None
    exposed_in: int | None = None


class ClaimHistory:
    def __init__(self, everything: View, roles: Sequence[Role]) -> None:
        self._view, self._roles = everything, roles
        self._told: list[_Told] = []
        self._before: Suspicion = {}

    def before(self, suspicion: Suspicion) -> None:
        """Note how much the table suspects the next speaker."""
        self._before = suspicion

    def heard(self, move: int, seat: Seat, claim: Claim, after: Suspicion) -> None:
        self._told.append(_Told(move, seat, claim, self._view.board.round, self._before, after))
        self.look()

    def look(self) -> None:
        """Check whether earlier claims have been exposed by now."""
        for told in self._told:
            if told.exposed is None and self._lie(told):
                told.exposed = self._exposure(told)
                told.exposed_in = None if told.exposed is None else self._view.board.round

    def judged(self) -> list[JudgedClaim]:
        said = [(told, told.claim.tiles if isinstance(told.claim, ClaimTiles) else told.claim.party) for told in self._told]
        return [self._judged(told) for told, what in said if what is not None]

    def _judged(self, told: _Told) -> JudgedClaim:
        tiles, party = self._truth(told)
        ended = self._view.board.round if told.exposed_in is None else told.exposed_in
        return JudgedClaim(
            move=told.move,
            round=told.claim.round,
            seat=told.seat,
            claim=told.claim,
            target=self._round(told).party_of if isinstance(told.claim, ClaimParty) else None,
            tiles=tiles,
            party=party,
            lie=self._lie(told),
            before=told.before,
            after=told.after,
            rounds=ended - told.said_in,
            exposed=told.exposed,
        )

    def _truth(self, told: _Told) -> tuple[Tiles | None, Party | None]:
        """Return what there was to see, as far as it was written down."""
        round = self._round(told)
        if isinstance(told.claim, ClaimParty):
            return None, None if round.party_of is None else self._roles[round.party_of].party
        return round.tiles_seen(told.claim.about), None

    def _round(self, told: _Told) -> Round:
        return self._view.rounds[told.claim.round - 1]

    def _lie(self, told: _Told) -> bool | None:
        tiles, party = self._truth(told)
        said, truth = (told.claim.party, party) if isinstance(told.claim, ClaimParty) else (told.claim.tiles, tiles)
        return None if said is None or truth is None else said != truth

    def _exposure(self, told: _Told) -> Because | None:
        mine = next((one for one in reversed(self._round(told).claims) if (one.seat, one.claim) == (told.seat, told.claim)), None)
        if mine is None:
            return Because("review.exposed.corrected")
        if mine.verdict is Verdict.IMPOSSIBLE:
            return Because("review.exposed.impossible")
        if mine.contested:
            round = self._round(told)
            other = round.chancellor if told.seat == round.president else round.president
            return Because("review.exposed.contradicted", {"target": -1 if other is None else other})
        return None
