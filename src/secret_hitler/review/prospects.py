"""Prospects: the liberals' chance to win in each of several worlds, after something that happened or might have."""

from copy import copy
from math import exp
from typing import NamedTuple

import numpy as np

from ..belief import Belief
from ..belief.belief import posterior
from ..belief.evidence import DrawPile, shuffled
from ..belief.sessions import LegislativeSession
from ..belief.traces import Trace
from ..belief.win_chance import PileShares, Standing, bad_draws_claimed, chances, open_features, shuffled_share
from ..belief.worlds import HITLER, LIBERAL, Codes, Floats
from ..rules import AnyEvent, Board, Party, Policy, Power, Seat, Tiles
from ..rules.events import EVERYONE, PolicyEnacted, PresidencyPassed, ProvedNotHitler, TermLimitsSet, TrackerMoved
from ..rules.powers import PlayerExecuted, SpecialElectionCalled

SHARPNESS = 1.5
"""How much a liberal with an execution goes by the odds that a player is a fascist."""
ELECTION = (0.07, -7.3, -1.5, -0.65, 1.1, -1.3, 1.95)
"""Of 3,122 elections among people: log odds to pass, by the suspicion of president and chancellor above the average, a tracker at one
and at its last step, Hitler's zone, and the first government."""


class Public(NamedTuple):
    """What everyone knows, or would know under a supposition."""

    board: Board
    evidence: Floats
    possible: Floats
    pile: DrawPile


class Lens(NamedTuple):
    """The worlds to weigh, with the draw pile in each."""

    rows: Codes
    pile: DrawPile


class Prospects:
    """Start from the public's belief at one moment, and answer with a chance for each world of the lens."""

    def __init__(self, belief: Belief) -> None:
        self.belief, self.rules, self.worlds = belief, belief.view.rules, belief.worlds
        self.bad_draws = bad_draws_claimed(belief.view)
        pile = belief.tiles.pile()
        assert pile is not None
        self.now = Public(belief.view.board, belief.log_evidence(), belief.possible(), pile)
        self._session = belief.tiles.model
        self._enacted: dict[tuple[Seat, Seat, Policy], Public] = {}

    def all_open(self, rows: Codes, deck: Tiles) -> Lens:
        """Look at these worlds, all with this draw pile."""
        return Lens(rows, DrawPile(len(deck), {(deck, 0): np.ones(len(rows))}))

    def through(self, rows: Codes, belief: Belief) -> Lens:
        """Look at the worlds of these rows with the draw pile as this onlooker knows it."""
        pile = belief.tiles.pile()
        assert pile is not None
        return self.narrowed(rows, pile)

    def narrowed(self, rows: Codes, pile: DrawPile) -> Lens:
        return Lens(rows, DrawPile(pile.tiles, {content: chances[rows] for content, chances in pile.contents.items()}))

    def between_rounds(self, at: Public, lens: Lens) -> Floats:
        board = at.board
        if board.ending is not None:
            return np.full(len(lens.rows), float(board.ending.winner == "L"))
        standing = Standing(self.rules, board, posterior(at.evidence, at.possible) @ self.worlds.fascist, self.bad_draws)
        pile = pile_shares(lens.pile, self.rules.draw, shuffled_share(self.rules, board))
        features = open_features(standing, self.worlds.roles[lens.rows], pile)
        return chances(np.array(self.belief.parameters.win_chance["all"]), features)

    def _next_round(self, at: Public, lens: Lens) -> Floats:
        named = at.board.special_president
        president = at.board.next_in_rotation() if named is None else named
        return self.between_rounds(_told(at, PresidencyPassed(president=president, special=named is not None, audience=EVERYONE)), lens)

    def passes(self, chancellor: Seat) -> float:
        """Return the chance that the table elects this chancellor with the current president."""
        board, rules = self.now.board, self.rules
        believed = posterior(self.now.evidence, self.now.possible) @ self.worlds.fascist
        assert board.president is not None
        usual = believed[list(board.alive)].mean()
        situation = (
            1.0,
            believed[board.president] - usual,
            believed[chancellor] - usual,
            board.tracker == 1,
            board.tracker + 1 >= rules.tracker_length,
            board.fascist >= rules.hitler_threshold,
            board.liberal + board.fascist == 0,
        )
        return 1 / (1 + exp(-sum(weight * float(value) for weight, value in zip(ELECTION, situation, strict=True))))

    def nominated(self, chancellor: Seat, lens: Lens, at_least: float = 0.0) -> Floats:
        passes = max(self.passes(chancellor), at_least)
        return passes * self.elected(chancellor, lens) + (1 - passes) * self.failed(self.now, lens)

    def elected(self, chancellor: Seat, lens: Lens) -> Floats:
        """Let the current president govern with this chancellor, each doing what their role does."""
        board, rules = self.now.board, self.rules
        assert board.president is not None
        total, chance = np.zeros(len(lens.rows)), np.zeros(len(lens.rows))
        pairs = self.worlds.pairs[lens.rows, board.president, chancellor]
        for policy in Policy:
            after = self._after_draw(lens.pile, board, policy, pairs)
            here = _ratio(after.evidence, lens.pile.evidence)
            public = self._government(board.president, chancellor, policy)
            total += here * self.enacted(public, policy, Lens(lens.rows, after), board.president)
            chance += here
        if (left := np.clip(1 - chance, 0, 1)).max() > 1e-6:  # the rest is vetoed
            total += left * self.failed(self.now, lens)
        if board.fascist >= rules.hitler_threshold:
            total[self.worlds.roles[lens.rows, chancellor] == HITLER] = 0.0
        return total

    def failed(self, at: Public, lens: Lens) -> Floats:
        """Let a government fail or veto: the tracker moves, and perhaps the populace enacts."""
        tracker = at.board.tracker + 1
        if tracker < self.rules.tracker_length:
            return self._next_round(_told(at, TrackerMoved(tracker=tracker, audience=EVERYONE)), lens)
        forgotten = TermLimitsSet(president=None, chancellor=None, audience=EVERYONE)
        at = _told(at, TrackerMoved(tracker=0, audience=EVERYONE), forgotten)
        total = np.zeros(len(lens.rows))
        for policy in Policy:
            after = lens.pile.after_top(policy)
            if not after.contents:
                continue
            public = at.pile.after_top(policy)
            supposed = at if not public.contents else self._learned(at, public)
            total += _ratio(after.evidence, lens.pile.evidence) * self.enacted(supposed, policy, Lens(lens.rows, after), None)
        return total

    def _government(self, president: Seat, chancellor: Seat, policy: Policy) -> Public:
        """Suppose what everyone knows once this government has enacted this policy."""
        key = (president, chancellor, policy)
        if key not in self._enacted:
            limits = TermLimitsSet(president=president, chancellor=chancellor, audience=EVERYONE)
            at = _told(self.now, TrackerMoved(tracker=0, audience=EVERYONE), limits)
            if at.board.fascist >= self.rules.hitler_threshold:
                at = _told(at, ProvedNotHitler(seat=chancellor, audience=EVERYONE))
            if chancellor in at.board.not_hitler:
                at = at._replace(possible=at.possible * (self.worlds.roles[:, chancellor] != HITLER))
            before = self.pile_before_session()
            after = self._after_draw(before, at.board, policy, self.worlds.pairs[:, president, chancellor])
            self._enacted[key] = self._learned(at._replace(pile=before), after)
        return self._enacted[key]

    def pile_before_session(self) -> DrawPile:
        """Return the public's draw pile, in a session as it was before the draw."""
        return self.belief.tiles.shuffles[-1].piles[-2][1] if self.now.board.in_session else self.now.pile

    def _after_draw(self, pile: DrawPile, board: Board, policy: Policy, pairs: Codes) -> DrawPile:
        session = LegislativeSession(liberal=self.now.board.liberal, fascist=self.now.board.fascist, enacted=policy)
        if pile.tiles < self.rules.draw:
            pile = self._reshuffled(board, len(pairs))
        return pile.after_draw(self.rules.draw, self._session.likelihood(session, False), pairs)

    def _learned(self, at: Public, pile: DrawPile) -> Public:
        """Learn what the tiles say about the roles."""
        trust, _ = self.belief.parameters.session_weights
        with np.errstate(invalid="ignore"):
            told = np.where(np.isfinite(pile.log_evidence), pile.log_evidence - at.pile.log_evidence, -np.inf)
        return at._replace(evidence=at.evidence + trust * np.nan_to_num(told, nan=0.0, neginf=-30.0), pile=pile)

    def _reshuffled(self, board: Board, worlds: int) -> DrawPile:
        liberal = self.rules.liberal_tiles - board.liberal
        return shuffled(liberal + self.rules.fascist_tiles - board.fascist, liberal, worlds)

    def passed(self, liberals: int, drawn: int, lens: Lens) -> Floats:
        """Pass this many liberal tiles, and let the chancellor do what chancellors of that role do."""
        board = self.now.board
        pairs = self.worlds.pairs[lens.rows, *board.government]
        known = LegislativeSession(liberal=board.liberal, fascist=board.fascist, drawn=drawn, passed=liberals)
        total, chance = np.zeros(len(lens.rows)), np.zeros(len(lens.rows))
        before = self._session.likelihood(known, False)[drawn][pairs]
        for policy in Policy:
            session = LegislativeSession(liberal=board.liberal, fascist=board.fascist, drawn=drawn, passed=liberals, enacted=policy)
            here = _ratio(self._session.likelihood(session, False)[drawn][pairs], before)
            total += here * self.chosen(policy, lens)
            chance += here
        return total + np.clip(1 - chance, 0, 1) * self.failed(self.now, lens)

    def chosen(self, policy: Policy, lens: Lens) -> Floats:
        """Let the government in session enact this; the lens has the draw pile without its hand."""
        president, chancellor = self.now.board.government
        return self.enacted(self._government(president, chancellor, policy), policy, lens, president)

    def enacted(self, at: Public, policy: Policy, lens: Lens, president: Seat | None) -> Floats:
        """Follow a policy and the president's power; the populace has no president."""
        public = _told(at, PolicyEnacted(policy=policy, by_populace=president is None, audience=EVERYONE))
        rules, board = self.rules, public.board
        if board.liberal >= rules.liberal_goal or board.fascist >= rules.fascist_goal:
            return np.full(len(lens.rows), float(board.liberal >= rules.liberal_goal))
        if lens.pile.tiles < rules.draw:
            lens = lens._replace(pile=self._reshuffled(board, len(lens.rows)))
        return self._after_power(public, None if policy is Policy.LIBERAL else president, lens)

    def _after_power(self, at: Public, president: Seat | None, lens: Lens) -> Floats:
        """Follow the power of the last fascist policy, if a president has it."""
        value, board = self._next_round(at, lens), at.board
        if president is None or self.rules.powers[board.seats][board.fascist - 1] is not Power.EXECUTE:
            return value
        # Fascists who know Hitler don't aim at him; the others go by what everyone believes.
        alive = [seat for seat in at.board.alive if seat != president]
        believed = np.clip(posterior(at.evidence, at.possible) @ self.worlds.fascist, 0.02, 0.98)[alive]
        pull = (believed / (1 - believed)) ** SHARPNESS * [seat not in at.board.not_hitler for seat in alive]
        aim = pull / max(pull.sum(), 1e-9)
        roles = self.worlds.roles[lens.rows]
        hit: Floats = (roles[:, alive] == HITLER) @ aim * (roles[:, president] == LIBERAL)
        return hit + (1 - hit) * value

    def witnessed(self, witness: Seat, target: Seat, lens: Lens) -> Floats:
        """Let the others hear what the witness says about the party it sees."""
        total = np.zeros(len(lens.rows))
        roles = self.worlds.roles[lens.rows]
        truth = np.array([self.belief.parameters.truth[role] for role in ("L", "F", "H")])[roles[:, witness]]
        for party, kind in ((Party.LIBERAL, "called-liberal"), (Party.FASCIST, "called-fascist")):
            said = np.where((roles[:, target] == LIBERAL) == (party is Party.LIBERAL), truth, 1 - truth)
            total += said * self._next_round(self._with_trace(kind, witness, target), lens)
        return total

    def called(self, target: Seat, lens: Lens) -> Floats:
        president, _ = self.now.board.government
        at = self._with_trace("special-election", president, target)
        return self._next_round(_told(at, SpecialElectionCalled(president=president, seat=target, audience=EVERYONE)), lens)

    def executed(self, target: Seat, lens: Lens) -> Floats:
        president, _ = self.now.board.government
        shot = PlayerExecuted(president=president, seat=target, audience=EVERYONE)
        at = _told(self._with_trace("execution", president, target), shot, ProvedNotHitler(seat=target, audience=EVERYONE))
        possible = at.possible * (self.worlds.roles[:, target] != HITLER)
        is_hitler = self.worlds.roles[lens.rows, target] == HITLER
        if not possible.any() or is_hitler.all():
            return np.array(is_hitler, dtype=float)
        survives = self._next_round(at._replace(possible=possible), lens)
        survives[is_hitler] = 1.0
        return survives

    def power_due(self, lens: Lens) -> Floats:
        """Value the moment before the president uses a power."""
        return self._after_power(self.now, self.now.board.president, lens)

    def _with_trace(self, kind: str, seat: Seat, other: Seat) -> Public:
        trace = Trace(self.now.board.round, kind, seat, other)
        return self.now._replace(evidence=self.now.evidence + self.belief.trace_vector(trace))


def _told(at: Public, *events: AnyEvent) -> Public:
    """Suppose that everyone knew of these events too."""
    board = copy(at.board)
    for event in events:
        board.see(event)
    return at._replace(board=board)


def pile_shares(pile: DrawPile, draw: int, shuffled: float) -> PileShares:
    """Return the liberal share to expect in parts of the draw pile, for each world; `shuffled` for parts beyond its end."""
    parts = [(0, 1), (0, draw), (draw, 2 * draw), (0, max(pile.tiles, 1))]
    sums = np.zeros((len(parts), len(pile.evidence)))
    for (top, liberal), chances_of in pile.contents.items():
        below = pile.tiles - len(top)
        rest = liberal / below if below else 0.0
        for place, (first, last) in enumerate(parts):
            known = top[first:last]
            share = shuffled if last > pile.tiles else (known.count(Policy.LIBERAL) + rest * (last - first - len(known))) / (last - first)
            sums[place] += share * chances_of
    return PileShares(*_ratio(sums, pile.evidence))


def _ratio(part: Floats, whole: Floats) -> Floats:
    return part / np.where(whole > 0, whole, 1)
