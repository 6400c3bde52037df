"""What one event costs a belief: processor microseconds for the public of 7 and 10 seats, and the ratio to folding it into a View."""

import random
import time

from secret_hitler.belief import Belief
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, PUBLIC, AnyEvent, onlooking
from secret_hitler_lab.tournament.arena import play

PASSES = 9
"""The quickest counts: the others waited for somebody."""


def main() -> None:
    for seats in (7, 10):
        record = play(OFFICIAL, seats, "deducer", "deducer", 1, random.Random(seats).randrange(100)).record
        batches = [told for _, _, told in replay(record)]
        folding = min(passed(seats, batches, believing=False) for _ in range(PASSES))
        believing = min(passed(seats, batches, believing=True) for _ in range(PASSES)) - folding
        events = sum(len(told) for told in batches)
        print(f"{seats} seats: {1e6 * believing / events:.0f} us an event, {believing / folding:.1f} times the View")


def passed(seats: int, batches: list[list[AnyEvent]], believing: bool) -> float:
    """Processor seconds for a whole game; the posterior is asked for after every batch of events."""
    view = onlooking(OFFICIAL, seats, PUBLIC)
    belief = Belief(view)
    started = time.process_time()
    for told in batches:
        seen = view.see(told)
        if believing:
            belief.see(seen)
            belief.fascist  # noqa: B018  because the posterior is worked out when asked for
    return time.process_time() - started


if __name__ == "__main__":
    main()
