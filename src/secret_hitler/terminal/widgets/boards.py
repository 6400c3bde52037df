"""Boards: draw both tracks with the coming powers, the tracker and the piles, in four lines or as cards."""

from rich.style import Style
from rich.text import Text

from ...rules import Power, View
from ..table_source import TableSource
from ..theme import BRASS, COLOUR, FAINTLY, HOLLOW, SHAPE, STRONGLY, TO_DO, TextWidget
from ..words import say, spoken

_TILE_WIDTH = 14
_CORNERS = {"L": ("╭", "╮", "╰", "╯"), "F": ("┌", "┐", "└", "┘")}


class Boards(TextWidget):
    def show(self, source: TableSource, tall: bool) -> None:
        view = source.view
        width = max(self.content_size.width, 40)
        if view is None:
            self.put(_sides(Text(spoken().loud("game.title"), TO_DO), Text(source.status, FAINTLY), width), fixed=True)
            return
        title = (spoken().loud("game.title"), TO_DO), "  ", (say("table.round", n=view.board.round), STRONGLY)
        left = Text.assemble(*title, (f"  {spoken().ruleset(source.rules)}", FAINTLY))
        lines = [_sides(left, Text(source.status, FAINTLY), width)]
        lines += _drawn(view, width) if tall else _written(view, width)
        dangers = {"table.hitlerDanger": view.hitler_can_win, "table.vetoOpen": view.veto_open}
        warnings = [say(key) for key, so in dangers.items() if so and view.board.ending is None]
        self.put(Text("\n").join([*lines, Text(" ".join(warnings), Style(color=BRASS))]), fixed=True)


def _sides(left: Text, right: Text, width: int) -> Text:
    return Text.assemble(left, " " * max(1, width - left.cell_len - right.cell_len), right)


def _tracks(view: View) -> list[tuple[str, int, list[str]]]:
    """List each party's letter, how many policies it has enacted, and the label of each place."""
    rules, board = view.rules, view.board
    liberal = [say("terminal.wins") if place == rules.liberal_goal - 1 else "" for place in range(rules.liberal_goal)]
    return [("L", board.liberal, liberal), ("F", board.fascist, [_fascist_label(view, place) for place in range(rules.fascist_goal)])]


def _written(view: View, width: int) -> list[Text]:
    rows = []
    for letter, enacted, labels in _tracks(view):
        row = _label(letter, enacted, len(labels))
        for place, label in enumerate(labels):
            row.append_text(_slot(letter, place < enacted, label)).append(" ")
        rows.append(row)
    return [_sides(rows[0], Text.assemble(_tracker(view), "  ", _piles(view)), width), rows[1]]


def _label(letter: str, count: int, goal: int) -> Text:
    word = say("role.L" if letter == "L" else "role.F")
    return Text.assemble((f"{word:<8}", Style(color=COLOUR[letter], bold=True)), (f"{count}/{goal} ", FAINTLY))


def _slot(letter: str, enacted: bool, label: str) -> Text:
    if enacted:
        return Text(SHAPE[letter], Style(color=COLOUR[letter], bold=True, reverse=True))
    return Text(HOLLOW[letter].format(label or " "), Style(color=COLOUR[letter]))


def _tracker(view: View) -> Text:
    failed, left = view.board.tracker, view.rules.tracker_length - view.board.tracker
    return Text.assemble((f"{say('table.trackerShort')} ", FAINTLY), ("[x]" * failed, TO_DO), ("[ ]" * left, FAINTLY))


def _piles(view: View) -> Text:
    drawn, out = view.board.draw_pile, view.board.discards
    return Text.assemble((f"{say('table.drawShort')} ", FAINTLY), f"{drawn}", (f"  {say('table.discardsShort')} ", FAINTLY), f"{out}")


def _fascist_label(view: View, place: int) -> str:
    """Name the power of this place by its first word."""
    track = view.rules.powers[view.board.seats]
    if place >= len(track):
        return say("terminal.wins")
    return "" if track[place] is Power.NONE else say(f"power.short.{track[place].value}").split()[0]


def _drawn(view: View, width: int) -> list[Text]:
    """Draw round corners for liberal, sharp ones for fascist places; an enacted tile is printed full."""
    beside = [_tracker(view), _piles(view), Text()]
    lines: list[Text] = []
    for letter, enacted, names in _tracks(view):
        tiles = [_tile(letter, place < enacted, name) for place, name in enumerate(names)]
        labels = [Text(" " * 12), _label(letter, enacted, len(names)), Text(" " * 12)]
        if lines:
            lines.append(Text())
        for line in range(3):
            row = Text.assemble(labels[line], Text(" ").join(tile[line] for tile in tiles))
            lines.append(_sides(row, beside[line] if letter == "L" else Text(), width))
    return lines


def _tile(letter: str, enacted: bool, label: str) -> tuple[Text, Text, Text]:
    inside = _TILE_WIDTH - 2
    style = Style(color=COLOUR[letter], bold=enacted, reverse=enacted)
    if enacted:
        full = Text(" " * _TILE_WIDTH, style)
        return full, Text(f"{SHAPE[letter]:^{_TILE_WIDTH}}", style), full
    first, second, third, fourth = _CORNERS[letter]
    return (
        Text(f"{first}{'─' * inside}{second}", style),
        Text(f"│{label[:inside]:^{inside}}│", style),
        Text(f"{third}{'─' * inside}{fourth}", style),
    )
