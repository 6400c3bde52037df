"""The five written rule sets, as values that differ in a few fields."""

from typing import Final

from msgspec.structs import replace

from .ruleset import Cards, Count, FirstPresident, Ruleset, TermLimits, TrackerReset, VetoStyle
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

PRINT_AND_PLAY: Final = replace(
    OFFICIAL,
    name="print-and-play",
    term_limits=TermLimits.LAST_ENACTING,
    president_exempt_by=Count.DEALT,
    tracker_reset=TrackerReset.ON_ELECTION,
    reshuffle_after_populace=False,
)

MANUAL: Final = replace(
    OFFICIAL,
    name="manual",
    powers=dict.fromkeys(OFFICIAL.powers, _EVERY_COUNT),
    president_exempt_by=Count.DEALT,
    veto_needs_fascist_hand=True,
    special_election_of_self=True,
)

FRENCH_DECK: Final = replace(
    OFFICIAL,
    name="french-deck",
    liberal_goal=6,
    first_president=FirstPresident.HOST_THEN_LAST_HITLER,
    president_exempt_by=Count.DEALT,
    special_election_of_self=True,
    cards=Cards.FRENCH_DECK,
)

ONLINE: Final = replace(OFFICIAL, name="online", veto=VetoStyle.SEALED)

RULESETS: Final = {rules.name: rules for rules in (OFFICIAL, PRINT_AND_PLAY, MANUAL, FRENCH_DECK, ONLINE)}
