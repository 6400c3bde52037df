"""What we say we say in our own words, not in those of the five documents."""

import re
from pathlib import Path

import pytest

from secret_hitler.rules import RULESETS
from secret_hitler.words import ENGLISH

from .test_catalogues import CATALOGUES, is_term

DOCUMENTS = Path(__file__).parents[3] / "shared" / "seeds"
LONGEST_QUOTE = 6
"""So many words in a row may be the same: names of things and of rules."""


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not beside the checkout")
def test_no_sentence_of_ours_is_copied_from_a_document() -> None:
    texts = [f" {' '.join(_words(path.read_text(encoding='utf-8')))} " for path in DOCUMENTS.iterdir()]
    assert len(texts) == len(RULESETS)
    ours = {key: _filled(key) for key in CATALOGUES["en"] if not is_term(key)}
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
