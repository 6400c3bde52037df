"""Write the generated files anew: `python -m secret_hitler.wire ROOT`."""

import json
import sys
from pathlib import Path

from .reference import reference
from .schema import asyncapi, json_schema, typescript


def files(root: Path) -> dict[Path, str]:
    """What is generated from the messages, and where it stands in the checkout."""
    return {
        root / "docs" / "protocol.schema.json": json.dumps(json_schema(), indent=1) + "\n",
        root / "docs" / "protocol.asyncapi.json": json.dumps(asyncapi(), indent=1) + "\n",
        root / "docs" / "messages.md": reference(),
        root / "web" / "src" / "wire" / "messages.ts": typescript(),
    }


if __name__ == "__main__":
    for path, text in files(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
