"""GameSetup: the game against bots that the command line or the set-up screen chooses."""

from pathlib import Path

from msgspec import Struct

from ..rules import RULESETS, Ruleset, Seat
from ..wire.table import Level


class GameSetup(Struct, frozen=True, kw_only=True):
    rules: Ruleset = RULESETS["official"]
    house_rules: str = ""
    """The text of `rules`, if they're house rules."""
    players: int = 7
    level: str = Level.REGULAR.value
    seat: Seat | None = None
    """None for any chair."""
    seed: int | None = None
    name: str = ""
    speed: float = 1.0
    save: Path | None = None
    """The file that each game goes into when it ends."""
