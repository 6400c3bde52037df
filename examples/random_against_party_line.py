"""Uniform play against the party line, on the kernel: who gains how much by simply playing one's own tiles?

python examples/random_against_party_line.py [games]
"""

import sys

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.statistics.simulate import PlayStyle, simulate


def main(games: int) -> None:
    print("liberals win     " + "".join(f"{players:>8}" for players in range(5, 11)) + "  players")
    for liberals in PlayStyle:
        for fascists in PlayStyle:
            shares = [
                simulate(OFFICIAL, players, games, seed=1, liberals=liberals, fascists=fascists).liberal_win_rate
                for players in range(5, 11)
            ]
            print(f"liberals {liberals}, fascists {fascists}".ljust(44) + "".join(f"{share:>8.1%}" for share in shares))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500_000)
