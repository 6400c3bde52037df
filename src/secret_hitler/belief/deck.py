"""The draw pile as arithmetic leaves it: for every world, the exact chance of each content."""

from functools import cache, cached_property
from math import comb

import numpy as np

from ..rules import Policy, Tiles
from .worlds import Codes, Floats

Content = tuple[Tiles, int]
"""The tiles on top that somebody peeked at, and the number of liberal tiles below them."""


class DrawPile:
    """Chances, one column per content, of everything seen since the shuffle together with that content."""

    def __init__(self, tiles: int, contents: dict[Content, Floats]) -> None:
        self.tiles = tiles
        self.contents = contents

    @cached_property
    def evidence(self) -> Floats:
        """For each world the likelihood of all that was seen since the shuffle."""
        total: Floats = sum(self.contents.values())  # type: ignore[assignment]  # a pile has some content
        return total

    @cached_property
    def log_evidence(self) -> Floats:
        logs: Floats = np.log(self.evidence, out=np.full_like(self.evidence, -np.inf), where=self.evidence > 0)
        return logs

    def liberal_share(self, belief: Floats) -> float:
        """Return the expected share of liberal tiles in the pile, with worlds weighed by the belief."""
        if not self.tiles:
            return 0.0
        seen = self.evidence
        share = sum(
            (chances * (liberal + top.count(Policy.LIBERAL)) for (top, liberal), chances in self.contents.items()), np.zeros_like(seen)
        )
        return float(belief @ (share / np.where(seen > 0, seen, 1))) / self.tiles

    def after_draw(self, draw: int, likelihood: Floats, pair: Codes) -> "DrawPile":
        """Let a president draw; the likelihood of the session is by liberal tiles drawn and pair of roles."""
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

    def after_populace(self, policy: Policy) -> "DrawPile":
        """Let the populace turn over the top tile."""
        contents: dict[Content, Floats] = {}
        for (top, liberal), chances in self._with_top(1).contents.items():
            if top[0] is policy:
                left = (top[1:], liberal)
                contents[left] = contents[left] + chances if left in contents else chances
        return DrawPile(self.tiles - 1, contents)

    def after_peek(self, draw: int, seen: Tiles | None, claim: dict[Tiles, Floats] | None) -> "DrawPile":
        """Let somebody look at the top tiles: `seen` if it was me, else perhaps the likelihood of what was said, for each order."""
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
    return np.array(
        [
            [comb(liberal, drawn) * comb(tiles - liberal, draw - drawn) / comb(tiles, draw) for liberal in liberals]
            for drawn in range(draw + 1)
        ]
    )
