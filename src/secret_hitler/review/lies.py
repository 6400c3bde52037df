"""The liars' timeline: every claim beside the truth, who believed it, how long it stood and what exposed it."""

from collections.abc import Sequence

from msgspec import Struct

from ..rules import Claim, ClaimParty, ClaimTiles, Party, Role, Seat, Tiles, View
from ..rules.claims import Claimed, Round, Verdict, about
from ..wire.review import Because, JudgedClaim

Suspicion = dict[Seat, float]


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
    """Listens to a game of which it sees all cards."""

    def __init__(self, everything: View, roles: Sequence[Role]) -> None:
        self._view, self._roles = everything, roles
        self._told: list[_Told] = []
        self._before: Suspicion = {}

    def before(self, suspicion: Suspicion) -> None:
        """Note how much the one who is about to speak is suspected."""
        self._before = suspicion

    def heard(self, move: int, seat: Seat, claim: Claim, after: Suspicion) -> None:
        self._told.append(_Told(move, seat, claim, self._view.board.round, self._before, after))
        self.look()

    def look(self) -> None:
        """Check whether anything said before has been shown to be wrong since."""
        for told in self._told:
            if told.exposed is None and self._lie(told):
                told.exposed = self._exposure(told)
                told.exposed_in = None if told.exposed is None else self._view.board.round

    def judged(self) -> list[JudgedClaim]:
        return [self._judged(told) for told in self._told if not _refused(told.claim)]

    def _judged(self, told: _Told) -> JudgedClaim:
        tiles, party = self._truth(told)
        ended = self._view.board.round if told.exposed_in is None else told.exposed_in
        return JudgedClaim(
            move=told.move,
            round=told.claim.round,
            seat=told.seat,
            claim=told.claim,
            target=self._round(told).target if isinstance(told.claim, ClaimParty) else None,
            tiles=tiles,
            party=party,
            lie=self._lie(told),
            before=told.before,
            after=told.after,
            rounds=ended - told.said_in,
            exposed=told.exposed,
        )

    def _truth(self, told: _Told) -> tuple[Tiles | None, Party | None]:
        """Return what there was to see; of tiles only as far as somebody wrote it down."""
        round = self._round(told)
        if isinstance(told.claim, ClaimParty):
            return None, None if round.target is None else self._roles[round.target].party
        return round.tiles_seen(told.claim.about), None

    def _round(self, told: _Told) -> Round:
        return self._view.rounds[told.claim.round - 1]

    def _lie(self, told: _Told) -> bool | None:
        tiles, party = self._truth(told)
        if _refused(told.claim):
            return None
        if isinstance(told.claim, ClaimParty):
            return None if party is None else told.claim.party is not party
        return None if tiles is None else told.claim.tiles != tiles

    def _exposure(self, told: _Told) -> Because | None:
        mine = next((one for one in reversed(self._round(told).claims) if _same(one, told)), None)
        if mine is None:
            return Because("review.exposed.corrected")
        if mine.verdict is Verdict.IMPOSSIBLE:
            return Because("review.exposed.impossible")
        if mine.contested:
            round = self._round(told)
            other = round.chancellor if told.seat == round.president else round.president
            return Because("review.exposed.contradicted", {"target": -1 if other is None else other})
        return None


def _same(one: Claimed, told: _Told) -> bool:
    return one.seat == told.seat and about(one.claim) is about(told.claim) and one.claim == told.claim


def _refused(claim: Claim) -> bool:
    return claim.tiles is None if isinstance(claim, ClaimTiles) else claim.party is None
