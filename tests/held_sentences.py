"""Which tests hold the sentences of the five documents: `python -m tests.held_sentences` writes docs/held.md anew and prints the counts."""

import ast
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).with_suffix(".txt")
PAGE = ROOT / "docs" / "held.md"


class Held(NamedTuple):
    document: str
    id: str
    said: str
    """In our own short words."""
    tests: tuple[str, ...]


def held() -> list[Held]:
    found, document = list[Held](), ""
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            document = line.strip("[]")
        elif line and not line.startswith("#"):
            id, said, tests = (part.strip() for part in line.split("|"))
            found.append(Held(document, id, said, tuple(name.strip() for name in tests.split(","))))
    return found


@cache
def places() -> dict[str, str]:
    """Where each test of this project is."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name] = path.relative_to(ROOT).as_posix()
    return found


def counts() -> dict[str, int]:
    rows = held()
    return {document: sum(row.document == document for row in rows) for document in dict.fromkeys(row.document for row in rows)}


def page() -> str:
    lines = [
        "# What holds each sentence",
        "",
        "The five documents, gone through sentence by sentence, in our own short words, with the tests that hold each of them.",
        "Where a document is silent or contradicts itself, [rules.md](rules.md) says how it is read.",
        "This page is written by `python -m tests.held_sentences`; a test keeps it current and looks for every test that is named.",
        "",
        "| document | sentences held |",
        "|---|---|",
        *(f"| `{document}` | {number} |" for document, number in counts().items()),
        f"| all | {sum(counts().values())} |",
    ]
    for document in counts():
        lines += ["", f"## `{document}`", "", "| | says | held by |", "|---|---|---|"]
        for row in held():
            if row.document == document:
                tests = "; ".join(f"{name.removeprefix('test_').replace('_', ' ')} ({places()[name]})" for name in row.tests)
                lines.append(f"| {row.id} | {row.said} | {tests} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    rows = [*((number, document) for document, number in counts().items()), (sum(counts().values()), "sentences held")]
    sys.stdout.write("".join(f"{number:4} {what}\n" for number, what in rows))
