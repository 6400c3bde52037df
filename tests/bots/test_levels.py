"""Bots of every level play every rule set to its end, and say what can be said."""

import random

import pytest

from secret_hitler.bots import LEVELS, PERSONALITIES, Personality, Talk, sit
from secret_hitler.records import final
from secret_hitler.rules import OFFICIAL, RULESETS, Ruleset, Seat, house_rules, onlooking
from secret_hitler_lab.tournament.arena import play, play_on, seat_bots
from secret_hitler_lab.tournament.seated_bots import SeatedBots
from tests.sizes import size

HOUSE = house_rules("base = 'official'\ndraw = 4\nliberal_tiles = 9\ntracker_length = 2\nhitler_threshold = 2\nhitler_knows_up_to = 10")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("number", "rules"), list(enumerate([*RULESETS.values(), HOUSE])), ids=lambda what: getattr(what, "name", ""))
def test_every_level_plays_every_rule_set(number: int, rules: Ruleset, level: str) -> None:
    first = number + list(LEVELS).index(level)
    for players in [(5, 7, 10)[(first + more) % 3] for more in range(size("counts of players for a level and a rule set"))]:
        played = play(rules, players, level, level, seed=3, number=players)
        assert final(played.record).ending == played.ending


@pytest.mark.parametrize("person", PERSONALITIES.values(), ids=lambda person: person.name)
def test_personalities_are_only_numbers(person: Personality) -> None:
    assert sit("deducer", onlooking(OFFICIAL, 7, Seat(0)), random.Random(1), person).view.onlooker == 0


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no bot 'genius'"):
        sit("genius", onlooking(OFFICIAL, 7, Seat(0)), random.Random(1))


def test_a_deducer_accuses_somebody_by_name_and_says_why() -> None:
    said = []
    for number in range(3):
        table = seat_bots(OFFICIAL, 7, "deducer", "deducer", 11, number)
        said += [talk for talk in _talk_of(table) if talk.code.startswith(("suspect", "accuse-"))]
    assert said
    assert all(f"seat {talk.params['suspect']}" in talk.text for talk in said)


def _talk_of(table: SeatedBots) -> list[Talk]:
    said: list[Talk] = []
    for _ in play_on(table):
        said += [talk for bot in table.bots.values() for talk in bot.talk()]
    return said
