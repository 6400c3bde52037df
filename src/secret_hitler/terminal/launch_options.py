"""What is wished for before the deal, and what is dealt."""

from pathlib import Path

from msgspec import Struct

from ..rules import RULESETS, Ruleset, Seat
from ..wire.table import Level

USUAL_PLAYERS = 7


class Setting(Struct, frozen=True, kw_only=True):
    """What is chosen before the deal."""

    rules: Ruleset
    players: int = 7
    level: str = "deducer"
    seat: Seat | None = None
    """None for any chair."""
    seed: int | None = None
    name: str = ""
    speed: float = 1.0
    save: Path | None = None
    """Where the games are kept, as each ends."""


class Wishes(Struct, kw_only=True):
    """What was asked for on the command line; None where nothing was."""

    rules: Ruleset | None = None
    players: int | None = None
    level: str | None = None
    seat: Seat | None = None
    seed: int | None = None
    name: str = ""
    speed: float = 1.0
    save: Path | None = None

    def settled(self) -> Setting | None:
        """A setting if anything was asked for: whoever names one thing leaves the rest as usual."""
        nothing = self.rules is None and self.players is None and self.level is None and self.seat is None
        return None if nothing else self.usual()

    def usual(self) -> Setting:
        return self.chosen(self.players or USUAL_PLAYERS, self.rules or RULESETS["official"], self.level or Level.DEDUCER.value, self.seat)

    def chosen(self, players: int, rules: Ruleset, level: str, seat: Seat | None) -> Setting:
        return Setting(
            rules=rules, players=players, level=level, seat=seat, seed=self.seed, name=self.name, speed=self.speed, save=self.save
        )
