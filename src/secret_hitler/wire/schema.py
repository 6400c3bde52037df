"""Describe the messages for other languages: JSON Schema and AsyncAPI."""

from typing import Any

import msgspec

from .. import __version__
from ..rules import Bar
from . import PROTOCOL, api, operators, profile, programs, push, review
from .commands import AnyCommand, Hello
from .messages import AnyMessage
from .refusals import Denial

_HTTP = [
    kind
    for module in (api, profile, programs, push)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
]


def json_schema() -> dict[str, Any]:
    """Describe every message, command and HTTP body by name."""
    (message, command, *_, operators_command), components = msgspec.json.schema_components(
        [AnyMessage, AnyCommand, Hello, Bar, Denial, *_HTTP, review.Review, operators.OperatorsView, operators.AnyOperatorCommand],
        ref_template="#/$defs/{name}",
    )
    unions = {"AnyMessage": message, "AnyCommand": command, "AnyOperatorCommand": operators_command}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Secret Hitler protocol {PROTOCOL}",
        "$defs": {**dict(sorted(components.items())), **unions},
    }


def asyncapi() -> dict[str, Any]:
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
