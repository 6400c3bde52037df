"""Every sentence of the five documents is held by a test that exists."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from secret_hitler.rules import RULESETS
from secret_hitler.words import ENGLISH

from .held_sentences import PAGE, counts, held, page, places
from .words.test_catalogues import CATALOGUES, is_term

DOCUMENTS = Path(__file__).parents[2] / "shared" / "seeds"
LONGEST_QUOTE = 6
"""So many words in a row may be the same: names of things and of rules."""


def test_every_test_that_is_named_exists() -> None:
    assert [(row.id, name) for row in held() for name in row.tests if name not in places()] == []
    assert all(row.tests for row in held())


def test_every_document_is_gone_through_and_every_sentence_has_an_id_of_its_own() -> None:
    assert list(counts()) == list(RULESETS)
    assert min(counts().values()) > 20
    ids = [row.id for row in held()]
    assert len(set(ids)) == len(ids) == sum(counts().values())
    for one, other in pairwise(held()):
        assert one.document != other.document or int(other.id[1:]) == int(one.id[1:]) + 1, "numbered without a gap"


def test_the_page_of_held_sentences_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.held_sentences writes it anew"


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not beside the checkout")
def test_no_sentence_of_ours_is_copied_from_a_document() -> None:
    texts = [f" {' '.join(_words(path.read_text(encoding='utf-8')))} " for path in DOCUMENTS.iterdir()]
    assert len(texts) == len(RULESETS)
    ours = {row.id: row.said for row in held()} | {key: _filled(key) for key in CATALOGUES["en"] if not is_term(key)}
    assert [(name, run) for name, said in ours.items() for run in _runs(said) if any(f" {run} " in text for text in texts)] == []


def _filled(key: str) -> str:
    """With the words of the game in its blanks, and in all its forms."""
    text = CATALOGUES["en"][key]
    forms = text if isinstance(text, str) else " ".join(text.values())
    known = {name for name in re.findall(r"\{(\w+)\}", forms) if f"game.{name[0].lower()}{name[1:]}" in CATALOGUES["en"]}
    return re.sub(r"\{(\w+)\}", lambda blank: ENGLISH.term(blank[1]) if blank[1] in known else "x", forms)


def _runs(text: str) -> list[str]:
    words = _words(text)
    return [" ".join(words[start : start + LONGEST_QUOTE + 1]) for start in range(len(words) - LONGEST_QUOTE)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
