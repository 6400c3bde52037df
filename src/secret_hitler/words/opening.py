"""The opening with eyes closed: one text for the television, the companion, the printed sheet and the rulebook."""

from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from ..rules import MANUAL, Power, Role, Ruleset
from .speaker import Words

LEAST_LOOK: Final = 8
LONGEST_LOOK: Final = 60
LOOK: Final = 10
"""Seconds for players to look at each other, unless someone asks for more."""
_BREATH: Final = 3
SAYING_TIME = 4
"""Seconds to say a line, in any language."""


class TableSetting(NamedTuple):
    fascists_look_first: bool = False
    """The fascists open their eyes before Hitler raises the thumb; otherwise the thumb comes first."""
    boards: tuple[tuple[int, ...], ...] = ()
    """The numbers of players with their own fascist board; without them, each row of powers is a board."""
    liberal_track_behind: bool = False
    """Every fascist board has the liberal track on its back."""
    beyond: tuple[tuple[Power, ...], Power] | None = None
    """A track of powers, and the power that the text lists after it, for the policy that ends the game."""
    passes_right: bool = False
    """The presidency passes to the right; otherwise clockwise, to the left."""


_BY_PLAYERS: Final = ((5, 6), (7, 8), (9, 10))
_SETTINGS: Final = {
    "online": TableSetting(passes_right=True),
    "print-and-play": TableSetting(boards=_BY_PLAYERS, liberal_track_behind=True),
    "manual": TableSetting(
        fascists_look_first=True, boards=_BY_PLAYERS, liberal_track_behind=True, beyond=(MANUAL.powers[5], Power.EXECUTE)
    ),
}


def table_setting(rules: Ruleset) -> TableSetting:
    """Find the setting of a text; house rules have that of the text they begin from."""
    return _SETTINGS.get(rules.base or rules.name, TableSetting())


class Saying(StrEnum):
    CLOSE_EYES = "close-eyes"
    FISTS_OUT = "fists-out"
    THUMB_UP = "thumb-up"
    FASCISTS_LOOK = "fascists-look"
    FIND_THE_THUMB = "find-the-thumb"
    ALL_LOOK = "all-look"
    THUMBS_UP = "thumbs-up"
    HITLER_LOOKS = "hitler-looks"
    EYES_SHUT = "eyes-shut"
    THUMBS_DOWN = "thumbs-down"
    HANDS_DOWN = "hands-down"
    OPEN_EYES = "open-eyes"
    SPEAK_UP = "speak-up"


class Cue(Struct, frozen=True):
    saying: Saying
    pause: int = _BREATH
    """Seconds of silence after it."""
    look: bool = False
    """Players look at each other in this silence, which can be longer."""


def telling_time(cues: tuple[Cue, ...]) -> int:
    return sum(SAYING_TIME + cue.pause for cue in cues)


def opening(rules: Ruleset, seats: int, look: int = LOOK) -> tuple[Cue, ...]:
    """List what the narrator says: the fascist party looks, only one side of it looks at the other's thumbs, or nobody does."""
    looks = _looks(rules, seats)
    if not looks:
        return ()
    *before, last = looks
    thumbs = {Saying.THUMB_UP, Saying.THUMBS_UP} & set(looks)
    return (
        *map(Cue, [Saying.CLOSE_EYES, *([Saying.FISTS_OUT] if thumbs else []), *before]),
        Cue(last, max(look, LEAST_LOOK), look=True),
        *map(Cue, [Saying.EYES_SHUT, *([Saying.THUMBS_DOWN, Saying.HANDS_DOWN] if thumbs else []), Saying.OPEN_EYES, Saying.SPEAK_UP]),
    )


def _looks(rules: Ruleset, seats: int) -> tuple[Saying, ...]:
    match rules.informed(seats):
        case ():
            return ()
        case (Role.FASCIST,) if table_setting(rules).fascists_look_first:
            return Saying.FASCISTS_LOOK, Saying.THUMB_UP, Saying.FIND_THE_THUMB
        case (Role.FASCIST,):
            return Saying.THUMB_UP, Saying.FASCISTS_LOOK, Saying.FIND_THE_THUMB
        case (Role.HITLER,):
            return Saying.THUMBS_UP, Saying.HITLER_LOOKS
        case _:
            return (Saying.ALL_LOOK,)


def cue_in_words(words: Words, cue: Cue) -> str:
    return words.say(f"paper.say.{cue.saying}")


def openings(rules: Ruleset) -> dict[tuple[Cue, ...], list[int]]:
    told: dict[tuple[Cue, ...], list[int]] = {}
    for players in sorted(rules.fascists):
        told.setdefault(opening(rules, players), []).append(players)
    return told
