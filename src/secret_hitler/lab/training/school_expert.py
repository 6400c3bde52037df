"""python -m secret_hitler.lab.training.school_expert --write expert.json: from games of many kinds of player, how `expert` reads others."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from ...records import Record
from .train_strategist import PLAYERS, game, parameters_of

SEED = 20
MIXTURE = (
    ("regular", "regular"),
    ("expert", "expert"),
    ("deducer", "deducer"),
    ("expert", "deducer"),
    ("deducer", "expert"),
    ("regular", "strategist"),
    ("expert", "strategist"),
)
"""Liberals and fascists, in turn: whoever reads one kind of player alone is lost among others."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=560)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write what was learned here")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        records = list(pool.map(mixed_game, range(asked.games), chunksize=10))
    parameters = parameters_of(records)
    if asked.write is not None:
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(parameters), indent=0))


def mixed_game(number: int) -> Record:
    return game(*MIXTURE[number % len(MIXTURE)], PLAYERS, SEED, number)


if __name__ == "__main__":
    main()
