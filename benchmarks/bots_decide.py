"""How long decisions take: milliseconds at the median and the 99th percentile, by level, over whole games of 7 and 10 seats."""

import time

from secret_hitler.bots import LEVELS
from secret_hitler.lab.arena import Table, play_on
from secret_hitler.rules import OFFICIAL


def main() -> None:
    for level in LEVELS:
        times: list[float] = []
        for number in range(6):
            table = Table(OFFICIAL, 7 if number % 2 else 10, level, level, 5, number)
            for game in play_on(table):
                for seat in game.awaited:
                    if seat >= 0:
                        started = time.perf_counter()
                        table.bots[seat].decide()
                        times.append(time.perf_counter() - started)
        times.sort()
        print(f"{level}: median {1000 * times[len(times) // 2]:.2f} ms, 99th percentile {1000 * times[len(times) * 99 // 100]:.2f} ms")


if __name__ == "__main__":
    main()
