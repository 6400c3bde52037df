"""Notes: what one thinks of the others, for one's own eyes; they last as long as the window."""

from enum import StrEnum

from ..rules import Seat
from .words import say


class Mark(StrEnum):
    NONE = "none"
    TRUST = "trust"
    UNSURE = "unsure"
    SUSPECT = "suspect"
    HITLER = "hitler"

    @property
    def sign(self) -> str:
        return {"none": " ", "trust": "+", "unsure": "?", "suspect": "!", "hitler": "H"}[self.value]

    @property
    def words(self) -> str:
        return say(f"mark.{self.value}")


class Notes:
    def __init__(self) -> None:
        self.text = ""
        self.marks: dict[Seat, Mark] = {}

    def of(self, seat: Seat) -> Mark:
        return self.marks.get(seat, Mark.NONE)

    def turn(self, seat: Seat) -> None:
        """The next mark for this seat."""
        order = list(Mark)
        self.marks[seat] = order[(order.index(self.of(seat)) + 1) % len(order)]
