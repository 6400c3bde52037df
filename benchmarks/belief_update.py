"""What one event costs a belief: microseconds for the public of a 7 and a 10 seat game, and the ratio to folding it into a View."""

import random
import time

from secret_hitler.belief import Belief
from secret_hitler.lab.tournament.arena import play
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, PUBLIC, onlooking


def main() -> None:
    for seats in (7, 10):
        record = play(OFFICIAL, seats, "deducer", "deducer", 1, random.Random(seats).randrange(100)).record
        batches = [told for _, _, told in replay(record)]
        view = onlooking(OFFICIAL, seats, PUBLIC)
        belief = Belief(view)
        folding = believing = 0.0
        events = 0
        for told in batches:
            started = time.perf_counter()
            seen = view.see(told)
            folded = time.perf_counter()
            belief.see(seen)
            belief.fascist  # noqa: B018  because the posterior is worked out when asked for
            believing += time.perf_counter() - folded
            folding += folded - started
            events += len(seen)
        print(f"{seats} seats: {1e6 * believing / events:.0f} us an event, {believing / folding:.1f} times the View")


if __name__ == "__main__":
    main()
