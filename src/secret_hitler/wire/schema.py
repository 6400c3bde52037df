"""The messages for other languages: JSON Schema, AsyncAPI and TypeScript, all generated from the definitions."""

import json
from typing import Any

import msgspec

from .. import __version__
from ..rules import Bar, Ending
from . import PROTOCOL, api, operators, profile, programs, review
from .commands import AnyCommand, Hello
from .messages import AnyMessage
from .refusals import Denial

_HTTP = [
    kind
    for module in (api, profile, programs)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
]
_REF = "#/$defs/{name}"


def json_schema() -> dict[str, Any]:
    """Describe every message, command and HTTP body by name."""
    (message, command, *_, operators_command), components = msgspec.json.schema_components(
        [AnyMessage, AnyCommand, Hello, Bar, Denial, *_HTTP, review.Review, operators.OperatorsView, operators.AnyOperatorCommand],
        ref_template=_REF,
    )
    unions = {"AnyMessage": message, "AnyCommand": command, "AnyOperatorCommand": operators_command}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Secret Hitler protocol {PROTOCOL}",
        "$defs": {**dict(sorted(components.items())), **unions},
    }


def asyncapi() -> dict[str, Any]:
    """Describe the WebSocket of a table."""
    (message, command, _), components = msgspec.json.schema_components(
        [AnyMessage, AnyCommand, Hello], ref_template="#/components/schemas/{name}"
    )
    schemas = {**dict(sorted(components.items())), "AnyMessage": message, "AnyCommand": command}
    names = ("AnyMessage", "AnyCommand", "Hello")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Secret Hitler table",
            "version": f"{PROTOCOL} ({__version__})",
            "description": "docs/protocol.md describes how the messages are used.",
        },
        "channels": {
            "table": {
                "address": "/api/tables/{code}/socket",
                "parameters": {"code": {"description": "The code of the table."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
            }
        },
        "operations": {
            "greet": _operation("receive", "Hello", "The first message of a client, once."),
            "command": _operation("receive", "AnyCommand", "A client asks; it is answered by Done or Refused with the same id."),
            "tell": _operation("send", "AnyMessage", "The table tells a client what it may know."),
        },
        "components": {
            "messages": {name: {"contentType": "application/json", "payload": {"$ref": f"#/components/schemas/{name}"}} for name in names},
            "schemas": schemas,
        },
    }


def _operation(action: str, message: str, summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{message}"}],
    }


def typescript() -> str:
    """Types for the page, from the same schema."""
    schema = json_schema()["$defs"]
    winners = {ending.value: ending.winner.value for ending in Ending}
    lines = ["// Generated from the Python definitions by `make docs`; do not edit.", "", f"export const PROTOCOL = {PROTOCOL};", ""]
    lines += ["/** Who wins by each ending. */", f"export const WINNERS: Record<Ending, Party> = {json.dumps(winners)};", ""]
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
