"""The page that compares the balance of the written rule sets, and its picture.

python -m lab.studies.balance [folder] [games] [games of the bots]
"""

import os
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Final

from secret_hitler.rules import RULESETS, Ending
from secret_hitler.rules.ruleset import MAX_SEATS, MIN_SEATS
from secret_hitler_lab.statistics.plots import plot_summaries
from secret_hitler_lab.statistics.simulate import PlayStyle, simulate
from secret_hitler_lab.statistics.uniform_play import Summary
from secret_hitler_lab.tournament.arena import Contest, arena

PAGE: Final = "balance.md"
PICTURE: Final = "balance.png"
GAMES: Final = 1_000_000
SEED: Final = 1
COUNTS: Final = range(MIN_SEATS, MAX_SEATS + 1)
MIDDLE: Final = 7
BOT: Final = "deducer"
MATCHES: Final = {
    "Everybody plays uniformly": (PlayStyle.UNIFORM, PlayStyle.UNIFORM),
    "Everybody follows the party line": (PlayStyle.PARTY_LINE, PlayStyle.PARTY_LINE),
    "Only the liberals follow the party line": (PlayStyle.PARTY_LINE, PlayStyle.UNIFORM),
    "Only the fascists follow the party line": (PlayStyle.UNIFORM, PlayStyle.PARTY_LINE),
}

Matches = dict[str, list[Summary]]


def write_balance(folder: Path, games: int = GAMES, bot_games: int = 0, progress: Callable[[int], None] | None = None) -> None:
    """Write the page and the picture; with `bot_games` also what the bots make of it, which takes minutes rather than seconds.

    `progress` is told how many of the kernel's tables are done.
    """
    matches: Matches = {}
    for heading, (liberals, fascists) in MATCHES.items():
        matches[heading] = []
        for rules in RULESETS.values():
            for players in COUNTS:
                matches[heading].append(simulate(rules, players, games, SEED, liberals=liberals, fascists=fascists))
                if progress is not None:
                    progress(sum(map(len, matches.values())))
    bots = _bots(bot_games) if bot_games else ()
    (folder / PAGE).write_text("\n".join([*_page(matches, games), *bots]) + "\n", encoding="utf-8")
    plot_summaries(matches["Everybody follows the party line"], folder / PICTURE)


def _page(matches: Matches, games: int) -> Iterator[str]:
    yield "# Balance of the five rule sets"
    yield ""
    yield "Written by `python -m lab.studies.balance docs/lab-notes 1000000 60`; do not edit."
    yield ""
    yield f"Each figure comes from {games:,} games of the kernel with seed {SEED}, so the last digit shown may be off by one or two."
    yield "Under *uniform* play every decision is uniform over the legal actions. On the *party line* presidents and chancellors play"
    yield "tiles of their own party whenever they hold one; nominations, votes and powers stay uniform. Neither is how people play:"
    yield "what the tables show is how the rules themselves lean."
    yield ""
    yield f"![Wins, endings and length under the party line]({PICTURE})"
    for heading, summaries in matches.items():
        yield from ("", f"## {heading}", "", "How often the liberals win:", "")
        yield from _wins(summaries)
        yield from ("", f"How games of {MIDDLE} end, and how long they last:", "")
        yield from _endings(summaries)


def _bots(games: int) -> Iterator[str]:
    yield from ("", f"## Everybody is a bot of level {BOT}", "")
    yield f"How often the liberals win, of {games:,} games each; the standard error is up to {50 / sqrt(games):.1f} points."
    yield ""
    yield from _heading("rule set", *(f"{players} players" for players in COUNTS))
    for name, rules in RULESETS.items():
        contests = [Contest(rules=rules, players=players, liberals=BOT, fascists=BOT, seed=SEED) for players in COUNTS]
        results = [arena(contest, games, os.cpu_count() or 1) for contest in contests]
        yield f"| {name} | {' | '.join(f'{result.liberal_win_rate:.0%}' for result in results)} |"


def _wins(summaries: list[Summary]) -> Iterator[str]:
    yield from _heading("rule set", *(f"{players} players" for players in COUNTS))
    for name in RULESETS:
        shares = [f"{summary.liberal_win_rate:.1%}" for summary in summaries if summary.rules == name]
        yield f"| {name} | {' | '.join(shares)} |"


def _endings(summaries: list[Summary]) -> Iterator[str]:
    yield from _heading("rule set", *(ending.replace("_", " ") for ending in Ending), "rounds", "sessions", "chaos", "vetoes")
    for summary in summaries:
        if summary.players == MIDDLE:
            shares = [f"{summary.endings[ending]:.1%}" for ending in Ending]
            means = [f"{mean:.2f}" for mean in (summary.nominations, summary.sessions, summary.chaos, summary.vetoes)]
            yield f"| {summary.rules} | {' | '.join(shares + means)} |"


def _heading(first: str, *columns: str) -> tuple[str, str]:
    return f"| {first} | {' | '.join(columns)} |", f"|---|{'--:|' * len(columns)}"


def main(folder: str = "docs/lab-notes", games: str = str(GAMES), bot_games: str = "0") -> None:
    write_balance(Path(folder), int(games), int(bot_games))


if __name__ == "__main__":
    main(*sys.argv[1:])
