"""A small learner that beats random play: the liberals of 2,048 games learn a linear policy by its gradient, against uniform fascists.

python examples/small_learner.py [picture.png] [steps]
"""

import sys

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from secret_hitler.rules import OFFICIAL, Phase
from secret_hitler_lab.kernel.batch import Batch
from secret_hitler_lab.kernel.layout import HITLER_EXECUTED
from secret_hitler_lab.observations.observation import ACTIONS, LIBERAL_TILE, PHASES, YES, part

PLAYERS = 7
GAMES = 2048
STEPS = 6000
RATE = 0.02
WINDOW = 300

Floats = npt.NDArray[np.float32]

NAMES = [
    "vote ja",
    "ja for a chancellor who is surely not Hitler",
    "ja for a chancellor known to be fascist",
    "ja when Hitler could win",
    "ja when the populace is next",
    "discard a liberal tile",
    "enact a liberal tile",
    "want a veto",
    "nominate one who is surely not Hitler",
    "nominate one known to be fascist",
    "investigate, elect or execute one known to be fascist",
    "investigate, elect or execute one who is surely not Hitler",
]


def features(seen: npt.NDArray[np.int8]) -> Floats:
    """For each game and action what speaks for it: one number for each of the names above."""
    view = seen.astype(np.float32)
    phase = {kind: view[:, part("phase")][:, place] for place, kind in enumerate(PHASES)}
    cleared, fascist = view[:, part("proved not Hitler")], view[:, part("known to be of the fascist party")]
    chancellor = view[:, part("chancellor")]
    danger, tracker = view[:, part("Hitler can win by election")][:, 0], view[:, part("tracker")][:, 0]
    table = np.zeros((len(view), ACTIONS, len(NAMES)), dtype=np.float32)
    vote = phase[Phase.ELECTION]
    table[:, YES, 0] = vote
    table[:, YES, 1] = vote * (cleared * chancellor).sum(axis=1)
    table[:, YES, 2] = vote * (fascist * chancellor).sum(axis=1)
    table[:, YES, 3] = vote * danger
    table[:, YES, 4] = vote * (tracker == OFFICIAL.tracker_length - 1)
    table[:, LIBERAL_TILE, 5] = phase[Phase.PRESIDENT_SESSION]
    table[:, LIBERAL_TILE, 6] = phase[Phase.CHANCELLOR_SESSION]
    table[:, YES, 7] = 1 - vote
    powers = phase[Phase.INVESTIGATION] + phase[Phase.SPECIAL_ELECTION] + phase[Phase.EXECUTION]
    seats = slice(0, 10)
    table[:, seats, 8] = phase[Phase.NOMINATION][:, None] * cleared
    table[:, seats, 9] = phase[Phase.NOMINATION][:, None] * fascist
    table[:, seats, 10] = powers[:, None] * fascist
    table[:, seats, 11] = powers[:, None] * cleared
    return table


def main(picture: str | None = None, steps: str = str(STEPS)) -> None:
    rng = np.random.default_rng(1)
    batch = Batch(OFFICIAL, PLAYERS, GAMES, seed=1)
    weights = np.zeros(len(NAMES), dtype=np.float32)
    # for each game the sum of the gradients of the liberals' choices so far
    trace = np.zeros((GAMES, len(NAMES)), dtype=np.float32)
    wins, curve, baseline = list[float](), list[float](), -0.5
    for step in range(int(steps)):
        actions = batch.uniform()
        seen = batch.observe()
        seats = np.arange(GAMES)
        mine = seen[:, part("known to be liberals")][seats, batch.seats] == 1
        own = np.flatnonzero(mine)
        table, legal = features(seen[own]), batch.legal()[own]
        scores = np.where(legal, table @ weights, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chosen = (chances.cumsum(axis=1) > rng.random((len(own), 1))).argmax(axis=1)
        actions[own] = chosen
        trace[own] += table[np.arange(len(own)), chosen] - np.einsum("ga,gaf->gf", chances, table)
        batch.step(actions)
        over = np.flatnonzero(batch.endings >= 0)
        if len(over):
            reward = np.where(batch.endings[over] <= HITLER_EXECUTED, 1.0, -1.0)
            weights += RATE * ((reward - baseline)[:, None] * trace[over]).mean(axis=0)
            baseline += 0.02 * (reward.mean() - baseline)
            wins += (reward > 0).tolist()
            trace[over] = 0
        if step % WINDOW == WINDOW - 1:
            curve.append(float(np.mean(wins)))
            print(f"step {step + 1:>6}: liberals won {curve[-1]:.1%} of {len(wins):,} games")
            wins.clear()
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{weight:+.2f}  {name}")
    if picture:
        _draw(curve, picture)


def _draw(curve: list[float], picture: str) -> None:
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([WINDOW * (place + 1) for place in range(len(curve))], curve, label="the learner")
    axes.axhline(0.238, linestyle="--", color="gray", label="uniform play")
    axes.set_xlabel("steps of the batch")
    axes.set_ylabel("liberals win")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.legend()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
