"""Write the generated pages: `python -m secret_hitler.wire FOLDER`. They are made, not kept: `make docs` writes them into docs."""

import ast
import inspect
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from msgspec import Struct

from .schema import asyncapi, json_schema, type_in_words

FIRST = ("View", "Board", "Round", "Choice", "Sight", "OpenClaim", "Claimed", "TableState", "Chair", "Options")
"""What a client meets in every message."""


def reference() -> str:
    types = json_schema()["$defs"]
    classes = _classes(Struct)
    lines = ["# Messages", "", "Every type of the [protocol](protocol.md). Generated from the definitions by `make docs`; do not edit.", ""]
    for name in (*FIRST, *(name for name in types if name not in FIRST)):
        lines += [f"## {name}", "", *_type(types[name], classes.get(name)), ""]
    return "\n".join(lines)


def _type(schema: dict[str, Any], of: type[Struct] | None) -> list[str]:
    about = [" ".join(str(schema["description"]).split()), ""] if "description" in schema else []
    properties = schema.get("properties")
    if properties is None:
        return [*about, f"`{type_in_words(schema)}`"]
    if not properties:
        return [*about, "No fields."]
    meanings = {} if of is None else _meanings(of)
    rows = [f"| `{name}` | `{_cell(type_in_words(each))}` | {_cell(meanings.get(name, ''))} |" for name, each in properties.items()]
    return [*about, "| field | type | meaning |", "|---|---|---|", *rows]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _meanings(of: type[Struct]) -> dict[str, str]:
    """Collect the docstrings that stand below the fields, those of the classes above included."""
    found: dict[str, str] = {}
    for each in reversed(of.__mro__):
        if not issubclass(each, Struct) or each.__module__.startswith("msgspec"):
            continue
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(definition, ast.ClassDef)
        for field, below in zip(definition.body, definition.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = text
    return found


def _classes(of: type[Struct]) -> dict[str, type[Struct]]:
    return {name: kind for each in of.__subclasses__() for name, kind in {**_classes(each), each.__name__: each}.items()}


def pages() -> dict[str, str]:
    """Generate each page, by the name of its file."""
    return {
        "protocol.schema.json": json.dumps(json_schema(), indent=1) + "\n",
        "protocol.asyncapi.json": json.dumps(asyncapi(), indent=1) + "\n",
        "messages.md": reference(),
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
