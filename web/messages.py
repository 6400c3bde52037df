"""Generate from the definitions of the messages what is not kept in git: the types of the page, and pages of the manual.

python web/messages.py FOLDER   write the pages of the manual there; web/build.py writes the types
"""

import ast
import inspect
import json
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct

from secret_hitler.rules import Ending
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.rhythm import BALLOTS, CHAOS, SPEEDS, TELLING
from secret_hitler.wire.schema import asyncapi, json_schema

FIRST = ("View", "Board", "Round", "Choice", "Sight", "OpenClaim", "Claimed", "TableState", "Chair", "Options")
"""What a client meets in every message."""
MEANINGS = tomllib.loads((Path(__file__).parents[1] / "docs" / "meanings.toml").read_text(encoding="utf-8"))
"""Of the fields without a docstring: by type, and under `any` by name alone."""


def reference() -> str:
    types = json_schema()["$defs"]
    classes = classes_below(Struct)
    lines = ["# Messages", "", "Every type of the [protocol](protocol.md). Generated from the definitions by `make docs`; do not edit.", ""]
    for name in (*FIRST, *(name for name in types if name not in FIRST)):
        lines += [f"## {name}", "", *_type(name, types[name], classes.get(name)), ""]
    return "\n".join(lines)


def _type(name: str, schema: dict[str, Any], of: type[Struct] | None) -> list[str]:
    about = [" ".join(str(schema["description"]).split()), ""] if "description" in schema else []
    properties = schema.get("properties")
    if properties is None:
        return [*about, f"`{type_in_words(schema)}`"]
    if not properties:
        return [*about, "No fields."]
    meanings = {**MEANINGS["any"], **MEANINGS.get(name, {}), **({} if of is None else documented(of))}
    rows = [f"| `{field}` | `{_cell(type_in_words(each))}` | {_cell(meanings.get(field, ''))} |" for field, each in properties.items()]
    return [*about, "| field | type | meaning |", "|---|---|---|", *rows]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def documented(of: type[Struct]) -> dict[str, str]:
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


def classes_below(of: type[Struct]) -> dict[str, type[Struct]]:
    return {name: kind for each in of.__subclasses__() for name, kind in {**classes_below(each), each.__name__: each}.items()}


def pages() -> dict[str, str]:
    """Generate each page, by the name of its file."""
    return {
        "protocol.schema.json": json.dumps(json_schema(), indent=1) + "\n",
        "protocol.asyncapi.json": json.dumps(asyncapi(), indent=1) + "\n",
        "messages.md": reference(),
    }


def typescript() -> str:
    """Write the types of the page, from the same schema."""
    schema = json_schema()["$defs"]
    winners = {ending.value: ending.winner.value for ending in Ending}
    lines = ["// Generated from the Python definitions by `make docs`; do not edit.", "", f"export const PROTOCOL = {PROTOCOL};", ""]
    lines += ["/** Who wins by each ending. */", f"export const WINNERS: Record<Ending, Party> = {json.dumps(winners)};", ""]
    for name, value in {"TELLING": TELLING, "CHAOS": CHAOS, "BALLOTS": BALLOTS, "SPEEDS": SPEEDS}.items():
        lines += [f"export const {name} = {json.dumps(value)};", ""]
    for name, definition in schema.items():
        if about := " ".join(str(definition.get("description", "")).split()):
            lines.append(f"/** {about} */")
        lines += [f"export type {name} = {type_in_words(definition)};", ""]
    return "\n".join(lines)


def type_in_words(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
        case {"const": value}:
            return json.dumps(value)
        case {"anyOf": list(parts)}:
            return " | ".join(dict.fromkeys(type_in_words(part) for part in parts))
        case {"type": "array", "prefixItems": list(items)}:
            return "[" + ", ".join(map(type_in_words, items)) + "]"
        case {"type": "array"}:
            inner = type_in_words(schema.get("items", {}))
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "properties": dict(properties)}:
            return _object(schema, properties)
        case {"type": "object", "additionalProperties": dict(values)}:
            return "Partial<View>" if values == {} else f"Record<string, {type_in_words(values)}>"
        case {"type": str(plain)}:
            return {"integer": "number", "null": "null"}.get(plain, plain)
        case _:
            return "unknown"


def _object(schema: dict[str, Any], properties: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    sent_by_client = schema.get("additionalProperties") is False  # it may leave defaults out; what the server sends is always whole
    fields = []
    for name, definition in properties.items():
        optional = "?" if sent_by_client and name not in required and "default" in definition else ""
        fields.append(f"  {name}{optional}: {type_in_words(definition)};")
    return "{\n" + "\n".join(fields) + "\n}"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
