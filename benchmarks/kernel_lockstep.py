"""The long run of both engines side by side: all rule sets and numbers of players in turn, and every sixth game under house rules.
Every second game is played with claims, and then the rounds are compared too.

python -m benchmarks.kernel_lockstep [games] [first seed]
"""

import random
import sys
import time
from itertools import cycle

from lab.tests.lockstep import any_rules, first_difference
from secret_hitler.rules import RULESETS


def main(games: int, first: int) -> int:
    tables = cycle([(rules, players) for rules in RULESETS.values() for players in range(5, 11)])
    started = time.perf_counter()
    for seed in range(first, first + games):
        rules, players = next(tables)
        if seed % 6 == 0:
            rng = random.Random(seed)
            rules, players = any_rules(rng), rng.randint(5, 10)
        difference = first_difference(rules, players, seed, claims=seed % 2 == 1, every_seat=seed % 50 == 0)
        if difference is not None:
            print(difference, difference.rules, sep="\n")
            return 1
        if (seed + 1 - first) % 10_000 == 0:
            print(f"{seed + 1 - first:,} games, no difference, {time.perf_counter() - started:,.0f} s", flush=True)
    print(f"{games:,} games on both engines, decision by decision: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, (sys.argv[1:] + ["100000", "0"][len(sys.argv) - 1 :])[:2])))
