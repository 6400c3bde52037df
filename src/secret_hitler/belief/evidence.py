"""The policies as evidence: the draw pile by arithmetic, and every shuffle with the draws, peeks and claims after it."""

from functools import cache, cached_property
from itertools import product
from math import comb

import numpy as np
from msgspec import Struct, structs

from ..rules import About, Policy, Tiles, View
from ..rules.choices import tiles_seen
from ..rules.claims import Round
from .sessions import SILENT, UNSAID, LegislativeSession, SessionModel
from .worlds import Codes, Floats, Worlds

Content = tuple[Tiles, int]
"""The tiles on top that a player peeked at, and the number of liberal tiles below them."""
TILES, CLAIMS = range(2)
"""Two readings of the same draws: the tiles alone, and the tiles with the claims."""
_PEEKS = {"peek": About.PEEK, "top-card": About.TOP_CARD}


class DrawPile:
    """For each content, the chance of that content together with everything seen since the shuffle."""

    def __init__(self, tiles: int, contents: dict[Content, Floats]) -> None:
        self.tiles, self.contents = tiles, contents

    @cached_property
    def evidence(self) -> Floats:
        """For each world, the likelihood of everything seen since the shuffle."""
        total: Floats = sum(self.contents.values())  # type: ignore[assignment]  # because a pile has at least one content
        return total

    @cached_property
    def log_evidence(self) -> Floats:
        return np.log(self.evidence, out=np.full_like(self.evidence, -np.inf), where=self.evidence > 0)

    def liberal_share(self, belief: Floats) -> float:
        """Return the expected share of liberal tiles in the pile, with worlds weighed by the belief."""
        seen, share = self.evidence, np.zeros_like(self.evidence)
        for (top, liberal), chances in self.contents.items():
            share += chances * (liberal + top.count(Policy.LIBERAL))
        return float(belief @ (share / np.where(seen > 0, seen, 1))) / max(self.tiles, 1)

    def after_draw(self, draw: int, likelihood: Floats, pair: Codes) -> "DrawPile":
        """Let a president draw, given the session's likelihood by liberal tiles drawn and pair of roles."""
        by_world = likelihood[:, pair]
        contents: dict[Content, Floats] = {}
        for top in dict.fromkeys(top for top, _ in self.contents):
            seen, rest = top[:draw], top[draw:]
            known = seen.count(Policy.LIBERAL)
            liberals = [liberal for above, liberal in self.contents if above == top]
            before = np.array([self.contents[top, liberal] for liberal in liberals])
            ways = _ways(self.tiles - len(top), tuple(liberals), draw - len(seen))
            after = np.zeros((max(liberals) + 1, len(pair)))
            for more, way in enumerate(ways):
                drawn = np.flatnonzero(way)
                after[np.array(liberals)[drawn] - more] += before[drawn] * way[drawn, None] * by_world[known + more]
            for left in {liberal - more for more, way in enumerate(ways) for liberal, some in zip(liberals, way, strict=True) if some}:
                contents[rest, left] = contents[rest, left] + after[left] if (rest, left) in contents else after[left]
        return DrawPile(self.tiles - draw, contents)

    def after_top(self, policy: Policy | None) -> "DrawPile":
        """Let the populace turn over the top tile; None if it goes face down, and nobody learns which it was."""
        contents: dict[Content, Floats] = {}
        for (top, liberal), chances in self._with_top(1).contents.items():
            if policy in (None, top[0]):
                left = (top[1:], liberal)
                contents[left] = contents[left] + chances if left in contents else chances
        return DrawPile(self.tiles - 1, contents)

    def after_peek(self, draw: int, seen: Tiles | None, claim: dict[Tiles, Floats] | None) -> "DrawPile":
        """Let a president look at the top tiles: `seen` if it was me, else perhaps the likelihood of the claim for each order."""
        contents = {}
        for (top, liberal), chances in self._with_top(draw).contents.items():
            if seen in (None, top[:draw]):
                contents[top, liberal] = chances if claim is None else chances * claim[top[:draw]]
        return DrawPile(self.tiles, contents)

    def _with_top(self, tiles: int) -> "DrawPile":
        """Tell contents apart by their top tiles."""
        pile = self
        while any(len(top) < tiles for top, _ in pile.contents):
            contents: dict[Content, Floats] = {}
            for (top, liberal), chances in pile.contents.items():
                if len(top) >= tiles:
                    contents[top, liberal] = chances
                    continue
                below = self.tiles - len(top)
                if liberal:
                    contents[(*top, Policy.LIBERAL), liberal - 1] = chances * (liberal / below)
                if below > liberal:
                    contents[(*top, Policy.FASCIST), liberal] = chances * ((below - liberal) / below)
            pile = DrawPile(self.tiles, contents)
        return pile


def shuffled(tiles: int, liberal: int, worlds: int) -> DrawPile:
    return DrawPile(tiles, {((), liberal): np.ones(worlds)})


@cache
def _ways(tiles: int, liberals: tuple[int, ...], draw: int) -> Floats:
    """Return the chance of each number of liberal tiles drawn (rows) from a pile with so many liberal tiles (columns)."""
    ways = [[comb(liberal, drawn) * comb(tiles - liberal, draw - drawn) for liberal in liberals] for drawn in range(draw + 1)]
    return np.array(ways) / comb(tiles, draw)


class Step(Struct):
    round: int
    what: str
    policy: Policy | None = None


class ShuffledDeck:
    def __init__(self, tiles: int, liberal: int, worlds: int) -> None:
        pile = shuffled(tiles, liberal, worlds)
        self.steps: list[Step] = []
        self.piles: list[tuple[DrawPile, DrawPile]] = [(pile, pile)]
        """Before each step, and after the last one computed."""
        self.bare: list[tuple[DrawPile, Floats, DrawPile]] = []
        """Sessions without claims: the pile before, the likelihood and the pile after. Claims don't make these stale."""
        self.summed: tuple[Floats, Floats] | None = None


class TileEvidence:
    """The likelihood of all tiles and claims for every world, recomputed only from where something new was learned."""

    def __init__(self, view: View, worlds: Worlds, model: SessionModel) -> None:
        self.view, self.worlds, self.model = view, worlds, model
        self.shuffles: list[ShuffledDeck] = []
        self._places: dict[int, list[tuple[ShuffledDeck, int]]] = {}
        self._summed: tuple[Floats, Floats] | None = None

    def shuffle(self, tiles: int, liberal: int) -> None:
        self.shuffles.append(ShuffledDeck(tiles, liberal, len(self.worlds)))
        self._summed = None

    def add(self, step: Step) -> None:
        shuffle = self.shuffles[-1]
        self._places.setdefault(step.round, []).append((shuffle, len(shuffle.steps)))
        shuffle.steps.append(step)
        shuffle.summed = self._summed = None

    def stale(self, round: int) -> None:
        """Forget what was computed from this round on, since we've learned more about it."""
        for shuffle, step in self._places.get(round, ()):
            del shuffle.piles[step + 1 :]
            shuffle.summed = self._summed = None

    def likelihoods(self) -> tuple[Floats, Floats]:
        """Return the logarithms of the tiles, and of the claims given the tiles; the same objects until something is learned."""
        if self._summed is None:
            tiles, claims = np.zeros(len(self.worlds)), np.zeros(len(self.worlds))
            for shuffle in self.shuffles:
                if shuffle.summed is None:
                    self._work_out(shuffle)
                    bare, full = (pile.log_evidence for pile in shuffle.piles[-1])
                    shuffle.summed = bare, _difference(full, bare)
                tiles, claims = tiles + shuffle.summed[TILES], claims + shuffle.summed[CLAIMS]
            self._summed = tiles, claims
        return self._summed

    def by_step(self) -> list[tuple[Step, Floats, Floats]]:
        """Return the same logarithms for each step alone."""
        found = []
        for shuffle in self.shuffles:
            self._work_out(shuffle)
            logs = [tuple(pile.log_evidence for pile in piles) for piles in shuffle.piles]
            for step, before, after in zip(shuffle.steps, logs, logs[1:], strict=False):
                tiles = _difference(after[TILES], before[TILES])
                found.append((step, tiles, _difference(_difference(after[CLAIMS], before[CLAIMS]), tiles)))
        return found

    def pile(self) -> DrawPile | None:
        if not self.shuffles:
            return None
        self._work_out(self.shuffles[-1])
        return self.shuffles[-1].piles[-1][CLAIMS]

    def _work_out(self, shuffle: ShuffledDeck) -> None:
        while len(shuffle.piles) <= len(shuffle.steps):
            step = shuffle.steps[len(shuffle.piles) - 1]
            bare, full = shuffle.piles[-1]
            shuffle.piles.append((self._bare_after(shuffle, bare, step), self._after(full, step, True)))

    def _bare_after(self, shuffle: ShuffledDeck, pile: DrawPile, step: Step) -> DrawPile:
        if step.what != "session":
            return self._after(pile, step, False)
        likelihood, pair = self._session(step, False)
        for before, known, after in shuffle.bare:
            if before is pile and known is likelihood:
                return after
        shuffle.bare.append((pile, likelihood, pile.after_draw(self.view.rules.draw, likelihood, pair)))
        return shuffle.bare[-1][-1]

    def _after(self, pile: DrawPile, step: Step, with_claims: bool) -> DrawPile:
        rules, round = self.view.rules, self.view.rounds[step.round - 1]
        if step.what in ("populace", "drop"):
            return pile.after_top(step.policy)
        if step.what in _PEEKS:
            about = _PEEKS[step.what]
            seen = tiles_seen(rules, about)
            return pile.after_peek(seen, round.peek, self._peek_claim(round, about, seen) if with_claims else None)
        likelihood, pair = self._session(step, with_claims)
        return pile.after_draw(rules.draw, likelihood, pair)

    def _session(self, step: Step, with_claims: bool) -> tuple[Floats, Codes]:
        """Return the likelihood of what we know of a session, and the pair of roles that governed in each world."""
        round = self.view.rounds[step.round - 1]
        assert round.chancellor is not None
        session = session_of(round, over=round.number < self.view.board.round)
        if not with_claims:
            session = structs.replace(session, president_claim=UNSAID, chancellor_claim=UNSAID)
        return self.model.likelihood(session, with_claims), self.worlds.pairs[:, round.president, round.chancellor]

    def _peek_claim(self, round: Round, about: About, tiles: int) -> dict[Tiles, Floats] | None:
        said = round.tiles_told(about)
        if said is None or round.peek is not None:
            return None
        roles = self.worlds.roles[:, round.president]
        return {order: self.model.peek_claimed(said, order)[roles] for order in product(Policy, repeat=tiles)}


def session_of(round: Round, over: bool) -> LegislativeSession:
    unsaid = SILENT if over else UNSAID
    return LegislativeSession(
        liberal=round.liberal_before,
        fascist=round.fascist_before,
        drawn=_liberals(round.president_hand),
        passed=_liberals(round.passed or round.chancellor_hand),
        enacted=None if round.by_populace else round.enacted,
        veto_asked=round.veto_asked,
        vetoed=round.vetoed,
        president_claim=_liberals(round.tiles_told(About.PRESIDENT_HAND), unsaid),
        chancellor_claim=_liberals(round.tiles_told(About.CHANCELLOR_HAND), unsaid),
    )


def _liberals(tiles: Tiles | None, unknown: int | None = None) -> int | None:
    return unknown if tiles is None else tiles.count(Policy.LIBERAL)


def _difference(after: Floats, before: Floats) -> Floats:
    """Subtract logarithms; an impossible start says nothing more."""
    finite = np.isfinite(before)
    return np.where(finite, after - np.where(finite, before, 0.0), 0.0)
