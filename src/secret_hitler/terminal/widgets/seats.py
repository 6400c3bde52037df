"""Seats: one row for each player, with office, ballot, limits and my notes; a row is also what one points at."""

from enum import StrEnum

from rich.style import Style
from rich.text import Text
from textual.message import Message

from ...rules import Choice, Phase, Seat, View, powers
from ...rules.actions import Nominate
from ..screen import TextWidget
from ..table_source import TableSource
from ..theme import BRASS, COLOUR, FAINT, FAINTLY, SHAPE
from ..words import say


class Mark(StrEnum):
    NONE = "none"
    TRUST = "trust"
    UNSURE = "unsure"
    SUSPECT = "suspect"
    HITLER = "hitler"

    @property
    def sign(self) -> str:
        return {"none": " ", "trust": "+", "unsure": "?", "suspect": "!", "hitler": "H"}[self.value]

    @property
    def words(self) -> str:
        return say(f"mark.{self.value}")


class Notes:
    def __init__(self) -> None:
        self.text = ""
        self.marks: dict[Seat, Mark] = {}

    def of(self, seat: Seat) -> Mark:
        return self.marks.get(seat, Mark.NONE)

    def turn(self, seat: Seat) -> None:
        """Give this seat the next mark."""
        order = list(Mark)
        self.marks[seat] = order[(order.index(self.of(seat)) + 1) % len(order)]


NAME = 11
OFFICE = 11
ROOM_FOR_WORDS = 58
"""From this width on, tags are written out."""


class SeatRow(TextWidget):
    class Picked(Message):
        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, seat: Seat, kind: str = "seat") -> None:
        super().__init__(id=f"{kind}-{seat}", classes=kind)
        self.seat = seat

    def on_click(self) -> None:
        self.post_message(self.Picked(self.seat))

    def show(self, source: TableSource, view: View, notes: Notes, picked: bool) -> None:
        self.set_class(picked, "picked")
        self.set_class(self.seat not in view.board.alive, "dead")
        self.put(seat_line(self.seat, source, view, notes, picked, short=self.size.width < ROOM_FOR_WORDS), fixed=True)


def key_of(seat: Seat) -> str:
    """Name the key of a seat; the tenth answers to 0."""
    return str((seat + 1) % 10)


def target(choice: Choice) -> Seat | None:
    """Return the seat a choice points at, if it points at one."""
    return powers.target(choice.action) if isinstance(choice.action, Nominate | powers.PowerAction) else None


def choice_for(view: View, seat: Seat) -> Choice | None:
    return next((choice for choice in view.choices if target(choice) == seat), None)


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
    line.append(notes.of(seat).sign + " ", Style(bold=True, color=BRASS) if notes.of(seat) is not Mark.NONE else FAINTLY)
    line.append_text(_cards(seat, view))
    line.append((" " if short else ", ").join(_tags(seat, source, view, short)), FAINTLY)
    return line


def _office(seat: Seat, view: View) -> str:
    board = view.board
    if board.ending is not None:
        return ""
    elected = bool(view.rounds) and view.rounds[-1].elected is True
    if seat == board.president:
        return say("table.president" if elected else "table.candidate")
    if seat == board.chancellor:
        return say("table.chancellor" if elected else "table.nominee")
    return ""


def _ballot(seat: Seat, view: View) -> Text:
    """Show the last vote, or who has voted in this one; mark who must act."""
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
    """Show cards that lie open: for all at the end, for the all-seeing always; never what only I know."""
    open_to_all = view.board.ending is not None or view.onlooker == "all"
    role = view.roles.get(seat)
    if not open_to_all or role is None:
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
