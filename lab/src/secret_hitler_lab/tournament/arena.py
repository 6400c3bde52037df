"""Arena: bots of one level as liberals against bots of another as fascists, over many paired deals."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import sqrt

from msgspec import Struct

from secret_hitler.bots import Bot, sit
from secret_hitler.bots.bot import SeatedBots
from secret_hitler.bots.deducer import Deducer
from secret_hitler.bots.expert import Expert
from secret_hitler.bots.vote_evidence import VoteEvidence
from secret_hitler.chance import opener_by_lot
from secret_hitler.play import Session
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, Deal, Ending, Game, Party, Phase, Role, Ruleset, Seat, View

from .workers import spread

Player = str | Callable[[View, random.Random], Bot]
"""A level by name, or whatever else can take a seat."""

BATCH = 20
"""Games a worker plays before it reports."""


class Result(Struct, kw_only=True):
    rules: str
    players: int
    liberals: str
    fascists: str
    seed: int
    games: int
    liberal_win_rate: float
    stderr: float
    endings: dict[str, float]
    seconds: float


def arena(
    rules: Ruleset,
    players: int,
    liberals: str,
    fascists: str,
    games: int,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[Record], object] | None = None,
) -> Result:
    """Game n of a seed has the same deal and first deck whoever plays, so that levels are compared on the same luck.

    `progress` is told how many games are done, `keep` is given the record of each, in their order."""
    started = time.perf_counter()
    endings: Counter[Ending] = Counter()
    done = 0
    for batch in batches(rules, players, liberals, fascists, games, seed, workers):
        endings.update(played.ending for played in batch)
        done += len(batch)
        if keep is not None:
            for played in batch:
                keep(played.record)
        if progress is not None:
            progress(done)
    rate = sum(count for ending, count in endings.items() if ending.winner is Party.LIBERAL) / games
    return Result(
        rules=rules.name,
        players=players,
        liberals=liberals,
        fascists=fascists,
        seed=seed,
        games=games,
        liberal_win_rate=rate,
        stderr=sqrt(rate * (1 - rate) / games),
        endings={ending.value: endings[ending] / games for ending in Ending},
        seconds=time.perf_counter() - started,
    )


def batches(
    rules: Ruleset, players: int, liberals: str, fascists: str, games: int, seed: int, workers: int
) -> Iterator[list["PlayedGame"]]:
    """Yield the games in the order of their numbers, batch by batch."""
    lots = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    return spread(partial(play_batch, rules, players, liberals, fascists, seed), lots, workers, in_order=True)


def play_batch(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, numbers: Iterable[int]) -> list["PlayedGame"]:
    return [play(rules, players, liberals, fascists, seed, number) for number in numbers]


def seat_bots(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int) -> SeatedBots:
    """Bots at game `number` of a seed: the roles are drawn first, so that each seat gets a bot of its party's level, and then dealt."""
    nature = random.Random(f"{seed} {number} nature")
    opener = opener_by_lot(rules, players, nature.randrange)
    session = Session(rules, players, nature.randrange, map(Seat, range(players)), opener)
    deal = session.draw()
    assert isinstance(deal.action, Deal)
    levels = [liberals if role is Role.LIBERAL else fascists for role in deal.action.roles]
    rngs = [random.Random(f"{seed} {number} seat {seat}") for seat in range(players)]
    bots = {Seat(seat): _take_seat(level, session.views[Seat(seat)], rngs[seat]) for seat, level in enumerate(levels)}
    share_thoughts(list(bots.values()))
    table = SeatedBots(session, bots)
    table.play(deal)
    return table


def share_thoughts(bots: list[Bot]) -> None:
    """Whatever all bots at a table would work out alike, from what everyone sees, is worked out once."""
    shared: dict[int, VoteEvidence] = {}
    for bot in bots:
        if isinstance(bot, Deducer | Expert):
            bot.share(shared)


def _take_seat(player: Player, view: View, rng: random.Random) -> Bot:
    return sit(player, view, rng) if isinstance(player, str) else player(view, rng)


def play(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int) -> "PlayedGame":
    """One game to its end; the same whatever process plays it."""
    table = seat_bots(rules, players, liberals, fascists, seed, number)
    for _ in play_on(table):
        pass
    game, moves = table.session.game, table.session.moves
    assert game.ending is not None
    record = Record(rules=rules, seats=players, opener=game.opener, moves=moves, ending=game.ending)
    return PlayedGame(game.ending, game.roles, record)


def play_on(table: SeatedBots) -> Iterator[Game]:
    """Yield the game after each step: a shuffle, the first president, or the decisions of all who are awaited."""
    game = table.session.game
    while awaited := game.awaited:
        if awaited[0] == NATURE:
            table.play(table.session.draw())
        else:
            if game.board.phase in (Phase.NOMINATION, Phase.ELECTION):
                table.talk()
            table.decide(*awaited)
        table.speak()
        yield game


class PlayedGame(Struct):
    ending: Ending
    roles: tuple[Role, ...]
    record: Record
