"""How fast the reference engine plays uniform games, against a bare loop without events, views or checks; and how large a game is.

python -m benchmarks.reference_speed [players]
"""

import random
import statistics
import sys
import time
import tracemalloc

from benchmarks.yardstick import bare_loop
from secret_hitler.chance import natures_move
from secret_hitler.rules import OFFICIAL, Game, begin
from secret_hitler_lab.statistics.uniform_play import Tally, play_one

GAMES = 1500
TURNS = 7


def main(players: int) -> None:
    bare = bare_loop()
    ratios = []
    for turn in range(TURNS):
        started = time.process_time()
        bare.run(players, GAMES, turn)
        loop = time.process_time() - started
        started = time.process_time()
        rng, tally = random.Random(turn), Tally()
        for _ in range(GAMES):
            play_one(OFFICIAL, players, rng, tally)
        reference = time.process_time() - started
        ratios.append(loop / reference)
        print(f"turn {turn}: reference {GAMES / reference:,.0f} games/s, bare loop {GAMES / loop:,.0f}, ratio {loop / reference:.3f}")
    print(f"{players} players: median ratio {statistics.median(ratios):.3f} (wanted: 0.50 or more)")
    print(f"memory of a game state: {_bytes_per_game(players):,.0f} bytes (wanted: under 20,000)")


def _bytes_per_game(players: int) -> float:
    """Games driven to their middle and kept."""
    tracemalloc.start()
    kept = [_half_played(players, seed) for seed in range(200)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(kept)


def _half_played(players: int, seed: int) -> Game:
    rng = random.Random(seed)
    game = begin(OFFICIAL, players)
    for _ in range(80):
        if not game.awaited:
            break
        seat = game.awaited[0]
        game.apply(seat, natures_move(game, rng.randrange) if seat < 0 else rng.choice(game.legal_actions(seat)))
    return game


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
