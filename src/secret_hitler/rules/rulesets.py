"""The five written rule sets, as values that differ in a few fields; and house rules, written as changes to one of them."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from .readings import READINGS
from .ruleset import MAX_NAME, MAX_TEXT, Cards, Count, FirstPresident, Ruleset, StrandedGame, TermLimits, TrackerReset, VetoStyle, seats_in
from .vocabulary import Power

_SMALL: Final = (Power.NONE, Power.NONE, Power.PEEK, Power.EXECUTE, Power.EXECUTE)
_MEDIUM: Final = (Power.NONE, Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.EXECUTE, Power.EXECUTE)
_LARGE: Final = (Power.INVESTIGATE, Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.EXECUTE, Power.EXECUTE)
_EVERY_COUNT: Final = (Power.INVESTIGATE, Power.INVESTIGATE, Power.SPECIAL_ELECTION, Power.SPECIAL_ELECTION, Power.PEEK)

OFFICIAL: Final = Ruleset(
    name="official",
    liberal_tiles=6,
    fascist_tiles=11,
    draw=3,
    liberal_goal=5,
    fascist_goal=6,
    hitler_threshold=3,
    veto_threshold=5,
    tracker_length=3,
    fascists={5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3},
    powers={5: _SMALL, 6: _SMALL, 7: _MEDIUM, 8: _MEDIUM, 9: _LARGE, 10: _LARGE},
    fascists_know_team=True,
    hitler_knows_up_to=6,
    first_president=FirstPresident.RANDOM,
    term_limits=TermLimits.LAST_ELECTED,
    president_exempt_at=5,
    president_exempt_by=Count.ALIVE,
    tracker_reset=TrackerReset.ON_ENACTMENT,
    reshuffle_after_populace=True,
    veto=VetoStyle.REQUEST,
    veto_needs_fascist_hand=False,
    special_election_of_self=False,
    session_silence=True,
    cards=Cards.TILES,
)

PRINT_AND_PLAY: Final = msgspec.structs.replace(
    OFFICIAL,
    name="print-and-play",
    term_limits=TermLimits.LAST_ENACTING,
    president_exempt_by=Count.DEALT,
    tracker_reset=TrackerReset.ON_ELECTION,
    reshuffle_after_populace=False,
)

MANUAL: Final = msgspec.structs.replace(
    OFFICIAL,
    name="manual",
    powers=dict.fromkeys(OFFICIAL.powers, _EVERY_COUNT),
    president_exempt_by=Count.DEALT,
    veto_needs_fascist_hand=True,
    special_election_of_self=True,
)

FRENCH_DECK: Final = msgspec.structs.replace(
    OFFICIAL,
    name="french-deck",
    liberal_goal=6,
    first_president=FirstPresident.HOST_THEN_LAST_HITLER,
    president_exempt_by=Count.DEALT,
    special_election_of_self=True,
    cards=Cards.FRENCH_DECK,
)

ONLINE: Final = msgspec.structs.replace(OFFICIAL, name="online", veto=VetoStyle.SEALED)

RULESETS: Final = {rules.name: rules for rules in (OFFICIAL, PRINT_AND_PLAY, MANUAL, FRENCH_DECK, ONLINE)}


_BY_PLAYERS = ("fascists", "powers")


class BadHouseRules(ValueError):
    """A house-rule text that we can't read."""


def house_rules(text: str) -> Ruleset:
    """Read TOML: `base` names the written rule set to start from, every other key changes one field.

    A table by players replaces the whole table; its keys may be ranges ("7-8"). Rules that could strand a game are refused, and so are
    those that borrow the name of a written rule set, or change something that has no effect.
    """
    if len(text) > MAX_TEXT:
        raise BadHouseRules(f"the house rules have more than {MAX_TEXT} characters")
    try:
        changes = msgspec.toml.decode(text, type=dict[str, Any])
        rules = ruleset_from(changes)
    except msgspec.DecodeError as error:
        raise BadHouseRules(f"the house rules are not valid TOML: {error}") from error
    except RecursionError as error:
        raise BadHouseRules("the house rules are nested too deeply") from error
    for reading in READINGS:
        if reading.field in changes and not reading.bites(rules) and changes[reading.field] != getattr(OFFICIAL, reading.field):
            raise BadHouseRules(f"{reading.field} has no effect with the other rules: leave it out, or change them")
    if rules != RULESETS.get(rules.name, rules):
        raise BadHouseRules(f"{rules.name!r} is the name of a written rule set, and these rules differ from it: choose another name")
    return rules


def ruleset_from(changes: dict[str, Any]) -> Ruleset:
    """Build a rule set from a table of changes."""
    base = changes.get("base", OFFICIAL.name)
    if not isinstance(base, str) or base not in RULESETS:
        raise BadHouseRules(f"there is no rule set {base!r} to start from; there are {', '.join(RULESETS)}")
    if not changes.keys() - {"base"}:
        return RULESETS[base]
    for field in changes:
        _check_known("field", field, Ruleset.__struct_fields__)
    written = {**msgspec.to_builtins(RULESETS[base]), "name": f"{base} with house rules", "base": base, **changes}
    for field in _BY_PLAYERS:
        written[field] = _spread(field, written[field])
    try:
        rules = msgspec.convert(written, Ruleset)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, StrandedGame):
            raise error.__cause__ from None
        raise BadHouseRules(f"the house rules do not fit: {error}") from error
    plain = msgspec.structs.replace(rules, base="")
    return plain if base == OFFICIAL.name or plain in RULESETS.values() else rules


def _check_known(what: str, word: object, known: Sequence[str]) -> None:
    if word not in known:
        near = get_close_matches(str(word)[:MAX_NAME], known, 1, cutoff=0.4)
        meant = f"; did you mean '{near[0]}'?" if near else ""
        raise BadHouseRules(f"unknown {what} {str(word)[:MAX_NAME]!r}{meant} There are {', '.join(known)}")


def _spread(field: str, table: Any) -> dict[int, Any]:
    if not isinstance(table, dict):
        raise BadHouseRules(f"{field} is a table by number of players")
    spread: dict[int, Any] = {}
    for key, value in table.items():
        first, _, last = str(key).partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()):
            raise BadHouseRules(f'{field}: {key!r} is not a number of players, nor a range such as "7-8"')
        start, end = seats_in(first), seats_in(last or first)
        if end < start:
            raise BadHouseRules(f"{field}: the range {key!r} runs backwards; write {last}-{first}")
        for power in value if field == "powers" and isinstance(value, list) else ():
            _check_known("power", power, list(Power))
        spread |= dict.fromkeys(range(start, end + 1), value)
    return spread
