"""python -m secret_hitler_lab.training.self_play CONFIG FOLDER: a network learns by playing itself, and goes on where it was killed.

CONFIG is a TOML file (examples/self_play.toml). FOLDER gets policy.npz, which is a bot by that name, checkpoint.npz,
and the curves: curve.csv, curve.png at the end, and an event file for TensorBoard.
"""

import argparse
import csv
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import asdict, replace

from secret_hitler.rules import RULESETS

from ..printed import say
from .event_file import add_event, start_events
from .network import Shape, load_arrays, new_network, save_arrays
from .ppo import Learner, LearningPace, plain
from .rollout import play_lesson

CHECKPOINT: Final = "checkpoint.npz"
POLICY: Final = "policy.npz"
CURVE: Final = "curve.csv"
EVENTS: Final = "events.out.tfevents.self-play"
_WEIGHTS, _MEAN, _SQUARE = "weights ", "mean ", "square "


class SelfPlayConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How a network is made and taught."""

    shape: Shape
    pace: LearningPace
    updates: int
    rules: str = "official"
    games: int = 256
    """Side by side."""
    steps: int = 192
    """Decisions of each game in an update."""
    party_line: float = 0.25
    """The share of games in which one side plays the party line."""
    trace: float = 0.95
    """How much of what comes out is believed, rather than what was expected at the next decision: lambda of the advantage."""
    seed: int = 1


class TrainingPoint(Struct, frozen=True):
    """What one update did."""

    update: int
    games: int
    """Played so far."""
    liberal_wins: float
    """When it plays itself."""
    liberals_beat_line: float
    fascists_beat_line: float
    entropy: float
    error: float


class BadTraining(ValueError):
    """A config that cannot be, or a folder of another one."""


class _Kept(Struct):
    config: SelfPlayConfig
    curve: list[TrainingPoint]
    steps: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path, help="a TOML file")
    parser.add_argument("folder", type=Path, help="where the run is kept; one that was killed goes on")
    asked = parser.parse_args()
    try:
        train(read_config(asked.config), asked.folder, say)
    except (BadTraining, OSError) as error:
        sys.exit(f"{parser.prog}: {error}")


def read_config(path: Path) -> SelfPlayConfig:
    try:
        config = msgspec.toml.decode(path.read_bytes(), type=SelfPlayConfig)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadTraining(f"{path}: {error}") from error
    if config.rules not in RULESETS:
        raise BadTraining(f"{path}: there are no rules {config.rules!r}; there are {', '.join(RULESETS)}")
    if config.games * config.steps * (1 - config.party_line) < config.pace.rows:
        raise BadTraining(f"{path}: {config.games} games of {config.steps} steps do not fill the {config.pace.rows} rows of one step")
    return config


def train(config: SelfPlayConfig, folder: Path, tell: Callable[[str], None]) -> list[TrainingPoint]:
    """Learn until all updates are made; each is kept before the next begins, and the same config comes to the same weights."""
    folder.mkdir(parents=True, exist_ok=True)
    learner, curve = _resume(config, folder / CHECKPOINT)
    began, first = time.monotonic(), len(curve)
    if first:
        tell(f"going on after update {first}")
    start_events(folder / EVENTS, time.time())
    for point in curve:
        _add_point(folder, point)
    for update in range(first + 1, config.updates + 1):
        network = learner.network()
        lesson = play_lesson(
            network, RULESETS[config.rules], config.games, config.steps, config.party_line, config.trace, (config.seed, update)
        )
        haste = 1 - 0.9 * (update - 1) / config.updates
        entropy, error = learner.learn(lesson, np.random.default_rng((config.seed, update, 1)), haste)
        games = lesson.games + (curve[-1].games if curve else 0)
        wins = (lesson.liberal_wins, lesson.liberals_beat_line, lesson.fascists_beat_line)
        curve.append(TrainingPoint(update, games, *wins, entropy, error))
        _keep(config, folder, learner, curve)
        _add_point(folder, curve[-1])
        left = (time.monotonic() - began) / (update - first) * (config.updates - update)
        tell(
            f"update {update} of {config.updates}: {games:,} games; liberals win {wins[0]:.0%} when it plays itself; against the "
            f"party line it wins {wins[1]:.0%} as liberals and {wins[2]:.0%} as fascists; entropy {entropy:.2f}; {left / 60:.0f} min left"
        )
    if curve:
        _draw(curve, folder / "curve.png")
    return curve


def _resume(config: SelfPlayConfig, checkpoint: Path) -> tuple[Learner, list[TrainingPoint]]:
    network = new_network(config.shape, np.random.default_rng(config.seed))
    if not checkpoint.exists():
        return Learner(network, config.pace), []
    described, arrays = load_arrays(checkpoint)
    kept = msgspec.json.decode(described, type=_Kept)
    if replace(kept.config, updates=0) != replace(config, updates=0):
        other = [name for name, value in asdict(config).items() if value != getattr(kept.config, name)]
        raise BadTraining(f"{checkpoint.parent} holds a run of another config: it differs in {', '.join(other)}")
    parts = [
        {name.removeprefix(kind): array for name, array in arrays.items() if name.startswith(kind)} for kind in (_WEIGHTS, _MEAN, _SQUARE)
    ]
    network.weights = parts[0]
    return Learner(network, config.pace, kept.steps, *parts[1:]), kept.curve


def _keep(config: SelfPlayConfig, folder: Path, learner: Learner, curve: list[TrainingPoint]) -> None:
    kinds = {_WEIGHTS: learner.weights, _MEAN: learner.memory.mu, _SQUARE: learner.memory.nu}
    arrays = {kind + name: array for kind, named in kinds.items() for name, array in plain(named).items()}
    save_arrays(folder / CHECKPOINT, _Kept(config, curve, int(learner.memory.count)), arrays)
    save_arrays(folder / POLICY, config.shape, plain(learner.weights))
    with (folder / CURVE).open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(TrainingPoint.__struct_fields__)
        table.writerows(asdict(point).values() for point in curve)


def _add_point(folder: Path, point: TrainingPoint) -> None:
    add_event(folder / EVENTS, time.time(), point.update, {name: number for name, number in asdict(point).items() if name != "update"})


def _draw(curve: list[TrainingPoint], picture: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    games = [point.games for point in curve]
    axes.plot(games, [point.liberals_beat_line for point in curve], label="as liberals against the party line")
    axes.plot(games, [point.fascists_beat_line for point in curve], label="as fascists against the party line")
    axes.plot(games, [point.liberal_wins for point in curve], label="as liberals against itself")
    axes.set_ylabel("wins")
    axes.set_xlabel("games")
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.legend()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main()
