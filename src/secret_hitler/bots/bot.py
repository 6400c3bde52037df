"""Bot: what sits on a chair, sees what the chair sees, and acts, claims and talks."""

from typing import Protocol

from msgspec import Struct

from ..rules import AnyEvent, Decision, Seat, View
from ..rules.actions import Claim

Param = int | str
NAMED = "named"
"""The code of a sentence of a person's own that names the listener."""


class Talk(Struct, frozen=True):
    """A short sentence as a code with parameters, to be said in the listener's language; the text is for English readers."""

    code: str
    params: dict[str, Param]
    text: str


class Bot(Protocol):
    """Everything it learns comes through its View; it never holds a Game."""

    view: View

    def see(self, events: list[AnyEvent]) -> None:
        """Events that the View has just seen."""

    def hear(self, seat: Seat, talk: Talk) -> None:
        """What somebody at the table said aloud, itself included."""

    def decide(self) -> Decision:
        """One of the View's legal actions; asked only when there are some."""

    def claims(self) -> list[Claim]:
        """What it wants to say now of hands, peeks and parties it saw; each thing is said once."""

    def talk(self) -> list[Talk]:
        """What it says of the others; may be nothing."""
