"""Fits how far tiles, claims and behaviour are to be trusted: a conditional random field over whole role assignments."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief.traces import KINDS
from secret_hitler.belief.worlds import FASCIST, HITLER, LIBERAL, Floats, Worlds

Singles = NDArray[np.float32]

ALONE = 0.5
"""What an act says of one seat alone, next to what it says of two seats being comrades."""
DEVIATION = 0.5
"""Hitler's ways are told from the other fascists' by features of half size, so that they stay close unless the games insist."""
HITLER_WEIGHT = 0.3
"""Of "is this seat Hitler" next to "is this seat a fascist" in what is minimised."""


class Rows(Struct):
    """One row for each game and round."""

    traces: Singles
    """Row, acting seat, other seat, kind."""
    possible: Floats
    sessions: Floats
    """Row, world, tiles or claims."""
    alive: NDArray[np.bool_]
    fascist: Floats
    hitler: Floats

    def __getitem__(self, rows: NDArray[np.intp]) -> "Rows":
        return Rows(*(getattr(self, name)[rows] for name in self.__struct_fields__))


class Field:
    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.basis = _basis()
        seats = worlds.seats
        onehot = np.eye(9, dtype=np.float32)[worlds.pairs.reshape(len(worlds), -1)]
        features = onehot.reshape(len(worlds), seats * seats, 9) @ self.basis
        self.incidence: Singles = np.ascontiguousarray(features.reshape(len(worlds), -1).T.astype(np.float32))

    def fit(self, rows: Rows, ridge: float, rounds: int = 40) -> Floats:
        start = np.zeros(len(KINDS) * self.basis.shape[1] + 2)
        start[-2:] = (0.9, 0.6)
        found = minimize(self._loss, start, args=(rows, ridge), jac=True, method="L-BFGS-B", options={"maxiter": rounds})
        weights: Floats = found.x
        return weights

    def joint(self, weights: Floats, rows: Rows) -> Floats:
        count = len(rows.alive)
        table = weights[:-2].reshape(len(KINDS), -1).astype(np.float32)
        flat = (rows.traces.reshape(-1, len(KINDS)) @ table).reshape(count, -1)
        scores = flat @ self.incidence + rows.sessions @ weights[-2:]
        scores = np.where(rows.possible > 0, scores, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        joint: Floats = chances / chances.sum(axis=1, keepdims=True)
        return joint

    def _loss(self, weights: Floats, rows: Rows, ridge: float) -> tuple[float, Floats]:
        joint = self.joint(weights, rows)
        living = rows.alive.sum()
        loss, pull = 0.0, np.zeros_like(joint)
        for share, truth, of_world in ((1.0, rows.fascist, self.worlds.fascist), (HITLER_WEIGHT, rows.hitler, self.worlds.hitler)):
            chance = np.clip(joint @ of_world, 1e-5, 1 - 1e-5)
            loss -= share * float((np.where(truth > 0, np.log(chance), np.log(1 - chance)) * rows.alive).sum()) / living
            slope = -share * np.where(truth > 0, 1 / chance, -1 / (1 - chance)) * rows.alive / living
            pull += slope @ of_world.T
        scores = joint * (pull - (joint * pull).sum(axis=1, keepdims=True))
        flat = (scores.astype(np.float32) @ self.incidence.T).reshape(-1, self.basis.shape[1])
        kinds = rows.traces.reshape(-1, len(KINDS)).T @ flat
        sessions = np.einsum("nw,nwk->k", scores, rows.sessions)
        penalty = weights.copy()
        penalty[-2:] = 0
        slope = np.concatenate([kinds.ravel().astype(float), sessions]) + ridge * penalty
        return loss + ridge / 2 * float(penalty @ penalty), slope

    def tables(self, weights: Floats) -> dict[str, list[float]]:
        """Return the weights as evidence for each pair of roles."""
        by_pair = weights[:-2].reshape(len(KINDS), -1) @ self.basis.T
        return {kind: [round(float(value), 4) for value in by_pair[place]] for place, kind in enumerate(KINDS)}


def _basis() -> Floats:
    """For each pair of roles: is the one a fascist, the other, both; and Hitler's deviations."""
    rows = [
        [
            ALONE * (acting != LIBERAL),
            ALONE * (other != LIBERAL),
            acting != LIBERAL and other != LIBERAL,
            DEVIATION * (acting == HITLER),
            DEVIATION * (other == HITLER),
            DEVIATION * (acting == FASCIST and other == HITLER),
            DEVIATION * (acting == HITLER and other == FASCIST),
        ]
        for acting in (LIBERAL, FASCIST, HITLER)
        for other in (LIBERAL, FASCIST, HITLER)
    ]
    return np.array(rows, dtype=float)


def stack(rows: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate([getattr(row, name) for row in rows]) for name in Rows.__struct_fields__))
