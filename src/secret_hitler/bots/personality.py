"""Personalities: the same mind, bolder, more careful or quieter."""

from typing import Final

from msgspec import Struct


class Personality(Struct, frozen=True, kw_only=True):
    name: str
    trust: float = 0.0
    """Added to what a proposed government is worth: above 0 votes ja more often."""
    daring: float = 0.0
    """As a fascist: added to the wish to play a fascist tile."""
    talkative: float = 0.5
    """Chance to say something when there is something to say."""


BALANCED: Final = Personality(name="balanced")
BOLD: Final = Personality(name="bold", trust=0.02, daring=0.04, talkative=0.7)
CAUTIOUS: Final = Personality(name="cautious", trust=-0.02, daring=-0.04)
QUIET: Final = Personality(name="quiet", talkative=0.1)
PERSONALITIES: Final = {person.name: person for person in (BALANCED, BOLD, CAUTIOUS, QUIET)}
