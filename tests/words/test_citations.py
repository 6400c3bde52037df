"""A refusal that a rule of the game explains leads to that rule, as the table plays it, and to where the documents have it."""

import pytest

from secret_hitler.rules import MANUAL, OFFICIAL, ONLINE, PRINT_AND_PLAY, RULESETS, Bar, Phase, Ruleset, house_rules
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.citations import Citation, cite, sentences
from secret_hitler.words.summary import everything

NO_RULE = {
    *(Bar.NATURE, Bar.NO_SUCH_SEAT, Bar.WRONG_MOMENT, Bar.WRONG_SIZE, Bar.UNORDERED, Bar.WRONG_CARDS, Bar.NOT_AN_ACTION, Bar.MISCOUNTED),
    Bar.SHOWN_OTHERWISE,
}
"""What a program or a sheet got wrong, against no rule of the game."""
POWERS = (Phase.INVESTIGATION, Phase.SPECIAL_ELECTION, Phase.EXECUTION)
PHASES = {Bar.YOURSELF: POWERS, Bar.NOT_AWAITED: (Phase.NOMINATION, Phase.ELECTION, Phase.PRESIDENT_SESSION, *POWERS)}


def cited(rules: Ruleset, bar: Bar, phase: Phase | None = None, words: Words = ENGLISH) -> Citation:
    found = cite(rules, words, bar, phase)
    assert found is not None
    return found


def meets(rules: Ruleset, bar: Bar, phase: Phase | None) -> bool:
    """Whether a game by these rules can come to this refusal."""
    if bar in (Bar.WAS_PRESIDENT, Bar.WAS_CHANCELLOR, Bar.ENACTED_AS_PRESIDENT, Bar.ENACTED_AS_CHANCELLOR):
        return bar.startswith("enacted") == (rules is PRINT_AND_PLAY)
    if rules is ONLINE and bar is Bar.VETO_FIRST:
        return False
    if rules is MANUAL and (bar is Bar.DEAD or phase is Phase.EXECUTION):
        return False
    return not (rules.special_election_of_self and bar is Bar.YOURSELF and phase is Phase.SPECIAL_ELECTION)


CASES = [
    (rules, bar, phase)
    for rules in RULESETS.values()
    for bar in Bar
    if bar not in NO_RULE
    for phase in PHASES.get(bar, (None,))
    if meets(rules, bar, phase)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_leads_to_a_sentence_of_the_tables_rulebook(language: str) -> None:
    words = Words(language)
    for rules, bar, phase in CASES:
        found, told = (
            cited(rules, bar, phase, words),
            " ".join(line.words for section in everything(rules, words) for line in section.lines),
        )
        assert found.rules == words.ruleset(rules)
        assert all(line in told or bar is Bar.IS_PRESIDENT for line in found.lines), (rules.name, bar)


def test_every_refusal_leads_to_a_line_of_a_document() -> None:
    silent = {(rules.name, bar) for rules, bar, phase in CASES if not cited(rules, bar, phase).sentences}
    assert silent == {("french-deck", bar) for bar in (Bar.NOT_SEEN, Bar.NOT_AWAITED)}, "of talk and turns that text says nothing"


def test_what_is_no_rule_of_the_game_is_not_cited() -> None:
    assert [bar for bar in NO_RULE if cite(OFFICIAL, ENGLISH, bar) is not None] == []


def test_the_term_limit_is_that_of_the_table() -> None:
    official, early = cited(OFFICIAL, Bar.WAS_PRESIDENT), cited(PRINT_AND_PLAY, Bar.ENACTED_AS_PRESIDENT)
    assert official.lines[0] == "They can't pick the last elected president or chancellor."
    assert [(sentence.document, sentence.line) for sentence in official.sentences] == [
        ("official", 14),
        ("official", 25),
        ("online", 63),
        ("online", 68),
    ]
    assert "enacted the last policy" in early.lines[0]
    assert {sentence.document for sentence in early.sentences} == {"print-and-play"}


def test_house_rules_are_cited_with_their_numbers_and_no_document() -> None:
    found = cited(house_rules("president_exempt_at = 7"), Bar.WAS_CHANCELLOR)
    assert found.rules == "House rules"
    assert "With 7 or fewer players alive" in found.lines[1]
    assert found.sentences == ()


def test_a_power_is_cited_where_it_is_used() -> None:
    assert cited(OFFICIAL, Bar.YOURSELF, Phase.SPECIAL_ELECTION).lines[0].startswith("Special election: pick any other player")
    assert cited(OFFICIAL, Bar.YOURSELF, Phase.EXECUTION).lines[0].startswith("Execute: another player")
    assert cite(OFFICIAL, ENGLISH, Bar.YOURSELF) is None


def test_a_refusal_is_named_as_the_rules_name_it() -> None:
    known = {bar.value for bar in Bar} | {f"{bar}:{phase}" for bar in Bar for phase in Phase}
    assert {code for sentence in sentences() for code in sentence.bars} <= known
