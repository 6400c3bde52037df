"""Profiles: what each player stores on this server, private unless they open it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from ...storage import DropOwner, Kind, Put, Storage
from ...tables.names import clean_name
from ...tables.refusal import Refusal
from ...tables.table import Table
from ...wire import profile as shown_as
from ...wire.operators import SuspiciousPair
from ...wire.refusals import Denial
from ...wire.table import Level
from .documents import Profile, Squares, StoredGame, StoredRating, awarded, finished, game_of, profile_of
from .pairs import LATEST, suspicious_pairs
from .ratings import BOT, SIDES, Ratings, season_of, side_ratings, together

GAMES_SHOWN = 60
COMPANIONS_SHOWN = 12
INVITATION_SECONDS = 12 * 3600
INVITATIONS = 8
RANKED = 100
RANKING_SECONDS, PAIRS_SECONDS = 30.0, 300.0


class Profiles:
    def __init__(self, storage: Storage, clock: Callable[[], float], deleted: Callable[[str], bool] = lambda _: False) -> None:
        """Store nothing more for identities that `deleted` confirms, even if they're still in a game."""
        self._storage, self.now, self._deleted = storage, clock, deleted
        self.ratings = Ratings(storage, deleted)
        self._ranking: tuple[float, shown_as.Leaderboard] | None = None
        self._pairs: tuple[float, list[SuspiciousPair]] | None = None

    async def keep_finished(self, table: Table, ended_at: float) -> None:
        """Store how a game went for everyone who played it; repeating it changes nothing."""
        if games := {identity: game for identity, game in finished(table, ended_at).items() if not self._deleted(identity)}:
            bodies = {f"{identity}/{game.game.record}": (identity, msgspec.json.encode(game)) for identity, game in games.items()}
            await self._storage.write(*(Put(Kind.PLAYED, key, body, owner, ended_at) for key, (owner, body) in bodies.items()))
        await self.ratings.count(table, ended_at)

    # For the owner

    async def mine(self, identity: str) -> shown_as.MyPlace:
        profile, games = await self.profile(identity), await self._games(identity)
        latest = games[0] if games else None
        tallied, companions = await asyncio.to_thread(lambda: (tallies(games), _companions(games)))
        return shown_as.MyPlace(
            id=identity,
            name=profile.name or (latest.name if latest else ""),
            appearance=profile.appearance or (latest.appearance if latest else None),
            open=profile.open,
            ranked=profile.ranked,
            since=games[-1].game.ended if games else None,
            games=[each.game for each in games[:GAMES_SHOWN]],
            tallies=tallied,
            marks=_score(each.marks for each in games),
            votes=_score(each.votes for each in games),
            medals=await self._medals(games[:GAMES_SHOWN]),
            companions=companions,
            invitations=self._standing(profile.invitations),
            season=season_of(self.now()),
            ratings=side_ratings(await self.ratings.played(season_of(self.now()), identity)),
            passkeys=[shown_as.KeptPasskey(id=key.id, made=key.made) for key in profile.passkeys],
            recovery_codes=len(await self._storage.find(Kind.RECOVERY, owner=identity)),
        )

    async def exported(self, identity: str) -> dict[str, Any]:
        """Return everything, for the owner to export; of others only their names."""
        games, mine = await self._games(identity), asdict(await self.mine(identity))

        def told() -> list[dict[str, Any]]:
            return [{**asdict(each.game), "with": [fellow.name for fellow in each.fellows]} for each in games]

        return {**mine, "games": await asyncio.to_thread(told)}

    async def change(self, identity: str, data: shown_as.ChangePlace) -> None:
        changes = {name: value for name, value in asdict(data).items() if value is not None}
        if data.name is not None:
            changes["name"] = clean_name(data.name)
        await self.update(identity, lambda profile: replace(profile, **changes))

    async def forget(self, identity: str) -> None:
        await self._storage.write(DropOwner(identity))
        self._ranking = None

    async def fellows(self, identity: str, record: str) -> tuple[StoredGame, list[str]]:
        """Return a game of this player and the identities of the others in it."""
        for each in await self._games(identity):
            if each.game.record == record:
                return each, [fellow.identity for fellow in each.fellows]
        raise Refusal(Denial.NO_RECORD)

    async def invite(self, identities: Iterable[str], name: str, code: str) -> None:
        invited = shown_as.InvitedTo(code=code, name=name, time=self.now())
        for identity in identities:
            await self.update(
                identity, lambda profile: replace(profile, invitations=[*self._standing(profile.invitations), invited][-INVITATIONS:])
            )

    async def profile(self, identity: str) -> Profile:
        return profile_of(await self._storage.get(Kind.PROFILE, identity))

    async def update(self, identity: str, change: Callable[[Profile], Profile]) -> None:
        """Change a profile; if another node was first, start again from what it stored."""
        written = self._deleted(identity)
        while not written:
            stored = await self._storage.get(Kind.PROFILE, identity)
            body = msgspec.json.encode(change(profile_of(stored)))
            written = await self._storage.write(Put(Kind.PROFILE, identity, body, owner=identity, expected=stored))
        self._ranking = None

    # For others

    async def page(self, identity: str) -> shown_as.PlayersPage:
        """Show a page that its owner opened; a closed one looks as if it didn't exist."""
        if not (await self.profile(identity)).open:
            raise Refusal(Denial.NO_PLAYER)
        mine = asdict(await self.mine(identity))
        return shown_as.PlayersPage(**{name: mine[name] for name in shown_as.PlayersPage.__struct_fields__})

    async def leaderboard(self) -> shown_as.Leaderboard:
        """Return the ranking, recomputed at most every half minute."""
        now = self.now()
        if self._ranking is None or not 0 <= now - self._ranking[0] < RANKING_SECONDS:
            self._ranking = now, await self._ranked(season_of(now))
        return self._ranking[1]

    async def pairs(self) -> list[SuspiciousPair]:
        """Return the pairs for operators to look at, recomputed at most every few minutes."""
        now = self.now()
        if self._pairs is None or not 0 <= now - self._pairs[0] < PAIRS_SECONDS:
            found = await self._storage.find(Kind.PLAYED, latest=LATEST)
            self._pairs = (
                now,
                await asyncio.to_thread(lambda: suspicious_pairs((key.partition("/")[0], game_of(body)) for key, body in found)),
            )
        return self._pairs[1]

    async def _ranked(self, season: str) -> shown_as.Leaderboard:
        rated, profiles = await self.ratings.played(season), await self._storage.find(Kind.PROFILE)
        return shown_as.Leaderboard(season=season, players=await asyncio.to_thread(_ranked, rated, profiles))

    # What is stored

    async def _games(self, identity: str) -> list[StoredGame]:
        found = await self._storage.find(Kind.PLAYED, f"{identity}/")
        return await asyncio.to_thread(lambda: [game_of(body) for _, body in found])

    async def _medals(self, games: Sequence[StoredGame]) -> list[shown_as.Medal]:
        reviews = await asyncio.gather(*(self._storage.get(Kind.REVIEW, each.game.record) for each in games))
        known = [(body, each.game.seat) for each, body in zip(games, reviews, strict=True) if body]
        won = await asyncio.to_thread(lambda: Counter(kind for body, seat in known for kind in awarded(body, seat)))
        return [shown_as.Medal(kind=kind, count=count) for kind, count in won.most_common()]

    def _standing(self, invitations: Sequence[shown_as.InvitedTo]) -> list[shown_as.InvitedTo]:
        return [each for each in invitations if self.now() - each.time < INVITATION_SECONDS]


def _ranked(rated: Iterable[StoredRating], profiles: Iterable[tuple[str, bytes]]) -> list[shown_as.Ranked]:
    by_identity: dict[str, list[StoredRating]] = {}
    for rating in rated:
        by_identity.setdefault(rating.identity, []).append(rating)
    named = {f"{BOT}{level}": Profile(name=level) for level in Level}
    named |= {id: kept for id, body in profiles if (kept := profile_of(body)).ranked}
    lines = []
    for identity, ratings in by_identity.items():
        sides, profile = side_ratings(ratings), named.get(identity)
        if profile is None or len(sides) < len(SIDES) or any(side.provisional for side in sides):
            continue
        ranked = shown_as.Ranked(
            name=profile.name,
            bot=Level(profile.name) if identity.startswith(BOT) else None,
            appearance=profile.appearance,
            page=identity if profile.open else None,
            rating=together(ratings),
            sides=sides,
        )
        lines.append(ranked)
    return sorted(lines, key=lambda line: (-line.rating, line.name))[:RANKED]


def tallies(games: Sequence[StoredGame]) -> list[shown_as.WinTally]:
    played: Counter[tuple[shown_as.TallyBy, str]] = Counter()
    won: Counter[tuple[shown_as.TallyBy, str]] = Counter()
    for each in games:
        game = each.game
        kinds = {
            shown_as.TallyBy.ROLE: game.role,
            shown_as.TallyBy.SIDE: game.role.party,
            shown_as.TallyBy.SEATS: str(game.seats),
            shown_as.TallyBy.RULES: game.rules,
        }
        played.update(kinds.items())
        won.update(kinds.items() if game.won else ())
    return [shown_as.WinTally(by=by, of=of, games=count, wins=won[by, of]) for (by, of), count in sorted(played.items())]


def _score(squares: Iterable[Squares]) -> shown_as.ReadingScore | None:
    found = [each for each in squares if each.count]
    count = sum(each.count for each in found)
    return shown_as.ReadingScore(brier=sum(each.total for each in found) / count, count=count) if count else None


def _companions(games: Sequence[StoredGame]) -> list[shown_as.PlayedWith]:
    met = Counter(fellow.identity for each in games for fellow in each.fellows)
    seen: dict[str, shown_as.PlayedWith] = {}
    for each in games:
        for fellow in each.fellows:
            if fellow.identity not in seen:
                seen[fellow.identity] = shown_as.PlayedWith(
                    name=fellow.name, appearance=fellow.appearance, games=met[fellow.identity], record=each.game.record
                )
    return list(seen.values())[:COMPANIONS_SHOWN]
