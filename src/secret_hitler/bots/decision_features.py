"""What people look at before they decide, as numbers: everyone's record, their own past, the crowd, and belief.

Policies count as distances to the goals, and people as shares, so that lessons from one table carry over to others.
"""

from itertools import pairwise

from ..belief import Belief, Supposed
from ..belief.worlds import Floats
from ..rules import ClaimParty, Party, Policy, Power, Role, Seat, View
from ..rules.claims import Round, Verdict

_ROLES = {Role.LIBERAL: 0.0, Role.FASCIST: 1.0, Role.HITLER: 2.0}
_NEVER = 9.0
"""Rounds since something that hasn't happened."""


class DecisionFeatures:
    """A View and its belief, read once for all questions of one moment."""

    def __init__(self, view: View, belief: Belief | Supposed, me: Seat | None = None) -> None:
        """Read a View; a public one is read as a liberal in the seat `me` sees it."""
        self.view, self.me = view, view.me if me is None else me
        self.fascist: Floats = belief.fascist
        self.hitler: Floats = belief.hitler
        self.share = belief.liberal_share
        self.past = [round for round in view.rounds if round.elected is not None]
        self._records: dict[Seat, list[float]] = {}

    def vote(self) -> list[float]:
        president, chancellor = self.view.board.government
        return [*self._board(), *self._myself(), *self._crowd(president, chancellor), *self._person(president), *self._person(chancellor)]

    def person(self, seat: Seat) -> list[float]:
        """Describe choosing this seat for an office or a power."""
        others = [other for other in self.view.board.alive if other != self.me]
        more_suspect = sum(self.fascist[other] > self.fascist[seat] for other in others) / len(others)
        more_hitler = sum(self.hitler[other] > self.hitler[seat] for other in others) / len(others)
        return [*self._board(), *self._myself(), more_suspect, more_hitler, *self._person(seat)]

    def tiles(self) -> list[float]:
        board, hand = self.view.board, self.view.hand or ()
        partner = board.chancellor if self.me == board.president else board.president
        assert partner is not None
        liberal = sum(tile is Policy.LIBERAL for tile in hand)
        trusted = sum(_outcome(round) for round in self._governed(self.me))  # my record in the others' eyes
        return [float(liberal), float(len(hand)), *self._board(), *self._myself(), *self._person(partner), trusted]

    def _board(self) -> list[float]:
        view, board, rules = self.view, self.view.board, self.view.rules
        return [
            float(rules.liberal_goal - board.liberal),
            float(rules.fascist_goal - board.fascist),
            float(view.hitler_can_win),
            float(rules.tracker_length - board.tracker),
            min(board.round, 12.0),
            len(board.alive) / board.seats,
            self.share,
            float(board.special),
            float(view.next_power is not Power.NONE),
            float(view.veto_open),
        ]

    def _myself(self) -> list[float]:
        board, me = self.view.board, self.me
        mine = [round.ballots[me] for round in self.past if round.ballots is not None and round.ballots[me] is not None]
        return [
            _ROLES[self.view.role or Role.LIBERAL],
            float(me == board.president),
            float(me == board.chancellor),
            _share(mine),
            _signed(mine[-1]) if mine else 0.0,
            float(len(self._governed(me))),
            self.fascist[me],
        ]

    def _crowd(self, president: Seat, chancellor: Seat) -> list[float]:
        """Describe the table's last votes, and those on these two."""
        last = [round for round in self.past if round.ballots is not None]
        together = [round for round in self._governed(president) if chancellor in (round.president, round.chancellor)]
        return [
            _share(last[-1].ballots) if last else 0.5,
            _share(last[-2].ballots) if len(last) > 1 else 0.5,
            _signed(last[-1].elected) if last else 0.0,
            self._crowd_on(president),
            self._crowd_on(chancellor),
            sum(_outcome(round) for round in together),
            self._my_last_vote_on(president),
            self._my_last_vote_on(chancellor),
            ((chancellor - president) % self.view.board.seats) / self.view.board.seats,
            float(sum(1 for before, after in pairwise(self.past) if not before.elected and not after.elected)),
        ]

    def _crowd_on(self, seat: Seat) -> float:
        on = [round.ballots for round in self.past if seat in (round.president, round.chancellor) and round.ballots is not None]
        return _share(on[-1]) if on else 0.5

    def _my_last_vote_on(self, seat: Seat) -> float:
        on = [round.ballots[self.me] for round in self.past if seat in (round.president, round.chancellor) and round.ballots is not None]
        return _signed(next((ja for ja in reversed(on) if ja is not None), None))

    def _person(self, seat: Seat) -> list[float]:
        """Describe what I know of a seat, and what everyone knows."""
        view, board = self.view, self.view.board
        party = view.parties.get(seat)
        with_me = [round for round in self._governed(self.me) if seat in (round.president, round.chancellor)]
        return [
            0.0 if party is None else (1.0 if party is Party.FASCIST else -1.0),
            float(view.roles.get(seat) is Role.HITLER),
            self.fascist[seat],
            self.hitler[seat],
            float(seat == self.me),
            float(seat in board.not_hitler),
            float(seat in view.term_limited),
            ((seat - self.me) % board.seats) / board.seats,
            sum(_outcome(round) for round in with_me),
            *self._record(seat),
        ]

    def _record(self, seat: Seat) -> list[float]:
        if seat in self._records:
            return self._records[seat]
        governed = self._governed(seat)
        as_president = [round for round in governed if round.president == seat]
        as_chancellor = [round for round in governed if round.president != seat]
        votes = [round.ballots[seat] for round in self.past if round.ballots is not None and round.ballots[seat] is not None]
        sour = [round.ballots[seat] for round in self.past if round.enacted is Policy.FASCIST and round.elected and round.ballots]
        claims = [claimed for round in self.view.rounds for claimed in round.claims if claimed.seat == seat]
        self._records[seat] = [
            float(sum(round.enacted is Policy.LIBERAL for round in as_president)),
            float(sum(round.enacted is Policy.FASCIST for round in as_president)),
            float(sum(round.enacted is Policy.LIBERAL for round in as_chancellor)),
            float(sum(round.enacted is Policy.FASCIST for round in as_chancellor)),
            _outcome(governed[-1]) if governed else 0.0,
            min(_NEVER, float(self.view.board.round - governed[-1].number)) if governed else _NEVER,
            float(sum(claimed.contested or claimed.verdict in (Verdict.IMPOSSIBLE, Verdict.FALSE) for claimed in claims)),
            self._called(seat, Party.FASCIST),
            self._called(seat, Party.LIBERAL),
            _share(votes),
            _share(sour),
            float(sum(round.chancellor == seat and not round.elected for round in self.past)),
        ]
        return self._records[seat]

    def _governed(self, seat: Seat) -> list[Round]:
        return [round for round in self.past if round.elected and round.enacted is not None and seat in (round.president, round.chancellor)]

    def _called(self, seat: Seat, party: Party) -> float:
        claims = [claimed.claim for round in self.view.rounds if round.party_of == seat for claimed in round.claims]
        return float(sum(isinstance(claim, ClaimParty) and claim.party is party for claim in claims))


def _outcome(round: Round) -> float:
    return 0.0 if round.enacted is None else (1.0 if round.enacted is Policy.LIBERAL else -1.0)


def _signed(yes: bool | None) -> float:
    return 0.0 if yes is None else (1.0 if yes else -1.0)


def _share(votes: "list[bool | None] | tuple[bool | None, ...] | None") -> float:
    cast = [vote for vote in votes or () if vote is not None]
    return sum(cast) / len(cast) if cast else 0.5
