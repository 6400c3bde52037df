"""How long the table looks at each event: bots wait that long, and the page shows it that long."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from ..rules import AnyEvent
from ..rules.events import ElectionHeld, PolicyEnacted
from .table import Speed

_RHYTHM: Final = msgspec.json.decode((Path(__file__).parent / "rhythm.json").read_bytes(), type=dict[str, dict[str, int]])
TELLING: Final = _RHYTHM["telling"]
"""By event, in milliseconds; what isn't here takes no time of its own."""
CHAOS: Final = 2800
"""A policy that nobody chose."""
BALLOTS: Final = _RHYTHM["ballots"]
"""How ballots turn: one by one, from `many` on faster, the deciding one last and held, those that can't change it quickly."""
SAID: Final = 1500
"""Talk is no faster than one bubble in that time, so that it can be read: five words at the median."""
SPEEDS: Final = {speed: _RHYTHM["speeds"][speed] / 100 for speed in Speed}
"""How much longer everything takes. Relaxed is the pace of people: 13.4 minutes for 15 rounds at the median of 632 games."""


def telling_seconds(events: Iterable[AnyEvent], said: int = 0) -> float:
    """Return how long people need for the public events and this many remarks, at normal speed."""
    return (sum(map(_telling, events)) + said * SAID) / 1000


def _telling(event: AnyEvent) -> int:
    match event:
        case ElectionHeld(ballots=ballots):
            cast = sum(ballot is not None for ballot in ballots)
            each = BALLOTS["of_many"] if cast >= BALLOTS["many"] else BALLOTS["each"]
            return each * (cast - 1) + sum(BALLOTS[part] for part in ("first", "deciding", "turn", "rest", "stamp", "hold"))
        case PolicyEnacted(by_populace=True):
            return CHAOS
        case _:
            return TELLING.get(type(event).__name__, 0)
