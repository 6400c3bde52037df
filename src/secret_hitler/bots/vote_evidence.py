"""What a seat would know, and how it would vote, if it were the liberal it claims to be; and what its acts then say of its role."""

from functools import cached_property

import numpy as np

from ..belief import Belief, Parameters, Supposed
from ..belief.worlds import Floats
from ..rules import PUBLIC, About, AnyEvent, ClaimParty, ClaimTiles, Phase, Policy, Role, Seat, Tiles, View, onlooking
from ..rules.choices import nomination_bar
from ..rules.events import EVERYONE, ChancellorNominated, ClaimMade, ElectionHeld, EnvelopesDealt, RoleSeen, only
from .decision_features import DecisionFeatures
from .governments import Governments
from .human_policy import HumanPolicy

Evidence = list[tuple[Seat, Floats]]
"""What acts say of the roles: the seat that acted, and log likelihoods for every world."""


class ClaimedView:
    """The view of a liberal in a seat who saw whatever that seat claims to have seen."""

    def __init__(self, view: View, seat: Seat, parameters: Parameters | None = None) -> None:
        self.me = seat
        self.belief = Belief(onlooking(view.rules, view.board.seats, self.me), parameters)

    def see(self, events: list[AnyEvent]) -> None:
        shown = [event for event in events if event.audience == EVERYONE]
        if any(isinstance(event, EnvelopesDealt) for event in shown):
            shown.append(RoleSeen(seat=self.me, role=Role.LIBERAL, audience=only(self.me)))
        self.belief.see(self.belief.view.see(shown))
        for event in shown:
            if isinstance(event, ClaimMade) and event.seat == self.me:
                self._stand_by(event)

    def weigh(self, found: Evidence) -> None:
        """Learn what the acts of others say of them; my own tell me nothing."""
        for seat, evidence in found:
            if seat != self.me:
                self.belief.weigh(evidence)

    def _stand_by(self, event: ClaimMade) -> None:
        """Take what I said for what I saw, unless no deck or deal could have shown it."""
        view, claim = self.belief.view, event.claim
        match claim:
            case ClaimParty(round, party) if party is not None:
                view.suppose_seen(claim)
                if not self.belief.tenable:
                    view.suppose_seen(ClaimParty(round, None))
            case ClaimTiles(about, round, tiles) if tiles is not None:
                view.suppose_seen(claim, _thrown(tiles) if about is About.PRESIDENT_HAND else None)
                self.belief.see([event])
                if not self.belief.tenable:
                    view.suppose_seen(ClaimTiles(about, round, None))
        self.belief.see([event])


def _thrown(tiles: Tiles) -> Tiles:
    """Suppose a fascist tile was thrown away, as a liberal president does."""
    return (Policy.FASCIST if Policy.FASCIST in tiles else Policy.LIBERAL,)


SHARP = 60.0
"""How closely votes follow what a government is thought to be worth."""


class VoteForecast:
    """Everything it knows is public, and it is asked seldom: it catches up when it is."""

    def __init__(self, view: View, parameters: Parameters | None) -> None:
        self._view, self._parameters = view, parameters
        self._untold: list[tuple[list[AnyEvent], Evidence]] = []
        self._ja: dict[Seat, Floats] = {}

    def see(self, events: list[AnyEvent], found: Evidence) -> None:
        self._untold.append((events, found))
        self._ja.clear()

    @cached_property
    def _claimed_views(self) -> list[ClaimedView]:
        return [ClaimedView(self._view, Seat(seat), self._parameters) for seat in range(self._view.board.seats)]

    def seats(self) -> list[ClaimedView]:
        for events, found in self._untold:
            for claimed in self._claimed_views:
                claimed.see(events)
                claimed.weigh(found)
        self._untold.clear()
        return self._claimed_views

    def ja(self, president: Seat) -> Floats:
        """Return the chance that each seat (row), if it speaks the truth, votes for each chancellor (column) under this president."""
        if president not in self._ja:
            tables = [Governments(claimed.belief.view, claimed.belief) for claimed in self.seats()]
            margins = np.array([(table.table[president] - table.if_rejected) / table.stakes for table in tables])
            self._ja[president] = 1 / (1 + np.exp(-np.clip(SHARP * margins, -30, 30)))
        return self._ja[president]


def ballots(chances: Floats) -> Floats:
    """Return the chance of each number of ja votes."""
    counts = np.array([1.0])
    for ja in chances:
        counts = np.convolve(counts, [1 - ja, ja])
    return counts


# How players act, next to what a liberal with the public's knowledge would do. People of both sides are alike in this: in 300 human
# games, of governments worth more than their rejection, 74 votes in 100 by liberals were ja and 76 in 100 by fascists; of those worth
# less, 33 and 35. So a vote by itself says nothing; what counts is a whole history that follows no reason at all.

VOTING = 20.0
"""How sharply a vote follows what a government is worth."""
NAMING = 6.0
"""How sharply a nomination does."""
SLIP = 0.3
"""How often the worth is not looked at."""
PLANLESS = 0.15
"""How many fascists do not trouble to act as liberals, but choose at random."""


class VoteEvidence:
    """Follows the public's belief, and foresees from it what each seat would do if it were liberal.

    All bots of a table may share one; each of them must tell it of every batch.
    """

    def __init__(self, view: View, parameters: Parameters | None = None) -> None:
        self._found: list[Evidence] = []
        """For each batch in which the public saw something."""
        self.public = Belief(onlooking(view.rules, view.board.seats, PUBLIC), parameters)
        self.forecast = VoteForecast(view, parameters)
        self._ja: Floats | None = None
        """For each seat, the chance that a liberal there votes ja on the government now proposed."""
        self._people_ja: Floats | None = None
        self._named: Floats | None = None
        """For each seat, the chance that the president, if liberal, names it."""
        self._disorder = np.zeros(view.board.seats)
        """For each seat, how much likelier all its acts are at random than by a liberal's reason, as a logarithm."""

    @property
    def reasoned_ja(self) -> Floats | None:
        """For each seat, the chance that it votes ja on the government now proposed if it is a liberal who reasons."""
        return None if self._ja is None else (self._ja - SLIP / 2) / (1 - SLIP)

    def people_ja(self, people: HumanPolicy) -> Floats:
        """Return the chance that each seat votes ja if it is a liberal who votes as people do."""
        if self._people_ja is None:
            view, supposed = self.public.view, self.public.supposing_each_liberal()
            beliefs = [Supposed(supposed.worlds, joint, supposed.liberal_share) for joint in supposed.joint]
            self._people_ja = people.chances_of_ja([DecisionFeatures(view, belief, Seat(seat)) for seat, belief in enumerate(beliefs)])
        return self._people_ja

    def see_once(self, events: list[AnyEvent], batch: int) -> Evidence:
        """See a batch, counted from 0, if no other bot has told of it yet."""
        if batch == len(self._found):
            self._found.append(self.see(events))
        return self._found[batch]

    def see(self, events: list[AnyEvent]) -> Evidence:
        """Weigh what the public ones of these events say of the roles, by the seat that acted."""
        shown = [event for event in events if event.audience == EVERYONE]
        found: Evidence = []
        for event in shown:
            match event:
                case ChancellorNominated() if self._named is not None:
                    liberal = float(self._named[event.chancellor])
                    found.append((event.president, self._evidence(event.president, liberal, 1 / np.count_nonzero(self._named))))
                    self._named = None
                case ElectionHeld() if self._ja is not None:
                    found += self._voted(event, self._ja)
                    self._ja = self._people_ja = None
        self.public.see(self.public.view.see(shown))
        for _, evidence in found:
            self.public.weigh(evidence)
        self.forecast.see(shown, found)
        self._foresee()
        return found

    def _voted(self, event: ElectionHeld, ja: Floats) -> Evidence:
        return [
            (Seat(seat), self._evidence(Seat(seat), float(ja[seat] if ballot else 1 - ja[seat]), 0.5))
            for seat, ballot in enumerate(event.ballots)
            if ballot is not None
        ]

    def _evidence(self, seat: Seat, liberal: float, blind: float) -> Floats:
        """Return evidence for every world, from the chance of the act for a liberal and for somebody without a plan."""
        before = self._suspicion(seat)
        self._disorder[seat] += np.log(blind / liberal)
        vector: Floats = self.public.worlds.fascist[:, seat] * (self._suspicion(seat) - before)
        return vector

    def _suspicion(self, seat: Seat) -> float:
        """Judge the whole history of a seat: either it has a plan, like a liberal, or it has none."""
        return float(np.log(1 - PLANLESS + PLANLESS * np.exp(self._disorder[seat])))

    def _foresee(self) -> None:
        board = self.public.view.board
        if board.president is None:
            return
        if board.phase is Phase.NOMINATION and self._named is None:
            self._named = self._naming(board.president)
        if board.phase is Phase.ELECTION and board.chancellor is not None and self._ja is None:
            margin = self._governments().margin(board.president, board.chancellor)
            self._ja = _steadily(1 / (1 + np.exp(-np.clip(VOTING * margin, -30, 30))), 2)

    def _naming(self, president: Seat) -> Floats:
        view, governments = self.public.view, self._governments()
        may = np.array([nomination_bar(view.rules, view.board, Seat(seat)) is None for seat in range(view.board.seats)], dtype=float)
        worths = governments.table[president, president] / governments.stakes
        wish = may * np.exp(np.clip(NAMING * (worths - worths.max()), -30, 0))
        named: Floats = may * _steadily(wish / wish.sum(), int(may.sum()))
        return named

    def _governments(self) -> Governments:
        return Governments(self.public.view, self.public.supposing_each_liberal())


def _steadily(chances: Floats, choices: int) -> Floats:
    return SLIP / choices + (1 - SLIP) * chances
