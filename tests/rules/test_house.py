"""House rules: read from TOML, and refused with the reason where they could strand a game."""

import random

import pytest
from msgspec.structs import replace

from secret_hitler.rules import OFFICIAL, BadHouseRules, Power, StrandedGame, house_rules
from secret_hitler.rules.ruleset import MAX_NAME, MAX_SEATS, MAX_TEXT, MAX_TILES
from secret_hitler_lab.statistics.uniform_play import Tally, play_one

FOUR_INVESTIGATIONS = "fascists = { 5 = 1 }\npowers = { 5 = ['investigate', 'investigate', 'investigate', 'investigate', 'none'] }"
THREE_EXECUTIONS = "fascists = { 6 = 1 }\npowers = { 6 = ['execute', 'execute', 'execute', 'none', 'none'] }"
MEDIUM = '["none", "investigate", "special-election", "execute", "execute"]'


def test_a_house_rule_changes_one_field_of_a_written_rule_set() -> None:
    rules = house_rules('base = "french-deck"\nname = "ours"\nhitler_threshold = 4')
    assert (rules.name, rules.liberal_goal, rules.hitler_threshold) == ("ours", 6, 4)


def test_nothing_changed_is_the_written_rule_set() -> None:
    assert house_rules("") == OFFICIAL


def test_tables_by_players_take_ranges() -> None:
    rules = house_rules(f'fascists = {{ "7-8" = 2 }}\npowers = {{ "7-8" = {MEDIUM} }}')
    assert rules.fascists == {7: 2, 8: 2}
    assert rules.powers[8][1] is Power.INVESTIGATE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("liberal_goal = 7", "liberals need 7 policies to win and the deck has 6 liberal tiles"),
        ("fascist_tiles = 5", "fascists need 6 policies to win and the deck has 5 fascist tiles"),
        ("hitler_threshold = 6", "Hitler's election needs 6 fascist policies"),
        ("liberal_tiles = 5\nfascist_tiles = 6", "cannot serve a draw of 3: late in the game only 2 tiles are left"),
        ("draw = 1", "draw is 1, and must be at least 2"),
        ("tracker_length = 0", "tracker_length is 0, and must be at least 1"),
        ("veto_threshold = -1", "veto_threshold is negative"),
        ("fascists = { 4 = 1 }", "4 players are not between 5 and 10"),
        ("fascists = { 5 = 4 }", "leave 0 liberals"),
        ("fascists = { 7 = 2 }\npowers = { 8 = [] }", "there is no fascist track for 7 players"),
        ("fascist_goal = 7", "has 5 powers; before the last policy there are 6"),
        ('fascists = { 5 = 1 }\npowers = { 5 = ["execute", "execute", "execute", "none", "none"] }', "nobody may be left to nominate"),
        (
            'fascists = { 5 = 1 }\npowers = { 5 = ["investigate", "investigate", "investigate", "investigate", "investigate"] }',
            "nobody may be left to investigate at fascist policy 5",
        ),
        ("fascists = {}", "no number of players is allowed"),
        ('fascists = { "5-10000000" = 1 }', "players are not between 5 and 10"),
        ('powers = { "5-10000000" = ["none"] }', "players are not between 5 and 10"),
        (f'fascists = {{ "{"9" * 3000}" = 1 }}', "players are not between 5 and 10"),
        ("fascist_tiles = 5_000_000", "fascist_tiles is beyond 60"),
        ("liberal_tiles = 30\nfascist_tiles = 31", "a deck has at most 60 tiles"),
        (f"liberal_tiles = {'9' * 3000}", "liberal_tiles is beyond 60"),
        ("draw = 9", "draw is 9, and may be 8 at most"),
        (f"draw = {'9' * 3000}", "draw is more than 60, and may be 8 at most"),
        ("tracker_length = 61", "tracker_length is beyond 60"),
        ("president_exempt_at = 1_000_000_000_000", "president_exempt_at is beyond 60"),
        (f'name = "{"x" * 61}"', "a name has 1 to 60 characters"),
        ('name = "ours\\u202E"', "characters that can be printed"),
        ('name = ""', "characters that can be printed"),
        ("liberal_tiles = 20\nfascist_tiles = 41", "a deck has at most 60 tiles"),
        ("fascists = { 5 = 11 }", "more fascists or powers than any game can have"),
        ("powers = { 5 = [" + ", ".join(["'peek'"] * 61) + "] }", "more fascists or powers than any game can have"),
        ("fascists = { 5 = 10 }", "5 players with 10 fascists and Hitler leave -6 liberals"),
        ("powers = { 5 = [" + ", ".join(["'peek'"] * 60) + "] }", "for 5 players has 60 powers; before the last policy there are 5"),
        ("draw = 60", "draw is 60, and may be 8 at most"),
        (f"base = 'print-and-play'\n{THREE_EXECUTIONS}", "with 6 players and 3 executions nobody may be left to nominate"),
    ],
)
def test_rules_that_could_strand_a_game_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(StrandedGame, match=reason):
        house_rules(text)


@pytest.mark.parametrize("players", ["4", "11", "9" * 3000])
def test_a_number_of_players_is_looked_at_before_anything_is_made_of_it(players: str) -> None:
    with pytest.raises(StrandedGame, match=f"^{players[:MAX_SEATS]} players are not between 5 and 10$"):
        house_rules(f'fascists = {{ "{players}" = 1 }}')


@pytest.mark.parametrize(("players", "named"), [(4, "4"), (11, "11"), (MAX_TILES + 1, f"more than {MAX_TILES}")])
def test_a_rule_set_that_was_not_written_as_text_is_for_five_to_ten_players_too(players: int, named: str) -> None:
    with pytest.raises(StrandedGame, match=f"{named} players are not between 5 and 10"):
        replace(OFFICIAL, fascists={players: 1}, powers={players: OFFICIAL.powers[5]})


@pytest.mark.parametrize("length", [1, MAX_NAME])
def test_a_name_may_be_short_or_fill_its_line(length: int) -> None:
    assert house_rules(f'name = "{"x" * length}"').name == "x" * length


def test_a_text_may_be_as_long_as_is_said() -> None:
    text = "hitler_threshold = 4\n#"
    assert house_rules(text.ljust(MAX_TEXT, "x")).hitler_threshold == 4
    with pytest.raises(BadHouseRules, match=f"more than {MAX_TEXT} characters"):
        house_rules(text.ljust(MAX_TEXT + 1, "x"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("liberal_goal = ", "not valid TOML"),
        ('base = "chess"', "no rule set 'chess'"),
        ("goal = 5", "unknown field 'goal'; did you mean 'liberal_goal'"),
        ('liberal_goal = "five"', "Expected `int`"),
        ("fascists = 3", "fascists is a table by number of players"),
        ("fascists = { many = 3 }", "'many' is not a number of players"),
        ('veto = "never"', "Invalid enum value 'never'"),
        ("name = '" + "x" * 4000 + "'", "more than 4000 characters"),
        ("powers = " + "[" * 3900, "nested too deeply|not valid TOML"),
        ("x = " + "{a=" * 1300, "nested too deeply|not valid TOML"),
        ("a." * 1900 + "a = 1", "nested too deeply|unknown field"),
    ],
)
def test_rules_that_cannot_be_understood_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadHouseRules, match=reason):
        house_rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "draw = 4\nveto_threshold = 2",
        "draw = 2\nveto = 'sealed'\nveto_threshold = 0",
        "tracker_length = 1",
        "tracker_length = 5\nhitler_threshold = 0",
        "fascists = { 6 = 4 }\nhitler_knows_up_to = 10",
        "fascist_goal = 3\nhitler_threshold = 1\npowers = { '5-10' = ['execute', 'peek'] }",
        "base = 'print-and-play'\nliberal_tiles = 5\nfascist_tiles = 7",
        "liberal_tiles = 20\nfascist_tiles = 40",
        "liberal_tiles = 12\nfascist_tiles = 6",
        "liberal_goal = 1\nfascist_goal = 1\nhitler_threshold = 0\npowers = { '5-10' = [] }",
        "fascists = { '5-6' = 0 }",
        "president_exempt_at = 60",
        FOUR_INVESTIGATIONS,
        THREE_EXECUTIONS,
    ],
)
def test_accepted_house_rules_never_strand_a_game(text: str) -> None:
    rules = house_rules(text)
    tally, rng = Tally(), random.Random(1)
    for seats in rules.fascists:
        for _ in range(60):
            play_one(rules, seats, rng, tally)
    assert tally.games == 60 * len(rules.fascists)
