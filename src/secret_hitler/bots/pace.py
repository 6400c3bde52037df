"""How long a bot seems to think: as people do, and never by what it holds."""

import random

from ..rules import Phase

SECONDS = {Phase.NOMINATION: 6.0, Phase.ELECTION: 4.0, Phase.EXECUTION: 8.0, Phase.INVESTIGATION: 7.0, Phase.SPECIAL_ELECTION: 7.0}
USUAL = 4.5
SHORTEST, LONGEST = 1.0, 20.0


def thinking_time(phase: Phase, rng: random.Random, speed: float = 1.0) -> float:
    """Seconds before acting. Only the phase, which everybody sees, goes in: not the hand, not the role, not the options."""
    seconds = SECONDS.get(phase, USUAL) * rng.lognormvariate(0, 0.45) / speed
    return min(LONGEST, max(SHORTEST, seconds)) if speed == 1.0 else seconds
