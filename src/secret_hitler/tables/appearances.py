"""Who wears what at a table: the choices of the players, and for everybody else something that nobody wears yet."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ..wire.table import Appearance

BIRDS, HATS, COATS = 8, 10, 10


def appearances(players: Sequence[str], chosen: Mapping[str, Appearance]) -> list[Appearance]:
    """One a chair, no coat twice: who chose a coat first keeps it, the next gets the nearest free one."""
    return list(_appearances(tuple(players), tuple(chosen.items())))


@lru_cache(1000)
def _appearances(players: tuple[str, ...], choices: tuple[tuple[str, Appearance], ...]) -> list[Appearance]:
    seats, chosen = range(len(players)), dict(choices)
    looks = [chosen.get(player, Appearance(bird=seat % BIRDS, hat=seat % HATS, coat=seat % COATS)) for seat, player in enumerate(players)]
    order = list(chosen)
    free = set(range(COATS))
    for seat in sorted(seats, key=lambda seat: order.index(players[seat]) if players[seat] in chosen else len(order) + seat):
        wanted = looks[seat].coat
        coat = min(free, key=lambda coat: (coat - wanted) % COATS)
        free.discard(coat)
        looks[seat] = replace(looks[seat], coat=coat)
    return looks
