"""The rulebook explains every knob, every shared rule and every place where a text needs a reading."""

from typing import Any

import pytest
from msgspec.structs import replace

from docs.rules_page import READINGS, markdown
from secret_hitler.rules import OFFICIAL, RULESETS, Power
from secret_hitler.rules.readings import USUAL
from secret_hitler.rules.ruleset import Cards, Count, FirstPresident, Ruleset, TermLimits, TrackerReset, VetoStyle
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.rulebook import describe

TURNED: dict[str, tuple[str, Any]] = {
    "liberal_tiles": ("deck", 7),
    "fascist_tiles": ("deck", 12),
    "draw": ("draw", 4),
    "liberal_goal": ("goals", 4),
    "fascist_goal": ("goals", 5),
    "hitler_threshold": ("hitler", 2),
    "veto_threshold": ("vetoOpens", 4),
    "tracker_length": ("failures", 4),
    "fascists": ("roles", {**OFFICIAL.fascists, 6: 2}),
    "powers": ("powers", dict.fromkeys(OFFICIAL.powers, (Power.PEEK,) * 5)),
    "fascists_know_team": ("fascistsKnow", False),
    "hitler_knows_up_to": ("hitlerKnows", 5),
    "first_president": ("first", FirstPresident.HOST_THEN_LAST_HITLER),
    "term_limits": ("limits", TermLimits.LAST_ENACTING),
    "president_exempt_at": ("exempt", 6),
    "president_exempt_by": ("exempt", Count.DEALT),
    "tracker_reset": ("reset", TrackerReset.ON_ELECTION),
    "reshuffle_after_populace": ("reshuffle", False),
    "veto": ("veto", VetoStyle.SEALED),
    "veto_needs_fascist_hand": ("veto", True),
    "special_election_of_self": ("special", True),
    "session_silence": ("silence", False),
    "cards": ("cards", Cards.FRENCH_DECK),
    **{field: (field, not usual) for field, usual in USUAL.items()},
}
"""By field: the point of the rulebook that tells it, and another value."""
FEWER_POWERS = {"powers": dict.fromkeys(OFFICIAL.powers, (Power.PEEK,) * 4)}


@pytest.mark.parametrize("field", [field for field in Ruleset.__struct_fields__ if field not in ("name", "base")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_knob_that_is_turned_is_told(field: str, language: str) -> None:
    point, value = TURNED[field]
    turned = replace(OFFICIAL, **{field: value} | (FEWER_POWERS if field == "fascist_goal" else {}))
    title = Words(language).say(f"rulebook.{'reading' if field in USUAL else 'point'}.{point}")
    before, after = (dict(describe(rules, Words(language)))[title] for rules in (OFFICIAL, turned))
    assert before != after


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_which_document_each_rule_set_is(language: str) -> None:
    words = Words(language)
    page = markdown(words)
    assert all(f"- `{name}`: {words.say(f'rulebook.document.{name}')}" in page for name in RULESETS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_how_every_open_place_is_read(language: str) -> None:
    words = Words(language)
    page = markdown(words)
    assert all(words.say(f"rulebook.reading.{reading}") in page for reading in READINGS)
    open_places = {
        *("veto", "powers", "special", "execution", "firstChancellor", "hitlerKnows", "tracker", "oneself"),
        *("clockwise", "chaos", "reshuffle", "majority", "rotation", "opening", "boards"),
    }
    assert open_places <= set(READINGS)


@pytest.mark.parametrize(
    "rule",
    [
        *("vote", "check", "session", "silence", "claims", "fail.text", "powers.text", "power.investigate", "power.special-election"),
        *("power.peek", "power.execute", "veto.request", "win.L", "win.F"),
    ],
)
def test_every_rule_that_all_share_is_on_the_page(rule: str) -> None:
    numbers = {"n": {"win.L": 5, "win.F": 6}.get(rule, OFFICIAL.draw), "m": OFFICIAL.draw - 1, "k": OFFICIAL.hitler_threshold}
    assert ENGLISH.say(f"print.sum.{rule}", **numbers) in markdown(ENGLISH)
