"""What a review costs: seconds of processor time for a game of 7 and of 10 seats, and the ratio to replaying it."""

import time

from secret_hitler.records import replay
from secret_hitler.review import review
from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.tournament.arena import play

GAMES = 5


def main() -> None:
    for seats in (7, 10):
        records = [play(OFFICIAL, seats, "regular", "regular", 0, number).record for number in range(GAMES)]
        times = []
        for record in records:
            started = time.process_time()
            review(record)
            times.append(time.process_time() - started)
        started = time.process_time()
        for record in records:
            list(replay(record))
        ratio = sum(times) / (time.process_time() - started)
        print(f"{seats} seats: {sum(times) / GAMES:.2f} s a game, at most {max(times):.2f} s; {ratio:.0f} times a replay")


if __name__ == "__main__":
    main()
