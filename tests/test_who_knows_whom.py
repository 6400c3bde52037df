"""Who learns of whom at the start is asked of the rule set, and every place that tells people of it agrees, house rules included."""

import pytest
from msgspec.structs import replace

from secret_hitler.paper.printing.cards import known_to
from secret_hitler.rules import OFFICIAL, RULESETS, Power, Role, Ruleset, Seat
from secret_hitler.words import ENGLISH, Words
from secret_hitler.words.asked import role_in_words
from secret_hitler.words.opening import Saying, opening
from secret_hitler.words.summary import aim_in_words
from tests.table import ROLES, at

APART = replace(OFFICIAL, name="fascists apart", fascists_know_team=False)
ALONE = replace(APART, name="nobody knows anybody", hitler_knows_up_to=0)
HITLERS = replace(APART, name="Hitler alone knows", hitler_knows_up_to=10)
TABLES = [(rules, seats) for rules in (OFFICIAL, APART, ALONE, HITLERS) for seats in (5, 7)]


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_the_deal_shows_what_the_rule_set_says(rules: Ruleset, seats: int) -> None:
    table, roles = at(rules, seats), tuple(map(Role, ROLES[seats]))
    for seat, role in enumerate(roles):
        view = table.views[Seat(seat)]
        comrades = {other for other, held in enumerate(roles) if held is not Role.LIBERAL}
        knows = role is not Role.LIBERAL and role in view.informed
        assert set(view.roles) == (comrades if knows else {seat})
        assert view.informed == rules.informed(seats)


@pytest.mark.parametrize(
    ("rules", "seats", "said"),
    [
        (OFFICIAL, 5, {Saying.ALL_LOOK}),
        (OFFICIAL, 7, {Saying.FASCISTS_LOOK, Saying.THUMB_UP, Saying.FIND_THE_THUMB}),
        (APART, 5, {Saying.HITLER_LOOKS, Saying.THUMBS_UP}),
        (APART, 7, set()),
        (HITLERS, 7, {Saying.HITLER_LOOKS, Saying.THUMBS_UP}),
    ],
)
def test_the_narrator_asks_those_to_look_who_learn_something(rules: Ruleset, seats: int, said: set[Saying]) -> None:
    usual = {
        Saying.CLOSE_EYES,
        Saying.FISTS_OUT,
        Saying.EYES_SHUT,
        Saying.THUMBS_DOWN,
        Saying.HANDS_DOWN,
        Saying.OPEN_EYES,
        Saying.SPEAK_UP,
    }
    assert {cue.saying for cue in opening(rules, seats)} - usual == said


@pytest.mark.parametrize(
    ("rules", "seats", "knowledge"),
    [
        (OFFICIAL, 5, {"L": "The fascists know each other", "F": "and knows you too", "H": "They know you too"}),
        (OFFICIAL, 7, {"L": "The fascists know each other", "F": "Your team", "H": "They know you."}),
        (APART, 5, {"L": "You don't know anyone's role.", "F": "You don't know anyone's role.", "H": "Your team: 3."}),
        (APART, 7, {"L": "You don't know anyone's role.", "F": "You don't know anyone's role.", "H": "You don't know anyone's role."}),
        (HITLERS, 7, {"L": "You don't know anyone's role.", "F": "You don't know anyone's role.", "H": "Your team: 4 and 5."}),
    ],
)
def test_the_role_card_says_no_more_than_is_so(rules: Ruleset, seats: int, knowledge: dict[str, str]) -> None:
    table = at(rules, seats)
    for role, says in knowledge.items():
        seat = Seat(ROLES[seats].index(role))
        _, _, told = role_in_words(ENGLISH, table.views[seat], seat, str)
        assert says in told
        assert ("know you" in told) == ("know you" in says)


@pytest.mark.parametrize(
    ("rules", "printed"),
    [
        (OFFICIAL, {"F": "You know your team.", "H": "With up to 6 players"}),
        (APART, {"F": "You don't know anyone's role.", "H": "With up to 6 players"}),
        (ALONE, {"F": "You don't know anyone's role.", "H": "You don't know anyone's role."}),
        (HITLERS, {"F": "You don't know anyone's role.", "H": "You know your fascists."}),
        (replace(OFFICIAL, hitler_knows_up_to=0), {"F": "You know your team.", "H": "They know yours."}),
    ],
)
def test_the_printed_role_says_the_same(rules: Ruleset, printed: dict[str, str]) -> None:
    for role, says in printed.items():
        told = known_to(Role(role), rules, Words("en"))
        assert says in told
        assert ("know you." in told) == ("know you." in says)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_a_role_card_speaks_of_executions_only_where_one_can_come(rules: Ruleset) -> None:
    table = at(rules, 7)
    seat = Seat(ROLES[7].index(Role.LIBERAL.value))
    _, aim, _ = role_in_words(ENGLISH, table.views[seat], seat, str)
    printed = aim_in_words(Words("en"), Role.LIBERAL, rules)
    assert ("execute" in aim) == ("execute" in printed) == (Power.EXECUTE in rules.powers_used())
    assert f"{rules.liberal_goal} liberal policies" in aim
