"""Readings: the places where a text can be read in two ways, and what each of them decides."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import NODEFAULT, Struct, structs

from .ruleset import MIN_SEATS, FirstPresident, Ruleset, VetoStyle
from .vocabulary import Power


class Reading(Struct, frozen=True):
    field: str
    """A field of the rule set; the rulebook asks its question under the same name."""
    reason: str
    """The key of the sentence that says why we read it this way."""
    bites: Callable[[Ruleset], bool] = lambda _: True
    """Whether it makes a difference, with the other fields as they are."""
    values: tuple[Any, ...] = (True, False)


def _grants(*powers: Power) -> Callable[[Ruleset], bool]:
    return lambda rules: not rules.powers_used().isdisjoint(powers)


def may_veto(rules: Ruleset) -> bool:
    return rules.veto_threshold < rules.fascist_goal


def _asks_veto(rules: Ruleset) -> bool:
    return may_veto(rules) and rules.veto is VetoStyle.REQUEST


READINGS: Final = (
    Reading("first_president", "lastHitler", values=tuple(FirstPresident)),
    Reading("first_chancellor_given", "firstChancellor"),
    Reading("hitler_knows_up_to", "hitlerKnows", values=(MIN_SEATS + 1, 0)),
    Reading("session_silence", "silence"),
    Reading("special_election_of_self", "oneself", _grants(Power.SPECIAL_ELECTION)),
    Reading("special_lifts_limits", "special", _grants(Power.SPECIAL_ELECTION)),
    Reading("powers_on_self", "oneself", _grants(Power.INVESTIGATE, Power.EXECUTE)),
    Reading("investigate_again", "frenchDeck", _grants(Power.INVESTIGATE)),
    Reading("peek_optional", "frenchDeck", _grants(Power.PEEK)),
    Reading("hitler_death_wins", "death", _grants(Power.EXECUTE)),
    Reading("dead_roles_shown", "dead", _grants(Power.EXECUTE)),
    Reading("veto_moves_tracker", "tracker", may_veto),
    Reading("veto_needs_fascist_hand", "mixed", _asks_veto),
    Reading("veto_mixed_hand", "mixed", lambda rules: rules.veto_needs_fascist_hand and _asks_veto(rules)),
    Reading("president_sees_pick", "pick", lambda rules: may_veto(rules) and not _asks_veto(rules)),
    Reading("chaos_enacts", "chaos"),
    Reading("chaos_grants_powers", "chaos", lambda rules: rules.chaos_enacts and bool(rules.powers_used() - {Power.NONE})),
)
USUAL: Final = {field.name: field.default for field in structs.fields(Ruleset) if field.default is not NODEFAULT and field.name != "base"}
"""By field, our reading of every text; only house rules choose another."""
