"""Write the generated pages: `python -m secret_hitler.wire FOLDER`. They are made, not kept: `make docs` writes them into docs."""

import json
import sys
from pathlib import Path

from .reference import reference
from .schema import asyncapi, json_schema


def pages() -> dict[str, str]:
    """Return what is generated from the messages, by the name of the file."""
    return {
        "protocol.schema.json": json.dumps(json_schema(), indent=1) + "\n",
        "protocol.asyncapi.json": json.dumps(asyncapi(), indent=1) + "\n",
        "messages.md": reference(),
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
