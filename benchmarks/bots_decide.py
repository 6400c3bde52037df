"""How long decisions take, with all that was seen since the last one: milliseconds at the median and the 99th percentile, by level,
over whole games of 7 and 10 seats. Each bot thinks for itself, as at a live table."""

import random
import time

from secret_hitler.bots import LEVELS, Bot, Talk, sit
from secret_hitler.rules import OFFICIAL, AnyEvent, Claim, Decision, Seat, View
from secret_hitler_lab.tournament.arena import play_on, seat_bots


class Timed:
    """A bot with a stop watch: what it needs to learn what happened counts towards its next decision."""

    def __init__(self, bot: Bot) -> None:
        self.view = bot.view
        self._bot = bot
        self._learning = 0.0
        self.times: list[float] = []

    def see(self, events: list[AnyEvent]) -> None:
        started = time.perf_counter()
        self._bot.see(events)
        self._learning += time.perf_counter() - started

    def hear(self, seat: Seat, talk: Talk) -> None:
        self._bot.hear(seat, talk)

    def decide(self) -> Decision:
        started = time.perf_counter()
        decision = self._bot.decide()
        self.times.append(self._learning + time.perf_counter() - started)
        self._learning = 0.0
        return decision

    def claims(self) -> list[Claim]:
        return self._bot.claims()

    def talk(self) -> list[Talk]:
        return self._bot.talk()


def main() -> None:
    for level in LEVELS:
        bots: list[Timed] = []

        def timed(view: View, rng: random.Random, level: str = level, bots: list[Timed] = bots) -> Timed:
            bots.append(Timed(sit(level, view, rng)))
            return bots[-1]

        for number in range(6):
            for _ in play_on(seat_bots(OFFICIAL, 7 if number % 2 else 10, timed, timed, 5, number)):
                pass
        times = sorted(seconds for bot in bots for seconds in bot.times)
        print(f"{level}: median {1000 * times[len(times) // 2]:.2f} ms, 99th percentile {1000 * times[len(times) * 99 // 100]:.2f} ms")


if __name__ == "__main__":
    main()
