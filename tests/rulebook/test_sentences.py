"""Every sentence of the five documents is put to the test, holds, and is told in our own words."""

import subprocess
import sys
from functools import cache
from types import SimpleNamespace

import pytest

from secret_hitler.rules import RULESETS
from tests.mutation import ROOT
from tests.sizes import some
from tests.words.test_own_words import DOCUMENTS, LONGEST_QUOTE, _runs, _words

from .evaluator import compiled
from .games import judged
from .held import page
from .mutants import PRINT, RULES, SOURCES
from .scenes import SCENES, Scene, lead, opened
from .sentences import PREDICATES, SENTENCES, Judge

FILES = {"official": "004", "print-and-play": "000", "manual": "001", "french-deck": "002", "online": "003"}
only_with_the_documents = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not beside the checkout")


@cache
def judge() -> Judge:
    return judged()


def test_no_game_and_no_page_breaks_a_sentence() -> None:
    assert judge().broken == {}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.about)
def test_every_scene_leads_where_it_says(scene: Scene) -> None:
    for name in scene.rulesets:
        lead(opened(RULESETS[name], scene), scene)


def test_every_sentence_is_put_to_the_test_in_every_rule_set_it_belongs_to() -> None:
    exercised = judge().exercised
    idle = {
        (f"{each.document}:{each.line}", name, held)
        for each in SENTENCES
        for name in each.rulesets
        for held in each.held
        if not exercised[name, held]
    }
    assert sorted(idle) == []


def test_every_predicate_holds_a_sentence() -> None:
    assert set(PREDICATES) == {held for sentence in SENTENCES for held in sentence.held}


@only_with_the_documents
def test_every_sentence_stands_on_a_line_of_its_document() -> None:
    for name, number in FILES.items():
        (path,) = DOCUMENTS.glob(f"{number}_*")
        lines = path.read_text(encoding="utf-8").splitlines()
        places = [sentence.line for sentence in SENTENCES if sentence.document == name]
        assert places == sorted(places)
        assert [line for line in places if not lines[line - 1].strip()] == []


@only_with_the_documents
def test_no_sentence_is_copied() -> None:
    texts = [f" {' '.join(_words(path.read_text(encoding='utf-8')))} " for path in DOCUMENTS.iterdir()]
    copied = [
        (each.document, each.line, run) for each in SENTENCES for run in _runs(each.says) if any(f" {run} " in text for text in texts)
    ]
    assert copied == [], f"{LONGEST_QUOTE + 1} words in a row are the same"


def test_a_predicate_names_its_moments_its_condition_and_what_must_hold() -> None:
    told = compiled("Voting|Nominating if len(alive) > 2: all([seat in may for seat in alive])")
    assert told.moments == ("Voting", "Nominating")
    assert told.applies(SimpleNamespace(alive=(0, 1, 2)))
    assert not told.holds(SimpleNamespace(alive=(0, 1, 2), may={0, 1}))


@pytest.mark.parametrize(
    "line",
    [
        "no moment",
        "Voting: [].__class__",
        "Voting: (lambda: 1)()",
        "Voting: [x := 1]",
        "Voting if may",
        "Voting: f'{alive}'",
        "Voting: __import__('os')",
    ],
)
def test_a_predicate_can_do_nothing_but_look(line: str) -> None:
    with pytest.raises((ValueError, SyntaxError)):
        compiled(line)


def test_a_mutant_is_noticed_by_a_predicate() -> None:
    tried = [repr(mutant) for mutant in some("mutants tried by the rulebook", [*RULES, *PRINT])]
    program = f"from tests.rulebook.mutants import *; import pathlib; print([*unnoticed([{', '.join(tried)}], None)])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_mutant_is_a_part_of_a_file_that_can_still_be_turned() -> None:
    for path, was, becomes in (*RULES, *PRINT):
        source = (SOURCES / path).read_text(encoding="utf-8")
        assert was in source, path
        assert becomes != was
    assert (len(set(RULES)), len(set(PRINT))) == (52, 20)


def test_the_page_names_every_sentence_with_its_document_and_line() -> None:
    told = "\n".join(page(judge()))
    assert all(f"| {each.line} | {each.says}" in told for each in SENTENCES)
    assert f"| all | {len(SENTENCES)} | {len(SENTENCES)} | {len(SENTENCES)} |" in told
