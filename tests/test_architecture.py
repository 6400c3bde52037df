"""The walks through the sources and the contributor's tutorial name files, functions and classes that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["docs/architecture.md", "docs/tutorials/contributor.md"]
FILE = re.compile(r"`([\w./-]+\.(?:py|ts|svelte|json|md))`(?:: ((?:`[\w.]+`(?:, | and )?)+))?")
"""A file, and perhaps the names to look for in it."""


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_name_exists(page: str) -> None:
    found = FILE.findall((ROOT / page).read_text(encoding="utf-8").replace("\n   ", " "))
    assert len(found) > 10
    assert [file for file, _ in found if not (ROOT / file).is_file()] == []
    named = [(file, name) for file, names in found for name in re.findall(r"`([\w.]+)`", names)]
    assert len(named) > 10
    assert [(file, name) for file, name in named if name not in defined(file)] == []


def test_there_are_five_walks_and_each_begins_and_ends_somewhere() -> None:
    _, *walks = (ROOT / PAGES[0]).read_text(encoding="utf-8").split("\n## ")
    assert len(walks) == 5
    assert all(len(FILE.findall(walk)) >= 5 for walk in walks)


@cache
def defined(file: str) -> set[str]:
    """List the functions, classes and methods of a file, as they're named on a page."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if not file.endswith(".py"):
        return set(re.findall(r"(?:class|function|const) (\w+)", text)) | set(re.findall(r"^  (?:async )?(\w+)\(", text, re.MULTILINE))
    tree, names = ast.parse(text), set[str]()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    return names
