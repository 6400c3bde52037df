"""Telling: from a table's new state to the bytes that each onlooker may read, encoded once for all its screens."""

from typing import Any

import msgspec

from ..rules import AnyEvent, View
from ..rules.events import ClaimMade, PresidencyPassed
from ..wire.messages import AnyMessage, Update

_encoder = msgspec.json.Encoder()
_SENT_WITH_EVENTS = ("board", "rounds")
_FIELDS = tuple(field for field in View.__struct_fields__ if field not in _SENT_WITH_EVENTS)


def encode(message: AnyMessage) -> str:
    return _encoder.encode(message).decode()


class Telling:
    """What one onlooker was last told, so that an update holds only what changed."""

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}

    def forget(self) -> None:
        """The next update will hold everything."""
        self._told = {}

    def update(self, game: int, seq: int, events: list[AnyEvent], view: View) -> str:
        patch = {"board": msgspec.Raw(_encoder.encode(view.board))}
        touched = view.rounds if not self._told else [view.rounds[number] for number in sorted(_touched(events, view))]
        patch["rounds"] = msgspec.Raw(_encoder.encode(touched))
        for field in _FIELDS:
            value = getattr(view, field)
            if field not in self._told or self._told[field] != value:
                patch[field] = msgspec.Raw(_encoder.encode(value))
                self._told[field] = dict(value) if isinstance(value, dict) else value
        return encode(Update(game=game, seq=seq, events=events, view=patch))


def _touched(events: list[AnyEvent], view: View) -> set[int]:
    """The rounds, by index, that these events could have changed."""
    if not view.rounds:
        return set()
    last = len(view.rounds) - 1
    touched = {last}
    for event in events:
        if isinstance(event, ClaimMade):
            touched.add(event.claim.round - 1)
        elif isinstance(event, PresidencyPassed) and last > 0:
            touched.add(last - 1)
    return touched
