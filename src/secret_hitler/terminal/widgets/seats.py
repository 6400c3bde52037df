"""Seats: show a row for each player, with office, ballot, limits and my notes; rows are also what I point at."""

from collections import defaultdict
from typing import Final

from rich.style import Style
from rich.text import Text

from ...rules import Phase, Seat, View
from ...wire.commands import Suspicion
from ..table_source import TableSource, choice_for
from ..theme import BRASS, COLOUR, FAINT, FAINTLY, SHAPE, TextWidget
from ..words import say

SIGNS: Final = dict(zip(Suspicion, " +~?!H", strict=True))
NAME = OFFICE = 11
ROOM_FOR_WORDS = 58
"""Spell tags out from this width on."""


class Notes:
    def __init__(self) -> None:
        self.marks: defaultdict[Seat, Suspicion] = defaultdict(lambda: Suspicion.NONE)

    def turn(self, seat: Seat) -> None:
        order = list(Suspicion)
        self.marks[seat] = order[(order.index(self.marks[seat]) + 1) % len(order)]


class SeatRow(TextWidget):
    def __init__(self, seat: Seat, kind: str = "seat") -> None:
        super().__init__(id=f"{kind}-{seat}", classes=kind)
        self.seat = seat

    def show(self, source: TableSource, view: View, notes: Notes, picked: bool) -> None:
        self.set_class(picked, "picked")
        self.set_class(self.seat not in view.board.alive, "dead")
        self.put(seat_line(self.seat, source, view, notes, picked, short=self.size.width < ROOM_FOR_WORDS), fixed=True)


def key_of(seat: Seat) -> str:
    """Return the key of a seat; the tenth has 0."""
    return str((seat + 1) % 10)


def seat_line(seat: Seat, source: TableSource, view: View, notes: Notes, picked: bool, short: bool) -> Text:
    choice = choice_for(view, seat)
    barred = choice is not None and choice.barred is not None
    open_to_me = choice is not None and choice.barred is None
    dead = seat not in view.board.alive
    line = Text().append(">" if picked else " ", Style(color=BRASS, bold=True))
    line.append(key_of(seat), Style(color=BRASS, bold=True) if open_to_me else FAINTLY)
    line.append("*" if seat == source.seat else " ", Style(color=BRASS)).append("x " if barred and not dead else "  ", FAINTLY)
    name = source.name_of(seat)
    name = name if len(name) < NAME else name[: NAME - 2] + "…"
    faint = FAINT if barred or dead else None
    line.append(name, Style(bold=seat == source.seat, color=faint, strike=dead)).append(" " * (NAME - len(name)))
    line.append(f"{_office(seat, view):<{OFFICE}}", Style(color=BRASS))
    line.append_text(_ballot(seat, view))
    line.append(SIGNS[notes.marks[seat]] + " ", Style(bold=True, color=BRASS))
    line.append_text(_cards(seat, view))
    line.append((" " if short else ", ").join(_tags(seat, source, view, short)), FAINTLY)
    return line


def _office(seat: Seat, view: View) -> str:
    board = view.board
    if board.ending is not None or seat not in (board.president, board.chancellor):
        return ""
    elected = bool(view.rounds) and view.rounds[-1].elected is True
    if seat == board.president:
        return say("table.president" if elected else "table.candidate")
    return say("table.chancellor" if elected else "table.nominee")


def _ballot(seat: Seat, view: View) -> Text:
    """Show the last vote, or who has voted in this one, and mark who must act."""
    board = view.board
    if board.phase is Phase.ELECTION:
        if seat not in board.alive:
            return Text(" " * 6)
        return Text("...   ", Style(color=BRASS)) if seat in board.awaited else Text(f"{say('terminal.short.voted'):<6}", FAINTLY)
    if seat in board.awaited:
        return Text("...   ", Style(color=BRASS, bold=True))
    held = [round for round in view.rounds[-2:] if round.ballots is not None]
    ballot = held[-1].ballots[seat] if held and held[-1].ballots is not None else None
    if ballot is None:
        return Text(" " * 6)
    fresh = held[-1] is view.rounds[-1]
    word = say("ballot.ja") if ballot else say("ballot.nein")
    return Text(f"{word:<6}", Style(bold=ballot and fresh, color=None if fresh else FAINT))


def _cards(seat: Seat, view: View) -> Text:
    """Show open cards: everyone's at the end, always for a viewer who sees all, never what only I know."""
    role = view.roles.get(seat)
    if role is None or (view.board.ending is None and view.onlooker != "all"):
        return Text()
    return Text(f"{SHAPE[role.value]} ", Style(color=COLOUR[role.value], bold=True))


def _tags(seat: Seat, source: TableSource, view: View, short: bool) -> list[str]:
    board, over = view.board, view.board.ending is not None
    tags = [say("lobby.you")] if seat == source.seat and not short else []
    if seat not in board.alive:
        tags.append(say("terminal.short.dead" if short else "table.dead"))
    if seat in view.term_limited and not over:
        tags.append(say("terminal.short.termLimited" if short else "table.termLimited"))
    if seat in board.not_hitler and not over:
        tags.append(say("terminal.short.notHitler" if short else "table.notHitler"))
    if source.away(seat):
        tags.append(say("net.away"))
    return tags
