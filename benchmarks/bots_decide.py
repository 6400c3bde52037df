"""How long decisions take, with all that was seen since the last one: milliseconds at the median and the 99th percentile, by level,
over whole games of 7 and 10 seats. Each bot thinks for itself, as at a live table."""

import time
from collections import defaultdict

from secret_hitler.bots import LEVELS, Bot
from secret_hitler.lab.tournament.arena import Table, play_on
from secret_hitler.rules import OFFICIAL, Seat
from secret_hitler.rules.events import AnyEvent


class Timed:
    """A table that counts the seconds each bot has spent on learning what happened."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.learning: defaultdict[Seat, float] = defaultdict(float)
        table.tell = self.tell  # type: ignore[method-assign]  # the table as it is, with a stop watch

    def tell(self, told: list[AnyEvent]) -> None:
        for seat, (view, bot) in enumerate(zip(self.table.views, self.table.bots, strict=True)):
            seen = view.see(told)
            started = time.perf_counter()
            if seen:
                bot.see(seen)
            self.learning[Seat(seat)] += time.perf_counter() - started

    def decision(self, seat: Seat, bot: Bot) -> float:
        started = time.perf_counter()
        bot.decide()
        return self.learning.pop(seat, 0.0) + time.perf_counter() - started


def main() -> None:
    for level in LEVELS:
        times: list[float] = []
        for number in range(6):
            table = Table(OFFICIAL, 7 if number % 2 else 10, level, level, 5, number, together=False)
            timed = Timed(table)
            for game in play_on(table):
                times += [timed.decision(seat, table.bots[seat]) for seat in game.awaited if seat >= 0]
        times.sort()
        print(f"{level}: median {1000 * times[len(times) // 2]:.2f} ms, 99th percentile {1000 * times[len(times) * 99 // 100]:.2f} ms")


if __name__ == "__main__":
    main()
