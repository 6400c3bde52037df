"""House rules: a rule set of one's own, written as changes to one of the five."""

from typing import Any

import msgspec

from .ruleset import MAX_SEATS, MAX_TEXT, MIN_SEATS, Ruleset, StrandedGame
from .rulesets import OFFICIAL, RULESETS

_BY_PLAYERS = ("fascists", "powers")


class BadHouseRules(ValueError):
    """A house-rule text that cannot be understood."""


def house_rules(text: str) -> Ruleset:
    """Read TOML: `base` names the written rule set to start from, every other key changes one field.

    A table by players replaces the whole table; its keys may be ranges ("7-8"). Rules that could strand a game are refused.
    """
    if len(text) > MAX_TEXT:
        raise BadHouseRules(f"the house rules have more than {MAX_TEXT} characters")
    try:
        return ruleset_from(msgspec.toml.decode(text, type=dict[str, Any]))
    except msgspec.DecodeError as error:
        raise BadHouseRules(f"the house rules are not valid TOML: {error}") from error
    except RecursionError as error:
        raise BadHouseRules("the house rules are nested too deeply") from error


def ruleset_from(changes: dict[str, Any]) -> Ruleset:
    """The same from a table that is already read."""
    changes = dict(changes)
    base = changes.pop("base", OFFICIAL.name)
    if base not in RULESETS:
        raise BadHouseRules(f"there is no rule set {base!r} to start from; there are {', '.join(RULESETS)}")
    if not changes:
        return RULESETS[base]
    written = {**msgspec.to_builtins(RULESETS[base]), "name": f"{base} with house rules", **changes}
    for field in _BY_PLAYERS:
        written[field] = _spread(field, written[field])
    try:
        return msgspec.convert(written, Ruleset)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, StrandedGame):
            raise error.__cause__ from None
        raise BadHouseRules(f"the house rules do not fit: {error}") from error


def _spread(field: str, table: Any) -> dict[int, Any]:
    if not isinstance(table, dict):
        raise BadHouseRules(f"{field} is a table by number of players")
    spread: dict[int, Any] = {}
    for key, value in table.items():
        first, _, last = str(key).partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()):
            raise BadHouseRules(f'{field}: {key!r} is not a number of players, nor a range such as "7-8"')
        ends = [_players(end) for end in (first, last or first)]
        spread |= dict.fromkeys(range(ends[0], ends[1] + 1), value)
    return spread


def _players(written: str) -> int:
    """Looked at before anything is made of it: a range may be written in a few letters and reach into the millions."""
    if len(written) > len(str(MAX_SEATS)) or not MIN_SEATS <= int(written) <= MAX_SEATS:
        raise StrandedGame(f"{written[:MAX_SEATS]} players are not between {MIN_SEATS} and {MAX_SEATS}")
    return int(written)
