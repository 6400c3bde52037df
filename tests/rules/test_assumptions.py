"""A game under assumptions: what cannot lie behind the board that everybody sees is refused, and nothing changes."""

from typing import Any

import pytest
from msgspec.structs import replace

from secret_hitler.rules import OFFICIAL, Party, Role
from tests.table import F, L, at, tiles


def roles(letters: str) -> tuple[Role, ...]:
    return tuple(map(Role, letters))


@pytest.mark.parametrize(
    ("assumption", "reason"),
    [
        ({"deck": tiles("L" * 14)}, "14 tiles liberal, and 6 are not enacted"),
        ({"deck": tiles("LLLLLL" + "F" * 5), "discards": tiles("FFF")}, "11 tiles in the draw pile, and everybody sees 12"),
        ({"deck": tiles("LLLLLL" + "F" * 6), "hand": tiles("F"), "discards": tiles("F")}, "1 tiles in the discards, and everybody sees 2"),
        ({"roles": roles("LLLLFFF")}, "the roles LLLLFFF are not those of 7 seats"),
        ({"roles": roles("LLLLHFF")}, "seat 4 is not Hitler, as everybody knows"),
        ({"roles": roles("LLLLFH")}, "are not those of 7 seats"),
    ],
)
def test_what_contradicts_the_board_cannot_be_supposed(assumption: dict[str, Any], reason: str) -> None:
    game = at(OFFICIAL, 7, fascist=2).session(4, F).game
    game.suppose(board=replace(game.board, not_hitler=(game.board.alive[4],)))
    before = game.copy()
    with pytest.raises(ValueError, match=reason):
        game.suppose(**assumption)
    assert game == before


def test_what_fits_the_board_is_played_on_from() -> None:
    table = at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F)
    table.game.suppose(roles=roles("FFHLLLL"), deck=tiles("L" * 6 + "F" * 7), discards=table.game.discards)
    table.investigate(2)
    assert table.views[0].parties[table.game.board.alive[2]] is Party.FASCIST
    assert table.elect(4).game.hand == (L, L, L)
