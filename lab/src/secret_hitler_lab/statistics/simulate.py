"""Millions of whole games on the kernel, counted; the same seed gives the same result whatever the number of workers."""

import os
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from multiprocessing.pool import ThreadPool

import numpy as np

from secret_hitler.rules import Ruleset

from ..kernel.games import play_games
from ..kernel.layout import CHAOS, DECISIONS, ENDED, ENDINGS, FIELDS, NOMINATIONS, RNG, SESSIONS, VETOES, Rows, ruleset_row
from ..kernel.rng import rng_of
from .uniform_play import Summary, Tally

CHUNK = 1 << 14
"""Games that share a stream of luck: fixed, so that a seed means the same games however they are spread over workers."""


class PlayStyle(StrEnum):
    """How a party plays."""

    UNIFORM = "uniform"
    """Every decision is uniform over the legal actions."""
    PARTY_LINE = "party-line"
    """Presidents and chancellors play their own party's tiles; all else is uniform."""


def simulate(
    rules: Ruleset,
    players: int,
    games: int,
    seed: int = 0,
    workers: int = 0,
    progress: Callable[[int], None] | None = None,
    liberals: PlayStyle = PlayStyle.UNIFORM,
    fascists: PlayStyle = PlayStyle.UNIFORM,
) -> Summary:
    """Play so many games on so many threads (0: one for each processor); `progress` is told how many are done."""
    started = time.perf_counter()
    rule_set = ruleset_row(rules, players)

    def play(chunk: int) -> Rows:
        row = np.zeros(FIELDS, dtype=np.int64)
        row[RNG] = rng_of(seed, chunk)
        size = min(CHUNK, games - chunk * CHUNK)
        play_games(rule_set, row, size, liberals is PlayStyle.PARTY_LINE, fascists is PlayStyle.PARTY_LINE)
        return row

    tally = Tally()
    for row in _spread(play, -(-games // CHUNK), workers or os.cpu_count() or 1):
        _count(tally, row)
        if progress is not None:
            progress(tally.games)
    summary = tally.summary(rules.name, players, "kernel", seed, time.perf_counter() - started)
    summary.liberals, summary.fascists = liberals, fascists
    return summary


def _spread(play: Callable[[int], Rows], chunks: int, workers: int) -> Iterator[Rows]:
    if workers == 1:
        yield from map(play, range(chunks))
        return
    with ThreadPool(workers) as pool:  # its threads end with the program, so an interrupt waits for none of them
        yield from pool.imap(play, range(chunks))


def _count(tally: Tally, row: Rows) -> None:
    tally.decisions += int(row[DECISIONS])
    tally.nominations += int(row[NOMINATIONS])
    tally.sessions += int(row[SESSIONS])
    tally.chaos += int(row[CHAOS])
    tally.vetoes += int(row[VETOES])
    for place, ending in enumerate(ENDINGS):
        tally.endings[ending] += int(row[ENDED + place])
    tally.games = sum(tally.endings.values())
