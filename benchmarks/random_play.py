"""The long run of uniform random play on the reference engine, against parameters of an independent implementation (10 million games each).

python -m benchmarks.random_play [games]
"""

import math
import sys

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.statistics.uniform_play import play_uniformly

LIBERALS_WIN = {5: 0.2383, 6: 0.2387, 7: 0.2381, 8: 0.2327, 9: 0.2297, 10: 0.2250}
DECISIONS = {5: 86.76, 6: 115.69, 7: 119.90, 8: 150.00, 9: 152.26, 10: 183.53}


def main(games: int) -> int:
    worst = 0.0
    for players, expected in LIBERALS_WIN.items():
        batches = [play_uniformly(OFFICIAL, players, games // 20, seed) for seed in range(20)]
        share = sum(batch.liberal_win_rate for batch in batches) / len(batches)
        mean = sum(batch.decisions_per_game for batch in batches) / len(batches)
        spread = math.sqrt(sum((batch.decisions_per_game - mean) ** 2 for batch in batches) / (len(batches) - 1) / len(batches))
        wins_off = (share - expected) / math.sqrt(expected * (1 - expected) / games)
        decisions_off = (mean - DECISIONS[players]) / spread
        worst = max(worst, abs(wins_off), abs(decisions_off))
        print(f"{players} players: liberals win {share:.4f} ({wins_off:+.1f} standard errors), {mean:.2f} decisions ({decisions_off:+.1f})")
    print(f"worst difference {worst:.1f} standard errors (wanted: under 3)")
    return 0 if worst < 3 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
