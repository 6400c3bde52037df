"""Rule sets in which one reading is turned, and bites: official rules with every power on the track and an early veto."""

from typing import Any

from msgspec.structs import replace

from secret_hitler.rules import OFFICIAL, Power, Ruleset
from secret_hitler.rules.readings import USUAL
from secret_hitler.rules.ruleset import VetoStyle

TRACK = (Power.PEEK, Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.EXECUTE, Power.INVESTIGATE)
NEEDED: dict[str, dict[str, Any]] = {
    "president_sees_pick": {"veto": VetoStyle.SEALED},
    "veto_mixed_hand": {"veto_needs_fascist_hand": True},
}


def read_as(field: str, turned: bool) -> Ruleset:
    """Read a place as usual, or turned round."""
    value = USUAL[field] is not turned
    name = f"official, {field} {value}".lower()
    powers = dict.fromkeys(OFFICIAL.powers, TRACK)
    return replace(OFFICIAL, name=name, powers=powers, veto_threshold=3, **NEEDED.get(field, {}), **{field: value})


PEERS = replace(
    OFFICIAL,
    name="peers",
    powers=dict.fromkeys(
        OFFICIAL.powers, (Power.SHOW_PARTY, Power.PEEK_AND_DROP, Power.SHOW_PARTY, Power.PEEK_AND_DROP, Power.PEEK_AND_DROP)
    ),
)
"""House rules with the powers that no written rule set has."""
TURNED = [read_as(field, turned=True) for field in USUAL]
