"""Ratings: the strength of people and bots on either side, by OpenSkill, season by season."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from math import hypot
from statistics import fmean

import msgspec
from msgspec.structs import replace
from openskill.models import PlackettLuce, PlackettLuceRating

from ...rules import Party
from ...storage import Kind, Put, Storage
from ...tables.table import Table
from ...wire.profile import SideRating
from .documents import StoredRating, game_of, rating_of

SIDES = (Party.LIBERAL, Party.FASCIST)
BOT = "bot:"
"""Prefix of the identities of bots, one for each level; a browser's identity can't contain a colon."""
PROVISIONAL_GAMES = 10
"""Games on one side until a rating means something and the player is ranked."""
SHOWN_AT_FIRST, SHOWN_A_POINT = 1000, 24
KEPT_BETWEEN_SEASONS = 0.5
EVENING_SECONDS, EVENING_GAMES = 12 * 3600.0, 5
"""This many rated games with the same people count in one evening."""
GAMES_OF_AN_EVENING = 60
_model = PlackettLuce()


def season_of(time: float) -> str:
    """Name the quarter of the year: 2026-4."""
    day = datetime.fromtimestamp(time, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"


def season_before(season: str) -> str:
    year, quarter = map(int, season.split("-"))
    return f"{year}-{quarter - 1}" if quarter > 1 else f"{year - 1}-4"


def shown(mu: float, sigma: float) -> int:
    """Return the rating that is certain: a new player has 1000; it rises with strength and with games."""
    return round(SHOWN_AT_FIRST + SHOWN_A_POINT * (mu - 3 * sigma))


def side_ratings(ratings: Iterable[StoredRating]) -> list[SideRating]:
    by_side = {rating.side: rating for rating in ratings}
    return [
        SideRating(side=side, rating=shown(one.mu, one.sigma), games=one.games, provisional=one.games < PROVISIONAL_GAMES)
        for side in map(_name, SIDES)
        if (one := by_side.get(side)) is not None
    ]


def together(ratings: Sequence[StoredRating]) -> int:
    """Rate both sides together, with equal weight."""
    sides = [*ratings, *[_first("", party) for party in SIDES[len(ratings) :]]]
    return shown(sum(one.mu for one in sides) / 2, hypot(*(one.sigma for one in sides)) / 2)


def rated(teams: Sequence[Sequence[StoredRating]], winner: int) -> list[StoredRating]:
    """Rate two teams after a game. More seats don't make a party stronger; bots of one level in a party share a rating."""
    new = _model.rating()
    seated = [[PlackettLuceRating(one.mu - new.mu + new.mu / len(team), one.sigma) for one in team] for team in teams]
    after = _model.rate(seated, ranks=[0.0 if number == winner else 1.0 for number in range(len(teams))])
    results: dict[StoredRating, list[tuple[float, float]]] = {}
    for team, before, now in zip(teams, seated, after, strict=True):
        for one, was, result in zip(team, before, now, strict=True):
            results.setdefault(one, []).append((one.mu + result.mu - was.mu, result.sigma))
    return [
        replace(one, mu=fmean(mu for mu, _ in found), sigma=fmean(sigma for _, sigma in found), games=one.games + 1)
        for one, found in results.items()
    ]


class Ratings:
    def __init__(self, storage: Storage, deleted: Callable[[str], bool] = lambda _: False) -> None:
        self._storage, self._deleted = storage, deleted

    async def count(self, table: Table, time: float) -> None:
        """Count the table's finished game, if it's rated; repeating it changes nothing.

        It counts for those dealt in, so leaving before a loss is a loss, but not for players who have met the others all evening."""
        ended = table.ended
        if ended is None or not ended.rated or ended.game.ending is None:
            return
        season, record = season_of(time), ended.dealt.record
        seats = zip(ended.dealt_in, ended.ended_with, strict=True)
        identities = [table.lobby.identities[player] if player else f"{BOT}{holder.bot}" for player, holder in seats]
        worn = [who for who in identities if await self._has_met_enough(who, identities, time, record)]
        while await self._storage.get(Kind.RATED, record) is None:
            stored = await self._stored(season, set(identities))
            known = await self.of_season(season, set(identities))
            teams = [
                [
                    known.get((who, _name(side)), _first(who, side))
                    for who, role in zip(identities, ended.game.roles, strict=True)
                    if role.party is side
                ]
                for side in SIDES
            ]
            results = rated(teams, SIDES.index(ended.game.ending.winner))
            await self.keep(season, record, [one for one in results if one.identity not in worn], stored)

    async def _has_met_enough(self, identity: str, identities: Sequence[str], time: float, record: str) -> bool:
        """Tell whether this player has already met most of the others in enough rated games this evening."""
        others, met = {who for who in identities if who != identity and not who.startswith(BOT)}, Counter[str]()
        if identity.startswith(BOT):
            return False
        for _, body in await self._storage.find(Kind.PLAYED, f"{identity}/", latest=GAMES_OF_AN_EVENING):
            game = game_of(body)
            if game.game.ended < time - EVENING_SECONDS:
                break
            if game.game.rated and game.game.record != record:
                met.update(fellow.identity for fellow in game.fellows)
        return 2 * sum(met[other] >= EVENING_GAMES for other in others) > len(others)

    async def keep(self, season: str, record: str, ratings: Collection[StoredRating], stored: Mapping[str, bytes]) -> bool:
        """Store what a record changed. Do nothing if it has counted before, or if another game changed a rating meanwhile."""
        keys = [f"{season}/{one.identity}/{one.side}" for one in ratings]
        changes = [
            Put(Kind.RATING, key, msgspec.json.encode(one), owner=one.identity, expected=stored.get(key))
            for key, one in zip(keys, ratings, strict=True)
            if not self._deleted(one.identity)
        ]
        return await self._storage.write(Put(Kind.RATED, record, b"", expected=None), *changes)

    async def of_season(self, season: str, identities: Collection[str]) -> dict[tuple[str, str], StoredRating]:
        """Return ratings by identity and side. Players new to a season start halfway between their last rating and the initial one."""
        before, now = [await self._stored(each, identities) for each in (season_before(season), season)]
        known = [*map(_carried_over, map(rating_of, before.values())), *map(rating_of, now.values())]
        return {(one.identity, one.side): one for one in known}

    async def played(self, season: str, identity: str = "") -> list[StoredRating]:
        """Return the ratings of one identity, or of everyone."""
        prefix = f"{season}/{identity}/" if identity else f"{season}/"
        found = await self._storage.find(Kind.RATING, prefix)
        return await asyncio.to_thread(lambda: [rating_of(body) for _, body in found])

    async def _stored(self, season: str, identities: Collection[str]) -> dict[str, bytes]:
        """Return stored ratings by key."""
        found = await asyncio.gather(*(self._storage.find(Kind.RATING, f"{season}/{identity}/") for identity in identities))
        return dict(chain.from_iterable(found))

    async def strength(self, identities: Collection[str], time: float) -> dict[str, float]:
        """Return the mean of both sides, for matchmaking."""
        known = await self.of_season(season_of(time), identities)
        return {who: sum(known.get((who, _name(side)), _first(who, side)).mu for side in SIDES) / 2 for who in identities}


def _first(identity: str, side: Party) -> StoredRating:
    new = _model.rating()
    return StoredRating(identity, _name(side), new.mu, new.sigma, 0)


def _carried_over(one: StoredRating) -> StoredRating:
    new, kept = _model.rating(), KEPT_BETWEEN_SEASONS
    return replace(one, mu=kept * one.mu + (1 - kept) * new.mu, sigma=hypot(kept * one.sigma, (1 - kept) * new.sigma), games=0)


def _name(side: Party) -> str:
    return side.name.lower()
