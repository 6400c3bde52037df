"""python -m lab.studies.fit_expert --write expert.json: from games of many kinds of player, how `expert` reads
others, and from its own, how it may be read."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from secret_hitler.bots.expert import Readings
from secret_hitler.records import Record
from secret_hitler_lab.training.train_strategist import PLAYERS, game, parameters_of

SEED, STUDIED_SEED = 20, 21
STUDIED, SEATS = "expert", (5, 7, 10)
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
    parser.add_argument("--games", type=int, default=560, help="games of many kinds of player")
    parser.add_argument("--studied", type=int, default=420, help="games of expert alone, at small and large tables")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write what was learned here")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        mixed = list(pool.map(mixed_game, range(asked.games), chunksize=10))
        studied = list(pool.map(studied_game, range(asked.studied), chunksize=10))
    readings = Readings(parameters_of(mixed), parameters_of(studied))
    if asked.write is not None:
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(readings), indent=0))


def mixed_game(number: int) -> Record:
    return game(*MIXTURE[number % len(MIXTURE)], PLAYERS, SEED, number)


def studied_game(number: int) -> Record:
    return game(STUDIED, STUDIED, SEATS[number % len(SEATS)], STUDIED_SEED, number)


if __name__ == "__main__":
    main()
