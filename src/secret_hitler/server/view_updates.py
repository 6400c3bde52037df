"""ViewUpdates: from a table's new state to the bytes that each onlooker may read, encoded once for all its screens."""

from typing import Any

import msgspec

from ..rules import AnyEvent, View
from ..rules.events import BallotMarked, ClaimMade, PresidencyPassed, VoteCast
from ..wire.messages import AnyMessage, Update

_encoder = msgspec.json.Encoder()
_SENT_WITH_EVENTS = ("board", "rounds")
_CASTING = (VoteCast, BallotMarked)
_FIELDS = tuple(field for field in View.__struct_fields__ if field not in _SENT_WITH_EVENTS)
_CAST_FIELDS = ("ballot", "choices")
"""All that a vote changes which is not the last: most updates of a game tell of one."""


def encode(message: AnyMessage) -> str:
    return _encoder.encode(message).decode()


Shared = dict[object, Any]
"""What is encoded once for all onlookers of one line of the log."""


class ViewUpdates:
    """What one onlooker was last told, so that an update holds only what changed."""

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}

    def forget(self) -> None:
        """The next update will hold everything."""
        self._told = {}

    def update(self, game: int, seq: int, events: list[AnyEvent], view: View, shared: Shared) -> str:
        told = self._told
        casting = bool(told) and all(type(event) in _CASTING for event in events)
        rounds = [] if casting else [view.rounds[number] for number in sorted(_touched(events, view))] if told else view.rounds
        new = [field for field in (_CAST_FIELDS if casting else _FIELDS) if field not in told or told[field] != getattr(view, field)]
        # Whoever learned nothing but what everybody saw reads the same bytes.
        same = () if rounds or new else (seq, *map(id, events))
        if same in shared:
            return str(shared[same])
        patch = {"board": _board(view, shared), "rounds": msgspec.Raw(_encoder.encode(rounds))}
        for field in new:
            value = getattr(view, field)
            patch[field] = msgspec.Raw(_encoder.encode(value))
            told[field] = dict(value) if isinstance(value, dict) else value
        text = encode(Update(game=game, seq=seq, events=events, view=patch))
        if same:
            shared[same] = text
        return text


def _board(view: View, shared: Shared) -> msgspec.Raw:
    """The board is the same for every onlooker."""
    if "board" not in shared:
        shared["board"] = msgspec.Raw(_encoder.encode(view.board))
    board: msgspec.Raw = shared["board"]
    return board


def _touched(events: list[AnyEvent], view: View) -> set[int]:
    """The rounds, by index, that these events could have changed."""
    last = len(view.rounds) - 1
    if last < 0:
        return set()
    touched = {last}
    for event in events:
        if isinstance(event, ClaimMade):
            touched.add(event.claim.round - 1)
        elif isinstance(event, PresidencyPassed) and last > 0:
            touched.add(last - 1)
    return touched
