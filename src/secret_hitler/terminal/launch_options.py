"""What the command line asks for, and the game that is set up from it."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from ..rules import RULESETS, Ruleset, Seat
from ..wire.table import Level

USUAL_PLAYERS = 7


class GameSetup(Struct, frozen=True, kw_only=True):
    """What is chosen before the deal."""

    rules: Ruleset
    house_rules: str = ""
    """The text of `rules`, where they are of one's own."""
    players: int = 7
    level: str = "regular"
    seat: Seat | None = None
    """None for any chair."""
    seed: int | None = None
    name: str = ""
    speed: float = 1.0
    save: Path | None = None
    """Where the games are kept, as each ends."""


class LaunchOptions(Struct, kw_only=True):
    """What was asked for on the command line; None where nothing was."""

    rules: Ruleset | None = None
    house_rules: str = ""
    players: int | None = None
    level: str | None = None
    seat: Seat | None = None
    seed: int | None = None
    name: str = ""
    speed: float = 1.0
    save: Path | None = None

    def chosen_setup(self) -> GameSetup | None:
        """Return a setup if anything was asked for: whoever names one thing leaves the rest as usual."""
        nothing = self.rules is None and self.players is None and self.level is None and self.seat is None
        return None if nothing else self.default_setup()

    def default_setup(self) -> GameSetup:
        return self.setup(self.players or USUAL_PLAYERS, self.rules or RULESETS["official"], self.level or Level.REGULAR.value, self.seat)

    def setup(self, players: int, rules: Ruleset, level: str, seat: Seat | None) -> GameSetup:
        house_rules = self.house_rules if rules == self.rules else ""
        return GameSetup(**asdict(self) | {"rules": rules, "house_rules": house_rules, "players": players, "level": level, "seat": seat})
