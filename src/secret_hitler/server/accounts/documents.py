"""Documents of a player: a profile, ratings, and how each of their games went and how well they read the others."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ...rules import PUBLIC, Party, Role, Seat
from ...rules.claims import Round
from ...storage import Drop, Kind, Put, Storage
from ...tables.table import Table
from ...tables.table_state import appearances
from ...wire.commands import Suspicion
from ...wire.profile import InvitedTo, PastGame
from ...wire.review import Award, AwardKind
from ...wire.table import Appearance
from ...words import known_as

SURE = 0.9
SUSPECTED = 0.75
VOTED = 0.75
"""Count a vote as odds of three to one that both of the government are liberals, or that they aren't."""


class Passkey(Struct, frozen=True, kw_only=True):
    id: str
    """The credential's id, in base64url."""
    public_key: bytes
    sign_count: int
    made: float


class Profile(Struct, frozen=True, kw_only=True):
    name: str = ""
    appearance: Appearance | None = None
    open: bool = False
    ranked: bool = False
    passkeys: list[Passkey] = []
    invitations: list[InvitedTo] = []


class Fellow(Struct, frozen=True, kw_only=True):
    """Another player of a game. The identity stays on the server."""

    identity: str
    name: str
    appearance: Appearance


class Squares(Struct, frozen=True):
    """Sums of squared errors of a player's guesses."""

    total: float = 0.0
    count: int = 0


class StoredGame(Struct, frozen=True, kw_only=True):
    game: PastGame
    name: str
    appearance: Appearance
    marks: Squares
    votes: Squares
    fellows: list[Fellow]
    origin: str = ""
    """A keyed hash of their address, so operators see who shares one."""


class StoredRating(Struct, frozen=True):
    """A player's strength on one side, in one season."""

    identity: str
    side: str
    mu: float
    sigma: float
    games: int


class Awarded(Struct, frozen=True):
    """The part of a review that holds the awards."""

    awards: list[Award]


async def use_once(storage: Storage, key: str, now: float, seconds: float) -> bool:
    """Mark what this key stands for as used, on all nodes; False if it was used before. Forget marks too old to matter."""
    used = Put(Kind.USED_CHALLENGE, key, str(now + seconds).encode(), expected=None)
    old = [known for known, until in await storage.find(Kind.USED_CHALLENGE) if float(until) < now and known != key]
    return await storage.write(used, *(Drop(Kind.USED_CHALLENGE, known) for known in old))


_awarded, _profiles = msgspec.json.Decoder(Awarded), msgspec.json.Decoder(Profile)
game_of, rating_of = msgspec.json.Decoder(StoredGame).decode, msgspec.json.Decoder(StoredRating).decode


def profile_of(body: bytes | None) -> Profile:
    """Return the profile, an empty one if none is stored."""
    return Profile() if body is None else _profiles.decode(body)


def awarded(review: bytes, seat: int) -> list[AwardKind]:
    return [award.kind for award in _awarded.decode(review).awards if award.seat == seat]


# A game that has ended


def finished(table: Table, now: float) -> dict[str, StoredGame]:
    """Return what to store, by identity; skip a game that was broken off."""
    ended = table.ended
    if ended is None or ended.game.ending is None:
        return {}
    game, lobby = ended.game, table.lobby
    ending, board, rules = ended.game.ending, game.board, game.rules
    players = [holder.player for holder in ended.ended_with]
    looks = appearances(players, lobby.looks)
    votes = votes_against(ended.viewer_logs[PUBLIC].view.rounds, game.roles)
    stored = {}
    for number, player in enumerate(players):
        if not player:
            continue
        seat, role = Seat(number), game.roles[number]
        played = PastGame(
            record=ended.dealt.record,
            table=table.code,
            ended=now,
            rules=known_as(rules),
            seats=board.seats,
            seat=seat,
            role=role,
            won=role.party is ending.winner,
            ending=ending,
            liberal=board.liberal,
            fascist=board.fascist,
            liberal_goal=rules.liberal_goal,
            fascist_goal=rules.fascist_goal,
            rated=ended.rated,
        )
        reads = role is Role.LIBERAL
        stored[lobby.identities[player]] = StoredGame(
            game=played,
            name=lobby.names[player],
            appearance=looks[seat],
            marks=marks_against(ended.marks.get(player, {}), seat, game.roles) if reads else Squares(),
            votes=votes[seat] if reads else Squares(),
            fellows=_fellows(table, players, looks, player),
            origin=lobby.origins.get(player, ""),
        )
    return stored


def marks_against(marks: Mapping[Seat, Suspicion], seat: Seat, roles: Sequence[Role]) -> Squares:
    """Measure the marks as they were at the end."""
    fascists = [role.party is Party.FASCIST for role in roles]
    chance = {
        Suspicion.TRUST: 1 - SURE,
        Suspicion.LEAN: 1 - SUSPECTED,
        Suspicion.UNSURE: sum(fascists) / (len(roles) - 1),
        Suspicion.SUSPECT: SUSPECTED,
        Suspicion.HITLER: SURE,
    }
    errors = [(chance[mark] - fascists[other]) ** 2 for other, mark in marks.items() if mark in chance and other != seat]
    return Squares(sum(errors), len(errors))


def votes_against(rounds: Sequence[Round], roles: Sequence[Role]) -> list[Squares]:
    """Measure, by seat, every vote on a government of others against its real parties."""
    errors: list[list[float]] = [[] for _ in roles]
    for round in rounds:
        if round.ballots is None or round.chancellor is None:
            continue
        government = (round.president, round.chancellor)
        good = all(roles[seat] is Role.LIBERAL for seat in government)
        for seat, ballot in enumerate(round.ballots):
            if ballot is not None and seat not in government:
                errors[seat].append(((VOTED if ballot else 1 - VOTED) - good) ** 2)
    return [Squares(sum(each), len(each)) for each in errors]


def _fellows(table: Table, players: list[str], looks: list[Appearance], player: str) -> list[Fellow]:
    lobby = table.lobby
    return [
        Fellow(identity=lobby.identities[other], name=lobby.names[other], appearance=looks[seat])
        for seat, other in enumerate(players)
        if other and other != player
    ]
