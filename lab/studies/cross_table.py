"""python -m lab.studies.cross_table: every level against every other from both sides, and some at every count of players,
written into docs/lab-notes/bots.md with a picture."""

import argparse
from math import sqrt
from pathlib import Path

import numpy as np
from msgspec import Struct

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots import LEVELS
from secret_hitler.rules import OFFICIAL, Party
from secret_hitler_lab.printed import say
from secret_hitler_lab.tournament.arena import Contest, attempts

BEGIN, END = "<!-- cross table -->", "<!-- end of cross table -->"
SIDE = 110
PAIRS = (
    ("deducer", "party-line"),
    ("party-line", "deducer"),
    ("deducer", "deducer"),
    ("strategist", "deducer"),
    ("deducer", "strategist"),
)
"""Liberals and fascists who are compared at every count of players."""
GAINS = (
    ("strategist liberals for deducers", ("strategist", "deducer")),
    ("strategist fascists for deducers", ("deducer", "strategist")),
)
"""What changes, deal by deal, when strategists take one side of a table of deducers."""


class Cell(Struct):
    players: int
    liberals: str
    fascists: str
    won: Floats
    """1 for each deal that the liberals won, 0 for the others."""

    @property
    def rate(self) -> str:
        return f"{self.won.mean():.3f} ± {_error(self.won):.3f}"


def _error(each: Floats) -> float:
    return float(each.std()) / sqrt(len(each))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--count-games", type=int, default=100, help="games of each pair at each count of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--docs", type=Path, default=Path("docs/lab-notes"))
    asked = parser.parse_args()
    counts = sorted(OFFICIAL.fascists)
    wanted = [(asked.players, liberals, fascists, asked.games) for liberals in LEVELS for fascists in LEVELS]
    wanted += [(players, *pair, asked.count_games) for pair in PAIRS for players in counts]
    cells: dict[tuple[int, str, str], Cell] = {}
    for players, liberals, fascists, games in wanted:
        if (players, liberals, fascists) not in cells or len(cells[players, liberals, fascists].won) < games:
            cell = cells[players, liberals, fascists] = play_cell(players, liberals, fascists, games, asked.seed, asked.workers)
            say(f"{players} players, {liberals} against {fascists}: {cell.rate}")
    crossed = [cells[asked.players, liberals, fascists] for liberals in LEVELS for fascists in LEVELS]
    tables = [
        f"{asked.players} players, {asked.games} paired deals a cell, seed {asked.seed}; rows are liberals, columns fascists.",
        cross_table(crossed),
        f"Every count of players, {asked.count_games} paired deals a cell, seed {asked.seed}. The last rows: what changes for the liberals "
        "on the same deals when strategists take one side of a table of deducers.",
        count_table(cells, counts, asked.count_games),
    ]
    page = asked.docs / "bots.md"
    page.write_text(with_table(page.read_text(encoding="utf-8"), "\n\n".join(tables)), encoding="utf-8")
    (asked.docs / "bots.svg").write_text(picture(crossed), encoding="utf-8")


def play_cell(players: int, liberals: str, fascists: str, games: int, seed: int, workers: int) -> Cell:
    contest = Contest(rules=OFFICIAL, players=players, liberals=liberals, fascists=fascists, seed=seed)
    won = [game.winner is Party.LIBERAL for game in attempts(contest, range(games), workers)]
    return Cell(players, liberals, fascists, np.array(won, dtype=float))


def cross_table(cells: list[Cell]) -> str:
    """Liberals by row, fascists by column: the share of games that the liberals win."""
    rows = [[liberals, *(cell.rate for cell in cells if cell.liberals == liberals)] for liberals in LEVELS]
    return _markdown(["liberals \\ fascists", *LEVELS], rows)


def count_table(cells: dict[tuple[int, str, str], Cell], counts: list[int], games: int) -> str:
    """Return a row for each pair and for each gain, a column for each count of players, and the mean over all of them for the gains."""
    rows = []
    for pair in PAIRS:
        shares = [cells[players, *pair].won[:games] for players in counts]
        rows.append([", ".join(pair), *(f"{won.mean():.2f} ± {_error(won):.2f}" for won in shares), ""])
    for name, pair in GAINS:
        gains = [cells[players, *pair].won[:games] - cells[players, "deducer", "deducer"].won[:games] for players in counts]
        rows.append([name, *(f"{gain.mean():+.3f} ± {_error(gain):.3f}" for gain in (*gains, np.concatenate(gains)))])
    return _markdown(["liberals, fascists", *map(str, counts), "all"], rows)


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows))


def with_table(page: str, table: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n\n![Liberal win rate of every level against every other](bots.svg)\n{END}{after}"


def picture(cells: list[Cell]) -> str:
    levels = list(LEVELS)
    size = SIDE * (len(levels) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        'font-family="sans-serif" font-size="15" text-anchor="middle">',
        "<title>Liberal win rate: liberals by row, fascists by column</title>",
    ]
    for place, level in enumerate(levels, start=1):
        parts.append(f'<text x="{place * SIDE + SIDE // 2}" y="{SIDE - 12}">{level}</text>')
        parts.append(f'<text x="{SIDE // 2}" y="{place * SIDE + SIDE // 2 + 5}">{level}</text>')
    for cell in cells:
        x, y = (levels.index(cell.fascists) + 1) * SIDE, (levels.index(cell.liberals) + 1) * SIDE
        share = float(cell.won.mean())
        red, blue = round(235 - 120 * share), round(115 + 120 * share)
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" fill="rgb({red},150,{blue})"/>')
        parts.append(f'<text x="{x + SIDE // 2}" y="{y + SIDE // 2 + 5}">{share:.2f}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
