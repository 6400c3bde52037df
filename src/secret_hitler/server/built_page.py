"""The built page: where it is, whether it matches its sources, its files by name, and which of them an address needs first."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from .compression import accepts

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]
SERVED = "served.json"
"""Written by the build: every file the server may send, with its compressed forms."""
SOURCES = ".sources.json"
"""Written by the build: every source file of the page, with its hash."""


def built_page() -> Path | None:
    """Look in the installed package, or in the checkout if the build matches its sources."""
    installed, built = PACKAGE / "web", CHECKOUT / "web" / "dist"
    if (installed / SERVED).is_file():
        return installed
    return built if (built / SERVED).is_file() and is_current(built, CHECKOUT) else None


def is_current(built: Path, checkout: Path) -> bool:
    try:
        hashes: dict[str, str] = json.loads((built / SOURCES).read_bytes())
        copied = [path.name for path in (checkout / "web" / "public").glob("*")]
        return all((built / name).exists() for name in copied) and all(
            hashlib.sha256((checkout / name).read_bytes()).hexdigest() == known for name, known in hashes.items()
        )
    except FileNotFoundError:
        return False


_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
_ENCODINGS = {"br": b"br", "gz": b"gzip"}


class BuiltFile(NamedTuple):
    media_type: str
    content: bytes
    headers: dict[str, str]


class PageFiles:
    """The files of the built page. Only names in the build's list lead to files; no part of an address becomes a path."""

    def __init__(self, dist: Path) -> None:
        self._dist = dist
        self._forms: dict[str, list[str]] = json.loads((dist / SERVED).read_bytes())

    def __contains__(self, name: str) -> bool:
        return name in self._forms

    async def read(self, name: str, request_headers: dict[bytes, bytes]) -> BuiltFile:
        """Read a file in the smallest form the browser accepts; KeyError if the list lacks the name."""
        forms = self._forms[name]
        form = next((form for form in _ENCODINGS if form in forms and accepts(request_headers, _ENCODINGS[form])), None)
        content = await asyncio.to_thread((self._dist / (f"{name}.{form}" if form else name)).read_bytes)
        headers = {"vary": "Accept-Encoding"} if forms else {}
        if form is not None:
            headers["content-encoding"] = _ENCODINGS[form].decode()
        return BuiltFile(_TYPES.get(Path(name).suffix, "application/octet-stream"), content, headers)


class Preloads:
    """The built files an address needs next, so that a browser can request them before a script does."""

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
        for file in sorted((dist / "assets").glob("*.*")):
            kind = {".js": "modulepreload", ".css": "preload; as=style"}.get(file.suffix)
            if kind is not None:
                chunk = file.name.partition("-")[0]
                self._files.setdefault(chunk, []).append(f"</assets/{file.name}>; rel={kind}; crossorigin")

    def hints(self, path: str, accepted: str) -> str:
        """Return a Link header's value; choose the first accepted language, as the page does."""
        screen = path.strip("/").partition("/")[0]
        language = accepted[:2].lower()
        chunks = [*self.SCREENS.get(screen, ()), *([language] if language in self.LANGUAGES else [])]
        return ", ".join(link for chunk in chunks for link in self._files.get(chunk, ()))
