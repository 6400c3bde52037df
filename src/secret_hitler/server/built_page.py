"""Where the built page is, and whether it is the one that its sources make."""

import hashlib
import json
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]
SOURCES = ".sources.json"
"""Written by the build: every file that went into the page, with its hash."""


def built_page() -> Path | None:
    """Look inside the installed package, or in the checkout beside it unless something has changed since."""
    installed, built = PACKAGE / "web", CHECKOUT / "web" / "dist"
    if (installed / "index.html").is_file():
        return installed
    return built if is_current(built, CHECKOUT) else None


def is_current(built: Path, checkout: Path) -> bool:
    try:
        hashes: dict[str, str] = json.loads((built / SOURCES).read_bytes())
        copied = [path.name for path in (checkout / "web" / "public").glob("*")]
        return all((built / name).exists() for name in copied) and all(
            hashlib.sha256((checkout / name).read_bytes()).hexdigest() == known for name, known in hashes.items()
        )
    except FileNotFoundError:
        return False
