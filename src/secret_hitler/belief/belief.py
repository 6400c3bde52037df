"""Belief: the exact posterior over role assignments of one onlooker, event by event."""

from collections.abc import Iterable
from math import isfinite

import msgspec
import numpy as np

from ..rules import Policy, Role, View, events
from ..rules.powers import DeckPeeked, DropDecided, LoyaltyInvestigated, PartyShown, PlayerExecuted, SpecialElectionCalled, TopCardPeeked
from .evidence import Step, TileEvidence
from .parameters import Parameters, shipped
from .sessions import SessionModel
from .traces import BehaviourLog, Trace
from .worlds import CODES, FASCIST, HITLER, LIBERAL, Floats, Worlds, worlds

MOST_MODELS = 16
"""A process seldom serves more kinds of table at a time, and a full model takes a few megabytes."""
_MODELS: dict[tuple[bytes, tuple[Role, ...], bytes], SessionModel] = {}


class Belief:
    """Start from a View that has seen nothing yet; then show it each batch of events after the View."""

    def __init__(self, view: View, parameters: Parameters | None = None) -> None:
        self.view = view
        self.parameters = shipped() if parameters is None else parameters
        rules, seats = view.rules, view.board.seats
        self.worlds = worlds(rules, seats)
        self.hitler_knows = Role.HITLER in view.informed
        self.tiles = TileEvidence(view, self.worlds, session_model(view, self.parameters))
        self.behaviour_log = BehaviourLog(rules)
        self.traces: list[Trace] = []
        self._tables: dict[str, Floats] = {}
        """What each kind of trace says of each pair of roles."""
        self._behaviour = np.zeros(len(self.worlds))
        self._round = 0
        """The round of the event now being learned; the View may be further."""
        self._liberal = 0
        self._joint: Floats | None = None
        self._fascist: Floats | None = None
        self._hitler: Floats | None = None
        self._judged_by: tuple[object, object] = (None, None)
        """What the joint comes from; both stay the same objects until something is learned."""
        self._known: object = None
        """What the onlooker knew for certain when the possible worlds were last worked out."""
        self._possible = np.ones(len(self.worlds))

    def see(self, seen: Iterable[events.Event]) -> None:
        for event in seen:
            self._learn(event)

    @property
    def joint(self) -> Floats:
        possible, tiles = self.possible(), self.tiles.likelihoods()
        if self._joint is None or self._judged_by[0] is not possible or self._judged_by[1] is not tiles:
            self._joint = possible if possible.sum() == 1 else posterior(self.log_evidence(), possible)
            self._judged_by = possible, tiles
            self._fascist = self._hitler = None
        return self._joint

    @property
    def fascist(self) -> Floats:
        """For each seat, the chance that it's in the fascist party, Hitler included."""
        joint = self.joint
        if self._fascist is None:
            self._fascist = _certain(joint @ self.worlds.fascist)
        return self._fascist

    @property
    def hitler(self) -> Floats:
        joint = self.joint
        if self._hitler is None:
            self._hitler = _certain(joint @ self.worlds.hitler)
        return self._hitler

    @property
    def liberal_share(self) -> float:
        """The share of liberal tiles to expect in the draw pile."""
        pile = self.tiles.pile()
        return 0.0 if pile is None else pile.liberal_share(self.joint)

    @property
    def tenable(self) -> bool:
        """Whether any world could have shown what was seen."""
        return bool(np.isfinite(self.log_evidence()[self.possible() > 0]).any())

    def weigh(self, evidence: Floats) -> None:
        """Add the log likelihoods, world by world, of something judged elsewhere."""
        self._behaviour += evidence
        self._joint = None

    def supposing_each_liberal(self) -> "Supposed":
        """Suppose in turn that the onlooker knew each seat to be liberal; return a row for each."""
        joints = self.joint * (1 - self.worlds.fascist.T)
        totals = joints.sum(axis=1, keepdims=True)
        return Supposed(self.worlds, np.where(totals > 0, joints / np.where(totals > 0, totals, 1), self.joint), self.liberal_share)

    def possible(self) -> Floats:
        """Return 1 for each world that the rules and the onlooker's own eyes leave open."""
        known = (tuple(self.view.roles.items()), tuple(self.view.parties.items()), self.view.board.not_hitler)
        if self._known != known:
            roles, still = self.worlds.roles, np.ones(len(self.worlds), dtype=bool)
            for seat, role in self.view.roles.items():
                still &= roles[:, seat] == CODES[role]
            for seat, party in self.view.parties.items():
                still &= (roles[:, seat] != LIBERAL) == (party == "F")
            for seat in self.view.board.not_hitler:
                still &= roles[:, seat] != HITLER
            self._known, self._possible = known, still.astype(float)
        return self._possible

    def log_evidence(self) -> Floats:
        tiles, claims = self.tiles.likelihoods()
        trust_tiles, trust_claims = self.parameters.session_weights
        return trust_tiles * tiles + trust_claims * claims + self._behaviour

    def trace_vector(self, trace: Trace) -> Floats:
        return trace.value * self._table(trace.kind)[self.worlds.pairs[:, trace.seat, trace.other]]

    def _table(self, kind: str) -> Floats:
        table = self._tables.get(kind)
        if table is None:
            table = self._tables[kind] = np.array(self.parameters.traces[kind])
            if self.hitler_knows:
                # Hitler who knows the team treats a comrade as any fascist does.
                table[HITLER * 3 + FASCIST] = table[FASCIST * 3 + FASCIST]
        return table

    def _learn(self, event: events.Event) -> None:
        view, tiles = self.view, self.tiles
        match event:
            case events.DeckShuffled():
                tiles.shuffle(event.tiles, view.rules.liberal_tiles - self._liberal)
            case events.PresidencyPassed():
                tiles.stale(self._round)
                self._round += 1
            case events.ElectionHeld():
                self._trace(self.behaviour_log.election(view.rounds[self._round - 1]))
            case events.PoliciesDrawn():
                tiles.add(Step(self._round, "session"))
            case DeckPeeked():
                tiles.add(Step(self._round, "peek"))
            case TopCardPeeked():
                tiles.add(Step(self._round, "top-card"))
            case DropDecided(dropped=True):
                tiles.add(Step(self._round, "drop"))
            case events.PolicyEnacted(policy=policy, by_populace=True):
                self._liberal += policy is Policy.LIBERAL
                tiles.add(Step(self._round, "populace", policy))
            case events.PolicyEnacted(policy=policy):
                self._liberal += policy is Policy.LIBERAL
                tiles.stale(self._round)
                self.behaviour_log.session(view.rounds[self._round - 1])
            case events.ClaimMade():
                self._heard(event)
            case SpecialElectionCalled():
                self._trace([Trace(self._round, "special-election", event.president, event.seat)])
            case PlayerExecuted():
                self._trace([Trace(self._round, "execution", event.president, event.seat)])
            case LoyaltyInvestigated() | PartyShown():
                pass  # what counts is what the witness says about it
            case (
                events.HandSeen()
                | events.DiscardSeen()
                | events.PeekSeen()
                | events.VetoRequested()
                | events.VetoRefused()
                | events.AgendaVetoed()
            ):
                tiles.stale(self._round)

    def _heard(self, event: events.ClaimMade) -> None:
        number = event.claim.round
        self.tiles.stale(number)
        kinds = ("called-liberal", "called-fascist")
        for trace in [trace for trace in self.traces if trace.round == number and trace.kind in kinds]:
            self.traces.remove(trace)
            self.weigh(-self.trace_vector(trace))
        self._trace(self.behaviour_log.investigation(self.view.rounds[number - 1]))

    def _trace(self, traces: list[Trace]) -> None:
        telling = [trace for trace in traces if trace.seat != self.view.onlooker]  # my own acts tell me nothing about others
        if not telling:
            return
        self.traces += telling
        tables = np.array([trace.value * self._table(trace.kind) for trace in telling])
        pairs = self.worlds.pairs_of[[trace.seat * self.worlds.seats + trace.other for trace in telling]]
        self.weigh(np.take_along_axis(tables, pairs, axis=1).sum(axis=0))


class Supposed:
    """A posterior under a supposition, or one row for each of several. It learns nothing more."""

    def __init__(self, worlds: Worlds, joint: Floats, liberal_share: float) -> None:
        self.worlds, self.joint, self.liberal_share = worlds, joint, liberal_share
        self.fascist = _certain(joint @ worlds.fascist)
        self.hitler = _certain(joint @ worlds.hitler)


def session_model(view: View, parameters: Parameters) -> SessionModel:
    """Return the model for a rule set, kind of table and parameters; it remembers what it works out for the next game."""
    # Key it by value: every game brings its own copy of the rules, so a key by identity would keep a model for each.
    key = (msgspec.json.encode(view.rules), view.informed, parameters.digest)
    model = _MODELS.pop(key, None) or SessionModel(view.rules, view.informed, parameters)
    _MODELS[key] = model
    while len(_MODELS) > MOST_MODELS:
        _MODELS.pop(next(iter(_MODELS)), None)  # the least recently used
    return model


def posterior(log_evidence: Floats, possible: Floats) -> Floats:
    """Weigh the possible worlds. If none is left, as happens to a liar's story, ignore the evidence."""
    scores = np.where(possible > 0, log_evidence, -np.inf)
    best = scores.max()
    if not isfinite(best):
        return np.full(len(scores), 1 / len(scores))
    weights = np.exp(scores - best)
    joint: Floats = weights / weights.sum()
    return joint


def _certain(chances: Floats) -> Floats:
    """Clip chances that rounding may push outside 0 to 1."""
    return np.clip(chances, 0.0, 1.0)
