"""The standings of a tournament: how every pairing went, and what each bot is rated."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt

from msgspec import Struct

from secret_hitler.rules import Ending, Party

from .ratings import RatedBot, rate
from .tournament import Outcome, Setting


class Pairing(Struct, frozen=True, kw_only=True):
    players: int
    liberals: str
    fascists: str
    games: int
    liberal_win_rate: float
    stderr: float
    endings: dict[str, float]

    @property
    def share(self) -> str:
        return f"{self.liberal_win_rate:.1%} ± {self.stderr:.1%}"


class Standings(Struct, frozen=True, kw_only=True):
    rules: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    seed: int
    games: int
    """Of all pairings together."""
    pairings: list[Pairing]
    ratings: list[RatedBot]

    def pairing(self, players: int, liberals: str, fascists: str) -> Pairing:
        asked = (players, liberals, fascists)
        return next(each for each in self.pairings if (each.players, each.liberals, each.fascists) == asked)


def standings(setting: Setting, outcomes: Iterable[Outcome]) -> Standings:
    """Return the same whatever the order of the outcomes."""
    ordered = sorted(outcomes, key=lambda outcome: _place(setting, outcome))
    tally: dict[tuple[int, str, str], Counter[Ending]] = {}
    for outcome in ordered:
        match = outcome.match
        tally.setdefault((match.players, match.liberals, match.fascists), Counter()).update(outcome.endings)
    return Standings(
        rules=setting.rules.name,
        bots=setting.bots,
        players=setting.players,
        seed=setting.seed,
        games=sum(len(outcome.endings) for outcome in ordered),
        pairings=[_pairing(*who, endings) for who, endings in tally.items()],
        ratings=rate(_deal_by_deal(ordered)),
    )


def _place(setting: Setting, outcome: Outcome) -> tuple[int, int, int, int]:
    match = outcome.match
    bots = setting.bots
    return setting.players.index(match.players), bots.index(match.liberals), bots.index(match.fascists), match.first


def _pairing(players: int, liberals: str, fascists: str, endings: Counter[Ending]) -> Pairing:
    games = endings.total()
    share = sum(count for ending, count in endings.items() if ending.winner is Party.LIBERAL) / games
    return Pairing(
        players=players,
        liberals=liberals,
        fascists=fascists,
        games=games,
        liberal_win_rate=share,
        stderr=sqrt(share * (1 - share) / games),
        endings={ending.value: endings[ending] / games for ending in Ending},
    )


def _deal_by_deal(ordered: list[Outcome]) -> Iterator[tuple[str, str, Party]]:
    """Ratings weigh what comes late; so one deal of every pairing, then the next, and no pairing has the last word."""
    numbered = (
        (number, outcome.match, ending) for outcome in ordered for number, ending in zip(outcome.match.deals, outcome.endings, strict=True)
    )
    for _, match, ending in sorted(numbered, key=lambda each: each[0]):
        yield match.liberals, match.fascists, ending.winner
