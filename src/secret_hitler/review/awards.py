"""Awards: who read the table best, lied best, was trusted most, and which vote decided it."""

from collections.abc import Iterator, Sequence

from ..rules import Role, Seat, View, Vote
from ..wire.review import Award, AwardKind, JudgedClaim, JudgedDecision

FEWEST_VOTES = 3
DECISIVE = 0.01


def awards_of(
    view: View, roles: Sequence[Role], decisions: Sequence[JudgedDecision], claims: Sequence[JudgedClaim], public: Sequence[Sequence[float]]
) -> list[Award]:
    found = (_reader(view, roles), _liar(roles, claims), _trusted(roles, public), _decider(decisions))
    return [award for award in found if award is not None]


def votes_read(view: View, roles: Sequence[Role]) -> dict[Seat, tuple[int, int]]:
    """By seat, how many votes were right and how many it cast: ja to a government of liberals, nein to any other."""
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
    """The fascist with most lies that nothing exposed; of several the one with most lies."""
    lies = {seat: [claim.exposed is None for claim in claims if claim.seat == seat and claim.lie] for seat in _team(roles)}
    seat = max(lies, key=lambda seat: (sum(lies[seat]), len(lies[seat])))
    return Award(kind=AwardKind.LIAR, seat=seat, params={"right": sum(lies[seat]), "n": len(lies[seat])}) if lies[seat] else None


def _trusted(roles: Sequence[Role], public: Sequence[Sequence[float]]) -> Award | None:
    """The fascist whom the public suspected least, over all rounds."""
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
