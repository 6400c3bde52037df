"""What a text says of the table itself and no rule depends on: the order of its opening, and its boards."""

from typing import Final, NamedTuple

from ..rules import Ruleset


class TableSetting(NamedTuple):
    fascists_look_first: bool = False
    """The fascists open their eyes before Hitler shows the thumb; otherwise the thumb comes first."""
    boards: tuple[tuple[int, ...], ...] = ()
    """Which numbers of players have a fascist board of their own; without it each distinct row of powers is a board."""
    liberal_track_behind: bool = False
    """Every fascist board has the liberal track on its back."""


_BY_PLAYERS: Final = ((5, 6), (7, 8), (9, 10))
_SETTINGS: Final = {
    "print-and-play": TableSetting(boards=_BY_PLAYERS, liberal_track_behind=True),
    "manual": TableSetting(fascists_look_first=True, boards=_BY_PLAYERS, liberal_track_behind=True),
}


def table_setting(rules: Ruleset) -> TableSetting:
    """That of the text; house rules without a name of their own keep that of the text they begin from."""
    return _SETTINGS.get(rules.name.removesuffix(" with house rules"), TableSetting())
