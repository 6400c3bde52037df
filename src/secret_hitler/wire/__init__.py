"""The messages between a client and a table; their JSON Schema, AsyncAPI and TypeScript are generated from here."""

PROTOCOL = 2
