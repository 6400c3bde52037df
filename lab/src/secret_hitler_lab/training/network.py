"""Network: what a learned policy is made of, in numpy alone, so that it plays where nothing learns; and the file it is kept in."""

import os
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.claim_numbers import TALK_ACTIONS
from ..observations.history import ROUND_PARTS, ROUND_SIZE
from ..observations.observation import OBSERVATION_SIZE, PARTS

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Weights = dict[str, Floats]

BARRED: Final = -1e9
"""The score of what is not legal."""
_COUNTS: Final = ("draw pile", "discards", "round", "rounds since my latest peek")
_SAME_ALWAYS: Final = ("me", "players")


class Shape(Struct, frozen=True):
    """What a network was made for."""

    players: int
    rounds: int
    """How many latest rounds it looks at."""
    hidden: tuple[int, ...]


class Eyes:
    """Seats counted from the onlooker on: where its numbers stand in an observation and its rounds, and what its actions are."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        seats = range(shape.players)
        self.columns = np.array([_columns(shape, seat) for seat in seats], dtype=np.int64)
        """For each seat the columns of observation and rounds that are looked at."""
        named = [[(seat + other) % shape.players for other in seats] for seat in seats]
        self.actions = np.array([[*others, *range(MAX_SEATS, TALK_ACTIONS)] for others in named], dtype=np.int64)
        """For each seat the numbers of its actions, in the order of the network's scores."""
        self.scale = np.array([0.1 if place in _counted() else 1.0 for place in self.columns[0]], dtype=np.float32)

    def look(self, observed: Bytes, rounds: Bytes, seats: Ints) -> Bytes:
        seen = np.concatenate([observed[:, :OBSERVATION_SIZE], rounds.reshape(len(rounds), -1)], axis=1)
        return np.take_along_axis(seen, self.columns[seats], axis=1)


class Network:
    def __init__(self, shape: Shape, weights: Weights) -> None:
        self.shape, self.weights, self.eyes = shape, weights, Eyes(shape)

    def think(self, seen: Bytes, legal: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """For each row the chances of the actions, in the order of the eyes, and what the seat expects to win, from -1 to 1."""
        hidden = seen.astype(np.float32) * self.eyes.scale
        for layer in range(len(self.shape.hidden)):
            hidden = np.maximum(hidden @ self.weights[f"w{layer}"] + self.weights[f"b{layer}"], 0)
        scores = np.where(legal, hidden @ self.weights["choice"] + self.weights["choice bias"], np.float32(BARRED))
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        worth = np.tanh(hidden @ self.weights["worth"] + self.weights["worth bias"])[:, 0]
        return chances / chances.sum(axis=1, keepdims=True), worth


def new_network(shape: Shape, rng: np.random.Generator) -> Network:
    eyes, weights = Eyes(shape), Weights()
    width = eyes.columns.shape[1]
    for layer, size in enumerate(shape.hidden):
        weights[f"w{layer}"] = rng.normal(0, np.sqrt(2 / width), (width, size)).astype(np.float32)
        weights[f"b{layer}"] = np.zeros(size, dtype=np.float32)
        width = size
    for name, size in (("choice", eyes.actions.shape[1]), ("worth", 1)):
        weights[name] = rng.normal(0, 0.01, (width, size)).astype(np.float32)
        weights[f"{name} bias"] = np.zeros(size, dtype=np.float32)
    return Network(shape, weights)


def save_arrays(path: Path, described: Struct, arrays: dict[str, Floats]) -> None:
    """Written whole or not at all, whatever happens meanwhile."""
    told = np.frombuffer(msgspec.json.encode(described), dtype=np.uint8)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, described=told, **arrays)  # type: ignore[arg-type]  # numpy takes a dictionary for one of its own options
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def load_arrays(path: Path) -> tuple[bytes, dict[str, Floats]]:
    with np.load(path, allow_pickle=False) as kept:
        return kept["described"].tobytes(), {name: kept[name] for name in kept.files if name != "described"}


def load_network(path: Path) -> Network:
    described, weights = load_arrays(path)
    return Network(msgspec.json.decode(described, type=Shape), weights)


def _columns(shape: Shape, me: int) -> list[int]:
    columns, place = list[int](), 0
    for name, size in PARTS.items():
        if name not in _SAME_ALWAYS:
            columns += _turned(shape, me, place, size, name != "phase")
        place += size
    for _ in range(shape.rounds):
        for size in ROUND_PARTS.values():
            columns += _turned(shape, me, place, size, True)
            place += size
    assert place == OBSERVATION_SIZE + shape.rounds * ROUND_SIZE
    return columns


def _turned(shape: Shape, me: int, place: int, size: int, seats: bool) -> list[int]:
    if seats and size == MAX_SEATS:
        return [place + (me + other) % shape.players for other in range(shape.players)]
    return list(range(place, place + size))


def _counted() -> set[int]:
    places, place = set[int](), 0
    for name, size in PARTS.items():
        if name in _COUNTS:
            places.update(range(place, place + size))
        place += size
    return places
