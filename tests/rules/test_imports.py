"""The rules are pure: what they may import is a list, and whatever is not on it fails here."""

import ast
from pathlib import Path

import pytest

from secret_hitler import rules

ALLOWED = {"collections", "collections.abc", "copy", "difflib", "enum", "functools", "itertools", "msgspec", "msgspec.structs", "typing"}
FILES = sorted(Path(rules.__file__).parent.glob("**/*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_import_nothing_but_what_is_allowed(path: Path) -> None:
    assert imported(path.read_text(encoding="utf-8")) <= ALLOWED


def test_every_way_to_import_is_seen() -> None:
    ways = ["import os.path", "from random import random", "from ..chance import SeededRandom", "from . import view", "__import__('time')"]
    assert imported("\n".join([*ways, "def f():", " import io"])) == {"os.path", "random", "..chance", "__import__", "io"}


def imported(source: str) -> set[str]:
    """List the modules that a file of this room imports from elsewhere, wherever in it that happens."""
    return {name for node in ast.walk(ast.parse(source)) for name in _modules(node)}


def _modules(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(level=1):
            return []
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case ast.Name(id="__import__" | "eval" | "exec" | "open" | "print" | "input"):
            return [node.id]
    return []
