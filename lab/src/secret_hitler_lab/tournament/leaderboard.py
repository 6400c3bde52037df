"""Standings as a picture, and as a page to put on any web server."""

from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from .standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = {"as liberals": "#1f6f8b", "as fascists": "#b5382a"}
CELL = 0.75
"""Inches of a pairing in the picture."""
STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #2b2320; background: #f3ead7; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 } caption { text-align: left; font-style: italic }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #cdbf9f; text-align: right } th:first-child { text-align: left }
svg { max-width: 100%; height: auto } .scroll { overflow-x: auto }
@media (prefers-color-scheme: dark) { body { color: #eadfc8; background: #231d1a } th, td { border-color: #54483c } }
"""


def draw(result: Standings, path: Path) -> None:
    """Draw a picture; the file name's ending tells the format."""
    figure(result).savefig(path, dpi=120, metadata={"Software": None} if path.suffix == ".png" else None)


def figure(result: Standings) -> "Figure":
    """Ratings with what holds 95 of 100, and how often liberals win in each pairing, for each number of players."""
    from matplotlib.figure import Figure

    bots, counts = len(result.bots), len(result.players)
    drawn = Figure(figsize=(5 + counts * (CELL * bots + 2), max(3.5, CELL * bots + 1.5)), layout="constrained")
    ratings, *crossed = drawn.subplots(1, 1 + counts, width_ratios=[5, *[CELL * bots + 2] * counts])
    _draw_ratings(ratings, result)
    for axes, players in zip(crossed, result.players, strict=True):
        _draw_pairings(axes, result, players)
    return drawn


def _draw_ratings(axes: "Axes", result: Standings) -> None:
    axes.set_title("Ratings")
    places = range(len(result.ratings))
    for shift, (side, colour) in zip((-0.12, 0.12), SIDES.items(), strict=True):
        rated = [each.liberal if side == "as liberals" else each.fascist for each in result.ratings]
        reach = [each.high - each.mu for each in rated]
        axes.errorbar([each.mu for each in rated], [place + shift for place in places], xerr=reach, fmt="o", color=colour, label=side)
    axes.set_yticks(list(places), [each.bot for each in result.ratings])
    axes.invert_yaxis()
    axes.legend(fontsize="small")


def _draw_pairings(axes: "Axes", result: Standings, players: int) -> None:
    axes.set_title(f"Liberals win, {players} players")
    shares = [[result.pairing(players, liberals, fascists).liberal_win_rate for fascists in result.bots] for liberals in result.bots]
    axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1)
    places = range(len(result.bots))
    axes.set_xticks(list(places), list(result.bots), rotation=30, ha="right")
    axes.set_yticks(list(places), list(result.bots))
    axes.set_xlabel("fascists")
    axes.set_ylabel("liberals")
    for row in places:
        for column in places:
            share = shares[row][column]
            axes.text(column, row, f"{share:.2f}", ha="center", va="center", color="white" if abs(share - 0.5) > 0.3 else "black")


def page(result: Standings) -> str:
    """Everything in one file that loads nothing."""
    picture = StringIO()
    figure(result).savefig(picture, format="svg", metadata={"Date": None})
    drawing = picture.getvalue()
    title = f"Leaderboard: {escape(result.rules)}, {', '.join(map(str, result.players))} players"
    rows = [[each.bot, str(each.overall), str(each.liberal), str(each.fascist), f"{each.games:,}"] for each in result.ratings]
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{result.games:,} games, seed {result.seed}: every bot as liberals against every bot as fascists, on the same deals.</p>",
        _table("OpenSkill ratings, with what holds 95 of 100", ["bot", "rating", "as liberals", "as fascists", "games"], rows),
        f'<div class="scroll">{drawing[drawing.index("<svg") :]}</div>',
    ]
    for players in result.players:
        crossed = [[lib, *(result.pairing(players, lib, fas).share for fas in result.bots)] for lib in result.bots]
        caption = f"{players} players: how often the liberals (rows) win against the fascists (columns)"
        parts.append(_table(caption, ["liberals", *result.bots], crossed))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style>'
    return "\n".join(["<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *parts, "</body></html>", ""])


def _table(caption: str, head: list[str], rows: list[list[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    lines = [
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>' for first, *cells in rows
    ]
    return f'<div class="scroll"><table><caption>{escape(caption)}</caption><tr>{heads}</tr>{"".join(lines)}</table></div>'
