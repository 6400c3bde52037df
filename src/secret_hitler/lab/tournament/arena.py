"""Arena: bots of one level as liberals against bots of another as fascists, over many paired deals."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import sqrt

from msgspec import Struct

from ...bots import Bot, sit
from ...bots.deducer import Deducer
from ...bots.vote_evidence import Shared
from ...chance import natures_move
from ...records import Move, Record
from ...rules import NATURE, Ending, Game, Party, Role, Ruleset, Seat, View, begin, onlooking
from ...rules.actions import AnyAction
from ...rules.events import AnyEvent
from ...rules.ruleset import FirstPresident
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


def batches(rules: Ruleset, players: int, liberals: str, fascists: str, games: int, seed: int, workers: int) -> Iterator[list["Played"]]:
    """The games in the order of their numbers, batch by batch."""
    lots = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    return spread(partial(play_batch, rules, players, liberals, fascists, seed), lots, workers, in_order=True)


def play_batch(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, numbers: Iterable[int]) -> list["Played"]:
    return [play(rules, players, liberals, fascists, seed, number) for number in numbers]


class Table:
    """A game, the views of all seats, and the bots that see through them."""

    def __init__(
        self, rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int, together: bool = True
    ) -> None:
        self.nature = random.Random(f"{seed} {number} nature")
        opener = None if rules.first_president is FirstPresident.RANDOM else Seat(self.nature.randrange(players))
        self.game: Game = begin(rules, players, opener)
        self.record = Record(rules=rules, seats=players, opener=opener, moves=[])
        self.views = [onlooking(rules, players, Seat(seat)) for seat in range(players)]
        self.bots: list[Bot] = []
        self._players = {Party.LIBERAL: liberals, Party.FASCIST: fascists}
        self._seed = f"{seed} {number}"
        self._together = together

    def deal(self) -> None:
        """Roles first, so that each seat gets a bot of its party's level; then the bots see the deal."""
        told = self.apply(NATURE, natures_move(self.game, self.nature.randrange))
        for seat, role in enumerate(self.game.roles):
            view = onlooking(self.game.rules, self.game.board.seats, Seat(seat))
            self.views[seat] = view
            self.bots.append(_take_seat(self._players[role.party], view, random.Random(f"{self._seed} seat {seat}")))
        if self._together:
            share_thoughts(self.bots)
        self.tell(told)

    def apply(self, seat: Seat, action: AnyAction) -> list[AnyEvent]:
        self.record.moves.append(Move(seat, action))
        return list(self.game.apply(seat, action))

    def tell(self, told: list[AnyEvent]) -> None:
        for view, bot in zip(self.views, self.bots, strict=True):
            seen = view.see(told)
            if seen:
                bot.see(seen)

    def speak(self) -> None:
        """Claims in the order of the government that held the hands: presidents before chancellors."""
        for sight in self.game.board.sights[-3:]:
            self._claims(sight.seat)

    def _claims(self, seat: Seat) -> None:
        if seat in self.game.board.alive:
            for claim in self.bots[seat].claims():
                self.tell(self.apply(seat, claim))


def share_thoughts(bots: list[Bot]) -> None:
    """Whatever all bots at a table would work out alike, from what everyone sees, is worked out once."""
    shared: dict[int, Shared] = {}
    for bot in bots:
        if isinstance(bot, Deducer):
            bot.share(shared)


def _take_seat(player: Player, view: View, rng: random.Random) -> Bot:
    return sit(player, view, rng) if isinstance(player, str) else player(view, rng)


def play(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int) -> "Played":
    """One game to its end; the same whatever process plays it."""
    table = Table(rules, players, liberals, fascists, seed, number)
    for _ in play_on(table):
        pass
    ending = table.game.ending
    assert ending is not None
    table.record.ending = ending
    return Played(ending, table.game.roles, table.record)


def play_on(table: Table) -> Iterator[Game]:
    """The game after each step: a deal, a shuffle, or the decisions of all who are awaited."""
    table.deal()
    game = table.game
    while awaited := game.awaited:
        if awaited[0] == NATURE:
            table.tell(table.apply(NATURE, natures_move(game, table.nature.randrange)))
        else:
            told: list[AnyEvent] = []
            for seat in awaited:
                told += table.apply(seat, table.bots[seat].decide())
            table.tell(told)
        if game.ending is None and NATURE not in game.awaited and not game.board.in_session:
            table.speak()
        yield game


class Played(Struct):
    ending: Ending
    roles: tuple[Role, ...]
    record: Record
