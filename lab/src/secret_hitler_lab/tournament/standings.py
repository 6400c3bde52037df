"""The standings of a tournament: how every pairing went, and what each bot is rated."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import nan, sqrt

from msgspec import Struct

from secret_hitler.bots import Usage
from secret_hitler.rules import Ending, Party

from .arena import add_usage, reasons
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
    void: int = 0
    """Games that count for nothing, since a model or an engine failed."""
    failures: dict[str, int] = {}
    usage: dict[str, Usage] = {}

    def pairing(self, players: int, liberals: str, fascists: str) -> Pairing:
        asked = (players, liberals, fascists)
        return next(each for each in self.pairings if (each.players, each.liberals, each.fascists) == asked)


def standings(setting: Setting, outcomes: Iterable[Outcome]) -> Standings:
    """Return the same whatever the order of the outcomes."""
    ordered = sorted(outcomes, key=lambda outcome: _place(setting, outcome))
    tally: dict[tuple[int, str, str], Counter[Ending | None]] = {}
    usage = dict[str, Usage]()
    for outcome in ordered:
        match = outcome.match
        tally.setdefault((match.players, match.liberals, match.fascists), Counter()).update(outcome.endings)
        add_usage(usage, outcome.usage)
    return Standings(
        rules=setting.rules.name,
        bots=setting.bots,
        players=setting.players,
        seed=setting.seed,
        games=sum(len(outcome.endings) for outcome in ordered),
        pairings=[_pairing(*who, endings) for who, endings in tally.items()],
        ratings=rate(_deal_by_deal(ordered)),
        void=sum(endings[None] for endings in tally.values()),
        failures=reasons(failure for outcome in ordered for failure in outcome.failures),
        usage=usage,
    )


def _place(setting: Setting, outcome: Outcome) -> tuple[int, int, int, int]:
    match = outcome.match
    bots = setting.bots
    return setting.players.index(match.players), bots.index(match.liberals), bots.index(match.fascists), match.first


def _pairing(players: int, liberals: str, fascists: str, endings: Counter[Ending | None]) -> Pairing:
    games = endings.total() - endings[None]
    share = sum(endings[ending] for ending in Ending if ending.winner is Party.LIBERAL) / games if games else nan
    return Pairing(
        players=players,
        liberals=liberals,
        fascists=fascists,
        games=games,
        liberal_win_rate=share,
        stderr=sqrt(share * (1 - share) / games) if games else nan,
        endings={ending.value: endings[ending] / max(1, games) for ending in Ending},
    )


def _deal_by_deal(ordered: list[Outcome]) -> Iterator[tuple[str, str, Party]]:
    """Ratings weigh what comes late; so one deal of every pairing, then the next, and no pairing has the last word."""
    numbered = (
        (number, outcome.match, ending) for outcome in ordered for number, ending in zip(outcome.match.deals, outcome.endings, strict=True)
    )
    for _, match, ending in sorted(numbered, key=lambda each: each[0]):
        if ending is not None:
            yield match.liberals, match.fascists, ending.winner
