"""Nothing that people read is written in the code of the terminal, the companion or the printer: it is all in the catalogues."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest

from secret_hitler import paper, terminal

ROOMS = (Path(terminal.__file__).parent, Path(paper.__file__).parent)
FOR_PROGRAMMERS = {"AssertionError", "BadLink", "Drawing", "IllegalAction", "TextDoesNotFit", "UnfitRecord", "ValueError", "TypeVar"}
"""Errors and definitions: they are read in a traceback or on the command line."""
FILES = [path for room in ROOMS for path in room.rglob("*.py") if path.stem not in ("drawings", "hand_notation")]
"""Drawings have classes of two words; a notation has words of its own, the same in every language."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_sentence_is_written_in_code(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aside = {id(node) for node in _asides(tree)}
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in aside and _is_sentence(node.value)]
    assert found == []


def _is_sentence(value: object) -> bool:
    """Two words beside each other, of three letters or more."""
    words = value.split() if isinstance(value, str) else []
    return any(all(len(word) > 2 and word.strip(".,:;!?").isalpha() for word in pair) for pair in pairwise(words))


def _asides(tree: ast.AST) -> list[ast.AST]:
    """Docstrings, and what is said to programmers."""
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            found.append(node.value)
        elif isinstance(node, ast.Assert) and node.msg is not None:
            found += ast.walk(node.msg)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FOR_PROGRAMMERS:
            found += ast.walk(node)
    return found
