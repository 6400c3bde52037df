"""Picture: the board of a table as a PNG, drawn as everybody sees it."""

import asyncio
from functools import lru_cache
from importlib.resources import files
from typing import Final

import resvg_py

from secret_hitler.client import TableClient
from secret_hitler.drawings.scene import BRASS, GROUNDS, INK, PAPER, STRIP, WIDTH, bust, lettering, room, sheet, strip, track
from secret_hitler.rules import Party, Power, Seat, View
from secret_hitler.wire.table import Stage
from secret_hitler.words import Words
from secret_hitler.words.sentences import NameOf

from .board import naming

COLD_FROM: Final = 3
"""From this many fascist policies on, the room is cold."""
KEPT: Final = 64
"""Pictures that are kept: at first sight all tables look alike."""
SHOWN_WIDTH: Final = 800


async def picture_of(words: Words, table: TableClient) -> bytes:
    view, state = table.view, table.table
    if state.stage is Stage.LOBBY or view is None:
        return await asyncio.to_thread(_png, _cover(words))
    return await asyncio.to_thread(_png, drawing(words, view, naming(state)))


def drawing(words: Words, view: View, name_of: NameOf) -> str:
    """Draw both tracks, the failed governments, the piles, and who governs."""
    board, rules = view.board, view.rules
    wide = (WIDTH - 40) / board.seats
    return sheet(
        room(board.fascist >= COLD_FROM),
        lettering(40, 100, words.loud("table.round", n=board.round), 84, "Oswald", PAPER),
        lettering(WIDTH - 40, 70, words.upper(words.say("game.title")), 38, "Oswald", PAPER, anchor="end"),
        lettering(WIDTH - 40, 112, _piles(words, view), 26, "Alegreya Sans", PAPER, anchor="end", bold=True),
        f'<g transform="translate(0 -112)">{track(Party.LIBERAL, board.liberal, rules.liberal_goal, 44, 0)}',
        track(Party.FASCIST, board.fascist, rules.fascist_goal, 616, 0) + "</g>",
        *(_power(words, view, slot) for slot in range(board.fascist, rules.fascist_goal - 1)),
        *(
            f'<circle cx="{500 + number * 66}" cy="376" r="22" fill="{BRASS if number < board.tracker else "#0C0E14"}" '
            f'fill-opacity="{1 if number < board.tracker else 0.45}" stroke="{PAPER}" stroke-width="4"/>'
            for number in range(rules.tracker_length)
        ),
        strip(),
        *(_player(words, view, Seat(seat), 20 + seat * wide, wide, name_of) for seat in range(board.seats)),
    )


def _piles(words: Words, view: View) -> str:
    return f"{words.say('table.draw', n=view.board.draw_pile)} · {words.say('table.discards', n=view.board.discards)}"


def _power(words: Words, view: View, slot: int) -> str:
    track_of = view.rules.powers[view.board.seats]
    power = track_of[slot] if slot < len(track_of) else Power.NONE
    if power is Power.NONE:
        return ""
    wide = 516 / view.rules.fascist_goal
    return lettering(
        634 + (slot + 0.5) * wide - 3, 242, words.say(f"power.word.{power}"), 20, "Alegreya Sans", PAPER, "middle", True, wide - 14
    )


def _player(words: Words, view: View, seat: Seat, x: float, wide: float, name_of: NameOf) -> str:
    board = view.board
    office = "president" if seat == board.president else "chancellor" if seat == board.chancellor else ""
    out = seat not in board.alive
    size = min(wide, 150)
    middle = x + wide / 2
    mark = words.say("table.dead") if out else words.say(f"table.{office}") if office else ""
    ground = GROUNDS[Party.FASCIST][1] if out else BRASS
    label = f'<rect x="{x + 6:.0f}" y="{STRIP - 18}" width="{wide - 12:.0f}" height="32" rx="4" fill="{ground}"/>' if mark else ""
    return (
        f'<g opacity="{0.35 if out else 1}">{bust(seat, round(middle - 0.62 * size), STRIP + 2, size / 190)}</g>'
        f"{label}{lettering(middle, STRIP + 6, mark, 23, 'Alegreya Sans', PAPER if out else INK, 'middle', True, wide - 20)}"
        f"{lettering(middle, 618, name_of(seat), 26, 'Oswald', INK, 'middle', width=wide - 10)}"
    )


def _cover(words: Words) -> str:
    return sheet(
        room(False),
        lettering(WIDTH / 2, 262, words.upper(words.say("game.title")), 120, "Oswald", PAPER, anchor="middle"),
        strip(),
        *(bust(Seat(seat), 16 + seat * 117, STRIP - 40, 0.72) for seat in range(10)),
    )


@lru_cache(KEPT)
def _png(svg: str) -> bytes:
    fonts = [str(font) for font in (files("secret_hitler.paper.printing") / "fonts").iterdir() if font.name.endswith(".ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SHOWN_WIDTH, skip_system_fonts=True, font_files=fonts))
