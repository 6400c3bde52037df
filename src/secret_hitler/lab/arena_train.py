"""python -m secret_hitler.lab.arena_train: plays bots against each other and makes the figures that the strategist ships with."""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..belief import shipped
from ..belief.fit import fit_field, passages_of
from ..bots.fascist import Ways
from ..bots.strategist import Schooling, trying
from ..records import Record
from ..rules import OFFICIAL, Party
from .arena import play

PLAYERS = 7
SEED = 7
TABLES = 40
SCHOOL = "deducer"
"""Both sides of the games learned from. Levels that never claim are left out: silence would be a tell that no thinking player gives."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=480, help="games to learn the ways of bots from")
    parser.add_argument("--trials", type=int, default=10, help="ways of a fascist to try out")
    parser.add_argument("--trial-games", type=int, default=200)
    parser.add_argument("--write", type=Path, help="write what was learned here")
    asked = parser.parse_args()
    figures = replace(fit_field(passages_of(list(school(asked.games)))), outlook=shipped().outlook)
    say(f"learned from {asked.games} games; trust in tiles and claims {figures.session_weights}")
    ways = climb(asked.trials, asked.trial_games)
    if asked.write:
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(Schooling(figures, ways)), indent=0))


def school(games: int) -> Iterator[Record]:
    for number in range(games):
        played = play(OFFICIAL, PLAYERS, SCHOOL, SCHOOL, SEED, number)
        played.record.notes["table"] = str(number % TABLES)
        yield played.record


def climb(trials: int, games: int) -> Ways:
    """Small random steps from the deducer's ways, kept when they win more against deducing liberals on the same deals."""
    rng = random.Random(SEED)
    best = Ways()
    best_score = score(best, games)
    say(f"the deducer's ways win {best_score:.3f}")
    for _ in range(trials):
        step = {name: abs(getattr(best, name)) * rng.lognormvariate(0, 0.6) for name in rng.sample(best.__struct_fields__, 3)}
        tried = replace(best, **step)
        found = score(tried, games)
        say(f"{found:.3f} {step}")
        if found > best_score:
            best, best_score = tried, found
    return best


def score(ways: Ways, games: int) -> float:
    """The share of games that fascists with these ways win."""
    with trying(ways):
        won = sum(
            play(OFFICIAL, PLAYERS, "deducer", "strategist", SEED + 1, number).ending.winner is Party.FASCIST for number in range(games)
        )
    return won / games


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
