"""What a role card says its owner wants."""

from ..rules import Power, Role, Ruleset
from .speaker import Words


def aim_in_words(words: Words, role: Role, rules: Ruleset, seats: int | None = None) -> str:
    """Where no game can come to an execution, no card speaks of one."""
    if role is not Role.LIBERAL:
        return words.say(f"role.aim.{role.value}", n=rules.fascist_goal, k=rules.hitler_threshold)
    executions = Power.EXECUTE in rules.powers_used(seats)
    return words.say("role.aim.L" if executions else "role.aim.L.policies", n=rules.liberal_goal)
