"""Where the built page is, whether it is the one that its sources make, and which of its files an address needs first."""

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


class Preloads:
    """Which built files an address needs besides the first ones, so that a browser asks for them without being told by a script."""

    SCREENS = {
        "t": ("Table", "game"),
        "tv": ("Tv", "game"),
        "r": ("Replay", "game"),
        "review": ("Review",),
        "me": ("Account",),
        "learn": ("Learn", "game"),
    }
    LANGUAGES = ("de", "es", "fr", "tr", "ru")

    def __init__(self, dist: Path) -> None:
        self._files: dict[str, list[str]] = {}
        for file in sorted((dist / "assets").iterdir()):
            kind = {".js": "modulepreload", ".css": "preload; as=style"}.get(file.suffix)
            if kind is not None:
                chunk = file.name.partition("-")[0]
                self._files.setdefault(chunk, []).append(f"</assets/{file.name}>; rel={kind}; crossorigin")

    def hints(self, path: str, accepted: str) -> str:
        """Return the value of a Link header; the language is the first wish, as the page itself would choose."""
        screen = path.strip("/").partition("/")[0]
        language = accepted[:2].lower()
        chunks = [*self.SCREENS.get(screen, ()), *([language] if language in self.LANGUAGES else [])]
        return ", ".join(link for chunk in chunks for link in self._files.get(chunk, ()))
