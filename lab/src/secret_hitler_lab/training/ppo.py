"""Proximal policy optimisation of a network, by JAX: one small step after the other on the decisions of a lesson."""

from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct

from ..extra import extra
from .network import BARRED, Floats, Network, Weights
from .rollout import Lesson

with extra("learn"):
    import jax
    import jax.numpy as jnp

Arrays = dict[str, Any]


class LearningPace(Struct, frozen=True):
    """How much is learned from each lesson."""

    rate: float
    clip: float
    entropy: float
    epochs: int
    rows: int
    """That one step is made from."""


class Learner:
    """A network's weights, with the memory of earlier steps (Adam's)."""

    def __init__(
        self, network: Network, pace: LearningPace, steps: int = 0, mean: Weights | None = None, square: Weights | None = None
    ) -> None:
        self.shape, self.pace, self.steps = network.shape, pace, steps
        self.weights: Arrays = {name: jnp.asarray(weight) for name, weight in network.weights.items()}
        zeros = {name: np.zeros_like(weight) for name, weight in network.weights.items()}
        self.mean: Arrays = {name: jnp.asarray(weight) for name, weight in (mean or zeros).items()}
        self.square: Arrays = {name: jnp.asarray(weight) for name, weight in (square or zeros).items()}
        self._scale = jnp.asarray(network.eyes.scale)

    def learn(self, lesson: Lesson, rng: np.random.Generator, haste: float) -> tuple[float, float]:
        """Some passes over a lesson at a part `haste` of the rate; the entropy and the error of what was expected, at the end."""
        rows, told = self.pace.rows, (0.0, 0.0)
        centred = lesson.advantage - lesson.advantage.mean()
        advantage = centred / (centred.std() + 1e-6)
        for _ in range(self.pace.epochs):
            order = rng.permutation(len(advantage))
            for start in range(0, len(order) - rows + 1, rows):
                few = order[start : start + rows]
                given = (lesson.seen, lesson.legal, lesson.chosen, lesson.chance, advantage, lesson.outcome)
                self.steps += 1
                self.weights, self.mean, self.square, told = _improve(
                    self.weights,
                    self.mean,
                    self.square,
                    self._scale,
                    jnp.float32(self.steps),
                    jnp.float32(haste * self.pace.rate),
                    tuple(array[few] for array in given),
                    len(self.shape.hidden),
                    self.pace.clip,
                    self.pace.entropy,
                )
        return float(told[0]), float(told[1])

    def network(self) -> Network:
        return Network(self.shape, plain(self.weights))


def plain(arrays: Arrays) -> dict[str, Floats]:
    return {name: np.asarray(array) for name, array in arrays.items()}


@partial(jax.jit, static_argnums=(7, 8, 9))
def _improve(
    weights: Arrays,
    mean: Arrays,
    square: Arrays,
    scale: Any,
    step: Any,
    rate: Any,
    rows: tuple[Any, ...],
    layers: int,
    clip: float,
    entropy: float,
) -> Any:
    """One step of Adam, with a slope that is not steeper than a half."""
    slope, told = jax.grad(_loss, has_aux=True)(weights, scale, rows, layers, clip, entropy)
    length = jnp.sqrt(sum(jnp.square(part).sum() for part in slope.values()))
    slope = {name: part / jnp.maximum(1, 2 * length) for name, part in slope.items()}
    mean = {name: 0.9 * mean[name] + 0.1 * part for name, part in slope.items()}
    square = {name: 0.999 * square[name] + 0.001 * jnp.square(part) for name, part in slope.items()}
    pull = {name: mean[name] / (1 - 0.9**step) / (jnp.sqrt(square[name] / (1 - 0.999**step)) + 1e-8) for name in slope}
    return {name: weights[name] - rate * pull[name] for name in slope}, mean, square, told


def _loss(weights: Arrays, scale: Any, rows: tuple[Any, ...], layers: int, clip: float, entropy: float) -> tuple[Any, Any]:
    seen, legal, chosen, chance, advantage, outcome = rows
    hidden = seen.astype(jnp.float32) * scale
    for layer in range(layers):
        hidden = jax.nn.relu(hidden @ weights[f"w{layer}"] + weights[f"b{layer}"])
    scores = jnp.where(legal, hidden @ weights["choice"] + weights["choice bias"], BARRED)
    logs = jax.nn.log_softmax(scores)
    worth = jnp.tanh(hidden @ weights["worth"] + weights["worth bias"])[:, 0]
    ratio = jnp.exp(jnp.take_along_axis(logs, chosen[:, None], axis=1)[:, 0] - jnp.log(chance))
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * advantage).mean()
    spread = -(jnp.exp(logs) * jnp.where(legal, logs, 0)).sum(axis=1).mean()
    error = jnp.square(worth - outcome).mean()
    return 0.5 * error - gain - entropy * spread, (spread, error)
