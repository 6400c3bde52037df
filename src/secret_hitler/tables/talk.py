"""Talk at a table, as far back as it is remembered."""

from collections import deque

from ..rules import Seat
from ..wire.messages import Said
from .lobby import Lobby
from .log_entries import Spoke

REMEMBERED_TALK = 500


class TableTalk:
    def __init__(self) -> None:
        self.remembered: deque[Said] = deque(maxlen=REMEMBERED_TALK)
        self.spoken = 0
        self.oldest: float | None = None
        """When the first thing was said that is still in the log."""

    def add(self, entry: Spoke, lobby: Lobby, time: float, round: int) -> None:
        self.spoken += 1
        if not entry.text:  # it was deleted, and only its number is kept
            return
        self.oldest = time if self.oldest is None else self.oldest
        said = Said(
            number=self.spoken,
            room=entry.room,
            player=entry.player,
            name=lobby.names[entry.player] if entry.player else lobby.name_of(entry.seat or Seat(0)),
            seat=lobby.seat_of(entry.player) if entry.player else entry.seat,
            text=entry.text,
            time=time,
            sentence=entry.sentence,
            round=round,
        )
        self.remembered.append(said)

    def last(self, number: int) -> list[Said]:
        return list(self.remembered)[-number:] if number else []
