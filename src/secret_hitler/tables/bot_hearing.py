"""What bots hear of the talk at a table: what everybody hears, and when people speak to one of them."""

from bisect import bisect_right

from ..bots import NAMED, Talk
from ..rules import Seat
from ..wire.commands import Phrase, Room
from ..wire.messages import Said
from .bots_at_work import Heard
from .names import BOT_NAMES
from .table import Table


def heard_by(table: Table, seat: Seat) -> list[Heard]:
    """All that was said aloud in this game and that this seat can make something of."""
    times = table.viewer_logs[seat].times
    said = [said for said in table.talk.remembered if times and said.time >= times[0]]
    return [
        Heard(each.number, bisect_right(times, each.time), each.seat, talk)
        for each in said
        if each.seat is not None and (talk := _understood(table, each, seat)) is not None
    ]


def spoken_to(table: Table, seat: Seat, since: int) -> bool:
    """Whether a person said something to this seat after the sentence of that number."""
    last: Seat | None = None
    for said in table.talk.remembered:
        talk = _understood(table, said, seat)
        if talk is None:
            continue
        if said.player and said.number > since:
            if talk.code == Phrase.WHY and last == seat:
                return True
            if talk.params.get("other") == seat and said.seat != seat:
                return True
        last = said.seat if talk.code != Phrase.WHY else last
    return False


def already_said(table: Table, talk: Talk, since: int) -> bool:
    """Whether somebody used that sentence after the one of that number: bots think at the same time, and then cannot have heard it."""
    return any(said.number > since and said.sentence is not None and said.sentence.code == talk.code for said in table.talk.remembered)


def _understood(table: Table, said: Said, seat: Seat) -> Talk | None:
    if said.room is not Room.TABLE or said.seat is None:
        return None
    if said.sentence is not None:
        return Talk(said.sentence.code, said.sentence.params, said.text)
    text = said.text.casefold()
    if said.seat != seat and any(name.casefold() in text for name in (table.lobby.name_of(seat), BOT_NAMES[seat])):
        return Talk(NAMED, {"other": seat}, said.text)
    return None
