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
    import optax  # type: ignore[import-untyped]  # it has no type hints

Arrays = dict[str, Any]
ADAM, STEEPEST = optax.scale_by_adam(), optax.clip_by_global_norm(0.5)


class LearningPace(Struct, frozen=True):
    """How much is learned from each lesson."""

    rate: float
    clip: float
    entropy: float
    epochs: int
    rows: int
    """That one step is made from."""


class Learner:
    """A network's weights, with what the optimiser remembers of earlier steps."""

    def __init__(self, network: Network, pace: LearningPace, steps: int = 0, mean: Weights | None = None, square: Weights | None = None):
        self.shape, self.pace = network.shape, pace
        self.weights: Arrays = jax.tree.map(jnp.asarray, network.weights)
        start = ADAM.init(self.weights)
        known = start if mean is None or square is None else start._replace(count=jnp.int32(steps), mu=mean, nu=square)
        self.memory = jax.tree.map(jnp.asarray, known)
        self._scale = jnp.asarray(network.eyes.scale)

    def learn(self, lesson: Lesson, rng: np.random.Generator, haste: float) -> tuple[float, float]:
        """Make some passes over a lesson at a part `haste` of the rate; the entropy and the error of what was expected, at the end."""
        rows, told = self.pace.rows, (0.0, 0.0)
        centred = lesson.advantage - lesson.advantage.mean()
        advantage = centred / (centred.std() + 1e-6)
        given = (lesson.seen, lesson.legal, lesson.chosen, lesson.chance, advantage, lesson.outcome)
        fixed = (len(self.shape.hidden), self.pace.clip, self.pace.entropy)
        for _ in range(self.pace.epochs):
            order = rng.permutation(len(advantage))
            for start in range(0, len(order) - rows + 1, rows):
                few = tuple(array[order[start : start + rows]] for array in given)
                rate = jnp.float32(haste * self.pace.rate)
                self.weights, self.memory, told = _improve(self.weights, self.memory, self._scale, rate, few, *fixed)
        return float(told[0]), float(told[1])

    def network(self) -> Network:
        return Network(self.shape, plain(self.weights))


def plain(arrays: Arrays) -> dict[str, Floats]:
    return {name: np.asarray(array) for name, array in arrays.items()}


@partial(jax.jit, static_argnums=(5, 6, 7))
def _improve(
    weights: Arrays, memory: Any, scale: Any, rate: Any, rows: tuple[Any, ...], layers: int, clip: float, entropy: float
) -> tuple[Arrays, Any, Any]:
    slope, told = jax.grad(_loss, has_aux=True)(weights, scale, rows, layers, clip, entropy)
    slope, _ = STEEPEST.update(slope, STEEPEST.init(weights))
    pull, memory = ADAM.update(slope, memory)
    return optax.apply_updates(weights, jax.tree.map(lambda part: -rate * part, pull)), memory, told


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
