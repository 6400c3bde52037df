"""python -m secret_hitler.lab.arena_table: every level against every other from both sides, and some at every count of players,
written into docs/bots.md with a picture."""

import argparse
import sys
from pathlib import Path

from ..bots import LEVELS
from ..rules import OFFICIAL
from .arena import Result, arena

BEGIN, END = "<!-- cross table -->", "<!-- end of cross table -->"
CELL = 110
PAIRS = (
    ("deducer", "party-line"),
    ("party-line", "deducer"),
    ("deducer", "deducer"),
    ("strategist", "deducer"),
    ("deducer", "strategist"),
)
"""Liberals and fascists who are compared at every count of players."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--count-games", type=int, default=100, help="games of each pair at each count of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    asked = parser.parse_args()
    cells = [(asked.players, liberals, fascists, asked.games) for liberals in LEVELS for fascists in LEVELS]
    cells += [(players, *pair, asked.count_games) for pair in PAIRS for players in sorted(OFFICIAL.fascists)]
    results = []
    for players, liberals, fascists, games in cells:
        results.append(arena(OFFICIAL, players, liberals, fascists, games, asked.seed, asked.workers))
        sys.stdout.write(f"{players} players, {liberals} against {fascists}: {results[-1].liberal_win_rate:.3f} {results[-1].endings}\n")
        sys.stdout.flush()
    crossed, counted = results[: len(LEVELS) ** 2], results[len(LEVELS) ** 2 :]
    page = asked.docs / "bots.md"
    tables = cross_table(crossed) + "\n\n" + count_table(counted)
    page.write_text(with_table(page.read_text(encoding="utf-8"), tables), encoding="utf-8")
    (asked.docs / "bots.svg").write_text(picture(crossed), encoding="utf-8")


def cross_table(results: list[Result]) -> str:
    """Liberals by row, fascists by column: the share of games that the liberals win."""
    first = results[0]
    lines = [
        f"{first.players} players, {first.games} paired deals a cell, seed {first.seed}; rows are liberals, columns fascists.",
        "",
        "| liberals \\ fascists | " + " | ".join(LEVELS) + " |",
        "|---" * (len(LEVELS) + 1) + "|",
    ]
    for liberals in LEVELS:
        row = [result for result in results if result.liberals == liberals]
        lines.append(f"| {liberals} | " + " | ".join(f"{result.liberal_win_rate:.3f} ± {result.stderr:.3f}" for result in row) + " |")
    return "\n".join(lines)


def count_table(results: list[Result]) -> str:
    """A row for each pair, a column for each count of players."""
    counts = sorted({result.players for result in results})
    lines = [
        f"Every count of players, {results[0].games} paired deals a cell, seed {results[0].seed}.",
        "",
        "| liberals, fascists | " + " | ".join(map(str, counts)) + " |",
        "|---" * (len(counts) + 1) + "|",
    ]
    for liberals, fascists in PAIRS:
        row = [result for result in results if (result.liberals, result.fascists) == (liberals, fascists)]
        cells = " | ".join(f"{result.liberal_win_rate:.2f} ± {result.stderr:.2f}" for result in row)
        lines.append(f"| {liberals}, {fascists} | {cells} |")
    return "\n".join(lines)


def with_table(page: str, table: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n\n![Liberal win rate of every level against every other](bots.svg)\n{END}{after}"


def picture(results: list[Result]) -> str:
    levels = list(LEVELS)
    size = CELL * (len(levels) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        'font-family="sans-serif" font-size="15" text-anchor="middle">',
        "<title>Liberal win rate: liberals by row, fascists by column</title>",
    ]
    for place, level in enumerate(levels, start=1):
        parts.append(f'<text x="{place * CELL + CELL // 2}" y="{CELL - 12}">{level}</text>')
        parts.append(f'<text x="{CELL // 2}" y="{place * CELL + CELL // 2 + 5}">{level}</text>')
    for result in results:
        x, y = (levels.index(result.fascists) + 1) * CELL, (levels.index(result.liberals) + 1) * CELL
        red, blue = round(235 - 120 * result.liberal_win_rate), round(115 + 120 * result.liberal_win_rate)
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" fill="rgb({red},150,{blue})"/>')
        parts.append(f'<text x="{x + CELL // 2}" y="{y + CELL // 2 + 5}">{result.liberal_win_rate:.2f}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
