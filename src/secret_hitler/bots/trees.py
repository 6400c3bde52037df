"""Boosted trees, flattened into arrays: fitted in the lab, played without a learning library."""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..belief.worlds import Floats


class Trees(Struct, dict=True):
    """Each tree is a row of nodes; a leaf points to itself, so that every descent may take the same number of steps."""

    base: float
    depth: int
    size: int
    """Nodes in a tree."""
    feature: list[int]
    threshold: list[float]
    below: list[int]
    above: list[int]
    value: list[float]

    def score(self, rows: Floats) -> Floats:
        """The sum over all trees, for each row."""
        feature, threshold, below, above, value = self._arrays
        trees = np.arange(len(feature))
        node: NDArray[np.intp] = np.zeros((len(rows), len(feature)), dtype=np.intp)
        for _ in range(self.depth):
            taken = np.take_along_axis(rows, feature[trees, node], axis=1) <= threshold[trees, node]
            node = np.where(taken, below[trees, node], above[trees, node])
        total: Floats = self.base + value[trees, node].sum(axis=1)
        return total

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp], NDArray[np.intp], Floats]:
        shape = (-1, self.size)
        return (
            np.array(self.feature, dtype=np.intp).reshape(shape),
            np.array(self.threshold).reshape(shape),
            np.array(self.below, dtype=np.intp).reshape(shape),
            np.array(self.above, dtype=np.intp).reshape(shape),
            np.array(self.value).reshape(shape),
        )
