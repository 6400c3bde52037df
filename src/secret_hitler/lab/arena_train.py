"""python -m secret_hitler.lab.arena_train: plays bots against each other and makes the figures that the strategist ships with."""

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..belief import Figures, shipped
from ..belief.fit import fit_field, passages_of
from ..bots.deducer import Deducer
from ..bots.fascist import DEDUCER_WAYS, Ways
from ..bots.personality import BALANCED
from ..bots.strategist import Schooling
from ..records import Record
from ..rules import OFFICIAL, Party, View
from .arena import Player, play

PLAYERS = 7
SEED = 7
TABLES = 40
SCHOOL = "deducer"
"""Both sides of the games learned from. Levels that never claim are left out: silence would be a tell that no thinking player gives."""


TRIED = (
    DEDUCER_WAYS,
    Ways(defiance=4),
    Ways(defiance=3),
    Ways(defiance=2),
    Ways(defiance=3, gamble=0.4),
    Ways(cover=0.05, comrade=0.8, gamble=0.4),
)
"""Ways of a fascist that play for the place of the strategist's. Nine draws at random over all numbers but defiance were no better than the
deducer's own."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games to learn the ways of bots from")
    parser.add_argument("--trial-games", type=int, default=40, help="for each way tried; the best three play thrice as many more")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write what was learned here")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        ways = best_ways(pool, SCHOOL, asked.trial_games)
        figures = figures_from(pool, SCHOOL, asked.games)
    if asked.write:
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(Schooling(figures, ways)), indent=0))


def figures_from(pool: ProcessPoolExecutor, level: str, count: int) -> Figures:
    """How each role behaves in games of this level against itself."""
    records = list(pool.map(game, repeat(level), repeat(SEED), range(count), chunksize=10))
    figures = replace(fit_field(passages_of(records)), outlook=shipped().outlook)
    say(f"learned from {count} games; trust in tiles and claims {figures.session_weights}")
    return figures


def game(level: str, seed: int, number: int) -> Record:
    played = play(OFFICIAL, PLAYERS, level, level, seed, number)
    played.record.notes["table"] = str(number % TABLES)
    return played.record


def best_ways(pool: ProcessPoolExecutor, liberals: Player, games: int, read_by: Figures | None = None) -> Ways:
    """All play the same deals; the best three play more, and all their games count. Of equals, the one named first."""
    scores = {ways: fascist_wins(pool, liberals, ways, range(games), read_by) for ways in TRIED}
    finalists = sorted(scores, key=lambda ways: -sum(scores[ways]))[:3]
    for ways in finalists:
        scores[ways] += fascist_wins(pool, liberals, ways, range(games, 4 * games), read_by)
        say(f"{sum(scores[ways]) / len(scores[ways]):.3f} of {len(scores[ways])}: {ways}")
    return max(sorted(finalists, key=TRIED.index), key=lambda ways: sum(scores[ways]))


def fascist_wins(pool: ProcessPoolExecutor, liberals: Player, ways: Ways, numbers: range, read_by: Figures | None) -> list[bool]:
    won = list(pool.map(fascists_win, repeat(liberals), repeat(partial(fascist, ways, read_by)), repeat(SEED + 1), numbers, chunksize=10))
    say(f"{sum(won)} of {len(won)}: {ways}")
    return won


def fascist(ways: Ways, read_by: Figures | None, view: View, rng: random.Random) -> Deducer:
    return Deducer(view, rng, BALANCED, ways=ways, read_by=read_by)


def fascists_win(liberals: Player, fascists: Player, seed: int, number: int) -> bool:
    return play(OFFICIAL, PLAYERS, liberals, fascists, seed, number).ending.winner is Party.FASCIST


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
