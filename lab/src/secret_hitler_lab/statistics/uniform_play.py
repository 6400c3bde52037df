"""Uniform random play on the reference engine, and the statistics that any engine must agree on."""

import random
import time
from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from secret_hitler.chance import natures_move, opener_by_lot
from secret_hitler.rules import NATURE, AnyEvent, Ending, Party, Ruleset, begin
from secret_hitler.rules.events import AgendaVetoed, ChancellorNominated, PoliciesDrawn, PolicyEnacted


class Summary(Struct, kw_only=True):
    """What is said of a batch of games; shares and means are per game."""

    rules: str
    players: int
    engine: str
    seed: int
    games: int
    seconds: float
    games_per_second: float
    decisions_per_game: float
    liberal_win_rate: float
    endings: dict[str, float]
    nominations: float
    sessions: float
    chaos: float
    vetoes: float
    liberals: str = "uniform"
    """How the liberals played."""
    fascists: str = "uniform"


class Tally:
    """Counts over the games played so far."""

    def __init__(self) -> None:
        self.games = self.decisions = self.nominations = self.sessions = self.chaos = self.vetoes = 0
        self.endings: Counter[Ending] = Counter()

    def end(self, ending: Ending, decisions: int, told: list[AnyEvent]) -> None:
        self.games += 1
        self.decisions += decisions
        self.endings[ending] += 1
        kinds: list[type] = [*map(type, told)]
        sessions, vetoes = kinds.count(PoliciesDrawn), kinds.count(AgendaVetoed)
        self.nominations += kinds.count(ChancellorNominated)
        self.sessions += sessions
        self.vetoes += vetoes
        self.chaos += kinds.count(PolicyEnacted) - (sessions - vetoes)

    def summary(self, rules: str, players: int, engine: str, seed: int, seconds: float) -> Summary:
        games = self.games
        return Summary(
            rules=rules,
            players=players,
            engine=engine,
            seed=seed,
            games=games,
            seconds=seconds,
            games_per_second=games / seconds,
            decisions_per_game=self.decisions / games,
            liberal_win_rate=sum(count for ending, count in self.endings.items() if ending.winner is Party.LIBERAL) / games,
            endings={ending.value: self.endings[ending] / games for ending in Ending},
            nominations=self.nominations / games,
            sessions=self.sessions / games,
            chaos=self.chaos / games,
            vetoes=self.vetoes / games,
        )


def play_uniformly(rules: Ruleset, players: int, games: int, seed: int, progress: Callable[[int], None] | None = None) -> Summary:
    """Games in which every decision is uniform over the legal actions."""
    started = time.perf_counter()
    rng = random.Random(seed)
    tally = Tally()
    for number in range(games):
        play_one(rules, players, rng, tally)
        if progress is not None:
            progress(number + 1)
    return tally.summary(rules.name, players, "reference", seed, time.perf_counter() - started)


def play_one(rules: Ruleset, players: int, rng: random.Random, tally: Tally) -> None:
    uniform = rng.random

    def below(n: int) -> int:
        return int(uniform() * n)

    game = begin(rules, players, opener_by_lot(rules, players, below))
    board, apply = game.board, game.apply
    decisions, told = 0, list[AnyEvent]()
    while awaited := board.awaited:
        if awaited[0] == NATURE:
            told += apply(NATURE, natures_move(game, below))
            continue
        actions, ways = game.legal, len(game.legal)
        for seat in awaited:
            told += apply(seat, actions[int(uniform() * ways)])
        decisions += len(awaited)
    assert board.ending is not None
    tally.end(board.ending, decisions, told)
