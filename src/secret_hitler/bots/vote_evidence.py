"""What a seat would know and vote as the liberal it claims to be, and what its acts then say about its role."""

from functools import cached_property

import numpy as np

from ..belief import Belief, Parameters, Supposed
from ..belief.worlds import Floats
from ..rules import PUBLIC, About, AnyEvent, ClaimParty, ClaimTiles, Phase, Policy, Role, Seat, View, onlooking
from ..rules.choices import nomination_bar
from ..rules.events import EVERYONE, ChancellorNominated, ClaimMade, ElectionHeld, EnvelopesDealt, RoleSeen, only
from .decision_features import DecisionFeatures
from .governments import Governments
from .human_policy import HumanPolicy

Evidence = list[tuple[Seat, Floats]]
"""What acts say about the roles: the seat that acted, and log likelihoods for every world."""
SHARP = 60.0
"""How closely votes follow a government's supposed worth."""


class ClaimedView:
    """The view of a liberal who saw what this seat claims to have seen."""

    def __init__(self, view: View, seat: Seat, parameters: Parameters | None = None) -> None:
        self.me, self.belief = seat, Belief(onlooking(view.rules, view.board.seats, seat), parameters)

    def see(self, events: list[AnyEvent]) -> None:
        shown = [event for event in events if event.audience == EVERYONE]
        if any(isinstance(event, EnvelopesDealt) for event in shown):
            shown.append(RoleSeen(seat=self.me, role=Role.LIBERAL, audience=only(self.me)))
        self.belief.see(self.belief.view.see(shown))
        for event in shown:
            if isinstance(event, ClaimMade) and event.seat == self.me:
                self._stand_by(event)

    def weigh(self, found: Evidence) -> None:
        """Learn what the others' acts say about them; my own tell me nothing."""
        for seat, evidence in found:
            if seat != self.me:
                self.belief.weigh(evidence)

    def _stand_by(self, event: ClaimMade) -> None:
        """Take what I claimed for what I saw, unless no deck or deal could have shown it."""
        view, claim = self.belief.view, event.claim
        match claim:
            case ClaimParty(round, party) if party is not None:
                view.suppose_seen(claim)
                if not self.belief.tenable:
                    view.suppose_seen(ClaimParty(round, None))
            case ClaimTiles(about, round, tiles) if tiles is not None:
                thrown = (Policy.FASCIST if Policy.FASCIST in tiles else Policy.LIBERAL,)  # like a liberal president
                view.suppose_seen(claim, thrown if about is About.PRESIDENT_HAND else None)
                self.belief.see([event])
                if not self.belief.tenable:
                    view.suppose_seen(ClaimTiles(about, round, None))
        self.belief.see([event])


class VoteForecast:
    """It only knows public events, and is asked so seldom that it catches up only then."""

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
        """Return the chance that each seat (row), if it's truthful, votes for each chancellor (column) under this president."""
        if president not in self._ja:
            tables = [Governments(claimed.belief.view, claimed.belief) for claimed in self.seats()]
            margins = np.array([(table.table[president] - table.if_rejected) / table.stakes for table in tables])
            self._ja[president] = 1 / (1 + np.exp(-np.clip(SHARP * margins, -30, 30)))
        return self._ja[president]


def ballots(chances: Floats) -> Floats:
    counts = np.array([1.0])
    for ja in chances:
        counts = np.convolve(counts, [1 - ja, ja])
    return counts


# How players act compared with a liberal who knows what the public knows. In this, people of both sides are alike: in 300 human games,
# liberals voted ja for 74% of governments worth more than their rejection, and fascists for 76%; for the others it was 33% and 35%.
# So a single vote says nothing; what counts is a whole history without any reason.

VOTING = 20.0
"""How sharply a vote follows a government's worth."""
NAMING = 6.0
"""How sharply a nomination does."""
SLIP = 0.3
"""How often players ignore the worth."""
PLANLESS = 0.15
"""How many fascists choose at random instead of acting like liberals."""


class VoteEvidence:
    """Follow the public's belief, and predict what each seat would do as a liberal.

    All bots at a table may share one; each must show it every batch.
    """

    def __init__(self, view: View, parameters: Parameters | None = None) -> None:
        self._found: list[Evidence] = []
        """The evidence of each batch in which the public saw something."""
        self.public = Belief(onlooking(view.rules, view.board.seats, PUBLIC), parameters)
        self.forecast = VoteForecast(view, parameters)
        self._ja: Floats | None = None
        """For each seat, the chance that a liberal there votes ja on the proposed government."""
        self._people_ja: Floats | None = None
        self._named: Floats | None = None
        """For each seat, the chance that the president nominates it as a liberal."""
        self._disorder = np.zeros(view.board.seats)
        """For each seat, the log of how much likelier its acts are at random than by a liberal's reason."""

    @property
    def reasoned_ja(self) -> Floats | None:
        """For each seat, the chance that it votes ja on the proposed government as a liberal who reasons."""
        return None if self._ja is None else (self._ja - SLIP / 2) / (1 - SLIP)

    def people_ja(self, people: HumanPolicy) -> Floats:
        """Return the chance that each seat votes ja as a liberal who votes as people do."""
        if self._people_ja is None:
            view, supposed = self.public.view, self.public.supposing_each_liberal()
            beliefs = [Supposed(supposed.worlds, joint, supposed.liberal_share) for joint in supposed.joint]
            self._people_ja = people.chances_of_ja([DecisionFeatures(view, belief, Seat(seat)) for seat, belief in enumerate(beliefs)])
        return self._people_ja

    def see_once(self, events: list[AnyEvent], batch: int) -> Evidence:
        """See a batch, counted from 0, unless another bot has shown it already."""
        if batch == len(self._found):
            self._found.append(self.see(events))
        return self._found[batch]

    def see(self, events: list[AnyEvent]) -> Evidence:
        """Weigh what the public events say about the roles, by the seat that acted."""
        shown = [event for event in events if event.audience == EVERYONE]
        found: Evidence = []
        for event in shown:
            match event:
                case ChancellorNominated() if self._named is not None:
                    liberal = float(self._named[event.chancellor])
                    found.append((event.president, self._evidence(event.president, liberal, 1 / np.count_nonzero(self._named))))
                    self._named = None
                case ElectionHeld() if self._ja is not None:
                    cast = [(Seat(seat), ballot, self._ja[seat]) for seat, ballot in enumerate(event.ballots) if ballot is not None]
                    found += [(seat, self._evidence(seat, float(ja if ballot else 1 - ja), 0.5)) for seat, ballot, ja in cast]
                    self._ja = self._people_ja = None
        self.public.see(self.public.view.see(shown))
        for _, evidence in found:
            self.public.weigh(evidence)
        self.forecast.see(shown, found)
        self._foresee()
        return found

    def _evidence(self, seat: Seat, liberal: float, blind: float) -> Floats:
        """Return the evidence for every world, from the chance of the act for a liberal and for a player without a plan."""
        before = self._suspicion(seat)
        self._disorder[seat] += np.log(blind / liberal)
        vector: Floats = self.public.worlds.fascist[:, seat] * (self._suspicion(seat) - before)
        return vector

    def _suspicion(self, seat: Seat) -> float:
        """Judge a seat's whole history: either it has a plan, like a liberal, or it has none."""
        return float(np.log(1 - PLANLESS + PLANLESS * np.exp(self._disorder[seat])))

    def _foresee(self) -> None:
        board = self.public.view.board
        if board.president is None:
            return
        if board.phase is Phase.NOMINATION and self._named is None:
            governments, rules = Governments(self.public.view, self.public.supposing_each_liberal()), self.public.view.rules
            may = np.array([nomination_bar(rules, board, Seat(seat)) is None for seat in range(board.seats)], dtype=float)
            worths = governments.table[board.president, board.president] / governments.stakes
            wish = may * np.exp(np.clip(NAMING * (worths - worths.max()), -30, 0))
            self._named = may * _steadily(wish / wish.sum(), int(may.sum()))
        if board.phase is Phase.ELECTION and board.chancellor is not None and self._ja is None:
            governments = Governments(self.public.view, self.public.supposing_each_liberal())
            margin = governments.margin(board.president, board.chancellor)
            self._ja = _steadily(1 / (1 + np.exp(-np.clip(VOTING * margin, -30, 30))), 2)


def _steadily(chances: Floats, choices: int) -> Floats:
    return SLIP / choices + (1 - SLIP) * chances
