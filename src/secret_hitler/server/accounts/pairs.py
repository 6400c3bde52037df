"""Pairs of people operators may want to look at, by address, company and luck. A pair isn't a verdict and has no automatic consequences."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import comb

from ...wire.operators import SuspiciousPair
from .documents import StoredGame

LATEST = 20_000
"""How many of a player's games to look at."""
FEWEST_TOGETHER, SHARE_TOGETHER = 10, 0.8
FEWEST_WON, BY_CHANCE = 8, 0.001
SHOWN = 50


def suspicious_pairs(games: Iterable[tuple[str, StoredGame]]) -> list[SuspiciousPair]:
    """Compare the rated games of each identity, and list the most suspicious pair first."""
    rated, origins = defaultdict[str, dict[str, StoredGame]](dict), defaultdict[str, set[str]](set)
    for identity, played in games:
        origins[identity] |= {played.origin} - {""}
        if played.game.rated:
            rated[identity][played.game.record] = played
    together = defaultdict[tuple[str, str], list[str]](list)
    for identity, own in rated.items():
        for record, played in own.items():
            for other in (fellow.identity for fellow in played.fellows):
                if identity < other and record in rated.get(other, ()):
                    together[identity, other].append(record)
    found = []
    for (who, other), records in together.items():
        wins = _won(rated[who], records), _won(rated[other], records)
        pair = SuspiciousPair(
            names=(rated[who][records[0]].name, rated[other][records[0]].name),
            identities=(who, other),
            games=len(records),
            wins=wins,
            shared_address=not origins[who].isdisjoint(origins[other]),
            always_together=len(records) >= max(FEWEST_TOGETHER, SHARE_TOGETHER * min(len(rated[who]), len(rated[other]))),
            beyond_chance=len(records) >= FEWEST_WON and _by_chance(max(wins), len(records)) < BY_CHANCE,
        )
        if _reasons(pair):
            found.append(pair)
    return sorted(found, key=lambda pair: (-_reasons(pair), -pair.games))[:SHOWN]


def _reasons(pair: SuspiciousPair) -> int:
    return pair.shared_address + pair.always_together + pair.beyond_chance


def _won(games: Mapping[str, StoredGame], records: Iterable[str]) -> int:
    return sum(games[record].game.won for record in records)


def _by_chance(wins: int, games: int) -> float:
    """Return the chance of at least so many wins if each side wins half of its games."""
    ways: int = sum(comb(games, each) for each in range(wins, games + 1))
    return ways / 2.0**games
