"""The opening with eyes closed: one text, for every rule set and number of players, wherever it is told."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from docs.rules_page import markdown
from secret_hitler.paper.setup import kit
from secret_hitler.rules import MANUAL, OFFICIAL, RULESETS, Role, Ruleset, house_rules
from secret_hitler.rules.ruleset import MAX_SEATS, MIN_SEATS
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.opening import LEAST_LOOK, LOOK, Saying, cue_in_words, opening

SEATS = range(MIN_SEATS, MAX_SEATS + 1)


def every_table() -> Iterator[tuple[Ruleset, int]]:
    return ((rules, seats) for rules in RULESETS.values() for seats in SEATS)


def said(rules: Ruleset, seats: int) -> list[Saying]:
    return [cue.saying for cue in opening(rules, seats)]


def test_everybody_closes_their_eyes_first_and_opens_them_in_the_end() -> None:
    for rules, seats in every_table():
        assert said(rules, seats)[0] is Saying.CLOSE_EYES
        assert said(rules, seats)[-2:] == [Saying.OPEN_EYES, Saying.SPEAK_UP]


def test_hitler_opens_the_eyes_only_where_hitler_may_know() -> None:
    for rules, seats in every_table():
        assert (Saying.ALL_LOOK in said(rules, seats)) == (Role.HITLER in rules.informed(seats)) == (seats <= 6)
        assert (Saying.THUMB_UP in said(rules, seats)) == (seats > 6)


def test_whoever_raises_a_thumb_has_a_fist_out_and_takes_thumb_and_hand_down_again() -> None:
    for rules, seats in every_table():
        told = said(rules, seats)
        gestures = [Saying.FISTS_OUT, Saying.THUMB_UP, Saying.EYES_SHUT, Saying.THUMBS_DOWN, Saying.HANDS_DOWN]
        assert [saying for saying in told if saying in gestures] == (gestures if seats > 6 else [Saying.EYES_SHUT])


def test_the_manual_lets_the_fascists_look_before_the_thumb_and_no_other_text_does() -> None:
    for rules, seats in every_table():
        if seats > 6:
            told = said(rules, seats)
            assert (told.index(Saying.FASCISTS_LOOK) < told.index(Saying.THUMB_UP)) == (rules is MANUAL)
            assert told.index(Saying.FIND_THE_THUMB) > max(told.index(Saying.FASCISTS_LOOK), told.index(Saying.THUMB_UP))


def test_house_rules_open_as_the_text_they_begin_from() -> None:
    assert said(house_rules('base = "manual"\nliberal_goal = 4'), 7) == said(MANUAL, 7)
    assert said(house_rules("liberal_goal = 4"), 7) == said(OFFICIAL, 7)


def test_there_is_one_long_pause_of_eight_seconds_or_more_and_it_can_be_made_longer() -> None:
    for rules, seats in every_table():
        for look, so in ((LOOK, LOOK), (0, LEAST_LOOK), (30, 30)):
            (long,) = (cue for cue in opening(rules, seats, look) if cue.look)
            assert long.pause == so >= 8
            assert long.saying in (Saying.ALL_LOOK, Saying.FIND_THE_THUMB), "while those who may look do"
    assert opening(OFFICIAL, 7) == opening(OFFICIAL, 7, LOOK)


def test_nobody_is_told_to_look_where_nobody_may_know() -> None:
    assert opening(replace(OFFICIAL, fascists_know_team=False, hitler_knows_up_to=0), 7) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_tells_every_opening_line_by_line(language: str) -> None:
    words, page = Words(language), markdown(Words(language))
    for rules, seats in every_table():
        lines = [f"{step}. {cue_in_words(words, cue)}" for step, cue in enumerate(opening(rules, seats), start=1)]
        assert "\n".join(lines) in page.replace(f" {words.say('print.opening.pause', n=LOOK)}", "")


def test_companion_and_page_are_given_the_same_steps() -> None:
    for rules, seats in every_table():
        assert kit(rules, seats).opening == opening(rules, seats)


def test_a_step_is_one_sentence_of_the_catalogue() -> None:
    assert [cue_in_words(ENGLISH, cue) for cue in opening(OFFICIAL, 5)] == [
        "Everyone, close your eyes.",
        "Fascists and Hitler, eyes open. Find each other.",
        "Everyone, close your eyes again.",
        "Everyone, open your eyes.",
        "If anything went wrong, say so now.",
    ]
