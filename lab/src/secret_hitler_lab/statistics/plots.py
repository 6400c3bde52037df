"""Pictures of summaries: who wins, how games end and how long they last, by rule set and number of players."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from secret_hitler.rules import Ending

from .uniform_play import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# liberals blue, fascists red, told apart by lightness too
COLOURS = {
    Ending.LIBERAL_POLICIES: "#1f6f8b",
    Ending.HITLER_EXECUTED: "#8ec3d6",
    Ending.FASCIST_POLICIES: "#b5382a",
    Ending.HITLER_ELECTED: "#eba08f",
}
MARKERS = "osD^v<>P"
CROWD = 12
"""With more bars than this only the middle number of players is drawn."""


def check_plot(path: Path) -> None:
    """Whether such a picture can be drawn here: asked before hours of play, not after."""
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = FigureCanvasBase.get_supported_filetypes()
    if path.suffix.removeprefix(".") not in kinds:
        raise ValueError(f"a picture is drawn as {', '.join(kinds)}; not as {path.suffix or 'a file without a suffix'}")


def plot_summaries(summaries: Sequence[Summary], path: Path) -> None:
    """Draw endings, length and win rate; a file name's ending tells the format."""
    _figure(summaries).savefig(path, dpi=120, metadata={"Software": None} if path.suffix == ".png" else None)


def _figure(summaries: Sequence[Summary]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 4.5), layout="constrained")
    wins, endings, length = figure.subplots(1, 3)
    _draw_wins(wins, summaries)
    _draw_endings(endings, summaries)
    _draw_length(length, summaries)
    return figure


def _draw_wins(axes: "Axes", summaries: Sequence[Summary]) -> None:
    axes.set_title("Liberals win")
    for place, (name, group) in enumerate(_by_name(summaries).items()):
        players = [summary.players for summary in group]
        axes.plot(players, [summary.liberal_win_rate for summary in group], marker=MARKERS[place % len(MARKERS)], label=name)
    axes.set_xlabel("players")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.legend(fontsize="small")


def _draw_endings(axes: "Axes", summaries: Sequence[Summary]) -> None:
    shown, of = list(summaries), ""
    if len(shown) > CROWD:
        counts = sorted({summary.players for summary in shown})
        middle = counts[(len(counts) - 1) // 2]
        shown, of = [summary for summary in shown if summary.players == middle], f", {middle} players"
    axes.set_title(f"How games end{of}")
    left = [0.0] * len(shown)
    labels = [_name(summary) if of else f"{_name(summary)}, {summary.players}" for summary in shown]
    for ending, colour in COLOURS.items():
        shares = [summary.endings[ending] for summary in shown]
        axes.barh(labels, shares, left=left, color=colour, label=ending.replace("_", " "))
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.tick_params(axis="y", labelsize="small")
    axes.legend(fontsize="x-small", loc="upper center", bbox_to_anchor=(0.4, -0.08), ncols=2)


def _draw_length(axes: "Axes", summaries: Sequence[Summary]) -> None:
    axes.set_title("Rounds in a game")
    for place, (_, group) in enumerate(_by_name(summaries).items()):
        axes.plot([summary.players for summary in group], [summary.nominations for summary in group], marker=MARKERS[place % len(MARKERS)])
    axes.set_xlabel("players")
    axes.set_ylim(bottom=0)


def _by_name(summaries: Sequence[Summary]) -> dict[str, list[Summary]]:
    groups: dict[str, list[Summary]] = {}
    for summary in sorted(summaries, key=lambda summary: summary.players):
        groups.setdefault(_name(summary), []).append(summary)
    return groups


def _name(summary: Summary) -> str:
    if summary.liberals == summary.fascists:
        return summary.rules
    return f"{summary.rules}, {summary.liberals} against {summary.fascists}"
