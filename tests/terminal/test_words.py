"""The terminal speaks as the page does, and has a sentence for everything that happens."""

import json
import random
import re
from pathlib import Path

from secret_hitler.records import replay
from secret_hitler.rules import ALL, RULESETS, AnyEvent, onlooking
from secret_hitler.terminal.narration import narrate, with_names
from secret_hitler.terminal.sources.source import BOTS
from secret_hitler.terminal.words import NOUNS, WORDS, say
from tests.games import random_record

CATALOGUE = Path(__file__).resolve().parents[2] / "web" / "src" / "words" / "catalogues" / "en.json"
SILENT = {
    "RolesDealt", "RoleSeen", "DeckOrdered", "VoteCast", "BallotMarked", "TermLimitsSet", "HandSeen", "DiscardSeen", "ChoiceSeen",
    "VetoForgone", "VetoBallotCast", "VetoBallotMarked", "PartySeen", "PeekSeen", "RolesRevealed",
}  # fmt: skip


def test_shared_sentences_are_those_of_the_page() -> None:
    page = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    flat = {f"{key}.{form}": text for key, forms in page.items() if isinstance(forms, dict) for form, text in forms.items()}
    flat |= {key: text for key, text in page.items() if isinstance(text, str)}
    ours = {key: text for key, text in WORDS.items() if not key.startswith("terminal.")}
    assert {key: text for key, text in ours.items() if flat.get(key) != text} == {}
    assert {key: text for key, text in NOUNS.items() if flat[f"game.{key}"] != text} == {}


def test_every_sentence_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(say.__code__.co_filename).parent.rglob("*.py"))
    mentioned = re.findall(r"[\"'](terminal\.[\w.]+)[\"']", source)
    assert [key for key in WORDS if key.startswith("terminal.") and mentioned.count(key) < 2] == []


def test_every_event_is_told_or_known_to_be_silent() -> None:
    told: set[type[AnyEvent]] = set()
    for number, rules in enumerate(RULESETS.values()):
        for seats in (5, 7, 10):
            record = random_record(rules, seats, random.Random(number), claims=0.2)
            view = onlooking(rules, seats, ALL)
            for _, _, events in replay(record):
                for event in view.see(events):
                    sentence = narrate(event, view, lambda seat: BOTS[seat])
                    assert sentence is None or "{" not in sentence
                    assert (sentence is None) == (type(event).__name__ in SILENT) or type(event).__name__ == "TrackerMoved", event
                    told.add(type(event))
    assert len(told) > 30


def test_bots_speak_of_people_by_name() -> None:
    assert with_names("seat 3 nominated seat 0 (round 2)", lambda seat: BOTS[seat]) == "Doro nominated Ada (round 2)"


def test_one_and_many() -> None:
    assert say("lobby.needPlayers", n=1) == "1 more player is needed"
    assert say("lobby.needPlayers", n=3) == "3 more players are needed"
