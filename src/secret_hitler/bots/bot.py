"""Bot: take a chair, see what the chair sees, and act, claim and talk, with a personality."""

from typing import Final, Protocol

from msgspec import Struct

from ..rules import AnyEvent, Claim, Decision, Seat, View


class Personality(Struct, frozen=True, kw_only=True):
    name: str
    trust: float = 0.0
    """Added to the worth of a proposed government; above 0, it votes ja more often."""
    daring: float = 0.0
    """Added to a fascist's wish to play a fascist tile."""
    talkative: float = 0.7
    """The chance to speak when there's something to say."""
    warmth: float = 1.0
    """How much likelier a friendly sentence is than a plain one."""
    temper: float = 1.0
    """The same for a sharp one."""
    brevity: float = 5.0
    """The same for one of two or three words."""
    humour: float = 0.5
    """The same for a joke."""
    ja: float = 0.0
    """Where it stands among people, in standard deviations: how ready to vote ja,"""
    resolve: float = 0.0
    """how closely it follows its reasons,"""
    kin: float = 0.0
    """how much it favours those who vote alike,"""
    silence: float = 0.0
    """how seldom it claims,"""
    lies: float = 0.0
    """and how much it lies as a fascist."""

    def tone(self, code: str) -> float:
        registers = {"warm": self.warmth, "sharp": self.temper, "short": self.brevity, "joke": self.humour}
        return registers.get(code.partition(".")[2].rstrip("2"), 1.0)


BALANCED: Final = Personality(name="balanced")
BOLD: Final = Personality(
    name="bold", trust=0.02, daring=0.04, talkative=0.85, warmth=0.4, temper=5.0, humour=1.0, ja=0.5, resolve=-0.5, lies=1.0
)
CAUTIOUS: Final = Personality(
    name="cautious", trust=-0.02, daring=-0.04, talkative=0.6, warmth=4.0, temper=0.2, brevity=3.0, ja=-0.5, resolve=0.5, lies=-0.5
)
QUIET: Final = Personality(name="quiet", talkative=0.15, warmth=0.3, temper=0.3, brevity=12.0, humour=0.2, kin=0.5, silence=0.7)
JOKER: Final = Personality(name="joker", talkative=0.8, humour=6.0, ja=0.3, resolve=-0.7, kin=-0.5, silence=-0.5)
PERSONALITIES: Final = {person.name: person for person in (BALANCED, BOLD, CAUTIOUS, QUIET, JOKER)}


Param = int | str
NAMED = "named"
"""The code of a person's own sentence that names the listener."""


class Talk(Struct, frozen=True):
    """A short sentence as a code with parameters, for the listener's language; the text is English."""

    code: str
    params: dict[str, Param]
    text: str


class Bot(Protocol):
    """It learns everything through its View, and never holds a Game."""

    view: View

    def see(self, events: list[AnyEvent]) -> None:
        """Learn from events that the View has just seen."""

    def hear(self, seat: Seat, talk: Talk) -> None:
        """Hear what a player says aloud, itself included."""

    def decide(self) -> Decision:
        """Choose one of the View's legal actions; there's at least one."""

    def claims(self) -> list[Claim]:
        """Make its claims about hands, peeks and parties it saw, each once."""

    def talk(self) -> list[Talk]:
        """Say something about the others, or nothing."""


class BotFailed(Exception):
    """A bot that asks a model or a program got no usable answer; whoever runs the game decides what becomes of it."""

    def __init__(self, seat: Seat, round: int, reason: str) -> None:
        super().__init__(seat, round, reason)  # all of them, so that it can go from process to process
        self.seat, self.round, self.reason = seat, round, reason

    def __str__(self) -> str:
        return f"seat {self.seat}, round {self.round}: {self.reason}"


class Usage(Struct):
    """Count what was asked of a model or a program, how that went, and what it cost."""

    calls: int = 0
    retries: int = 0
    """Calls after one that failed."""
    failures: int = 0
    """Questions that stayed without a usable answer."""
    refusals: int = 0
    """Answers in which a model declined."""
    repaired: int = 0
    """Answers that made no sense until it was told why."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def add(self, other: "Usage") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return (
            f"{self.calls} calls, {self.retries} retries, {self.failures} failures, {self.refusals} refusals, "
            f"{self.repaired} repaired answers, {self.prompt_tokens:,} + {self.completion_tokens:,} tokens, cost {self.cost:.4f}"
        )
