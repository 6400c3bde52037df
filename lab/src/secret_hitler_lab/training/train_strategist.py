"""python -m secret_hitler_lab.training.train_strategist: makes what the strategist ships with, by letting bots play each other."""

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from secret_hitler.belief import Parameters, shipped
from secret_hitler.bots.fascist import FascistWeights
from secret_hitler.bots.strategist import Lessons, Schooling, Strategist, schooled
from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, Party, View

from ..tournament.arena import play
from .fit_belief import fit_field, passages_of
from .lessons import COUNTS, Note, kept, learned, lesson_games

PLAYERS = 7
SEED = 7
EVENINGS = 40
"""Games are told apart by evening when parameters are tried on what they were not fitted on."""
SCHOOL = "deducer"
"""Both sides of the games learned from. Levels that never claim are left out: silence would be a tell that no thinking player gives."""
OPPONENTS = ("deducer", "deducer", "strategist")
"""Whose liberals the fascists learn against, in turn."""
WAYS = FascistWeights(defiance=3)
"""The best of six that were compared on 160 deals at 7 seats."""
BATCH = 24


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games to learn the ways of bots from")
    parser.add_argument("--lessons", type=int, default=4200, help="games in each round of lessons for the fascists")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of lessons, each played with what the last ones taught")
    parser.add_argument("--trials", type=int, default=600, help="games at each kind of table to see whether a lesson wins")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--all", type=Path, help="all that was learned, before it is tried: read from here if there, else written here")
    parser.add_argument("--write", type=Path, help="write what stays of it here")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        if asked.all is not None and asked.all.exists():
            schooling = msgspec.json.decode(asked.all.read_bytes(), type=Schooling)
        else:
            schooling = Schooling(parameters_of(games_of(pool, SCHOOL, asked.games)), WAYS)
            write(replace(schooling, lessons=lessons_from(pool, schooling, OPPONENTS, asked.lessons, asked.rounds)), asked.all)
        write(replace(schooling, lessons=kept(schooling, schooled().lessons, partial(fascists_won, pool, asked.trials))), asked.write)


def write(schooling: Schooling, path: Path | None) -> None:
    if path is not None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(schooling), indent=0))


def games_of(pool: ProcessPoolExecutor, level: str, count: int, players: int = PLAYERS, seed: int = SEED) -> list[Record]:
    return list(pool.map(game, repeat(level), repeat(level), repeat(players), repeat(seed), range(count), chunksize=10))


def parameters_of(records: list[Record]) -> Parameters:
    """How each role behaves in these games."""
    parameters = replace(fit_field(passages_of(records)), win_chance=shipped().win_chance)
    say(f"learned from {len(records)} games; trust in tiles and claims {parameters.session_weights}")
    return parameters


def game(liberals: str, fascists: str, players: int, seed: int, number: int) -> Record:
    played = play(OFFICIAL, players, liberals, fascists, seed, number)
    played.record.notes["table"] = str(number % EVENINGS)
    return played.record


def lessons_from(
    pool: ProcessPoolExecutor, schooling: Schooling, liberals: tuple[str, ...], games: int, rounds: int, counts: tuple[int, ...] = COUNTS
) -> dict[str, Lessons]:
    """Each round is played with the lessons of those before; all that was noted counts."""
    notes: list[Note] = []
    for round in range(1, rounds + 1):
        lots = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
        teach = partial(lesson_games, schooling, liberals, SEED + round, counts=counts)
        for number, lot in enumerate(pool.map(teach, lots), 1):
            notes += lot
            if number % 10 == 0 or number == len(lots):
                say(f"lessons, round {round} of {rounds}: {min(number * BATCH, games)} of {games} games, {len(notes)} choices noted")
        schooling = replace(schooling, lessons=learned(notes))
    return schooling.lessons


def fascists_won(pool: ProcessPoolExecutor, games: int, schooling: Schooling, counts: tuple[int, ...]) -> int:
    """Against deducers, on the same deals for all who ask."""
    deals = [(counts[number % len(counts)], number // len(counts)) for number in range(games)]
    won = sum(pool.map(fascists_win, repeat(schooling), deals, chunksize=10))
    say(f"{won} of {games} won at {counts}, with lessons in {sum(map(len, schooling.lessons.values()))} kinds of choice")
    return won


def fascists_win(schooling: Schooling, deal: tuple[int, int]) -> bool:
    players, number = deal
    return play(OFFICIAL, players, SCHOOL, partial(strategist, schooling), SEED, number).ending.winner is Party.FASCIST


def strategist(schooling: Schooling, view: View, rng: random.Random) -> Strategist:
    return Strategist(view, rng, schooling=schooling)


def say(text: str) -> None:
    """How far it is."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
