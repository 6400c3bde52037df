"""What the texts hold besides the rules, in our own words and all languages: setting, phrases, advice, questions, credit."""

import pytest
from msgspec.structs import replace

from docs.rules_page import markdown
from secret_hitler.rules import FRENCH_DECK, MANUAL, OFFICIAL, ONLINE, RULESETS, Power, Ruleset
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.summary import guide, phrases, sections

AUTHORS = ("Boxleiter", "Maranges", "Temkin", "Schubert", "secrethitler.com")


def told(rules: Ruleset, words: Words = ENGLISH) -> str:
    return "\n".join(line.words for section in [*sections(rules, words), *guide(rules, words)] for line in section.lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_every_rule_set_comes_with_setting_phrases_advice_and_questions(rules: Ruleset, language: str) -> None:
    words = Words(language)
    headings = [section.heading for section in guide(rules, words)]
    assert headings == [words.say(f"rulebook.guide.{part}") for part in ("setting", "phrases", "L", "F", "H", "questions", "readings")]
    for wording in ("cards", "neutral"):
        assert "{" not in told(rules, Words(language, wording))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_hitler_in_the_words_for_schools(language: str) -> None:
    for rules in RULESETS.values():
        assert not [
            name
            for name in ("Hitler", "Гитлер", "fascist", "Faschist", "фашист", "faşist")
            if name in told(rules, Words(language, "neutral"))
        ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("phrase", "event", "due"),
    [
        ("investigate", "event.LoyaltyInvestigated", "paper.due.investigation"),
        ("execute", "event.PlayerExecuted", "paper.due.execution"),
        ("veto", "event.VetoRequested", "paper.vetoAsked"),
        ("agree", None, "paper.vetoAgreed"),
        ("refuse", None, "paper.vetoRefused"),
    ],
)
def test_the_formal_phrase_is_said_by_page_companion_and_narrator(phrase: str, event: str | None, due: str, language: str) -> None:
    words = Words(language)
    people = {"president": "Ada", "chancellor": "Ben", "seat": "Cem"}
    if event is not None:
        assert words.say(f"rulebook.phrase.{phrase}", name="Cem") in words.say(event, **people)
    assert words.say(f"rulebook.phrase.{phrase}", name="…").replace("….", "…") in words.say(due, **people)


def test_no_phrase_is_taught_for_what_a_rule_set_does_not_know() -> None:
    assert not any("execute" in phrase for phrase in phrases(MANUAL, ENGLISH))
    assert any("execute" in phrase for phrase in phrases(OFFICIAL, ENGLISH))
    assert not any("veto" in phrase for phrase in phrases(ONLINE, ENGLISH)), "there it is decided in secret"


def test_no_advice_is_given_on_powers_that_nobody_has() -> None:
    bare = replace(OFFICIAL, powers=dict.fromkeys(OFFICIAL.powers, (Power.NONE,) * 5), veto_threshold=6)
    advice = " ".join(line.words for section in guide(bare, ENGLISH) for line in section.lines)
    assert not any(word in advice for word in ("nvestigat", "xecut", "pecial election", "veto"))


def test_tiles_are_not_to_be_chosen_at_random() -> None:
    for rules in RULESETS.values():
        assert ENGLISH.say("rulebook.question.random") in told(rules)


def test_why_role_and_party_are_two_cards_is_explained_and_of_the_thumb_where_there_are_none() -> None:
    for rules in RULESETS.values():
        by_hand = rules is FRENCH_DECK
        assert (ENGLISH.say("rulebook.question.cards") in told(rules)) == (not by_hand)
        assert (ENGLISH.say("rulebook.question.cards.hands") in told(rules)) == by_hand


def test_only_the_manual_says_that_a_hand_with_a_liberal_policy_cannot_be_vetoed() -> None:
    assert [rules.name for rules in RULESETS.values() if ENGLISH.say("rulebook.question.veto.fascist") in told(rules)] == ["manual"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_authors_and_their_site_are_named_on_page_paper_and_in_the_rulebook(language: str) -> None:
    words = Words(language)
    for credit in (words.say("about.game"), words.say("print.licence"), markdown(words)):
        assert all(author in credit for author in AUTHORS)
    for credit in (words.say("about.online"), words.say("rules.online.about"), markdown(words)):
        assert "secrethitler.io" in credit, "the site whose rules `online` follows"
