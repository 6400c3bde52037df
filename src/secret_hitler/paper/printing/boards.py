"""The boards: fascist tracks for each number of players, and the liberal track with the election tracker."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from ...rules import Party, Policy, Power, Role, Ruleset
from ...words import Words
from ...words.opening import table_setting
from ...words.speaker import span
from .cards import COLOUR, TILE, frame
from .drawings import bird, circle, emblem, hats, outlined, sign_of
from .pen import BRASS, FAINT, FASCIST, INK, LIBERAL, LINE, SHEET, Box, Drawing, Face, Ink, Pen, TextDoesNotFit
from .sheets import Page, PrintedSheet

_SIDE, _TOP, _FOOT = 12.0, 17.0, 11.0
_ROOM: Final = 1.2
"""How much wider a slot is than its tile."""
_CAPTION: Final = 24.0
_A_ROW: Final = 6
_COUNT: Final = 13.0
"""Room for the number of players, before their birds."""


class Track(NamedTuple):
    powers: tuple[Power, ...]
    players: list[int]


def tracks(rules: Ruleset) -> list[Track]:
    """Return one board for each distinct row of powers, or as many as the written rules have."""
    boards = table_setting(rules).boards
    players: dict[tuple[tuple[int, ...], tuple[Power, ...]], list[int]] = {}
    for count in sorted(rules.fascists):
        board = next((board for board in boards if count in board), ())
        players.setdefault((board, rules.powers[count]), []).append(count)
    return [Track(powers, counts) for (_, powers), counts in players.items()]


def board_sheets(rules: Ruleset, words: Words) -> list[PrintedSheet]:
    """Print the liberal track behind every fascist one if the written rules do and another board can show it.

    Otherwise it gets its own sheet, and two fascist tracks share one, because only one is ever in play.
    """

    def board(title: str, draw: Callable[..., None], **what: Track) -> Page:
        return Page(title, words.say("print.note.board"), partial(draw, rules=rules, words=words, **what), True)

    fascist = [board(words.say("print.sheet.fascist", span=span(track.players)), _fascist, track=track) for track in tracks(rules)]
    liberal = board(words.say("print.sheet.liberal"), _liberal)
    tracker = [PrintedSheet(board(words.say("print.board.tracker"), _tracker_board))]
    if table_setting(rules).liberal_track_behind and len(fascist) > 1:
        sheets = [PrintedSheet(page, liberal) for page in fascist]
    else:
        sheets = [*(PrintedSheet(*fascist[first : first + 2]) for first in range(0, len(fascist), 2)), PrintedSheet(liberal)]
    return sheets if rules.liberal_goal <= _A_ROW else sheets + tracker


class _Slot(NamedTuple):
    sign: Drawing
    caption: str = ""
    detail: str = ""
    veto: str = ""
    last: bool = False


def _fascist(pen: Pen, page: Box, track: Track, rules: Ruleset, words: Words) -> None:
    board = _board(pen, page, Party.FASCIST)
    _heading(pen, board, words.loud("print.board.fascist"), words.say("print.cover.players", span=span(track.players)), FASCIST)
    slots = [_fascist_slot(number, power, rules, words) for number, power in enumerate([*track.powers, Power.NONE], start=1)]
    places = _slots(pen, Box(board.x, board.y + 35, board.width, board.height - 35), slots, Party.FASCIST)
    first = places[max(rules.hitler_threshold - 1, 0)]
    band = Box(first.x, first.y - 9.5, board.right - 6 - first.x, 7.5)  # over the slots from which Hitler can win
    pen.path(f"M{band.x} {band.y} H{band.right - 4} L{band.right} {band.y + 3.75} L{band.right - 4} {band.bottom} H{band.x}Z", Ink(INK))
    pen.centred(words.say("print.board.hitler"), Box(band.x + 3, band.y, band.width - 9, band.height), 12, face=Face.BOLD, colour=SHEET)
    below = max(place.bottom for place in places) + _CAPTION + 2
    if len(slots) <= _A_ROW:
        _company(pen, Box(board.x + 6, below, board.width - 12, board.bottom - 4 - below), track, rules)


def _fascist_slot(number: int, power: Power, rules: Ruleset, words: Words) -> _Slot:
    if number == rules.fascist_goal:
        return _Slot(emblem(Policy.FASCIST, rules.cards), words.say("print.board.win.F"), last=True)
    veto = f"{words.say('print.board.veto')}." if number == rules.veto_threshold else ""
    if power is Power.NONE:
        return _Slot(outlined(emblem(Policy.FASCIST, rules.cards), LINE), veto=veto)
    return _Slot(sign_of(power, FASCIST), words.say(f"power.short.{power}"), words.say(f"print.power.{power}.does", n=rules.draw), veto)


def _liberal(pen: Pen, page: Box, rules: Ruleset, words: Words) -> None:
    board = _board(pen, page, Party.LIBERAL)
    _heading(pen, board, words.loud("print.board.liberal"), "", LIBERAL)
    plain = _Slot(outlined(emblem(Policy.LIBERAL, rules.cards), LINE))
    last = _Slot(emblem(Policy.LIBERAL, rules.cards), words.say("print.board.win.L"), last=True)
    slots = [plain] * (rules.liberal_goal - 1) + [last]
    places = _slots(pen, Box(board.x, board.y + 29, board.width, board.height - 29), slots, Party.LIBERAL)
    below = max(place.bottom for place in places) + 10
    if rules.liberal_goal <= _A_ROW:
        _tracker_and_owls(pen, Box(board.x, below, board.width, board.bottom - below), rules, words)


def _tracker_board(pen: Pen, page: Box, rules: Ruleset, words: Words) -> None:
    board = _board(pen, page, Party.LIBERAL)
    _tracker_and_owls(pen, Box(board.x, board.y + 40, board.width, board.height - 40), rules, words)


def _tracker_and_owls(pen: Pen, area: Box, rules: Ruleset, words: Words) -> None:
    _tracker(pen, Box(area.x + 8, area.y, area.width - 16, 56), rules, words)
    gallery = Box(area.x + 14, area.y + 56, area.width - 28, area.height - 58)
    for hat, place in enumerate(gallery.beside(len(hats()), 0)):
        size = min(gallery.height, place.width)
        pen.draw(bird(Role.LIBERAL, hat), place.middle[0] - size / 2, gallery.bottom - size, size)


def _board(pen: Pen, page: Box, party: Party) -> Box:
    board = Box(_SIDE, _TOP, page.width - 2 * _SIDE, page.height - _TOP - _FOOT)
    corner = 9 if party is Party.LIBERAL else 7
    pen.path(frame(party, board, corner), Ink(stroke=COLOUR[party], width=1.6))
    pen.path(frame(party, board.inset(1.8), corner - 1), Ink(stroke=COLOUR[party], width=0.35))
    return board


def _heading(pen: Pen, board: Box, title: str, side: str, colour: str) -> None:
    wide = pen.text(title, board.x + 9, board.y + 18, 38, face=Face.POSTER, colour=colour, width=board.width * 0.68)
    pen.text(side, board.right - 9, board.y + 18, 24, face=Face.POSTER, align=1, width=board.width - wide - 26)


def _slots(pen: Pen, area: Box, slots: list[_Slot], party: Party) -> list[Box]:
    """Draw at most six slots in a row, and describe them at length if there's room below."""
    wide, high = TILE[0] + _ROOM, TILE[1] + _ROOM
    rows = -(-len(slots) // _A_ROW)
    a_row = -(-len(slots) // rows)
    caption = min(_CAPTION, (area.height - 4) / rows - high)
    if caption < 8:
        raise TextDoesNotFit(f"a track of {len(slots)} policies does not fit on {pen.paper.name}")
    gap = min((area.width - 6 - a_row * wide) / a_row, 5)
    left = area.x + (area.width - a_row * wide - (a_row - 1) * gap) / 2
    places = []
    for number, slot in enumerate(slots):
        row, column = divmod(number, a_row)
        place = Box(left + column * (wide + gap), area.y + row * (high + caption), wide, high)
        _slot(pen, place, slot if rows == 1 else slot._replace(detail=""), number + 1, party, caption)
        places.append(place)
    return places


def _slot(pen: Pen, place: Box, slot: _Slot, number: int, party: Party, caption: float) -> None:
    colour = COLOUR[party]
    pen.path(frame(party, place.inset(0.4), 4 if party is Party.LIBERAL else 3), Ink(stroke=colour, width=1.4 if slot.last else 0.8))
    middle, centre = place.middle
    pen.text(str(number), place.x + 4, place.y + 9, 16, face=Face.POSTER, colour=colour)
    size = 21 if slot.sign.width == 24 else 31
    pen.draw(slot.sign, middle - size / 2, centre - size / 2 + 2, size)
    under = Box(place.x + 1.2, place.bottom + 1.2, place.width - 2.4, caption - 2)
    taken = pen.paragraph(slot.caption, under, 13.5, face=Face.BOLD, colour=colour, align=0.5) if slot.caption else 0
    detail = f"{slot.detail} {slot.veto}".strip()
    if detail:
        pen.paragraph(detail, Box(under.x, under.y + taken, under.width, under.height - taken), 11.5, least=8, align=0.5)


def _company(pen: Pen, area: Box, track: Track, rules: Ruleset) -> None:
    columns = 1 if len(track.players) < 3 else 2
    rows = -(-len(track.players) // columns)
    high, wide = min(area.height / rows, 30), area.width / columns
    pitch = min((wide - _COUNT - 8) / track.players[-1], high * 1.2)
    size = min(high - 1.5, pitch * 0.95)
    left = area.x + (wide - _COUNT - track.players[-1] * pitch) / 2
    for number, players in enumerate(track.players):
        column, row = divmod(number, rows)
        x, floor = left + column * wide, area.y + row * high + size
        cast = [Role.LIBERAL] * rules.liberals(players) + [Role.FASCIST] * rules.fascists[players] + [Role.HITLER]
        pen.text(str(players), x, floor - size * 0.25, min(26, size * 1.7), face=Face.POSTER, colour=FAINT)
        for seat, dealt in enumerate(cast):
            pen.draw(bird(dealt, seat), x + _COUNT + seat * pitch, floor - size, size)
        pen.line(x, floor, x + _COUNT + len(cast) * pitch, floor, 0.5, INK)


def _tracker(pen: Pen, area: Box, rules: Ruleset, words: Words) -> None:
    steps = rules.tracker_length + 1
    pen.text(words.loud("print.board.tracker"), area.x + area.width / 2, area.y + 7, 18, face=Face.POSTER, align=0.5)
    radius = min(14.0, area.width / steps / 2.6)
    pitch = min(area.width / steps, 52)
    left, y = area.x + (area.width - pitch * (steps - 1)) / 2, area.y + 13 + radius
    pen.line(left, y, left + pitch * (steps - 1), y, 1.2, BRASS)
    for step in range(steps):
        x, last = left + step * pitch, step == steps - 1
        pen.path(circle(x, y, radius), Ink(INK if last else SHEET, INK, 1))
        pen.centred(str(step), Box(x - radius, y - radius, 2 * radius, 2 * radius), 24, colour=SHEET if last else INK)
    room = Box(left + pitch * (steps - 1) - 35, y + radius + 1, 70, 6)
    pen.paragraph(words.say("print.board.chaos"), room, 12, face=Face.BOLD, align=0.5)
