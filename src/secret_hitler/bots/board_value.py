"""What a board is worth to the liberals, by the arithmetic of governments to come."""

from functools import cache

from ..rules import Ruleset

LIBERAL_SHARE = 0.47
"""Of governments between careful players that end in a liberal policy."""
HITLER_RISK = 0.11
"""That a government formed once Hitler may win is led by Hitler."""
SHOT = 0.12
"""That an execution meets Hitler."""


def worth(rules: Ruleset, seats: int, liberal: int, fascist: int) -> float:
    """The chance that liberals win from here, before the next government."""
    if liberal >= rules.liberal_goal:
        return 1.0
    if fascist >= rules.fascist_goal:
        return 0.0
    return _worth(
        rules.liberal_goal - liberal, rules.fascist_goal - fascist, fascist - rules.hitler_threshold, _shots(rules, seats), fascist
    )


def _shots(rules: Ruleset, seats: int) -> tuple[bool, ...]:
    return tuple(power == "execute" for power in rules.powers[seats])


@cache
def _worth(liberals: int, fascists: int, beyond: int, shots: tuple[bool, ...], enacted: int) -> float:
    if liberals <= 0:
        return 1.0
    if fascists <= 0:
        return 0.0
    safe = 1 - HITLER_RISK if beyond >= 0 else 1.0
    after_fascist = _worth(liberals, fascists - 1, beyond + 1, shots, enacted + 1)
    if enacted < len(shots) and shots[enacted]:
        after_fascist = SHOT + (1 - SHOT) * after_fascist
    return safe * (LIBERAL_SHARE * _worth(liberals - 1, fascists, beyond, shots, enacted) + (1 - LIBERAL_SHARE) * after_fascist)
