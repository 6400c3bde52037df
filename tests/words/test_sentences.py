"""Everything that happens has a sentence or is known to be silent, in every language; page and Python say the same."""

import random

import pytest

from secret_hitler.records import replay
from secret_hitler.rules import ALL, RULESETS, AnyEvent, onlooking
from secret_hitler.words import ENGLISH, LANGUAGES, Voice, Words, event_in_words, language_here, remark_in_words
from secret_hitler.words.speaker import plural
from tests.games import random_record
from tests.words.spoken import NAMES, PATH, written

SILENT = {
    "RolesDealt", "RoleSeen", "DeckOrdered", "VoteCast", "BallotMarked", "TermLimitsSet", "HandSeen", "DiscardSeen", "ChoiceSeen",
    "VetoForgone", "VetoBallotCast", "VetoBallotMarked", "PartySeen", "PeekSeen", "RolesRevealed",
}  # fmt: skip
SILENT_ON_PAPER = SILENT - {"RolesRevealed"} | {
    "EnvelopesDealt", "DeckRanLow", "PoliciesDrawn", "PolicyDiscarded", "HandPassed", "PolicyChosen", "PowerGranted",
}  # fmt: skip


def test_the_page_is_compared_with_what_python_says_now() -> None:
    assert PATH.read_bytes() == written(), "run python -m tests.words.spoken"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("voice", "silent"), [(Voice.TABLE, SILENT), (Voice.PAPER, SILENT_ON_PAPER - {"PowerGranted"})])
def test_every_event_is_told_or_known_to_be_silent(language: str, voice: Voice, silent: set[str]) -> None:
    told: set[type[AnyEvent]] = set()
    words = Words(language)
    for number, rules in enumerate(RULESETS.values()):
        for seats in (5, 7, 10):
            view = onlooking(rules, seats, ALL)
            for _, _, events in replay(random_record(rules, seats, random.Random(number), claims=0.2)):
                for event in view.see(events):
                    kind = type(event).__name__
                    sentence = event_in_words(words, event, view, NAMES.__getitem__, voice)
                    assert sentence is None or "{" not in sentence
                    assert (sentence is None) == (kind in silent) or kind in ("TrackerMoved", "DeckShuffled"), event
                    told.add(type(event))
    assert len(told) > 30


def test_a_claim_reads_as_a_claim() -> None:
    said = set()
    for number, rules in enumerate(RULESETS.values()):
        view = onlooking(rules, 7)
        for _, _, events in replay(random_record(rules, 7, random.Random(number), claims=0.3)):
            said |= {
                event_in_words(ENGLISH, event, view, NAMES.__getitem__) for event in view.see(events) if type(event).__name__ == "ClaimMade"
            }
    assert all(sentence and (" claims " in sentence or " won't say " in sentence) for sentence in said)
    assert any(sentence and "claims to have drawn F" in sentence for sentence in said)


def test_bots_speak_of_people_by_name() -> None:
    params = {"suspect": 3, "reason": "nominated", "actor": 3, "other": 0, "round": 2}
    assert remark_in_words(Words("de"), "suspect", params, NAMES.__getitem__) == "Ich tippe auf Doro: Doro hat Ada nominiert (Runde 2)."
    assert remark_in_words(Words("de"), "sing", params, NAMES.__getitem__) is None


def test_one_and_many() -> None:
    assert ENGLISH.say("lobby.needPlayers", n=1) == "1 more player needed"
    assert ENGLISH.say("lobby.needPlayers", n=3) == "3 more players needed"
    assert [plural("ru", n) for n in (1, 2, 5, 11, 12, 21, 22, 111)] == ["one", "few", "many", "many", "many", "one", "few", "many"]
    assert [plural("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]


def test_lists_are_joined_as_the_language_does() -> None:
    assert ENGLISH.listed(["Ada"]) == "Ada"
    assert ENGLISH.listed(NAMES[:3]) == "Ada, Bruno and Clara"
    assert Words("es").listed(["Hedda", "Ivo"]) == "Hedda e Ivo"
    assert Words("es").listed(["Ivo", "Hedda"]) == "Ivo y Hedda"


def test_a_blank_that_nobody_fills_is_an_error() -> None:
    with pytest.raises(KeyError, match="president"):
        ENGLISH.say("event.PoliciesDrawn")


def test_capitals_are_those_of_the_language() -> None:
    assert Words("tr").loud("tile.L").startswith("LİBERAL")
    assert Words("en", "neutral").say("role.F") == "Raven"


@pytest.mark.parametrize(
    ("locale", "language"), [("de_AT.UTF-8", "de"), ("tr_TR", "tr"), ("C.UTF-8", "en"), ("pl_PL.UTF-8", "en"), ("ru", "ru")]
)
def test_the_language_is_that_of_the_machine(monkeypatch: pytest.MonkeyPatch, locale: str, language: str) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", locale)
    assert language_here() == language
