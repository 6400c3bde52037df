"""The messages of the protocol, described for other languages."""

from functools import cache
from typing import Any

from litestar import Controller, get

from ...wire.schema import asyncapi, json_schema


class SchemaController(Controller):
    path = "/api/schema"

    @get("/messages.json", include_in_schema=False)
    async def messages(self) -> dict[str, Any]:
        """Return the JSON Schema of every message, command and HTTP body."""
        return _messages()

    @get("/asyncapi.json", include_in_schema=False)
    async def socket(self) -> dict[str, Any]:
        """Return the AsyncAPI description of a table's WebSocket."""
        return _socket()


_messages, _socket = cache(json_schema), cache(asyncapi)
