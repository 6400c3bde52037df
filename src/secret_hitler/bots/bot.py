"""Bot: what sits on a chair, sees what the chair sees, and acts, claims and talks; its personality; and bots in the seats of a session."""

from typing import Final, Protocol

from msgspec import Struct

from ..play import Move, Seen, Session
from ..rules import NATURE, AnyEvent, Decision, Seat, View
from ..rules.actions import Claim


class Personality(Struct, frozen=True, kw_only=True):
    name: str
    trust: float = 0.0
    """Added to what a proposed government is worth: above 0 votes ja more often."""
    daring: float = 0.0
    """As a fascist: added to the wish to play a fascist tile."""
    talkative: float = 0.5
    """Chance to say something when there is something to say."""
    warmth: float = 1.0
    """How much likelier a friendly sentence is than a plain one."""
    temper: float = 1.0
    """The same for a sharp one."""

    def tone(self, code: str) -> float:
        return self.warmth if ".warm" in code else self.temper if ".sharp" in code else 1.0


BALANCED: Final = Personality(name="balanced")
BOLD: Final = Personality(name="bold", trust=0.02, daring=0.04, talkative=0.7, warmth=0.4, temper=5.0)
CAUTIOUS: Final = Personality(name="cautious", trust=-0.02, daring=-0.04, warmth=4.0, temper=0.2)
QUIET: Final = Personality(name="quiet", talkative=0.1, warmth=0.6, temper=0.3)
PERSONALITIES: Final = {person.name: person for person in (BALANCED, BOLD, CAUTIOUS, QUIET)}


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
        """Take in events that the View has just seen."""

    def hear(self, seat: Seat, talk: Talk) -> None:
        """Hear what somebody at the table says aloud, itself included."""

    def decide(self) -> Decision:
        """Choose one of the View's legal actions; asked only when there are some."""

    def claims(self) -> list[Claim]:
        """Say what it claims now of hands, peeks and parties it saw; it says each thing once."""

    def talk(self) -> list[Talk]:
        """Say something about the others, or nothing."""


class SeatedBots:
    def __init__(self, session: Session, bots: dict[Seat, Bot]) -> None:
        """Seat bots that see through the session's view of their seat, and have seen whatever it has."""
        self.session = session
        self.bots = bots

    def play(self, *moves: Move) -> Seen:
        seen = self.session.play(*moves)
        for seat, bot in self.bots.items():
            if seat in seen:
                bot.see(seen[seat])
        return seen

    def decide(self, *seats: Seat) -> Seen:
        """Let these bots act at once: none sees what another does before it has decided."""
        return self.play(*[Move(seat, self.bots[seat].decide()) for seat in seats])

    def speak(self) -> list[Seen]:
        """Let bots claim once a session is over, presidents before chancellors; who saw nothing new says nothing."""
        board = self.session.game.board
        if not board.awaited or NATURE in board.awaited or board.in_session:
            return []
        speakers = [sight.seat for sight in board.sights[-3:] if sight.seat in self.bots and sight.seat in board.alive]
        return [self.play(Move(seat, claim)) for seat in speakers for claim in self.bots[seat].claims()]

    def talk(self) -> list[tuple[Seat, Talk]]:
        """Let the bots talk, from the president's left on; each hears the others before it speaks."""
        board, said = self.session.game.board, []
        first = 0 if board.president is None else board.president + 1
        present = [seat for seat in self.bots if seat in board.alive]
        for seat in sorted(present, key=lambda seat: (seat - first) % board.seats):
            for talk in self.bots[seat].talk():
                said.append((seat, talk))
                self.hear(seat, talk)
        return said

    def hear(self, seat: Seat, talk: Talk) -> None:
        for bot in self.bots.values():
            bot.hear(seat, talk)
