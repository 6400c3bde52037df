"""OpenSkill ratings of bots, with confidence: one as liberals, one as fascists, and the mean of both."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import hypot

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from secret_hitler.rules import Party

CONFIDENCE = 1.96
"""Sigmas on either side of mu that hold 95 of 100."""


class Rating(Struct, frozen=True):
    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.high - self.mu:.1f}"

    @property
    def low(self) -> float:
        return self.mu - CONFIDENCE * self.sigma

    @property
    def high(self) -> float:
        return self.mu + CONFIDENCE * self.sigma


class RatedBot(Struct, frozen=True):
    bot: str
    games: int
    overall: Rating
    liberal: Rating
    fascist: Rating


def rate(games: Iterable[tuple[str, str, Party]]) -> list[RatedBot]:
    """Liberal bot, fascist bot and winner of each game, in the order played; the best bot comes first.

    All seats of a party are held by one bot, so a party is a team with one rating: with a rating a seat, the larger party would
    seem the stronger. A bot's two sides are rated apart, since the game itself favours one of them.
    """
    model = PlackettLuce(tau=0)  # bots do not change between games, so nothing learnt about them goes stale
    liberal: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    fascist: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    counts: Counter[str] = Counter()
    for liberals, fascists, winner in games:
        ranks = [0.0, 1.0] if winner is Party.LIBERAL else [1.0, 0.0]
        ((liberal[liberals],), (fascist[fascists],)) = model.rate([[liberal[liberals]], [fascist[fascists]]], ranks=ranks)
        counts.update({liberals, fascists})
    rated = [_rated(bot, count, liberal[bot], fascist[bot]) for bot, count in counts.items()]
    return sorted(rated, key=lambda each: (-each.overall.mu, each.bot))


def _rated(bot: str, games: int, liberal: PlackettLuceRating, fascist: PlackettLuceRating) -> RatedBot:
    overall = Rating((liberal.mu + fascist.mu) / 2, hypot(liberal.sigma, fascist.sigma) / 2)
    return RatedBot(bot, games, overall, Rating(liberal.mu, liberal.sigma), Rating(fascist.mu, fascist.sigma))
